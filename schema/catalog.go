package schema

import (
	"slices"

	"github.com/asksql/asksql/sqlcheck"
)

// A catalog is the tables of a document as queries may use them. It is immutable.
type catalog struct {
	database string
	tables   []*sqlcheck.Table          // in the order of the document
	index    map[string]*sqlcheck.Table // by folded name; of two equal ones the first
}

func newCatalog(database string, tables []*sqlcheck.Table) *catalog {
	c := &catalog{database, tables, make(map[string]*sqlcheck.Table, len(tables))}
	for _, table := range tables {
		key := sqlcheck.Fold(table.Name())
		if _, taken := c.index[key]; !taken {
			c.index[key] = table
		}
	}
	return c
}

// fullCatalog returns the catalog with every column of the document in scope.
func fullCatalog(doc *Document) *catalog {
	tables := make([]*sqlcheck.Table, len(doc.Tables))
	for i := range doc.Tables {
		columns := make([]sqlcheck.Column, len(doc.Tables[i].Columns))
		for j := range columns {
			column := &doc.Tables[i].Columns[j]
			columns[j] = sqlcheck.Column{
				Name: column.Name, InScope: true, Sensitive: column.Sensitive, NotNull: column.NotNull(), Generated: column.Generated,
				Type: column.Type,
			}
		}
		tables[i] = newTable(doc.Database, doc.Tables[i].Name, columns, doc.Tables[i].Kind == KindView).WithKeys(keys(&doc.Tables[i]))
	}
	return newCatalog(doc.Database, tables)
}

// keys returns the keys of a table, and whether it has no others. What a view is computed from is not known.
func keys(t *Table) (primary []string, unique [][]string, all bool) {
	if t.Kind == KindView {
		return nil, nil, false
	}
	return t.PrimaryKey, t.UniqueKeys, t.UniqueKeys != nil
}

// omitSensitive returns the catalog as it would be without the sensitive columns, and without the
// tables that have no other. Tables that have none are shared.
func (c *catalog) omitSensitive() *catalog {
	var tables []*sqlcheck.Table
	for _, table := range c.tables {
		if table = without(table, isSensitive); len(table.Columns()) > 0 {
			tables = append(tables, table)
		}
	}
	return newCatalog(c.database, tables)
}

func isSensitive(c sqlcheck.Column) bool { return c.Sensitive }

// without returns the table without the columns that are gone: itself if it has none of them.
func without(table *sqlcheck.Table, gone func(sqlcheck.Column) bool) *sqlcheck.Table {
	if !slices.ContainsFunc(table.Columns(), gone) {
		return table
	}
	columns := slices.DeleteFunc(slices.Clone(table.Columns()), gone)
	return newTable(table.Database(), table.Name(), columns, table.IsView()).WithKeys(table.Keys())
}

func newTable(database, name string, columns []sqlcheck.Column, view bool) *sqlcheck.Table {
	if view {
		return sqlcheck.NewView(database, name, columns)
	}
	return sqlcheck.NewTable(database, name, columns)
}

// Table returns the table called name, or nil where no query may use one of that name. db is "" or the
// artifact's database, if it has one.
func (c *catalog) Table(db, name string) *sqlcheck.Table {
	if db != "" && (c.database == "" || sqlcheck.Fold(db) != sqlcheck.Fold(c.database)) {
		return nil
	}
	return c.index[sqlcheck.Fold(name)]
}

// Tables returns the tables that a query may use, in the order of the artifact.
func (c *catalog) Tables() []*sqlcheck.Table { return c.tables }
