package schema

import (
	"slices"

	"github.com/asksql/asksql/sqlcheck"
)

// shownTables returns the tables of the document cut down to what is in scope in the catalog.
func shownTables(doc *Document, scope *catalog, omitted *omissions) []Table {
	tables := make([]Table, len(doc.Tables))
	for i := range tables {
		tables[i] = shownTable(&doc.Tables[i], scope.tables[i], scope, omitted)
	}
	return tables
}

func shownTable(t *Table, own *sqlcheck.Table, scope *catalog, omitted *omissions) Table {
	mentions := omitted.around(own)
	shown := *t
	shown.Description = unless(mentions, t.Description)
	if !omitted.none() {
		shown.Columns = shownColumns(t.Columns, own, mentions)
	}
	shown.PrimaryKey = inScope(own, t.PrimaryKey)
	shown.ForeignKeys = shownForeignKeys(t.ForeignKeys, own, scope)
	return shown
}

func shownColumns(columns []Column, own *sqlcheck.Table, mentions func(string) bool) []Column {
	shown := make([]Column, 0, len(columns))
	for i, column := range own.Columns() {
		if !column.InScope {
			continue
		}
		visible := columns[i]
		visible.Description = unless(mentions, visible.Description)
		visible.Unit = unless(mentions, visible.Unit)
		shown = append(shown, visible)
	}
	return shown
}

// valueless returns the columns without their values: themselves if they have none.
func valueless(columns []Column) []Column {
	if !slices.ContainsFunc(columns, func(c Column) bool { return c.Values != nil }) {
		return columns
	}
	columns = slices.Clone(columns)
	for i := range columns {
		columns[i].Values = nil
	}
	return columns
}

func shownForeignKeys(keys []ForeignKey, own *sqlcheck.Table, scope *catalog) []ForeignKey {
	var shown []ForeignKey
	for _, key := range keys {
		target := scope.Table("", key.References.Table)
		near, far := inScope(own, key.Columns), inScope(target, key.References.Columns)
		if near != nil && far != nil {
			shown = append(shown, ForeignKey{near, Reference{target.Name(), far}})
		}
	}
	return shown
}

// unless returns text, or "" if it mentions what it should not.
func unless(mentions func(string) bool, text string) string {
	if mentions(text) {
		return ""
	}
	return text
}

// inScope returns the declared names of the columns, or nil if there are none, or the table lacks
// one, or one is out of scope.
func inScope(table *sqlcheck.Table, columns []string) []string {
	var declared []string
	for _, name := range columns {
		column := table.Column(name)
		if column == nil || !column.InScope {
			return nil
		}
		declared = append(declared, column.Name)
	}
	return declared
}
