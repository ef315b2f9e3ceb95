package schema_test

import (
	"fmt"

	"github.com/asksql/asksql/schema"
)

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
