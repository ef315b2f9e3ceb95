package schema

import (
	"slices"

	"github.com/asksql/asksql/sqlcheck"
)

// shownTables returns the tables of the document cut down to what the catalog has of them.
func shownTables(doc *Document, scope *catalog, omitted *omissions) []Table {
	tables := make([]Table, 0, len(scope.tables))
	for i := range doc.Tables {
		if own := scope.Table("", doc.Tables[i].Name); own != nil {
			tables = append(tables, shownTable(&doc.Tables[i], own, scope, omitted))
		}
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
	shown.PrimaryKey = declared(own, t.PrimaryKey)
	shown.UniqueKeys = shownUniqueKeys(t.UniqueKeys, own)
	shown.ForeignKeys = shownForeignKeys(t.ForeignKeys, own, scope)
	return shown
}

// shownColumns returns the columns that are shown, and the given ones themselves where those are all and as they
// are: an artifact with many roles holds them once.
func shownColumns(columns []Column, own *sqlcheck.Table, mentions func(string) bool) []Column {
	var shown []Column // nil as long as all are shown as they are
	for i, column := range columns {
		said := column
		said.Description = unless(mentions, column.Description)
		said.Unit = unless(mentions, column.Unit)
		gone := own.Column(column.Name) == nil
		if shown == nil && (gone || said.Description != column.Description || said.Unit != column.Unit) {
			shown = append(make([]Column, 0, len(columns)), columns[:i]...)
		}
		if shown != nil && !gone {
			shown = append(shown, said)
		}
	}
	if shown == nil {
		return columns
	}
	return shown
}

// valueless returns the columns without their values and what is known from those: themselves if they have none.
func valueless(columns []Column) []Column {
	if !slices.ContainsFunc(columns, func(c Column) bool { return c.Values != nil || c.Form != "" }) {
		return columns
	}
	columns = slices.Clone(columns)
	for i := range columns {
		columns[i].Values, columns[i].Form = nil, ""
	}
	return columns
}

func shownUniqueKeys(keys [][]string, own *sqlcheck.Table) [][]string {
	if keys == nil {
		return nil
	}
	shown := make([][]string, 0, len(keys))
	for _, key := range keys {
		if names := declared(own, key); names != nil {
			shown = append(shown, names)
		}
	}
	return shown
}

func shownForeignKeys(keys []ForeignKey, own *sqlcheck.Table, scope *catalog) []ForeignKey {
	var shown []ForeignKey
	for _, key := range keys {
		target := scope.Table("", key.References.Table)
		if target == nil {
			continue
		}
		near, far := declared(own, key.Columns), declared(target, key.References.Columns)
		if near != nil && far != nil {
			shown = append(shown, ForeignKey{near, Reference{target.Name(), far}, key.Inferred})
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

// declared returns the names of the columns as the table spells them, or nil if there are none or the
// table does not show them all.
func declared(table *sqlcheck.Table, columns []string) []string {
	var names []string
	for _, name := range columns {
		column := table.Column(name)
		if column == nil {
			return nil
		}
		names = append(names, column.Name)
	}
	return names
}
