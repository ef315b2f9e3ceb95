package servertest

import (
	"cmp"
	"fmt"
	"strings"
	"testing"

	"github.com/asksql/asksql/schema"
)

// addReaders makes the accounts.
func (s *Server) addReaders(tb testing.TB) {
	tb.Helper()
	for _, name := range []string{Reader, ColumnReader} {
		s.exec(tb, "CREATE USER "+account(name))
	}
}

func account(name string) string { return quoted(name) + "@" + quoted("localhost") }

// Create makes the database of a schema anew, with empty tables without keys, which Reader may
// read and ColumnReader may not.
func (s *Server) Create(tb testing.TB, doc *schema.Document) {
	tb.Helper()
	database := quotedName(doc.Database)
	s.exec(tb, "DROP DATABASE IF EXISTS "+database, "CREATE DATABASE "+database)
	for _, t := range doc.Tables {
		s.exec(tb, definition(database, t))
	}
	s.exec(tb, fmt.Sprintf("GRANT SELECT ON %s.* TO %s", database, account(Reader)))
}

// definition returns the statement that creates a table. Columns without a type are text.
func definition(database string, t schema.Table) string {
	var columns []string
	for _, c := range t.Columns {
		column := quotedName(c.Name) + " " + cmp.Or(c.Type, "text")
		if c.NotNull() {
			column += " NOT NULL"
		}
		columns = append(columns, column)
	}
	return fmt.Sprintf("CREATE TABLE %s.%s (%s)", database, quotedName(t.Name), strings.Join(columns, ", "))
}

// GrantColumns lets ColumnReader read the columns that are in scope in view, whose tables Create
// has made. What it was granted there before is taken away.
func (s *Server) GrantColumns(tb testing.TB, view *schema.View) {
	tb.Helper()
	s.exec(tb, "DROP USER "+account(ColumnReader), "CREATE USER "+account(ColumnReader))
	for _, t := range view.Tables() {
		var columns []string
		for _, c := range t.Columns() {
			if c.InScope {
				columns = append(columns, quotedName(c.Name))
			}
		}
		if len(columns) > 0 {
			s.exec(tb, fmt.Sprintf("GRANT SELECT (%s) ON %s.%s TO %s",
				strings.Join(columns, ", "), quotedName(view.Database()), quotedName(t.Name()), account(ColumnReader)))
		}
	}
}

// Fill puts rows, as Rows gives them, into the tables of a schema that Create has made.
func (s *Server) Fill(tb testing.TB, doc *schema.Document, rows map[string][][]any) {
	tb.Helper()
	for _, t := range doc.Tables {
		if len(rows[t.Name]) > 0 {
			s.insert(tb, quotedName(doc.Database)+"."+quotedName(t.Name), rows[t.Name])
		}
	}
}

func (s *Server) insert(tb testing.TB, table string, rows [][]any) {
	tb.Helper()
	row := "(" + strings.TrimSuffix(strings.Repeat("?,", len(rows[0])), ",") + ")"
	marks := strings.TrimSuffix(strings.Repeat(row+",", len(rows)), ",")
	var values []any
	for _, r := range rows {
		values = append(values, r...)
	}
	if _, err := s.admin.Exec("INSERT INTO "+table+" VALUES "+marks, values...); err != nil {
		tb.Fatalf("fill %s: %v", table, err)
	}
}
