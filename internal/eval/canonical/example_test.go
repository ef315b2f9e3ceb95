package canonical_test

import (
	"fmt"

	"github.com/asksql/asksql/internal/eval/canonical"
	"github.com/asksql/asksql/rules"
	"github.com/asksql/asksql/schema"
	"github.com/asksql/asksql/sqlcheck"
)

func ExampleSame() {
	shop, err := schema.Decoder{}.Load("../../../examples/shop/schema.json")
	if err != nil {
		panic(err)
	}
	checker, err := sqlcheck.New(rules.All(), sqlcheck.Options{})
	if err != nil {
		panic(err)
	}
	var forms []*sqlcheck.Query
	for _, sql := range []string{
		"SELECT c.city, COUNT(*) AS n FROM customers c GROUP BY c.city ORDER BY n DESC",
		"SELECT COUNT(*), city FROM customers GROUP BY 2 ORDER BY 1 DESC",
	} {
		query, err := checker.Check(sql, shop.View(schema.Policy{}))
		if err != nil {
			panic(err)
		}
		forms = append(forms, query)
	}
	fmt.Println(canonical.Same(forms[0], forms[1]))
	fmt.Println(canonical.Form(forms[0]))
	// Output:
	// true
	// SELECT COUNT ( * ) , t1.city FROM customers t1 GROUP BY t1.city ORDER BY COUNT ( * ) DESC
}
