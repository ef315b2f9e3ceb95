package grammargen_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/asksql/asksql/sqlcheck"
)

// mergedQueries have no form that may fail, and so cost what they cost with the filter in their WHERE.
var mergedQueries = []string{
	"SELECT * FROM orders WHERE status = 'paid'",
	"SELECT COUNT(*), SUM(total) FROM orders WHERE placed_at >= CURDATE() - INTERVAL 1 YEAR",
	"SELECT SUM(total * 1.2) FROM orders",
	"SELECT c.name, COUNT(*) AS n, SUM(o.total) / COUNT(*) AS mean FROM customers c JOIN orders o ON o.customer_id = c.id GROUP BY c.name ORDER BY n DESC",
	"SELECT c.name, o.id FROM customers c LEFT JOIN orders o ON o.customer_id = c.id WHERE o.id IS NULL",
	"SELECT c.name FROM customers c WHERE EXISTS (SELECT 1 FROM orders o WHERE o.customer_id = c.id)",
	"SELECT p.title FROM products p WHERE LOWER(p.title) LIKE '%a%' AND p.product_id IN (1, 2, 3)",
	"SELECT a.id, b.id FROM orders a JOIN orders b ON a.customer_id = b.customer_id AND a.id <> b.id",
}

// plans: for plain queries no server makes a table of a derived one, and for what may fail each does.
func (o *owner) plans(t *testing.T) {
	for _, sql := range mergedQueries {
		if plan := o.plan(t, sql); makesTable(plan) {
			t.Errorf("%s\nmakes a table of a derived one:\n%s", sql, plan)
		}
	}
	for _, sql := range []string{"SELECT order_id FROM items", "SELECT id FROM orders WHERE IF(status = '(', id + 9223372036854775807, 1)", "SELECT id FROM orders WHERE JSON_EXTRACT(status, '$.a') = 1"} {
		if plan := o.plan(t, sql); !makesTable(plan) {
			t.Errorf("%s\nis merged:\n%s", sql, plan)
		}
	}
}

// makesTable reports whether a plan has a derived table that is not merged. One for a semi-join of a subquery is
// none.
func makesTable(plan string) bool {
	plan = strings.ReplaceAll(plan, "Materialize with deduplication", "")
	return strings.Contains(plan, "Materialize") || strings.Contains(plan, "<derived")
}

// plan returns how a server runs the print of a query with filters.
func (o *owner) plan(t *testing.T, sql string) string {
	t.Helper()
	q, err := o.checker.CheckFiltered(sql, o.shown, o.filters[0], nil)
	if err != nil {
		t.Fatalf("%s: %v", sql, err)
	}
	explain := "EXPLAIN "
	if o.dialect == sqlcheck.MySQL {
		explain = "EXPLAIN FORMAT=TREE "
	}
	rows, errno, err := o.Run(shared, explain+q.String())
	if err != nil || errno != 0 {
		t.Fatalf("%s: %d, %v", q, errno, err)
	}
	return strings.Join(rows, "\n")
}

// sqlModes are those that change what a text means, and none.
var sqlModes = []string{"", "ANSI_QUOTES", "NO_BACKSLASH_ESCAPES", "PIPES_AS_CONCAT", "HIGH_NOT_PRECEDENCE", "IGNORE_SPACE", "ANSI", "TRADITIONAL", "ONLY_FULL_GROUP_BY,STRICT_ALL_TABLES,PAD_CHAR_TO_FULL_LENGTH"}

// modes holds the written queries to the definition in every sql_mode.
func (o *owner) modes(t *testing.T) {
	names := []string{shared}
	for _, n := range tenants {
		names = append(names, n.plain(), n.alone())
	}
	for _, mode := range append(slices.Clip(sqlModes), "DEFAULT") {
		for _, name := range names {
			db, err := o.in(name)
			if err != nil {
				t.Fatal(err)
			}
			if mode != "DEFAULT" {
				mode = "'" + strings.Trim(mode, "'") + "'"
			}
			execute(t, db, "SET sql_mode = "+mode)
		}
		if mode == "DEFAULT" {
			break
		}
		for _, sql := range ownedQueries(o.dialect) {
			o.hold(t, sql, nil)
		}
	}
}
