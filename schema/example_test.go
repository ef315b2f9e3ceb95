package schema_test

import (
	"context"
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

// Access from Go: once, which rows which caller may read, over the whole schema; for each request a part of the schema,
// and the values of the one who asks. What is printed reads those rows and columns alone.
func Example_access() {
	artifact, err := schema.Decoder{}.Load("../examples/shop/schema.json")
	if err != nil {
		fmt.Println(err)
		return
	}
	checker, err := sqlcheck.New(rules.All(), sqlcheck.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	customer := sqlcheck.Parameter{Name: "customer", Type: sqlcheck.ParameterInteger}
	access, err := checker.NewAccess(artifact.View(schema.Policy{Sensitive: true}), []sqlcheck.Parameter{customer}, []sqlcheck.RowRule{
		{Tables: []string{"customers"}, Where: "id = @customer"},
		{Tables: []string{"orders"}, Where: "customer_id = @customer"},
		{Tables: []string{"order_items"}, Where: "order_id IN (SELECT id FROM orders)"},
		{Tables: []string{"products", "categories", "employees"}, Where: "TRUE"},
	})
	if err != nil {
		fmt.Println(err)
		return
	}
	// What follows belongs to a request.
	value, err := sqlcheck.ParseValue(customer, "7")
	if err != nil {
		fmt.Println(err)
		return
	}
	filters, err := access.Bind(map[string]sqlcheck.Value{"customer": value})
	if err != nil {
		fmt.Println(err)
		return
	}
	part, err := artifact.Narrowed(context.Background(), func(table, column string) bool { return table != "employees" && column != "customer_id" })
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, text := range []string{"SELECT SUM(total) FROM orders", "SELECT customer_id FROM orders", "SELECT name FROM employees"} {
		query, err := checker.CheckFiltered(text, part.View(schema.Policy{}), filters, nil)
		fmt.Println(query, err)
	}
	// Output:
	// SELECT SUM(`total`) AS `SUM(total)` FROM (SELECT `total` FROM `shop`.`orders` WHERE `shop`.`orders`.`customer_id` = 7) AS `orders` <nil>
	// <nil> column_scope: column customer_id is not in the schema; orders has id, status, total, placed_at, note
	// <nil> table_scope: table employees is not in the schema; it has customers, orders, order_items, products, categories
}
