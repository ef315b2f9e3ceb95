// Package schematest draws schema artifacts of which something is hidden, and makes the same artifacts
// without it, for tests that nothing can tell the two apart.
//
// It shares no code with package schema: it says in a second way what hidden means.
package schematest

import (
	"regexp"
	"slices"
	"strings"

	"github.com/asksql/asksql/schema"
)

// Without returns the document as it would be if nobody had ever put what is sensitive into it: without
// the columns, the tables that have no others, the keys that touch them, and the texts that mention
// them.
func Without(doc *schema.Document) *schema.Document {
	h := newHidden(doc)
	rest := *doc
	rest.Tables, rest.Glossary, rest.Examples = nil, nil, nil
	for _, table := range doc.Tables {
		if !h.table(table.Name) {
			rest.Tables = append(rest.Tables, h.withoutColumns(table))
		}
	}
	for _, term := range doc.Glossary {
		if !h.mentioned(term.Term, "") && !h.mentioned(term.Meaning, "") {
			rest.Glossary = append(rest.Glossary, term)
		}
	}
	for _, example := range doc.Examples {
		if !h.mentioned(example.Question, "") && !h.mentioned(example.SQL, "") && !h.used(example.SQL) {
			rest.Examples = append(rest.Examples, example)
		}
	}
	return &rest
}

// Hidden is what of a document is hidden.
type hidden struct {
	columns map[string][]string // by the folded name of the table
	tables  map[string]bool     // by folded name: those with no other columns
	shared  map[string]bool     // the words of what is not hidden
}

func newHidden(doc *schema.Document) *hidden {
	h := &hidden{columns: map[string][]string{}, tables: map[string]bool{}, shared: map[string]bool{words(doc.Database): true}}
	for _, table := range doc.Tables {
		key := fold(table.Name)
		for _, column := range table.Columns {
			if column.Sensitive {
				h.columns[key] = append(h.columns[key], column.Name)
			} else {
				h.shared[words(column.Name)] = true
			}
		}
		h.tables[key] = len(h.columns[key]) == len(table.Columns)
		if !h.tables[key] {
			h.shared[words(table.Name)] = true
		}
	}
	return h
}

func (h *hidden) table(name string) bool { return h.tables[fold(name)] }

func (h *hidden) column(table, name string) bool {
	return slices.ContainsFunc(h.columns[fold(table)], func(c string) bool { return fold(c) == fold(name) })
}

func (h *hidden) withoutColumns(table schema.Table) schema.Table {
	rest := table
	rest.Description = h.unless(table.Description, table.Name)
	rest.Columns, rest.PrimaryKey, rest.UniqueKeys, rest.ForeignKeys = nil, nil, nil, nil
	for _, column := range table.Columns {
		if !column.Sensitive {
			column.Description = h.unless(column.Description, table.Name)
			column.Unit = h.unless(column.Unit, table.Name)
			rest.Columns = append(rest.Columns, column)
		}
	}
	if !h.touched(table.Name, table.PrimaryKey) {
		rest.PrimaryKey = table.PrimaryKey
	}
	if table.UniqueKeys != nil {
		rest.UniqueKeys = [][]string{}
	}
	for _, key := range table.UniqueKeys {
		if !h.touched(table.Name, key) {
			rest.UniqueKeys = append(rest.UniqueKeys, key)
		}
	}
	for _, key := range table.ForeignKeys {
		if !h.touched(table.Name, key.Columns) && !h.touched(key.References.Table, key.References.Columns) {
			rest.ForeignKeys = append(rest.ForeignKeys, key)
		}
	}
	return rest
}

// touched reports whether one of the columns is hidden.
func (h *hidden) touched(table string, columns []string) bool {
	return slices.ContainsFunc(columns, func(c string) bool { return h.column(table, c) })
}

func (h *hidden) unless(text, table string) string {
	if h.mentioned(text, table) {
		return ""
	}
	return text
}

// mentioned reports whether text has the name of something hidden in it. In the texts of a table, the
// names of its own columns count whoever else bears them.
func (h *hidden) mentioned(text, own string) bool {
	holds := func(name string) bool { return strings.Contains(words(text), words(name)) }
	for table, columns := range h.columns {
		if h.tables[table] && !h.shared[words(table)] && holds(table) {
			return true
		}
		for _, column := range columns {
			if holds(table+"."+column) || holds(column) && (fold(own) == table || !h.shared[words(column)]) {
				return true
			}
		}
	}
	return false
}

// reading matches the queries of drawn documents.
var reading = regexp.MustCompile("^SELECT (`(.+)`|.+) FROM `(.+)`$")

// used reports whether a query of a drawn document reads something hidden.
func (h *hidden) used(sql string) bool {
	names := reading.FindStringSubmatch(sql)
	return names != nil && (h.table(names[3]) || h.column(names[3], names[2]))
}

var word = regexp.MustCompile(`[a-z0-9_]+|[\pL\pN\pM]`)

// words returns the words of text, each between two blanks.
func words(text string) string {
	return " " + strings.Join(word.FindAllString(strings.ToLower(text), -1), "  ") + " "
}

// fold folds the letters in which names of drawn documents differ.
func fold(name string) string { return strings.ToLower(name) }
