package ddl

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/pingcap/tidb/pkg/parser/ast"

	"github.com/asksql/asksql/sqlcheck"
)

// An index is one of a table. Of those that are not unique only the name matters: it is taken.
type index struct {
	name    string
	columns []string
	unique  bool
	partial bool // it is over the beginnings of values, or over expressions, and determines no column
}

// addIndex adds an index, under the name that the server gives it if it has none: that of its first column,
// with a number if that is taken (MySQL manual, 15.1.15).
func (t *table) addIndex(name string, parts []*ast.IndexPartSpecification, unique bool) {
	x := index{name: name, unique: unique}
	for _, part := range parts {
		if part.Column == nil {
			x.partial = true
			continue
		}
		i, err := t.find(part.Column.Name.O)
		if err != nil {
			x.partial = true
			continue
		}
		x.columns = append(x.columns, t.columns[i].Name)
		x.partial = x.partial || part.Length > 0 && part.Length != lengthOf(t.columns[i].Type)
	}
	t.nameIndex(&x)
	t.indexes = append(t.indexes, x)
}

func (t *table) nameIndex(x *index) {
	if x.name != "" {
		return
	}
	first := "functional_index"
	if len(x.columns) > 0 {
		first = x.columns[0]
	}
	x.name = first
	for n := 2; slices.ContainsFunc(t.indexes, func(other index) bool { return sameAs(x.name)(other.name) }); n++ {
		x.name = fmt.Sprintf("%s_%d", first, n)
	}
}

// lengthOf returns the number of characters or bytes in a type, 0 if it has none.
func lengthOf(columnType string) int {
	_, rest, _ := strings.Cut(columnType, "(")
	digits, _, _ := strings.Cut(rest, ")")
	n, err := strconv.Atoi(digits)
	if err != nil {
		return 0
	}
	return n
}

func copiedIndexes(list []index) []index {
	list = slices.Clone(list)
	for i := range list {
		list[i].columns = slices.Clone(list[i].columns)
	}
	return list
}

func (t *table) dropIndex(name string) {
	t.indexes = slices.DeleteFunc(t.indexes, func(x index) bool { return sameAs(name)(x.name) })
}

func (t *table) renameIndex(old, name string) {
	for i := range t.indexes {
		if sameAs(old)(t.indexes[i].name) {
			t.indexes[i].name = name
		}
	}
}

// dropFromIndexes takes a column out of the indexes; one without a column goes.
func (t *table) dropFromIndexes(column string) {
	for i := range t.indexes {
		t.indexes[i].columns = slices.DeleteFunc(t.indexes[i].columns, sameAs(column))
	}
	t.indexes = slices.DeleteFunc(t.indexes, func(x index) bool { return len(x.columns) == 0 && !x.partial })
}

// uniqueKeys returns the columns of the unique keys that an artifact shows: nil where it is not certain that
// these are all.
func (t *table) uniqueKeys() [][]string {
	if t.view != nil || t.unsure {
		return nil
	}
	keys := [][]string{}
	for i := range t.indexes {
		if x := &t.indexes[i]; x.unique && !x.partial && t.shows(x.columns) {
			keys = append(keys, slices.Clone(x.columns))
		}
	}
	return keys
}

// index applies a CREATE INDEX or DROP INDEX. What cannot be read makes the keys of its table uncertain.
func (r *replay) index(st *statement) {
	node, err := parse(st.sql(), st.mode)
	if err != nil {
		r.unsureIndex(st)
		return
	}
	switch n := node.(type) {
	case *ast.CreateIndexStmt:
		if t, err := r.lookup(n.Table); err == nil {
			t.addIndex(n.IndexName, n.IndexPartSpecifications, n.KeyType == ast.IndexKeyTypeUnique)
		}
	case *ast.DropIndexStmt:
		if t, err := r.lookup(n.Table); err == nil {
			t.dropIndex(n.IndexName)
		}
	default:
		r.unsureIndex(st)
	}
}

// unsureIndex notes that the keys of the table behind ON are not certain.
func (r *replay) unsureIndex(st *statement) {
	for c := (&cursor{tokens: st.tokens}); !c.done(); c.pass() {
		if !c.accept("ON") {
			continue
		}
		database, name, ok := c.tableName()
		if !ok {
			return
		}
		if database == "" {
			database = r.current
		}
		if t := r.tables[newTableKey(database, sqlcheck.Fold(name))]; t != nil {
			t.unsure = true
		}
		return
	}
}
