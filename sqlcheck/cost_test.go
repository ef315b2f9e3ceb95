package sqlcheck_test

import (
	"fmt"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/asksql/asksql/sqlcheck"
)

// A text within the limits costs little time and memory, whatever it is made of. Each of these has
// thousands of nodes or nearly 64 KiB, arranged so that something must be looked up among many others.
// Checked they take milliseconds; what takes seconds is quadratic, or worse.
func TestCostWithinTheLimits(t *testing.T) {
	const (
		patience = 20 * time.Second
		memory   = 256 << 20 // bytes allocated, freed ones included
	)
	c, catalog := checker(t, sqlcheck.Options{}), shop(t)
	for _, tc := range costly() {
		t.Run(tc.name, func(t *testing.T) {
			var before, after runtime.MemStats
			runtime.ReadMemStats(&before)
			done := make(chan struct{})
			go func() {
				defer close(done)
				_, _ = c.Check(tc.sql, catalog)
			}()
			select {
			case <-done:
			case <-time.After(patience):
				t.Fatalf("a text of %d bytes takes more than %v: %.80s…", len(tc.sql), patience, tc.sql)
			}
			if runtime.ReadMemStats(&after); after.TotalAlloc-before.TotalAlloc > memory {
				t.Errorf("a text of %d bytes allocates %d MiB: %.80s…", len(tc.sql), (after.TotalAlloc-before.TotalAlloc)>>20, tc.sql)
			}
		})
	}
}

// several returns n items with commas between them; %d in one stands for its number.
func several(n int, item string) string {
	var b strings.Builder
	for i := range n {
		if i > 0 {
			b.WriteByte(',')
		}
		b.WriteString(strings.ReplaceAll(item, "%d", fmt.Sprint(i)))
	}
	return b.String()
}

func costly() []struct{ name, sql string } {
	wide := func(n int) string { return "(SELECT " + several(n, "1 AS a%d") + ")" }
	natural := func(n int) string {
		var b strings.Builder
		for i := range n {
			fmt.Fprintf(&b, " NATURAL JOIN x y%d", i)
		}
		return b.String()
	}
	return []struct{ name, sql string }{
		{"windows of one name", "SELECT 1 FROM orders WINDOW " + several(8000, "w AS ()")},
		{"windows", "SELECT 1 FROM orders WINDOW " + several(5500, "w%d AS ()")},
		{"windows in a chain", chain(3900)},
		{"CTEs of one name", "WITH " + several(1650, "a AS (SELECT 1)") + " SELECT 1"},
		{"CTEs", "WITH " + several(1650, "a%d AS (SELECT 1)") + " SELECT 1"},
		{"aliases in ORDER BY", "SELECT " + several(1400, "1 AS a%d") + " FROM orders ORDER BY " + several(1400, "a%d")},
		{"columns of a derived table", "SELECT " + several(1400, "a%d") + " FROM " + wide(1400) + " d"},
		{"a derived table through many", strings.Repeat("SELECT * FROM (", 30) + "SELECT " + several(1400, "total+%d AS a%d") + " FROM orders" + strings.Repeat(") d", 30)},
		{"USING", "SELECT * FROM " + wide(1400) + " x JOIN " + wide(1400) + " y USING (" + several(1400, "a%d") + ")"},
		{"NATURAL", "SELECT * FROM " + wide(2400) + " x NATURAL JOIN " + wide(2400) + " y"},
		{"NATURAL again and again", "WITH x AS " + wide(2400) + " SELECT * FROM x" + natural(8)},
		{"names that NATURAL merged", "WITH x AS " + wide(1400) + " SELECT " + several(1400, "a%d") + " FROM x" + natural(6)},
		{"unknown names beside many", "SELECT " + several(1400, "x%d") + " FROM " + wide(1400) + " d"},
		{"names outside ASCII", "SELECT " + several(1400, "ä%d") + " FROM (SELECT " + several(1400, "1 AS ö%d") + ") d"},
		{"an alias that stands for much", "SELECT id" + strings.Repeat("+id", 1500) + " AS a FROM orders ORDER BY " + several(950, "a+1")},
		{"an alias that stands for a long text", "SELECT CONCAT(note, '" + strings.Repeat("x", 30000) + "') AS a FROM orders ORDER BY " + several(1900, "a+1")},
		{"unknown tables", "SELECT " + several(990, "(SELECT 1 FROM x%d)")},
		{"unknown names", "SELECT " + several(2400, "x%d") + " FROM orders"},
		{"a column list of a recursive CTE", "WITH RECURSIVE t AS (SELECT " + several(1200, "total AS a%d") + " FROM orders UNION ALL SELECT " + several(1200, "a%d") + " FROM t WHERE a1 < 3) SELECT * FROM t"},
	}
}

// chain returns a query whose windows are each defined by the next one.
func chain(n int) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, "w%d AS (w%d),", i, i+1)
	}
	return fmt.Sprintf("SELECT 1 FROM orders WINDOW %sw%d AS ()", &b, n)
}
