package canonical_test

import (
	"testing"

	"github.com/asksql/asksql/internal/eval/canonical"
	"github.com/asksql/asksql/rules"
	"github.com/asksql/asksql/schema"
	"github.com/asksql/asksql/sqlcheck"
)

func TestSame(t *testing.T) {
	for _, tc := range []struct {
		name, a, b string
		want       bool
	}{
		{"an alias of a table", "SELECT o.total FROM orders o", "SELECT x.total FROM orders AS x", true},
		{"no alias", "SELECT o.total FROM orders o", "SELECT orders.total FROM orders", true},
		{"a qualifier", "SELECT o.total FROM orders o", "SELECT total FROM orders", true},
		{"the database", "SELECT total FROM shop.orders", "SELECT total FROM orders", true},
		{"letter case", "select TOTAL from orders O", "SELECT total FROM orders", true},
		{"a label", "SELECT total AS t FROM orders", "SELECT total FROM orders", true},
		{"the order of columns", "SELECT id, total FROM orders", "SELECT total, id FROM orders", true},
		{"another column", "SELECT id FROM orders", "SELECT total FROM orders", false},
		{"one column more", "SELECT id FROM orders", "SELECT id, id FROM orders", false},
		{"DISTINCT", "SELECT status FROM orders", "SELECT DISTINCT status FROM orders", false},
		{"a string", "SELECT id FROM orders WHERE status = 'paid'", "SELECT id FROM orders WHERE status = 'new'", false},
		{"a name in a string", "SELECT id FROM orders o WHERE note = '`o`.'", "SELECT id FROM orders x WHERE note = '`x`.'", false},
		{"a self-join the other way round",
			"SELECT e.name FROM employees e JOIN employees m ON m.id = e.manager_id",
			"SELECT m.name FROM employees e JOIN employees m ON m.id = e.manager_id", false},
		{"a self-join under other names",
			"SELECT e.name FROM employees e JOIN employees m ON m.id = e.manager_id",
			"SELECT a.name FROM employees a JOIN employees b ON b.id = a.manager_id", true},
		{"another kind of join",
			"SELECT o.id FROM orders o JOIN customers c ON c.id = o.customer_id",
			"SELECT o.id FROM orders o LEFT JOIN customers c ON c.id = o.customer_id", false},
		{"LEFT as a function of a condition",
			"SELECT o.id FROM orders o JOIN customers c ON c.id = o.customer_id AND LEFT(c.name, 1) = LEFT(o.note, 1) JOIN employees e ON e.id = c.id",
			"SELECT a.id FROM orders a JOIN customers b ON b.id = a.customer_id AND LEFT(b.name, 1) = LEFT(a.note, 1) JOIN employees d ON d.id = b.id", true},
		{"a position in GROUP BY", "SELECT status, COUNT(*) FROM orders GROUP BY 1", "SELECT COUNT(*), status FROM orders GROUP BY status", true},
		{"a position in ORDER BY", "SELECT id, total FROM orders ORDER BY 2 DESC", "SELECT id, total FROM orders o ORDER BY o.total DESC", true},
		{"a label in ORDER BY",
			"SELECT status, SUM(total) AS s FROM orders GROUP BY status ORDER BY s DESC",
			"SELECT status, SUM(total) FROM orders GROUP BY status ORDER BY SUM(total) DESC", true},
		{"a label in HAVING",
			"SELECT status, SUM(total) AS s FROM orders GROUP BY status HAVING s > 5",
			"SELECT status, SUM(total) AS x FROM orders GROUP BY status HAVING SUM(total) > 5", true},
		{"a label that hides its column",
			"SELECT status, SUM(total) AS total FROM orders GROUP BY status HAVING SUM(total) > 5",
			"SELECT status, SUM(total) FROM orders GROUP BY status HAVING SUM(total) > 5", true},
		{"the direction", "SELECT id FROM orders ORDER BY id", "SELECT id FROM orders ORDER BY id DESC", false},
		{"LIMIT", "SELECT id FROM orders LIMIT 1", "SELECT id FROM orders LIMIT 2", false},
		{"a derived table's names",
			"SELECT d.n FROM (SELECT COUNT(*) AS n FROM orders) AS d",
			"SELECT counted.c FROM (SELECT COUNT(*) AS c FROM orders) AS counted", true},
		{"a derived table's other column",
			"SELECT d.a FROM (SELECT id AS a, total AS b FROM orders) AS d",
			"SELECT d.b FROM (SELECT id AS a, total AS b FROM orders) AS d", false},
		{"a CTE's names",
			"WITH w AS (SELECT id AS a FROM orders) SELECT w.a FROM w",
			"WITH v AS (SELECT id AS b FROM orders) SELECT b FROM v", true},
		{"which CTE",
			"WITH v AS (SELECT id FROM orders), w AS (SELECT id FROM customers) SELECT id FROM v",
			"WITH v AS (SELECT id FROM orders), w AS (SELECT id FROM customers) SELECT id FROM w", false},
		{"a recursive CTE",
			"WITH RECURSIVE n AS (SELECT 1 AS i UNION ALL SELECT i + 1 FROM n WHERE i < 9) SELECT i FROM n",
			"WITH RECURSIVE m (j) AS (SELECT 1 UNION ALL SELECT j + 1 FROM m WHERE j < 9) SELECT j FROM m", true},
		{"a correlated subquery",
			"SELECT c.name FROM customers c WHERE EXISTS (SELECT 1 FROM orders o WHERE o.customer_id = c.id)",
			"SELECT name FROM customers x WHERE EXISTS (SELECT 1 FROM orders y WHERE customer_id = x.id)", true},
		{"what a subquery is correlated with",
			"SELECT name FROM customers c WHERE EXISTS (SELECT 1 FROM orders o WHERE o.customer_id = c.id)",
			"SELECT name FROM customers c WHERE EXISTS (SELECT 1 FROM orders o WHERE o.customer_id = o.id)", false},
		{"the arms of a set operation",
			"SELECT id AS a FROM orders UNION SELECT id FROM customers ORDER BY a",
			"SELECT o.id FROM orders o UNION SELECT c.id FROM customers c ORDER BY 1", true},
		{"the order of columns of a set operation",
			"SELECT id, name FROM customers UNION SELECT id, name FROM employees",
			"SELECT name, id FROM customers UNION SELECT name, id FROM employees", false},
		{"the kind of a set operation",
			"SELECT id FROM orders UNION SELECT id FROM customers",
			"SELECT id FROM orders UNION ALL SELECT id FROM customers", false},
		{"a window",
			"SELECT o.id, ROW_NUMBER() OVER (PARTITION BY o.status ORDER BY o.total) AS r FROM orders o",
			"SELECT id, ROW_NUMBER() OVER (PARTITION BY status ORDER BY total) FROM orders", true},
		{"USING",
			"SELECT i.quantity FROM orders o JOIN order_items i ON i.order_id = o.id",
			"SELECT i.quantity FROM orders o JOIN (SELECT order_id AS id, quantity FROM order_items) i USING (id)", false},
		{"what a label stands for binds as a whole",
			"SELECT id, total, total - id AS d FROM orders HAVING 9 - d > 0",
			"SELECT id, total, total - id AS d FROM orders HAVING 9 - total - id > 0", false},
		{"the columns of a derived table", "SELECT d.* FROM (SELECT id FROM orders) AS d", "SELECT e.* FROM (SELECT id FROM orders) AS e", true},
		{"whose columns", "SELECT d.* FROM (SELECT id FROM orders) d JOIN (SELECT id FROM customers) e ON e.id = d.id",
			"SELECT e.* FROM (SELECT id FROM orders) d JOIN (SELECT id FROM customers) e ON e.id = d.id", false},
		{"what VALUES are correlated with",
			"SELECT o.id FROM orders o JOIN customers c ON c.id = o.customer_id WHERE EXISTS (VALUES ROW(o.id))",
			"SELECT o.id FROM orders o JOIN customers c ON c.id = o.customer_id WHERE EXISTS (VALUES ROW(c.id))", false},
		{"a column that RIGHT JOIN joins is that of the right side",
			"SELECT id FROM orders o RIGHT JOIN customers c USING (id)", "SELECT c.id FROM orders o RIGHT JOIN customers c USING (id)", true},
		{"and not that of the left", "SELECT id FROM orders o RIGHT JOIN customers c USING (id)", "SELECT o.id FROM orders o RIGHT JOIN customers c USING (id)", false},
		{"behind a join in parentheses",
			"SELECT id FROM orders o RIGHT JOIN (customers c JOIN employees e USING (id)) USING (id)", "SELECT o.id FROM orders o RIGHT JOIN (customers c JOIN employees e USING (id)) USING (id)", false},
		{"of several, that of the last",
			"SELECT id FROM orders o RIGHT JOIN (customers c RIGHT JOIN employees e USING (id)) USING (id)", "SELECT e.id FROM orders o RIGHT JOIN (customers c RIGHT JOIN employees e USING (id)) USING (id)", true},
		{"and of those that follow each other",
			"SELECT id FROM orders o RIGHT JOIN customers c USING (id) RIGHT JOIN employees e USING (id)", "SELECT e.id FROM orders o RIGHT JOIN customers c USING (id) RIGHT JOIN employees e USING (id)", true},
		{"of LEFT JOIN, that of the left", "SELECT id FROM orders o LEFT JOIN customers c USING (id)", "SELECT o.id FROM orders o LEFT JOIN customers c USING (id)", true},
		{"a label that hides its column from a function in HAVING",
			"SELECT id AS total, total AS id FROM orders HAVING ABS(id) > 1", "SELECT id, total FROM orders HAVING ABS(id) > 1", false},
		{"and from what is in parentheses",
			"SELECT id AS total, total AS id FROM orders HAVING (id > 1 OR id < 0) AND 1 = 1", "SELECT id, total FROM orders HAVING (id > 1 OR id < 0) AND 1 = 1", false},
		{"a label hides no column from an expression of ORDER BY", "SELECT id AS total, total AS id FROM orders ORDER BY id + 1", "SELECT id, total FROM orders ORDER BY id + 1", true},
		{"a label of its own column", "SELECT id AS id FROM orders HAVING ABS(id) > 1 ORDER BY id + 1", "SELECT id FROM orders HAVING ABS(id) > 1 ORDER BY id + 1", true},
		{"the order of conditions", "SELECT id FROM orders WHERE id > 1 AND total > 1", "SELECT id FROM orders WHERE total > 1 AND id > 1", false},
	} {
		t.Run(tc.name, func(t *testing.T) {
			if got := canonical.Same(query(t, tc.a), query(t, tc.b)); got != tc.want {
				t.Errorf("Same = %v, want %v\n%s\n%s", got, tc.want, canonical.Form(query(t, tc.a)), canonical.Form(query(t, tc.b)))
			}
		})
	}
}

