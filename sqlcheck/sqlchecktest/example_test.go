package sqlchecktest_test

import (
	"fmt"
	"log"

	"github.com/asksql/asksql/corpus"
	"github.com/asksql/asksql/sqlcheck"
	"github.com/asksql/asksql/sqlcheck/sqlchecktest"
)

// The shop of the case pages serves any test of a rule.
func ExampleShop() {
	checker, err := sqlcheck.New([]*sqlcheck.Rule{noOrders}, sqlcheck.Options{})
	if err != nil {
		log.Fatal(err)
	}
	shop := sqlchecktest.Shop(corpus.Settings{})
	for _, sql := range []string{"SELECT sku FROM Products", "SELECT note FROM Orders"} {
		query, err := checker.Check(sql, shop)
		fmt.Println(query, err)
	}
	// Output:
	// SELECT `sku` FROM `products` <nil>
	// <nil> no_orders: leave orders out
}
