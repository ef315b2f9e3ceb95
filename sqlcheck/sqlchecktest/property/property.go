// Package property states what must be true of every query that the checker accepts, and of every one
// that it refuses, whoever wrote it.
package property

import (
	"errors"
	"fmt"
	"strings"

	"github.com/asksql/asksql/sqlcheck"
	"github.com/asksql/asksql/sqlcheck/sqlchecktest/grammargen"
)

// A Catalog holds tables by their names, folded.
type Catalog struct {
	Database string
	tables   map[string]*sqlcheck.Table
	list     []*sqlcheck.Table
}

// Table returns a table that shows a column.
func (c *Catalog) Table(db, name string) *sqlcheck.Table {
	if db != "" && sqlcheck.Fold(db) != sqlcheck.Fold(c.Database) {
		return nil
	}
	return c.tables[sqlcheck.Fold(name)]
}

// Tables returns the tables that show a column.
func (c *Catalog) Tables() []*sqlcheck.Table { return c.list }

// Shown returns a catalog of the world.
func Shown(w grammargen.World) *Catalog { return catalog(w, nil) }

// Larger returns a catalog of the world in which every table has hidden columns too, first and last,
// which are called like the names given and like the columns of the other tables, and in which there
// are hidden tables of those names.
func Larger(w grammargen.World, names []string) *Catalog {
	names = append([]string(nil), names...)
	for _, t := range w.Tables {
		for _, c := range t.Columns {
			names = append(names, c.Name)
		}
	}
	return catalog(w, append(names, w.Hidden...))
}

func catalog(w grammargen.World, hidden []string) *Catalog {
	c := &Catalog{Database: w.Database, tables: map[string]*sqlcheck.Table{}}
	for _, t := range w.Tables {
		c.add(newTable(w.Database, t, hidden))
		c.list = append(c.list, c.tables[sqlcheck.Fold(t.Name)])
	}
	for _, name := range hidden {
		if c.tables[sqlcheck.Fold(name)] == nil {
			c.add(sqlcheck.NewTable(w.Database, name, columns(grammargen.Table{}, hidden)))
		}
	}
	return c
}

func (c *Catalog) add(t *sqlcheck.Table) { c.tables[sqlcheck.Fold(t.Name())] = t }

// columns returns the columns of a table, hidden ones round them.
func columns(t grammargen.Table, hidden []string) []sqlcheck.Column {
	taken := map[string]bool{}
	for _, c := range t.Columns {
		taken[sqlcheck.Fold(c.Name)] = true
	}
	var first, last []sqlcheck.Column
	for i, name := range hidden {
		if taken[sqlcheck.Fold(name)] {
			continue
		}
		taken[sqlcheck.Fold(name)] = true
		if i%2 == 0 {
			first = append(first, sqlcheck.Column{Name: name})
		} else {
			last = append(last, sqlcheck.Column{Name: name})
		}
	}
	for _, c := range t.Columns {
		first = append(first, sqlcheck.Column{Name: c.Name, InScope: true})
	}
	return append(first, last...)
}

// Verdict says how what a check says of a text differs between two catalogs that show the same, "" if
// it does not: the violations with their messages and places, or the print, the advice and the facts.
func Verdict(c *sqlcheck.Checker, sql string, shown, larger sqlcheck.Catalog) string {
	want, got := said(c.Check(sql, shown)), said(c.Check(sql, larger))
	if want == got {
		return ""
	}
	return fmt.Sprintf("without hidden names:\n%s\nwith hidden names:\n%s", want, got)
}

// Accepted reports whether a text is accepted.
func Accepted(c *sqlcheck.Checker, sql string, catalog sqlcheck.Catalog) bool {
	_, err := c.Check(sql, catalog)
	return err == nil
}

func said(q *sqlcheck.Query, err error) string {
	var b strings.Builder
	var rejected *sqlcheck.RejectedError
	if errors.As(err, &rejected) {
		for _, v := range rejected.Violations {
			fmt.Fprintf(&b, "%s at %d near %q: %s\n", v.Rule, v.Offset, v.Near, v.Message)
		}
		return b.String()
	}
	fmt.Fprintf(&b, "%s\nadvice %+v\nlimit %+v\n", q, q.Advice(), q.RowLimit())
	facts(&b, q.Facts())
	return b.String()
}

// facts writes the facts by name: tables of two catalogs are never the same pointer.
func facts(b *strings.Builder, f *sqlcheck.Facts) {
	fmt.Fprintf(b, "statements %+v\nvariables %+v\nfaults %+v\nblocks %+v\nquoted %+v\nlimited %v\nlikes %+v\n",
		f.Statements, f.Variables, f.Faults, f.Blocks, f.QuotedNames, f.Limited, f.WildcardLikes)
	for _, c := range f.Calls {
		fmt.Fprintf(b, "call %s %v %+v\n", c.Name, c.Allowed, c.Node)
	}
	for _, t := range f.Tables {
		fmt.Fprintf(b, "table %s.%s is %s %+v\n", t.Database, t.Name, tableName(t.Table), t.Node)
	}
	for _, c := range f.Columns {
		fmt.Fprintf(b, "column %s.%s use %d %v %+v\n", tableName(c.Table), columnName(c.Column), c.Use, c.Allowed(), c.Node)
	}
	for _, o := range f.Projection {
		fmt.Fprintf(b, "output %q of", o.Name)
		for _, c := range o.Columns {
			fmt.Fprintf(b, " %s.%s", tableName(c.Table), columnName(c.Column))
		}
		b.WriteByte('\n')
	}
}

func tableName(t *sqlcheck.Table) string {
	if t == nil {
		return "-"
	}
	return t.Name()
}

func columnName(c *sqlcheck.Column) string {
	if c == nil {
		return "-"
	}
	return c.Name
}

// Print says why the print of an accepted query is not a fixed point, "" if it is one: it is accepted
// and prints the same. The checker's limits must leave room for names in full.
func Print(c *sqlcheck.Checker, print string, shown sqlcheck.Catalog) string {
	again, err := c.Check(print, shown)
	if err != nil {
		return fmt.Sprintf("the print is refused: %v\n%s", err, print)
	}
	if again.String() != print {
		return fmt.Sprintf("the print\n%s\nprints\n%s", print, again)
	}
	return ""
}

func newTable(database string, t grammargen.Table, hidden []string) *sqlcheck.Table {
	if t.View {
		return sqlcheck.NewView(database, t.Name, columns(t, hidden))
	}
	return sqlcheck.NewTable(database, t.Name, columns(t, hidden))
}
