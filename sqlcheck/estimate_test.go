package sqlcheck_test

import (
	"strings"
	"testing"

	"github.com/asksql/asksql/sqlcheck"
)

// A counted is a catalog that knows how many rows its tables have.
type counted struct {
	sqlcheck.Catalog
	rows map[string]int64
}

func (c counted) RowEstimate(t *sqlcheck.Table) int64 { return c.rows[t.Name()] }

func TestRowsOfTheCatalogCount(t *testing.T) {
	million := map[string]int64{"orders": 1_000_000, "customers": 1_000_000}
	for _, tc := range []struct {
		why   string
		rows  map[string]int64
		limit int
		sql   string
		want  string // the number in the refusal; "" is accepted
	}{
		{"a thousand each where nobody says", nil, 0, "SELECT 1 FROM orders a, orders b", ""},
		{"and no more than the limit", nil, 999_999, "SELECT 1 FROM orders a, orders b", "about 1,000,000 rows, and the limit is 999,999;"},
		{"small tables multiply to little", map[string]int64{"orders": 10}, 0, "SELECT 1 FROM orders a, orders b, orders c, orders d", ""},
		{"large ones to much", million, 0, "SELECT 1 FROM orders a, customers b", "about 1,000,000,000,000 rows,"},
		{"a key finds", million, 0, "SELECT 1 FROM orders a JOIN customers b ON b.id = a.customer_id", ""},
		{"a lookup for each of a million rows", million, 0, "SELECT (SELECT SUM(total) FROM orders o WHERE o.customer_id = c.id) AS s FROM customers c", ""},
		{"a scan for each of them", million, 0, "SELECT (SELECT SUM(total) FROM orders o WHERE o.customer_id > c.id) AS s FROM customers c", "about 1,000,001,000,000 rows,"},
		{"one scan of any table", map[string]int64{"orders": 5_000_000_000}, 0, "SELECT COUNT(*) FROM orders", ""},
		{"one scan beside a small limit", nil, 1, "SELECT COUNT(*) FROM orders", ""},
		{"no rows are no estimate", map[string]int64{"orders": 0}, 0, "SELECT 1 FROM orders a, orders b, orders c", "about 1,000,000,000 rows,"},
		{"LIMIT bounds what a derived table has", million, 0, "SELECT 1 FROM (SELECT id FROM orders LIMIT 10) a, (SELECT id FROM customers LIMIT 10) b", ""},
		{"a table that the query does not read", map[string]int64{"products": 1 << 50}, 0, "SELECT 1 FROM orders a, orders b", ""},
	} {
		for _, d := range dialects {
			c := checker(t, sqlcheck.Options{Dialect: d, Limits: sqlcheck.Limits{Rows: tc.limit}})
			_, err := c.Check(tc.sql, counted{shop(t), tc.rows})
			if tc.want == "" && err != nil || tc.want != "" && (err == nil || !strings.Contains(err.Error(), tc.want)) {
				t.Errorf("%s: %s: Check(%q) = %v, want %q", tc.why, d, tc.sql, err, tc.want)
			}
		}
	}
}
