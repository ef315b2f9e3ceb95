package sqlgen_test

import (
	"fmt"

	"github.com/asksql/asksql/sqlcheck"
	"github.com/asksql/asksql/sqlcheck/sqlchecktest/sqlgen"
)

func ExampleQuery() {
	orders := sqlcheck.NewTable("shop", "orders", []sqlcheck.Column{
		{Name: "id", InScope: true}, {Name: "total", InScope: true}, {Name: "note"},
	})
	fmt.Println(sqlgen.Query([]*sqlcheck.Table{orders}, sqlcheck.MySQL, sqlgen.Choices(1)))
	// Output:
	// SELECT COUNT(*) AS c7, t1.id FROM shop.orders AS t1 LEFT JOIN (orders t2 JOIN Orders t3 ON t3.total <=> t2.Id) ON t2.Total > t2.total GROUP BY t1.id
}
