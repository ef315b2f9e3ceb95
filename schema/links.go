package schema

import (
	"fmt"

	"github.com/asksql/asksql/sqlcheck"
)

// linkFaults judges how the parts of the artifact fit together: names that must differ, keys that
// must lead somewhere. What it cannot judge because a name is missing, it takes to be right.
func (a *Artifact) linkFaults() Errors {
	var faults Errors
	for i, table := range a.catalog.tables {
		at := fmt.Sprintf("$.tables[%d]", i)
		if table.Name() != "" && a.catalog.Table("", table.Name()) != table {
			faults.add(at+".name", "there is another table %s, letter case aside; rename or drop one", quoted(table.Name()))
		}
		faults.addDuplicateColumns(at, table)
		faults.addDangling(at+".primaryKey", table, a.doc.Tables[i].PrimaryKey)
		for j, key := range a.doc.Tables[i].UniqueKeys {
			faults.addDangling(fmt.Sprintf("%s.uniqueKeys[%d]", at, j), table, key)
		}
		for j := range a.doc.Tables[i].ForeignKeys {
			faults.addForeignKey(fmt.Sprintf("%s.foreignKeys[%d]", at, j), table, &a.doc.Tables[i].ForeignKeys[j], a.catalog)
		}
		if faults.full() {
			break
		}
	}
	return faults
}

func (e *Errors) addDuplicateColumns(at string, table *sqlcheck.Table) {
	columns := table.Columns()
	for i := range columns {
		if e.full() {
			return
		}
		if columns[i].Name != "" && table.Column(columns[i].Name) != &columns[i] {
			e.add(fmt.Sprintf("%s.columns[%d].name", at, i),
				"there is another column %s, letter case aside; rename or drop one", quoted(columns[i].Name))
		}
	}
}

func (e *Errors) addForeignKey(at string, table *sqlcheck.Table, key *ForeignKey, tables *catalog) {
	e.addDangling(at+".columns", table, key.Columns)
	far := &key.References
	target := tables.Table("", far.Table)
	if target == nil {
		if tables.Table("", "") != nil {
			return // it may be the table without a name
		}
		e.add(at+".references.table", "no table is called %s; add it or drop the key", quoted(far.Table))
		return
	}
	e.addDangling(at+".references.columns", target, far.Columns)
	if len(far.Columns) != len(key.Columns) {
		e.add(at+".references.columns", "must name as many columns as the key, %d", len(key.Columns))
	}
}

// addDangling records the columns of a key that the table lacks or that the key names twice. A table
// that has a column without a name, or no column at all, is not known to lack any.
func (e *Errors) addDangling(at string, table *sqlcheck.Table, key []string) {
	named := map[*sqlcheck.Column]bool{}
	if len(table.Columns()) == 0 || table.Column("") != nil {
		return
	}
	for i, name := range key {
		if e.full() {
			return // a key of a million names must not cost a million look-ups
		}
		column := table.Column(name)
		switch {
		case column == nil:
			e.add(fmt.Sprintf("%s[%d]", at, i), "table %s has no column %s; add it or drop the key", quoted(table.Name()), quoted(name))
		case named[column]:
			e.add(fmt.Sprintf("%s[%d]", at, i), "the key names column %s twice; drop one", quoted(name))
		}
		named[column] = true
	}
}
