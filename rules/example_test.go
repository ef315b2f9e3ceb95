package rules_test

import (
	"fmt"
	"log"

	"github.com/asksql/asksql/corpus"
	"github.com/asksql/asksql/rules"
	"github.com/asksql/asksql/sqlcheck"
	"github.com/asksql/asksql/sqlcheck/sqlchecktest"
)

func ExampleAll() {
	checker, err := sqlcheck.New(rules.All(), sqlcheck.Options{Dialect: sqlcheck.MySQL})
	if err != nil {
		log.Fatal(err)
	}
	shop := sqlchecktest.Shop(corpus.Settings{})
	query, err := checker.Check("SELECT status, COUNT(*) AS n FROM orders GROUP BY status LIMIT 10", shop)
	fmt.Println(query, err)
	_, err = checker.Check("SELECT name FROM products; DROP TABLE products", shop)
	fmt.Println(err)
	// Output:
	// SELECT `status`, COUNT(*) AS `n` FROM `orders` GROUP BY `status` LIMIT 10 <nil>
	// single_statement: the text holds 2 statements; write one
}
