package sqlchecktest

import (
	"encoding/json"
	"fmt"

	"github.com/asksql/asksql/corpus"
	"github.com/asksql/asksql/sqlcheck"
)

// Shop returns the shop of the case pages as a catalog that can list its tables, with what the
// settings of a case put in scope: the zero value hides sensitive columns.
func Shop(settings corpus.Settings) sqlcheck.Catalog {
	shop, err := decode(corpus.Schema(), settings.WithSensitive)
	if err != nil {
		panic(err) // embedded: it is the same for everyone, and a test reads it
	}
	return shop
}

// A catalog is a schema artifact, as far as a check needs it.
type catalog struct {
	database string
	tables   []*sqlcheck.Table
}

// Table implements sqlcheck.Catalog.
func (c *catalog) Table(db, name string) *sqlcheck.Table {
	if db != "" && sqlcheck.Fold(db) != sqlcheck.Fold(c.database) {
		return nil
	}
	for _, table := range c.tables {
		if sqlcheck.Fold(table.Name()) == sqlcheck.Fold(name) {
			return table
		}
	}
	return nil
}

// Tables implements sqlcheck.Suggester.
func (c *catalog) Tables() []*sqlcheck.Table { return c.tables }

// decode reads the part of an artifact that a catalog needs. Package schema reads all of it, but
// it imports sqlcheck, so the tests of sqlcheck cannot use it.
func decode(artifact []byte, withSensitive bool) (*catalog, error) {
	var doc struct {
		Database string
		Tables   []struct {
			Name    string
			Columns []struct {
				Name      string
				Type      string
				Sensitive bool
				Nullable  *bool
				Generated bool
			}
			PrimaryKey []string
			UniqueKeys [][]string
		}
	}
	if err := json.Unmarshal(artifact, &doc); err != nil {
		return nil, fmt.Errorf("decode the shop's schema: %w", err)
	}
	shop := &catalog{database: doc.Database}
	for _, t := range doc.Tables {
		var columns []sqlcheck.Column
		for _, c := range t.Columns {
			columns = append(columns, sqlcheck.Column{
				Name:      c.Name,
				Type:      c.Type,
				InScope:   withSensitive || !c.Sensitive,
				Sensitive: c.Sensitive,
				NotNull:   c.Nullable != nil && !*c.Nullable,
				Generated: c.Generated,
			})
		}
		table := sqlcheck.NewTable(doc.Database, t.Name, columns)
		shop.tables = append(shop.tables, table.WithKeys(t.PrimaryKey, t.UniqueKeys, t.UniqueKeys != nil))
	}
	return shop, nil
}
