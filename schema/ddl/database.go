package ddl

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/asksql/asksql/schema"
	"github.com/asksql/asksql/sqlcheck"
)

// A table is a table or view as the statements so far have made it.
type table struct {
	database, name string
	comment        string
	columns        []column
	primaryKey     []string
	indexes        []index
	unsure         bool // there may be unique keys that are not among the indexes
	foreignKeys    []foreignKey
	named          int   // foreign keys that got their name, which is numbered, from the server
	view           *view // nil for a table
	madeAt         location

	shown [2]*sqlcheck.Table // what views see of it, without invisible columns and with them
}

type column struct {
	schema.Column
	invisible bool // not part of *
	// expression is what a generated column is computed by, "" if it is none or that is not known.
	expression string
}

type foreignKey struct {
	name       string
	columns    []string
	database   string // of the table that it refers to
	table      string
	references []string // nil stands for that table's primary key
}

// A tableKey finds a table: names in folded letter case.
type tableKey struct{ database, name string }

func newTableKey(database, name string) tableKey {
	return tableKey{sqlcheck.Fold(database), sqlcheck.Fold(name)}
}

// changed forgets what was derived from the table.
func (t *table) changed() { t.shown = [2]*sqlcheck.Table{} }

// find returns the position of a column, or an error that says what to look for.
func (t *table) find(name string) (int, error) {
	key := sqlcheck.Fold(name)
	i := slices.IndexFunc(t.columns, func(c column) bool { return sqlcheck.Fold(c.Name) == key })
	if i < 0 {
		return 0, fmt.Errorf("table %s has no column %s here; is a statement before this one missing", t.name, name)
	}
	return i, nil
}

func (t *table) has(name string) bool {
	_, err := t.find(name)
	return err == nil
}

// insert puts a column behind the one called after, first, or last.
func (t *table) insert(c column, at place) error {
	switch {
	case len(t.columns) == maxColumns:
		return fmt.Errorf("table %s has more than %d columns", t.name, maxColumns)
	case t.has(c.Name):
		return fmt.Errorf("table %s has a column %s already", t.name, c.Name)
	}
	i := len(t.columns)
	switch {
	case at.first:
		i = 0
	case at.after != "":
		before, err := t.find(at.after)
		if err != nil {
			return err
		}
		i = before + 1
	}
	t.columns = slices.Insert(t.columns, i, c)
	return nil
}

// A place says where in a table a column goes; the zero value is the end.
type place struct {
	first bool
	after string
}

// drop removes a column, and the keys that cannot be without it.
func (t *table) drop(name string) error {
	i, err := t.find(name)
	if err != nil {
		return err
	}
	t.columns = slices.Delete(t.columns, i, i+1)
	t.primaryKey = slices.DeleteFunc(t.primaryKey, sameAs(name))
	t.dropFromIndexes(name)
	t.foreignKeys = slices.DeleteFunc(t.foreignKeys, func(k foreignKey) bool {
		return slices.ContainsFunc(k.columns, sameAs(name))
	})
	return nil
}

func sameAs(name string) func(string) bool {
	key := sqlcheck.Fold(name)
	return func(other string) bool { return sqlcheck.Fold(other) == key }
}

// setPrimaryKey makes columns the primary key, which cannot be NULL.
func (t *table) setPrimaryKey(names []string) error {
	for _, name := range names {
		i, err := t.find(name)
		if err != nil {
			return err
		}
		t.columns[i].Nullable = never()
	}
	t.primaryKey = names
	return nil
}

// never returns the mark of a column that is never NULL.
func never() *bool { return new(bool) }

// addForeignKey adds a key, under the name that InnoDB gives it if it has none: the next number behind
// the table's name.
func (t *table) addForeignKey(k foreignKey) error {
	for _, name := range k.columns {
		if _, err := t.find(name); err != nil {
			return err
		}
	}
	if k.name == "" {
		k.name = fmt.Sprintf("%s%d", numbered(t.name), t.named+1)
	}
	if n, ok := numberOf(k.name, t.name); ok {
		t.named = max(t.named, n)
	}
	t.foreignKeys = append(t.foreignKeys, k)
	return nil
}

// numbered returns how the names of a table's foreign keys begin that the server has numbered.
func numbered(table string) string { return table + "_ibfk_" }

// numberOf returns the number in the name of a foreign key that the server may have given it.
func numberOf(key, table string) (number int, ok bool) {
	digits, ok := strings.CutPrefix(sqlcheck.Fold(key), sqlcheck.Fold(numbered(table)))
	number, err := strconv.Atoi(digits)
	return number, ok && err == nil
}

// renameForeignKeys gives the keys that the server has numbered the new name of their table.
func (t *table) renameForeignKeys(table string) {
	for i := range t.foreignKeys {
		if n, ok := numberOf(t.foreignKeys[i].name, t.name); ok {
			t.foreignKeys[i].name = fmt.Sprintf("%s%d", numbered(table), n)
		}
	}
}

// dropForeignKey reports whether there was one of the name.
func (t *table) dropForeignKey(name string) bool {
	before := len(t.foreignKeys)
	t.foreignKeys = slices.DeleteFunc(t.foreignKeys, func(k foreignKey) bool { return sameAs(name)(k.name) })
	return len(t.foreignKeys) < before
}

// renameIn replaces a name in a list.
func renameIn(names []string, old, name string) {
	for i := range names {
		if sameAs(old)(names[i]) {
			names[i] = name
		}
	}
}

// refersTo reports whether a key refers to a table.
func (k *foreignKey) refersTo(t *table) bool {
	return newTableKey(k.database, k.table) == newTableKey(t.database, t.name)
}

// copied returns the table under another name, as CREATE TABLE … LIKE makes it: without its foreign keys.
func (t *table) copied(database, name string) *table {
	return &table{
		database: database, name: name, comment: t.comment,
		columns: slices.Clone(t.columns), primaryKey: slices.Clone(t.primaryKey), unsure: t.unsure,
		indexes: copiedIndexes(t.indexes),
	}
}
