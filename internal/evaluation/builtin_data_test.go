package evaluation

import (
	"crypto/sha256"
	"database/sql"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/asksql/asksql/internal/servertest"
	"github.com/asksql/asksql/schema"
	"github.com/asksql/asksql/sqlcheck"
)

// dataSets is how many times a question is put to other rows.
const dataSets = 3

// heldOut reports whether a record belongs to the half that nobody reads while the generator is
// built, so that the figures on it are those of questions that it was not made for.
func heldOut(id string) bool {
	sum := sha256.Sum256([]byte(id))
	return sum[len(sum)-1]%2 == 1
}

// A dataSet is one filling of a schema, twice: the rows in one order and in the other. What is not
// the same in both depends on the order in which rows are stored, which nobody asks for.
type dataSet [2]*sql.DB

// fill makes the data sets of a schema. The rows hold what the gold queries look for.
func fill(t *testing.T, server *servertest.Server, doc *schema.Document, gold []candidate) []dataSet {
	t.Helper()
	seen := distinctLiterals(literals(gold))
	var sets []dataSet
	for n := range dataSets {
		var set dataSet
		seeded := *withoutLooseEnds(doc)
		seeded.Database = fmt.Sprintf("set%d", n)
		rows := servertest.Rows(&seeded, rowsPerTable, seen)
		nameRows(doc, rows)
		for i := range set {
			seeded.Database = fmt.Sprintf("set%d_%d", n, i)
			server.Create(t, &seeded)
			server.Fill(t, &seeded, rows)
			set[i] = server.Open(t, servertest.Session{User: servertest.Reader, Database: seeded.Database, StatementTimeout: patience})
			for _, table := range rows {
				slices.Reverse(table)
			}
		}
		sets = append(sets, set)
	}
	return sets
}

// withoutLooseEnds returns the document with foreign keys that are never NULL: beside a NULL, NOT IN
// finds nothing, and no question means that.
func withoutLooseEnds(doc *schema.Document) *schema.Document {
	whole, never := *doc, false
	whole.Tables = slices.Clone(doc.Tables)
	linked := linkedColumns(doc)
	for i := range whole.Tables {
		t := &whole.Tables[i]
		t.Columns = slices.Clone(t.Columns)
		for j := range t.Columns {
			if linked[t.Name+"."+t.Columns[j].Name] {
				t.Columns[j].Nullable = &never
			}
		}
	}
	return &whole
}

func distinctLiterals(seen servertest.Literals) servertest.Literals {
	for column := range seen {
		slices.Sort(seen[column])
		seen[column] = slices.Compact(seen[column])
	}
	return seen
}

// nameRows makes names differ from row to row, as they do in most tables: a query that groups by
// them should give what one gives that groups by keys. Columns of keys are left alone.
func nameRows(doc *schema.Document, rows map[string][][]any) {
	linked := linkedColumns(doc)
	for _, t := range doc.Tables {
		for i, c := range t.Columns {
			if !isNameColumn(c.Name) || !strings.Contains("text varchar", baseType(c.Type)) || linked[t.Name+"."+c.Name] {
				continue
			}
			taken := map[string]bool{}
			for r, row := range rows[t.Name] {
				text := strings.TrimSpace(fmt.Sprint(row[i]))
				if row[i] == nil || text == "" || taken[strings.ToLower(text)] {
					text = fmt.Sprintf("name %d", r)
				}
				taken[strings.ToLower(text)] = true
				row[i] = text
			}
		}
	}
}

func linkedColumns(doc *schema.Document) map[string]bool {
	linked := map[string]bool{}
	for _, t := range doc.Tables {
		for _, name := range t.PrimaryKey {
			linked[t.Name+"."+name] = true
		}
		for _, key := range t.ForeignKeys {
			for i := range key.Columns {
				linked[t.Name+"."+key.Columns[i]] = true
				linked[key.References.Table+"."+key.References.Columns[i]] = true
			}
		}
	}
	return linked
}

func isNameColumn(column string) bool {
	column = sqlcheck.Fold(column)
	return strings.HasSuffix(column, "name") || column == "title"
}

func baseType(columnType string) string {
	name, _, _ := strings.Cut(columnType, "(")
	return name
}

// texts are the rows of a query, each value as the server writes it.
type texts [][]string

// ask runs a query and returns its rows in the order they came.
func (s dataSet) ask(t *testing.T, in int, query string) (texts, answer) {
	t.Helper()
	rows, err := s[in].Query(query)
	if err != nil {
		return nil, said(t, query, err)
	}
	defer func() { _ = rows.Close() }() // after Err there is nothing new to learn
	columns, err := rows.Columns()
	if err != nil {
		t.Fatal(err)
	}
	var all texts
	for rows.Next() {
		values, pointers := make([]sql.NullString, len(columns)), make([]any, len(columns))
		for i := range values {
			pointers[i] = &values[i]
		}
		if err := rows.Scan(pointers...); err != nil {
			t.Fatal(err)
		}
		all = append(all, written(values))
	}
	if err := rows.Err(); err != nil {
		return nil, said(t, query, err)
	}
	return all, answer{}
}

func written(values []sql.NullString) []string {
	var row []string
	for _, v := range values {
		if v.Valid {
			row = append(row, v.String)
		} else {
			row = append(row, null)
		}
	}
	return row
}

const null = "NULL, not the text"

func (r texts) sorted() texts {
	r = slices.Clone(r)
	slices.SortFunc(r, slices.Compare)
	return r
}

func (r texts) equal(other texts) bool { return slices.EqualFunc(r, other, slices.Equal) }

// telling reports whether the rows show more than that nothing was found.
func (r texts) telling() bool {
	return slices.ContainsFunc(r, func(row []string) bool {
		return slices.ContainsFunc(row, func(v string) bool { return v != null && strings.Trim(v, "0.") != "" })
	})
}

// sameColumns reports whether the rows are those of other with the columns in another order.
func (r texts) sameColumns(other texts) bool {
	if len(r) != len(other) || len(r) == 0 || len(r[0]) != len(other[0]) {
		return false
	}
	return r.columns() == other.columns()
}

// columns returns the values of each column, sorted, the columns sorted too.
func (r texts) columns() string {
	var columns []string
	for i := range r[0] {
		var values []string
		for _, row := range r {
			values = append(values, row[i])
		}
		slices.Sort(values)
		columns = append(columns, strings.Join(values, "\x00"))
	}
	slices.Sort(columns)
	return strings.Join(columns, "\x01")
}
