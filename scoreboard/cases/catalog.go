package cases

import "github.com/asksql/asksql/schema"

// A Catalog is a schema as contenders get it.
type Catalog struct {
	ID       string  `json:"id"`
	Database string  `json:"database"` // the name that tables may be qualified with
	Tables   []Table `json:"tables"`
}

// A Table is a table of a Catalog.
type Table struct {
	Name    string   `json:"name"`
	Columns []Column `json:"columns"`
	// PrimaryKey and UniqueKeys are the columns of each key.
	PrimaryKey []string   `json:"primaryKey,omitempty"`
	UniqueKeys [][]string `json:"uniqueKeys,omitempty"`
	// AllKeys says that there are no others.
	AllKeys bool `json:"allKeys,omitempty"`
}

// A Column is a column of a Table.
type Column struct {
	Name string `json:"name"`
	Type string `json:"type"`
	// NotNull says that it is never NULL.
	NotNull bool `json:"notNull,omitempty"`
	// Hidden marks a column that the server has and no query may use.
	Hidden bool `json:"hidden,omitempty"`
}

// newCatalog returns a schema, with its sensitive columns hidden if omitSensitive is set. Contenders are told of
// the keys, since a server that holds queries to ONLY_FULL_GROUP_BY looks at them.
func newCatalog(id string, doc *schema.Document, omitSensitive bool) Catalog {
	c := Catalog{ID: id, Database: doc.Database}
	for _, t := range doc.Tables {
		table := Table{Name: t.Name, PrimaryKey: t.PrimaryKey, UniqueKeys: t.UniqueKeys, AllKeys: t.UniqueKeys != nil}
		for _, column := range t.Columns {
			table.Columns = append(table.Columns, Column{
				Name:    column.Name,
				Type:    column.Type,
				NotNull: column.NotNull(),
				Hidden:  omitSensitive && column.Sensitive,
			})
		}
		c.Tables = append(c.Tables, table)
	}
	return c
}
