package ddl_test

import (
	"fmt"

	"github.com/asksql/asksql/schema/ddl"
)

func Example() {
	result := ddl.Read([]ddl.File{
		{Name: "1_shop.sql", Text: "CREATE TABLE orders (id BIGINT PRIMARY KEY, note TEXT);"},
		{Name: "2_note.sql", Text: "ALTER TABLE orders\n  RENAME COLUMN nota TO remark;"},
	}, ddl.Options{})
	for _, c := range result.Document.Tables[0].Columns {
		fmt.Println(c.Name, c.Type)
	}
	fmt.Println(result.Problems)
	// Output:
	// id bigint
	// note text
	// [2_note.sql:1: table orders has no column nota here; is a statement before this one missing]
}
