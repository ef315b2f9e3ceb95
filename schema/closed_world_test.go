package schema_test

import (
	"testing"

	"github.com/go-json-experiment/json"
	"pgregory.net/rapid"

	"github.com/asksql/asksql/internal/schematest"
	"github.com/asksql/asksql/rules"
	"github.com/asksql/asksql/schema"
	"github.com/asksql/asksql/sqlcheck"
)

// A view that omits what is sensitive is the view of the artifact that never had it.
func TestHiddenIsAbsent(t *testing.T) {
	decoder := judging(t)
	rapid.Check(t, func(t *rapid.T) {
		doc := schematest.Document(t)
		for _, values := range []bool{false, true} {
			p := schema.Policy{Values: values}
			hidden, absent := seen(t, decoder, doc, p), seen(t, decoder, schematest.Without(doc), p)
			if hidden != absent {
				t.Fatalf("%+v: hidden things show. With them:\n%s\nwithout:\n%s\nof\n%s", p, hidden, absent, schematest.JSON(doc))
			}
		}
	})
}

// judging returns a decoder that judges examples as the service does.
func judging(t *testing.T) schema.Decoder {
	t.Helper()
	checker, err := sqlcheck.New(rules.All(), sqlcheck.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return schema.Decoder{CheckExample: func(v *schema.View, sql string) (bool, error) {
		query, err := checker.Check(sql, v)
		return err != nil || query.Facts().Sensitive, err
	}}
}

// seen returns all that a view of the document tells.
func seen(t *rapid.T, d schema.Decoder, doc *schema.Document, p schema.Policy) string {
	artifact, err := d.Decode(schematest.JSON(doc))
	if err != nil {
		t.Fatalf("Decode(%s) = %v", schematest.JSON(doc), err)
	}
	v := artifact.View(p)
	type table struct {
		Database, Name string
		Columns        []sqlcheck.Column
	}
	var tables []table
	for _, own := range v.Tables() {
		tables = append(tables, table{own.Database(), own.Name(), own.Columns()})
		if v.Table("", own.Name()) != own {
			t.Fatalf("table %s is listed and not found", own.Name())
		}
	}
	for _, declared := range doc.Tables { // a table that no list shows is not found by its name either
		if own := v.Table("", declared.Name); own != nil {
			tables = append(tables, table{"found", own.Name(), nil})
		}
	}
	text, err := json.Marshal([]any{v.SchemaID(), v.Database(), v.Dialect().String(), tables, v.ShownTables(), v.Glossary(), v.Examples()})
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}
