package schema_test

import (
	"context"
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/go-json-experiment/json"
	"pgregory.net/rapid"

	"github.com/asksql/asksql/internal/schematest"
	"github.com/asksql/asksql/schema"
)

// shown returns the text of all that an artifact has and that its views show.
func shown(t interface{ Fatal(...any) }, a *schema.Artifact) string {
	var all []any
	for _, p := range []schema.Policy{{}, {Values: true}, {Sensitive: true}, {Values: true, Sensitive: true}} {
		v := a.View(p)
		all = append(all, v.ShownTables(), v.Glossary(), v.Examples(), v.Database(), v.SchemaID())
	}
	text, err := json.Marshal(append(all, a.Document()), json.Deterministic(true))
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// An artifact that was narrowed is the artifact that never had the rest: its document and its views are the same.
func TestNarrowedIsWithout(t *testing.T) {
	decoder := judging(t)
	rapid.Check(t, func(t *rapid.T) {
		doc := schematest.Document(t)
		gone := map[[2]string]bool{}
		whole := *doc
		whole.Tables = slices.Clone(doc.Tables)
		for i := range whole.Tables {
			whole.Tables[i].Columns = slices.Clone(whole.Tables[i].Columns)
			for j := range whole.Tables[i].Columns {
				column := &whole.Tables[i].Columns[j]
				gone[[2]string{whole.Tables[i].Name, column.Name}] = column.Sensitive
				column.Sensitive = false
			}
		}
		all, err := decoder.Decode(schematest.JSON(&whole))
		if err != nil {
			t.Fatal(err)
		}
		narrowed, err := all.Narrowed(context.Background(), func(table, column string) bool { return !gone[[2]string{table, column}] })
		if err != nil {
			t.Fatal(err)
		}
		never, err := decoder.Decode(schematest.JSON(schematest.Without(doc)))
		if err != nil {
			t.Fatal(err)
		}
		if one, two := shown(t, narrowed), shown(t, never); one != two {
			t.Fatalf("narrowed:\n%s\nnever had the rest:\n%s", one, two)
		}
		if one, two := narrowed.Digest(), never.Digest(); one != two {
			t.Fatalf("the digests are %s and %s", one, two)
		}
	})
}

const shopOfRoles = `{"version": 1, "schemaId": "shop", "database": "shop", "tables": [
	{"name": "customers", "description": "who buys", "primaryKey": ["id"], "columns": [
		{"name": "id", "type": "bigint"}, {"name": "name", "type": "varchar(100)", "description": "full"},
		{"name": "email", "type": "varchar(200)", "sensitive": true}]},
	{"name": "orders", "primaryKey": ["id"], "columns": [
		{"name": "id", "type": "bigint", "nullable": false}, {"name": "customer_id", "type": "bigint"}, {"name": "status", "type": "enum('new','paid')", "values": ["new"]}],
		"foreignKeys": [{"columns": ["customer_id"], "references": {"table": "customers", "columns": ["id"]}}]}],
	"examples": [{"question": "how many", "sql": "SELECT COUNT(*) FROM orders"}, {"question": "names", "sql": "SELECT name FROM customers"}],
	"source": {"server": "8.0.36", "rowEstimates": {"orders": 5, "customers": 7}}}`

func TestNarrowed(t *testing.T) {
	a, err := judging(t).Decode([]byte(shopOfRoles))
	if err != nil {
		t.Fatal(err)
	}
	everything := func(string, string) bool { return true }
	if same, err := a.Narrowed(t.Context(), everything); err != nil || same != a {
		t.Errorf("Narrowed to everything = %p, %v, want the artifact itself", same, err)
	}
	if _, err := a.Narrowed(t.Context(), func(string, string) bool { return false }); !errors.Is(err, schema.ErrNothingLeft) {
		t.Errorf("Narrowed to nothing = %v, want ErrNothingLeft", err)
	}
	orders, err := a.Narrowed(t.Context(), func(table, _ string) bool { return table == "orders" })
	if err != nil {
		t.Fatal(err)
	}
	doc := orders.Document()
	if len(doc.Tables) != 1 || len(doc.Tables[0].ForeignKeys) != 0 || len(doc.Examples) != 1 || len(doc.Source.RowEstimates) != 1 {
		t.Errorf("the artifact has %+v, want orders, no foreign key, one example and one estimate", doc)
	}
	if v := orders.View(schema.Policy{}); v.Table("", "customers") != nil || v.Table("", "ORDERS") == nil {
		t.Error("the view has customers, or lacks orders")
	}
}

// Of an artifact that a request brings, the choice and the words count: never types, keys, dialect or database.
func TestReworded(t *testing.T) {
	decoder := judging(t)
	a, err := decoder.Decode([]byte(shopOfRoles))
	if err != nil {
		t.Fatal(err)
	}
	brought, err := decoder.Decode([]byte(`{"version": 1, "schemaId": "other", "dialect": "mariadb", "database": "mysql2", "tables": [
		{"name": "ORDERS", "description": "theirs", "kind": "view", "columns": [
			{"name": "STATUS", "type": "int", "nullable": false, "description": "state", "values": ["x"]}, {"name": "id", "type": "text", "sensitive": true}, {"name": "secret"}]},
		{"name": "salaries", "columns": [{"name": "id"}]}],
		"glossary": [{"term": "open", "meaning": "status is new"}],
		"examples": [{"question": "a", "sql": "SELECT status FROM orders"}, {"question": "b", "sql": "SELECT secret FROM orders"}],
		"source": {"rowEstimates": {"orders": 99}}}`))
	if err != nil {
		t.Fatal(err)
	}
	got, err := a.Reworded(t.Context(), brought)
	if err != nil {
		t.Fatal(err)
	}
	text, err := schema.Encode(got.Document())
	if err != nil {
		t.Fatal(err)
	}
	want := `{"version": 1, "schemaId": "shop", "dialect": "mysql", "database": "shop", "tables": [ { "name": "orders", "description": "theirs", "kind": "table", "columns": [ ` +
		`{"name": "id", "type": "bigint", "nullable": false, "sensitive": true}, {"name": "status", "type": "enum('new','paid')", "description": "state", "values": ["new"]} ], ` +
		`"primaryKey": ["id"] } ], "glossary": [ {"term": "open", "meaning": "status is new"} ], ` +
		`"examples": [ { "question": "a", "sql": "SELECT status FROM orders" } ], "source": { "server": "8.0.36", "rowEstimates": { "orders": 5 } } }`
	if flat := strings.Join(strings.Fields(string(text)), " "); flat != strings.Replace(want, `{"version"`, `{ "version"`, 1) {
		t.Errorf("Reworded =\n%s\nwant\n%s", flat, want)
	}
	nothing, err := decoder.Decode([]byte(`{"version": 1, "schemaId": "x", "tables": [{"name": "salaries", "columns": [{"name": "id"}]}]}`))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := a.Reworded(t.Context(), nothing); !errors.Is(err, schema.ErrNothingLeft) {
		t.Errorf("Reworded by what has no table in common = %v, want ErrNothingLeft", err)
	}
}
