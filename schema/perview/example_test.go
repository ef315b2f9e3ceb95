package perview_test

import (
	"fmt"

	"github.com/asksql/asksql/schema"
	"github.com/asksql/asksql/schema/perview"
)

func Example() {
	artifact, err := schema.Decoder{}.Decode([]byte(`{"version": 1, "schemaId": "shop",
		"tables": [{"name": "orders", "columns": [{"name": "id"}]}]}`))
	if err != nil {
		fmt.Println(err)
		return
	}
	names := perview.New(1<<20, func(v *schema.View) string {
		fmt.Println("prepared")
		return v.ShownTables()[0].Name
	}, func(name string) int { return len(name) })
	view := artifact.View(schema.Policy{})
	fmt.Println(names.Get(view))
	fmt.Println(names.Get(view))
	// Output:
	// prepared
	// orders
	// orders
}