func TestOrdered(t *testing.T) {
	for _, tc := range []struct {
		name, sql string
		want      bool
	}{
		{"without", "SELECT id FROM orders", false},
		{"with", "SELECT id FROM orders ORDER BY id LIMIT 3", true},
		{"of a set operation", "SELECT id FROM orders UNION SELECT id FROM customers ORDER BY 1", true},
		{"of an arm", "(SELECT id FROM orders ORDER BY id LIMIT 1) UNION SELECT id FROM customers", false},
		{"of a query in parentheses", "(SELECT id FROM orders ORDER BY id)", true},
		{"of a subquery", "SELECT id FROM (SELECT id FROM orders ORDER BY id LIMIT 3) AS d", false},
		{"of a window", "SELECT RANK() OVER (ORDER BY id) FROM orders", false},
		{"of a call", "SELECT GROUP_CONCAT(id ORDER BY id) FROM orders", false},
		{"in a string", "SELECT id FROM orders WHERE note = ' ORDER BY '", false},
	} {
		t.Run(tc.name, func(t *testing.T) {
			if got := canonical.Ordered(query(t, tc.sql)); got != tc.want {
				t.Errorf("Ordered(%q) = %v, want %v", tc.sql, got, tc.want)
			}
		})
	}
}

// query returns a text as checked in the shop.
func query(t *testing.T, sql string) *sqlcheck.Query {
	t.Helper()
	checker, err := sqlcheck.New(rules.All(), sqlcheck.Options{})
	if err != nil {
		t.Fatal(err)
	}
	shop, err := schema.Decoder{}.Load("../../../examples/shop/schema.json")
	if err != nil {
		t.Fatal(err)
	}
	q, err := checker.Check(sql, shop.View(schema.Policy{}))
	if err != nil {
		t.Fatalf("Check(%q): %v", sql, err)
	}
	return q
}
