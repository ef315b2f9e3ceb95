//go:build unix

package sqlcheck_test

import (
	"fmt"
	"os"
	"runtime"
	"slices"
	"sort"
	"strings"
	"testing"
	"time"

	"github.com/asksql/asksql/sqlcheck"
	"github.com/pingcap/tidb/pkg/parser"
)

// mostTimes is how many times a bare parse of the same text a check may cost, in processor time and in
// memory that it allocates, whatever the text is; where it does not parse, of a plain text of its length.
const mostTimes = 5

// TestProportion holds every shape at every size to mostTimes. ASKSQL_PAIRED asks for it.
func TestProportion(t *testing.T) {
	if os.Getenv("ASKSQL_PAIRED") == "" {
		t.Skip("set ASKSQL_PAIRED to measure")
	}
	t.Run("the shop", func(t *testing.T) { proportions(t, sqlcheck.MySQL, shop(t)) })
	t.Run("10,000 tables", func(t *testing.T) { proportions(t, sqlcheck.MariaDB, listed(schemaOf(10000))) })
}

func proportions(t *testing.T, dialect sqlcheck.Dialect, catalog sqlcheck.Catalog) {
	c := checker(t, sqlcheck.Options{Dialect: dialect})
	var all []proportion
	for _, s := range repetitions() {
		for _, kib := range []int{4, 16, 64} {
			text := s.text(kib << 10)
			x := proportionOf(c, text, catalog)
			x.name = fmt.Sprintf("%s, %d bytes (%s)", s.name, len(text), verdict(t, c, text, catalog))
			all = append(all, x)
		}
	}
	slices.SortFunc(all, func(a, b proportion) int { return int(100 * (b.worst() - a.worst())) })
	for i, x := range all {
		if i < 20 || x.worst() > mostTimes {
			t.Logf("%6.2f times the time, %6.2f times the memory, %7.2f ms: %s", x.time, x.memory, x.took.Seconds()*1000, x.name)
		}
	}
	if n := slices.IndexFunc(all, func(x proportion) bool { return x.worst() <= mostTimes }); n > 0 {
		t.Errorf("%d of %d texts take more than %d times", n, len(all), mostTimes)
	}
}

// A proportion is what a check costs in bare parses.
type proportion struct {
	name         string
	time, memory float64
	took         time.Duration
}

func (p proportion) worst() float64 { return max(p.time, p.memory) }

func proportionOf(c *sqlcheck.Checker, sql string, catalog sqlcheck.Catalog) proportion {
	base := sql
	p := parser.New()
	if statements, _, err := p.ParseSQL(sql); err != nil || len(statements) != 1 {
		base = plainText(len(sql))
	}
	parse := func() {
		if len(base) > 8<<10 {
			p = parser.New()
		}
		_, _, _ = p.ParseSQL(base)
		p.Reset()
	}
	check := func() { _, _ = c.Check(sql, catalog) }
	floor, got := spent(parse), spent(check)
	return proportion{time: float64(got.time) / float64(floor.time), memory: float64(got.bytes) / float64(floor.bytes), took: got.time}
}

type expense struct {
	time  time.Duration
	bytes uint64
}

// spent returns what one run takes, the least of several.
func spent(run func()) expense {
	run()
	least := expense{time.Hour, 1 << 62}
	for range 3 {
		n := 0
		var before, after runtime.MemStats
		runtime.GC()
		runtime.ReadMemStats(&before)
		start := processorTime()
		for n == 0 || processorTime()-start < time.Millisecond {
			run()
			n++
		}
		took := (processorTime() - start) / time.Duration(n)
		runtime.ReadMemStats(&after)
		least.time = min(least.time, took)
		least.bytes = min(least.bytes, (after.TotalAlloc-before.TotalAlloc)/uint64(n))
	}
	return least
}

// plainText returns SQL as models write it.
func plainText(bytes int) string {
	const query = "SELECT c.name, COUNT(*) AS orders, SUM(o.total) AS spent FROM orders o JOIN customers c ON c.id = o.customer_id " +
		"WHERE o.status = 'paid' AND o.placed_at >= '2025-01-01' GROUP BY c.name"
	return query + strings.Repeat(" UNION ALL "+query, max(0, bytes-len(query))/(len(query)+11))
}

// A repetition is a text whose lists, which stand between « and », are repeated to the length asked for. What stands
// behind | in one goes between its items, and # in it is the number of the item.
type repetition struct{ name, form string }

func (s repetition) text(bytes int) string {
	if !strings.Contains(s.form, "«") {
		return s.form
	}
	// The first number that is too large is found by halves.
	least, n := len(s.times(1)), 1
	for n*(len(s.times(2))-least) < bytes {
		n *= 2
	}
	return s.times(max(1, sort.Search(2*n, func(n int) bool { return len(s.times(n)) > bytes })-1))
}

func (s repetition) times(n int) string {
	var b strings.Builder
	for rest := s.form; ; {
		fixed, list, found := strings.Cut(rest, "«")
		b.WriteString(fixed)
		if !found {
			return b.String()
		}
		list, rest, _ = strings.Cut(list, "»")
		item, between, _ := strings.Cut(list, "|")
		for i := range n {
			if i > 0 {
				b.WriteString(between)
			}
			b.WriteString(strings.ReplaceAll(item, "#", fmt.Sprint(i)))
		}
	}
}
