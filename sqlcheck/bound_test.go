package sqlcheck_test

import (
	"math"
	"testing"

	"github.com/asksql/asksql/sqlcheck"
)

func TestCheckBounded(t *testing.T) {
	c, catalog := checker(t, sqlcheck.Options{}), shop(t)
	for _, tc := range []struct {
		why, sql string
		max      uint64
		want     string
		limit    sqlcheck.RowLimit
	}{
		{"keeps a smaller one", "SELECT id FROM orders LIMIT 10", 1000, "SELECT `id` FROM `orders` LIMIT 10", query(10)},
		{"keeps an equal one", "SELECT id FROM orders LIMIT 1000", 1000, "SELECT `id` FROM `orders` LIMIT 1000", query(1000)},
		{"keeps zero", "SELECT id FROM orders LIMIT 0", 1000, "SELECT `id` FROM `orders` LIMIT 0", query(0)},
		{"lowers a larger one", "SELECT id FROM orders LIMIT 1001", 1000, "SELECT `id` FROM `orders` LIMIT 1000", lowered(1000)},
		{"lowers the largest", "SELECT id FROM orders LIMIT 18446744073709551615", 1000, "SELECT `id` FROM `orders` LIMIT 1000", lowered(1000)},
		{"adds a missing one", "SELECT id FROM orders", 1000, "SELECT `id` FROM `orders` LIMIT 1000", added(1000)},
		{"adds one behind ORDER BY", "SELECT id FROM orders ORDER BY id", 5, "SELECT `id` FROM `orders` ORDER BY `id` LIMIT 5", added(5)},
		{"keeps an offset", "SELECT id FROM orders LIMIT 20, 5000", 1000, "SELECT `id` FROM `orders` LIMIT 1000 OFFSET 20", lowered(1000)},
		{"keeps an offset", "SELECT id FROM orders LIMIT 5 OFFSET 20", 1000, "SELECT `id` FROM `orders` LIMIT 5 OFFSET 20", query(5)},
		{"reads FETCH as LIMIT", "SELECT id FROM orders FETCH FIRST 7 ROWS ONLY", 5, "SELECT `id` FROM `orders` LIMIT 5", lowered(5)},
		{"bounds a set operation as a whole", "SELECT 1 UNION SELECT 2", 1, "SELECT 1 UNION SELECT 2 LIMIT 1", added(1)},
		{"leaves the arms alone", "(SELECT 1 LIMIT 9) UNION ALL (SELECT 2 LIMIT 9) LIMIT 9", 3, "(SELECT 1 LIMIT 9) UNION ALL (SELECT 2 LIMIT 9) LIMIT 3", lowered(3)},
		{"does not take an arm's for its own", "SELECT 1 UNION ALL (SELECT 2 LIMIT 1)", 3, "SELECT 1 UNION ALL (SELECT 2 LIMIT 1) LIMIT 3", added(3)},
		{"leaves subqueries alone", "SELECT (SELECT id FROM orders LIMIT 1) AS x FROM (SELECT 1 LIMIT 9) d", 3,
			"SELECT (SELECT `id` FROM `orders` LIMIT 1) AS `x` FROM (SELECT 1 LIMIT 9) AS `d` LIMIT 3", added(3)},
		{"bounds what follows WITH", "WITH c AS (SELECT 1 LIMIT 9) SELECT * FROM c", 3, "WITH `c` AS (SELECT 1 LIMIT 9) SELECT * FROM `c` LIMIT 3", added(3)},
		{"bounds TABLE", "TABLE categories", 3, "SELECT `id`, `name`, `parent_id` FROM `categories` LIMIT 3", added(3)},
		{"bounds VALUES", "VALUES ROW(1), ROW(2)", 1, "VALUES ROW(1), ROW(2) LIMIT 1", added(1)},
		{"bounds a query in parentheses", "(SELECT id FROM orders)", 3, "SELECT `id` FROM `orders` LIMIT 3", added(3)},
		{"bounds a query in parentheses", "(SELECT id FROM orders LIMIT 9)", 3, "", lowered(3)},
		{"allows no row at all", "SELECT id FROM orders LIMIT 5", 0, "SELECT `id` FROM `orders` LIMIT 0", lowered(0)},
		{"allows no row at all", "SELECT id FROM orders", 0, "SELECT `id` FROM `orders` LIMIT 0", added(0)},
		{"takes the largest bound", "SELECT id FROM orders", math.MaxUint64, "SELECT `id` FROM `orders` LIMIT 18446744073709551615", added(math.MaxUint64)},
	} {
		t.Run(tc.why, func(t *testing.T) {
			q, err := c.CheckBounded(tc.sql, catalog, tc.max)
			if err != nil {
				t.Fatalf("CheckBounded(%q, %d) = %v", tc.sql, tc.max, err)
			}
			if tc.want != "" && q.String() != tc.want {
				t.Errorf("CheckBounded(%q, %d) = %q, want %q", tc.sql, tc.max, q, tc.want)
			}
			if q.RowLimit() != tc.limit {
				t.Errorf("RowLimit() = %+v, want %+v", q.RowLimit(), tc.limit)
			}
			if !q.Facts().Limited {
				t.Error("Facts().Limited is false")
			}
		})
	}
}

func query(n uint64) sqlcheck.RowLimit {
	return sqlcheck.RowLimit{Rows: n, Source: sqlcheck.LimitQuery}
}
func lowered(n uint64) sqlcheck.RowLimit {
	return sqlcheck.RowLimit{Rows: n, Source: sqlcheck.LimitLowered}
}
func added(n uint64) sqlcheck.RowLimit {
	return sqlcheck.RowLimit{Rows: n, Source: sqlcheck.LimitAdded}
}

// What a bound adds can be checked again without being changed.
func TestBoundsAreStable(t *testing.T) {
	c, catalog := checker(t, sqlcheck.Options{}), shop(t)
	for _, sql := range []string{
		"SELECT id FROM orders", "(SELECT 1) UNION (SELECT 2 LIMIT 1)", "((SELECT id FROM orders LIMIT 9) LIMIT 7)", "TABLE orders ORDER BY id",
		"WITH c AS (SELECT 1) (SELECT * FROM c LIMIT 9) ORDER BY 1",
	} {
		first, err := c.CheckBounded(sql, catalog, 3)
		if err != nil {
			t.Errorf("CheckBounded(%q) = %v", sql, err)
			continue
		}
		again, err := c.CheckBounded(first.String(), catalog, 3)
		if err != nil || again.String() != first.String() || again.RowLimit() != query(first.RowLimit().Rows) {
			t.Errorf("CheckBounded(%q) = %v (%+v), %v; want it unchanged and the limit its own", first, again, again.RowLimit(), err)
		}
	}
}

func TestCheckAddsNoLimit(t *testing.T) {
	c, catalog := checker(t, sqlcheck.Options{}), shop(t)
	for _, tc := range []struct {
		sql  string
		want sqlcheck.RowLimit
	}{
		{"SELECT id FROM orders", sqlcheck.RowLimit{}},
		{"SELECT id FROM orders LIMIT 5000", query(5000)},
		{"SELECT 1 UNION ALL (SELECT 2 LIMIT 1)", sqlcheck.RowLimit{}},
	} {
		q := accepted(t, c, tc.sql, catalog)
		if q.RowLimit() != tc.want || q.Facts().Limited != (tc.want != sqlcheck.RowLimit{}) {
			t.Errorf("Check(%q): RowLimit() = %+v, Limited %t; want %+v", tc.sql, q.RowLimit(), q.Facts().Limited, tc.want)
		}
	}
}
