package servertest

import (
	"slices"

	"github.com/asksql/asksql/schema"
)

// A place says where a larger schema has the columns that are not the artifact's.
type place int

const (
	evenFirst place = iota // every other one before those of the schema, the rest behind
	oddFirst               // the other way round
)

// A larger schema is one as a server may have it, with columns and tables that the artifact does not show.
type larger struct {
	doc *schema.Document
	// added says of each table which columns are not the artifact's, in order.
	added map[string][]bool
	rows  map[string][][]any // those of the artifact's own columns
}

// newLarger returns a larger schema. Each table has a column for each of the names, and for each column
// of the other tables, in either letter case; there is a table for each name of a relation and, where
// letter case tells tables apart, for each table in other letters.
func newLarger(doc *schema.Document, rows map[string][][]any, names Names, where place, folds bool) larger {
	all := larger{doc: &schema.Document{}, added: map[string][]bool{}, rows: rows}
	*all.doc = *doc
	all.doc.Tables = nil
	columns := slices.Clone(names.Columns)
	var tables []string
	for _, t := range doc.Tables {
		tables = append(tables, t.Name)
		columns = append(columns, without(namesOf(t.Columns), columns)...)
	}
	columns = columns[:min(len(columns), 2*mostNames)]
	for i, t := range doc.Tables {
		t.Columns = all.around(t.Name, t.Columns, without(columns, namesOf(t.Columns)), i+int(where))
		all.doc.Tables = append(all.doc.Tables, t)
	}
	for i, name := range otherTables(tables, names.Tables, folds) {
		t := schema.Table{Name: name}
		t.Columns = all.around(name, nil, columns[:min(len(columns), 20)], i)
		all.doc.Tables = append(all.doc.Tables, t)
	}
	return all
}

// otherTables returns the names of the tables that the schema does not show.
func otherTables(own, relations []string, folds bool) []string {
	others := without(relations, own)
	if folds {
		return others
	}
	for _, name := range slices.Concat(own, others) {
		if other := otherCase(name); other != name && !slices.Contains(own, other) {
			others = append(others, other)
		}
	}
	return others
}

func namesOf(columns []schema.Column) []string {
	var names []string
	for _, c := range columns {
		names = append(names, c.Name)
	}
	return names
}

// around returns the columns of a table with others before and behind them.
func (l *larger) around(table string, own []schema.Column, names []string, turn int) []schema.Column {
	var before, behind []schema.Column
	for i, name := range names {
		if (i/2+turn)%2 == 0 {
			name = otherCase(name)
		}
		column := schema.Column{Name: name, Type: "int"}
		if (i+turn)%2 == 0 {
			before = append(before, column)
		} else {
			behind = append(behind, column)
		}
	}
	l.added[table] = slices.Concat(slices.Repeat([]bool{true}, len(before)),
		slices.Repeat([]bool{false}, len(own)), slices.Repeat([]bool{true}, len(behind)))
	return slices.Concat(before, own, behind)
}

// filled returns the rows, with strange or common values in the columns that are not the artifact's.
func (l *larger) filled(like int) map[string][][]any {
	all := map[string][][]any{}
	for _, t := range l.doc.Tables {
		own, n := l.rows[t.Name], len(l.rows[t.Name])
		if !slices.Contains(l.added[t.Name], false) {
			n = 3 // a table that is not the artifact's
		}
		for r := range n {
			row := make([]any, 0, len(t.Columns))
			next := 0
			for i, added := range l.added[t.Name] {
				if added {
					row = append(row, hidden(r, i, like))
					continue
				}
				row = append(row, own[r][next])
				next++
			}
			all[t.Name] = append(all[t.Name], row)
		}
	}
	return all
}

// The values of what is not shown: strange ones are like no other value, common ones like keys.
const (
	strange = iota
	common
)

// hidden returns a value of a column that is not shown. One in five is false, one in five is NULL.
func hidden(row, column, like int) any {
	switch (row + column + like) % 5 {
	case 0:
		return nil
	case 1:
		return 0
	}
	if like == common {
		return row + 1 // as generated keys are
	}
	return -1000000 - 1000*column - row
}
