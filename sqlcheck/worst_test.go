//go:build unix

package sqlcheck_test

import (
	"fmt"
	"maps"
	"os"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/asksql/asksql/sqlcheck"
)

// What one check may cost at most, whatever the text within the limits is.
const (
	mostTime = 500 * time.Millisecond // of one processor
	mostHeap = 64 << 20               // bytes that are live at once
)

// TestWorst measures the costliest texts within the limits, each against the shop and against a schema of
// 10,000 tables, which knows none of their names. ASKSQL_PAIRED asks for it, as for TestPaired.
func TestWorst(t *testing.T) {
	if os.Getenv("ASKSQL_PAIRED") == "" {
		t.Skip("set ASKSQL_PAIRED to measure")
	}
	c := checker(t, sqlcheck.Options{})
	var costs []cost
	for where, catalog := range map[string]sqlcheck.Catalog{"the shop": shop(t), "10,000 tables": listed(schemaOf(10000))} {
		for _, text := range hostileTexts() {
			check := func() { _, _ = c.Check(text.sql, catalog) }
			costs = append(costs, costOf(fmt.Sprintf("%s, %s (%d bytes)", text.name, where, len(text.sql)), check))
		}
	}
	slices.SortFunc(costs, func(a, b cost) int { return int(b.time - a.time) })
	for _, worst := range costs[:5] {
		t.Logf("%6.1f ms and %5.1f MiB: %s", worst.time.Seconds()*1000, float64(worst.heap)/(1<<20), worst.name)
	}
	for _, x := range costs {
		if x.time > mostTime || x.heap > mostHeap {
			t.Errorf("%s takes %v and %.1f MiB, want %v and %d MiB at most", x.name, x.time, float64(x.heap)/(1<<20), mostTime, mostHeap>>20)
		}
	}
	largest := slices.MaxFunc(costs, func(a, b cost) int { return int(a.heap) - int(b.heap) })
	t.Logf("of %d texts, the one with the largest heap, %.1f MiB: %s", len(costs), float64(largest.heap)/(1<<20), largest.name)
}

// A cost is what one check took.
type cost struct {
	name string
	time time.Duration // of the processor, the least of several runs
	heap uint64        // bytes that were live at the worst moment, beside what was before
}

func costOf(name string, check func()) cost {
	x := cost{name: name, time: time.Hour}
	for range 3 {
		start := processorTime()
		check()
		x.time = min(x.time, processorTime()-start)
	}
	runtime.GC()
	var before runtime.MemStats
	runtime.ReadMemStats(&before)
	if peak := peakHeap(check); peak > before.HeapAlloc {
		x.heap = peak - before.HeapAlloc
	}
	return x
}

// hostileTexts returns the hostile shapes at the limit of length, at a length that few limits refuse, and
// the texts that cost much for another reason.
func hostileTexts() []struct{ name, sql string } {
	texts := append(costly(), costlyRefusals()...)
	for _, h := range hostile() {
		for _, bytes := range []int{64 << 10, 16 << 10, 4 << 10} {
			texts = append(texts, struct{ name, sql string }{h.name, h.text(bytes)})
		}
	}
	return texts
}

// costlyRefusals returns texts whose refusal has much to say, or much to look for.
func costlyRefusals() []struct{ name, sql string } {
	wide := "(SELECT " + several(1000, "1 AS order_item_number_%d") + ") d"
	return []struct{ name, sql string }{
		{"slips beside many names", "SELECT " + several(1200, "order_itme_number_%d") + " FROM " + wide},
		{"slips in a qualified name", "SELECT " + several(1200, "d.order_itme_number_%d") + " FROM " + wide},
		{"slips in names of tables", "SELECT " + several(990, "(SELECT 1 FROM tabel_%d)")},
		{"unknown qualifiers beside many blocks", "SELECT " + several(900, "(SELECT x%d.a)") + ", 1"},
		{"unknown qualifiers beside many tables", "SELECT " + several(1500, "x%d.a") + " FROM orders o" + joined(60, "orders")},
		{"aliases that WHERE cannot see", "SELECT " + several(1400, "1 AS a%d") + " FROM orders WHERE 0 IN (" + several(1400, "a%d") + ")"},
		{"unknown functions", "SELECT " + several(1500, "substrnig_%d(1)")},
		{"a reserved word at the end", "SELECT " + several(3000, "id") + " FROM orders ORDER BY rank"},
		{"a reserved word behind a long text", "SELECT '" + strings.Repeat("x", 64000) + "' FROM rank"},
		{"expressions without an alias", strings.Repeat("SELECT * FROM (", 40) + "SELECT " + several(1500, "total+%d") + " FROM orders" + strings.Repeat(") d", 40)},
		{"expressions that print alike", "SELECT 1 FROM (SELECT " + several(2000, "total /*%d*/ + 1") + " FROM orders) d"},
		{"windows that extend each other", "SELECT " + several(1200, "SUM(total) OVER w126") + " FROM orders WINDOW w0 AS (PARTITION BY id, customer_id, status, total)" + extended(126)},
		{"recursive arms", "WITH RECURSIVE c AS (SELECT 1 AS n" + strings.Repeat(" UNION ALL SELECT n FROM c WHERE n < (SELECT MAX(n) FROM c)", 60) + ") SELECT n FROM c"},
	}
}

// extended returns n windows, each of which extends the one before.
func extended(n int) string {
	var b strings.Builder
	for i := 1; i <= n; i++ {
		fmt.Fprintf(&b, ", w%d AS (w%d)", i, i-1)
	}
	return b.String()
}

// A listing is a catalog that can list its tables.
type listing struct {
	tableMap
	list []*sqlcheck.Table
}

func listed(tables tableMap) listing {
	return listing{tables, slices.Collect(maps.Values(tables))}
}

// Tables implements sqlcheck.Suggester.
func (l listing) Tables() []*sqlcheck.Table { return l.list }
