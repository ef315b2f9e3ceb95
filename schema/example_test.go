package schema_test

import (
	"fmt"

	"github.com/asksql/asksql/rules"
	"github.com/asksql/asksql/schema"
	"github.com/asksql/asksql/sqlcheck"
)

// A file becomes what queries are checked against. Sensitive columns, such as the e-mail addresses of this one, are
// not there.
func ExampleDecoder_Load() {
	artifact, err := schema.Decoder{}.Load("../examples/shop/schema.json")
	if err != nil {
		fmt.Println(err)
		return
	}
	catalog := artifact.View(schema.Policy{})

	checker, err := sqlcheck.New(rules.All(), sqlcheck.Options{Dialect: catalog.Dialect()})
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, text := range []string{"select name from customers limit 3", "select email from customers"} {
		query, err := checker.Check(text, catalog)
		fmt.Println(query, err)
	}
	// Output:
	// SELECT `name` FROM `customers` LIMIT 3 <nil>
	// <nil> column_scope: column email is not in the schema; customers has id, name, city, created_at
}

// One artifact, two requests: what a prompt shows is what queries may use.
func Example() {
	artifact, err := schema.Decoder{}.Decode([]byte(`{
		"version": 1, "schemaId": "staff", "tables": [{"name": "employees", "columns": [
			{"name": "id"}, {"name": "name"}, {"name": "salary", "sensitive": true}]}]}`))
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, policy := range []schema.Policy{{Sensitive: true}, {}} {
		view := artifact.View(policy)
		for _, column := range view.ShownTables()[0].Columns {
			fmt.Print(column.Name, " ")
		}
		fmt.Println("- a query may use salary:", view.Table("", "Employees").Column("salary") != nil)
	}
	// Output:
	// id name salary - a query may use salary: true
	// id name - a query may use salary: false
}

// A fault is named by its JSON path.
func ExampleDecoder_Decode() {
	_, err := schema.Decoder{}.Decode([]byte(`{"version": 1, "schemaId": "s", "tables": [
		{"name": "orders", "columns": [{"name": "id"}, {"name": "ID"}]}]}`))
	fmt.Println(err)
	// Output: $.tables[0].columns[1].name: there is another column "ID", letter case aside; rename or drop one
}
