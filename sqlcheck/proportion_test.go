//go:build unix && !race

package sqlcheck_test

import (
	"fmt"
	"math"
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

// costlier are the shapes that take more memory than that at 4 KiB, and how many times as much they take at
// the most.
var costlier = map[string]float64{
	// A parse takes 3 KiB, less than the text itself. The print is up to twice as long, and kept.
	"one string of backslashes":    9,
	"one string of pieces":         9,
	"one string of escaped quotes": 6,
	"one string of NULs":           12,
	// The print is parsed too, and has a multiple of the nodes: conditions for NATURAL and USING, calls for
	// strings, and a column of each of 20 derived tables.
	"a natural join of many columns": 8,
	"NATURAL again and again":        6,
	"USING":                          7,
	"many strings of pieces":         6,
	"derived tables of many columns": 6,
	// The parser does not read them, so they are compared with plain text, of which a parse takes a sixth of the
	// memory that the parse of so dense a text takes up to where it stops.
	"what is no SQL":                   6,
	"reserved words at the end":        17, // the second parse finds out whether back-quotes help
	"reserved words that stay":         17,
	"lists of names of derived tables": 13, // it is rewritten, parsed, and printed
}

// TestProportionOfMemory holds every shape of 4 KiB to mostTimes in memory, which is the same in every run.
func TestProportionOfMemory(t *testing.T) {
	c, catalog := checker(t, sqlcheck.Options{}), shop(t)
	for _, s := range repetitions() {
		text := s.text(4 << 10)
		parsed, most := float64(allocated(baseOf(text).parse)), max(mostTimes, costlier[s.name])
		ratio := math.Inf(1)
		for try := 0; try < 10 && ratio > most; try++ { // a goroutine that moves to another processor meets no memory there
			ratio = float64(allocated(func() { _, _ = c.Check(text, catalog) })) / parsed
		}
		if ratio > most {
			t.Errorf("%s (%s): a check takes %.1f times the memory of a parse", s.name, verdict(t, c, text, catalog), ratio)
		}
	}
}

// allocated returns how many bytes a run allocates, the least of several.
func allocated(run func()) uint64 {
	run()
	least := uint64(1 << 62)
	for range 3 {
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		run()
		runtime.ReadMemStats(&after)
		least = min(least, after.TotalAlloc-before.TotalAlloc)
	}
	return least
}

// A floor is a text and a parser for it.
type floor struct {
	sql    string
	parser *parser.Parser
}

// baseOf returns what a check of a text is compared with.
func baseOf(sql string) *floor {
	f := &floor{sql, parser.New()}
	if statements, _, err := f.parser.ParseSQL(sql); err != nil || len(statements) != 1 {
		f.sql = plainText(len(sql))
	}
	return f
}

// printed returns the print of a text, an empty text if it is refused.
func (f *floor) printed(c *sqlcheck.Checker, sql string, catalog sqlcheck.Catalog) *floor {
	if q, err := c.Check(sql, catalog); err == nil {
		return &floor{q.String(), parser.New()}
	}
	return &floor{"", parser.New()}
}

// parse parses the text as a check does: one parser for short texts, and a new one for each long text.
func (f *floor) parse() {
	if len(f.sql) > 8<<10 {
		f.parser = parser.New()
	}
	_, _, _ = f.parser.ParseSQL(f.sql)
	f.parser.Reset()
}

// TestProportion holds every shape at every size to mostTimes, in processor time too. ASKSQL_PAIRED asks for it.
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
			x.shape, x.name = s.name, fmt.Sprintf("%s, %d bytes (%s)", s.name, len(text), verdict(t, c, text, catalog))
			all = append(all, x)
		}
	}
	slices.SortFunc(all, func(a, b proportion) int { return int(100 * (b.worst() - a.worst())) })
	over := 0
	for i, x := range all {
		bad := x.worst() > mostTimes && x.fair > mostTimes/2.0
		if bad {
			over++
		}
		if i < 20 || bad {
			t.Logf("%6.2f times the time, %6.2f times the memory, %6.2f of both texts, %7.2f ms: %s", x.time, x.memory, x.fair, x.took.Seconds()*1000, x.name)
		}
	}
	if n := slices.IndexFunc(all, func(x proportion) bool { return x.worst() <= mostTimes }); n > 0 {
		t.Logf("%d of %d texts take more than %d times", n, len(all), mostTimes)
	}
	if over > 0 {
		t.Errorf("%d texts take more than they may", over)
	}
}

// A proportion is what a check costs in bare parses.
type proportion struct {
	shape, name  string
	time, memory float64
	fair         float64 // the larger of both in parses of the text and of its print
	took         time.Duration
}

func (p proportion) worst() float64 { return max(p.time, p.memory) }

func proportionOf(c *sqlcheck.Checker, sql string, catalog sqlcheck.Catalog) proportion {
	base := baseOf(sql)
	least, got := spent(base.parse), spent(func() { _, _ = c.Check(sql, catalog) })
	p := proportion{time: float64(got.time) / float64(least.time), memory: float64(got.bytes) / float64(least.bytes), took: got.time}
	if p.fair = p.worst(); p.fair > mostTimes {
		print := spent(base.printed(c, sql, catalog).parse)
		p.fair = max(float64(got.time)/float64(least.time+print.time), float64(got.bytes)/float64(least.bytes+print.bytes))
	}
	return p
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
