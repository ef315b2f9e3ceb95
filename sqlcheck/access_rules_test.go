package sqlcheck_test

import (
	"strings"
	"testing"

	"github.com/asksql/asksql/sqlcheck"
)

// All rules of a table hold together, whichever way each is put.
func TestRulesOfATableHoldTogether(t *testing.T) {
	c := newChecker(t, sqlcheck.MySQL)
	for _, tc := range []struct{ one, two, want string }{
		{"id > 1", "total > 2", "`shop`.`orders`.`id` > 1 AND `shop`.`orders`.`total` > 2"},
		{"id > 1 OR id < 0", "total > 2 OR total < 1", "(`shop`.`orders`.`id` > 1 OR `shop`.`orders`.`id` < 0) AND (`shop`.`orders`.`total` > 2 OR `shop`.`orders`.`total` < 1)"},
		{"TRUE", "NOT (id = 1 AND total = 2)", "NOT (`shop`.`orders`.`id` = 1 AND `shop`.`orders`.`total` = 2)"},
		{"customer_id IN (SELECT id FROM customers)", "id = 1 AND total = 2", "`shop`.`orders`.`customer_id` IN (SELECT `id` FROM `shop`.`customers`) AND (`shop`.`orders`.`id` = 1 AND `shop`.`orders`.`total` = 2)"},
	} {
		access, err := c.NewAccess(accessWorldOf(true, accessTables...), nil, []sqlcheck.RowRule{
			{Tables: []string{"orders"}, Where: tc.one}, {Tables: []string{"orders"}, Where: tc.two},
			{Tables: []string{"customers", "order_items", "products"}, Where: "TRUE"},
		})
		if err != nil {
			t.Errorf("%s and %s: %v", tc.one, tc.two, err)
			continue
		}
		filters, err := access.Bind(nil)
		if err != nil {
			t.Fatal(err)
		}
		q, err := c.CheckFiltered("SELECT id FROM orders", accessWorldOf(false, accessTables...), filters, nil)
		if err != nil {
			t.Errorf("%s and %s: %v", tc.one, tc.two, err)
			continue
		}
		limit := ""
		if strings.Contains(tc.want, "SELECT") { // a rule that looks into another table
			limit = " LIMIT 18446744073709551615"
		}
		if want := "SELECT `id` FROM (SELECT `id` FROM `shop`.`orders` WHERE " + tc.want + limit + ") AS `orders`"; q.String() != want {
			t.Errorf("%s and %s print\n%s\nwant\n%s", tc.one, tc.two, q, want)
		}
	}
}
