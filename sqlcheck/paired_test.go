//go:build unix

package sqlcheck_test

import (
	"fmt"
	"math/rand/v2"
	"os"
	"runtime"
	"slices"
	"strconv"
	"syscall"
	"testing"
	"time"

	"github.com/asksql/asksql/corpus"
	"github.com/asksql/asksql/sqlcheck"
	"github.com/asksql/asksql/sqlcheck/sqlchecktest"
)

// TestPaired measures what a check costs beside a bare parse of the same text. ASKSQL_PAIRED is the
// number of rounds, 100 or more for figures to quote. A round runs every step once, in random order,
// and takes the processor time of the process, so that what else the machine does meanwhile falls on
// all steps alike; the median over the rounds of the ratio within each round is what is reported.
func TestPaired(t *testing.T) {
	rounds, err := strconv.Atoi(os.Getenv("ASKSQL_PAIRED"))
	if err != nil {
		t.Skip("set ASKSQL_PAIRED to the number of rounds to measure")
	}
	c := checker(t, sqlcheck.Options{})
	t.Run("queries", func(t *testing.T) { pairedWorkloads(t, c, rounds) })
	t.Run("allocations", func(t *testing.T) { pairedAllocations(t, c) })
	t.Run("size of the query", func(t *testing.T) { pairedSizes(t, c, rounds) })
	t.Run("size of the schema", func(t *testing.T) { pairedSchemas(t, c, rounds) })
}

// A step is something to measure: it runs n times a round.
type step struct {
	name string
	n    int // what one call of run does, for the time of each
	run  func()
}

// measure returns the ratio of each step's processor time to the first one's, and the first one's
// own, in nanoseconds: medians over the rounds.
func measure(rounds int, steps []step) (ratios []quartiles, base float64) {
	times := make([][]float64, len(steps))
	for range rounds {
		for _, i := range rand.Perm(len(steps)) {
			start := processorTime()
			steps[i].run()
			times[i] = append(times[i], float64(processorTime()-start)/float64(steps[i].n))
		}
	}
	for i := range steps {
		relative := make([]float64, rounds)
		for r := range rounds {
			relative[r] = times[i][r] / times[0][r]
		}
		ratios = append(ratios, quartilesOf(relative))
	}
	return ratios, quartilesOf(times[0]).median
}

type quartiles struct{ lower, median, upper float64 }

func (q quartiles) String() string {
	return fmt.Sprintf("%.2f (%.2f to %.2f)", q.median, q.lower, q.upper)
}

func quartilesOf(values []float64) quartiles {
	slices.Sort(values)
	n := len(values)
	return quartiles{values[n/4], values[n/2], values[n*3/4]}
}

// processorTime returns what the process has used so far, garbage collection included.
func processorTime() time.Duration {
	var usage syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &usage); err != nil {
		panic(err) // it has no way to fail for the process itself
	}
	return time.Duration(usage.Utime.Nano() + usage.Stime.Nano())
}

// pairedWorkloads compares over all queries of all workloads at once.
func pairedWorkloads(t *testing.T, c *sqlcheck.Checker, rounds int) {
	all := workloads(t)
	queries, bytes := 0, 0
	for _, w := range all {
		queries += len(w.queries)
		for _, sql := range w.queries {
			bytes += len(sql)
		}
	}
	repeat := max(1, 2000/queries)
	parse := func() {
		for range repeat {
			for _, w := range all {
				for _, sql := range w.queries {
					_, _ = parsed(sql, 0)
				}
			}
		}
	}
	check := func() {
		for range repeat {
			for _, w := range all {
				for _, sql := range w.queries {
					_, _ = c.Check(sql, w.catalog)
				}
			}
		}
	}
	ratios, base := measure(rounds, []step{{"parse", queries * repeat, parse}, {"check", queries * repeat, check}})
	t.Logf("%d queries of %d bytes on average: a parse takes %.1f µs, a check %s of that", queries, bytes/queries, base/1000, ratios[1])
}

// pairedAllocations counts for one query of 200 bytes. The numbers are the same in every run.
func pairedAllocations(t *testing.T, c *sqlcheck.Checker) {
	const sql = "SELECT c.name, COUNT(*) AS orders, SUM(o.total) AS spent FROM orders o JOIN customers c ON c.id = o.customer_id " +
		"WHERE o.status = 'paid' AND o.placed_at >= '2025-01-01' GROUP BY c.name ORDER BY spent"
	catalog := sqlchecktest.Shop(corpus.Settings{})
	if _, err := c.Check(sql, catalog); err != nil {
		t.Fatal(err)
	}
	for _, s := range []step{
		{"parse", 1, func() { _, _ = parsed(sql, 0) }},
		{"check", 1, func() { _, _ = c.Check(sql, catalog) }},
	} {
		const runs = 2000
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		for range runs {
			s.run()
		}
		runtime.ReadMemStats(&after)
		t.Logf("a query of %d bytes, %s: %d allocations, %d bytes", len(sql), s.name, (after.Mallocs-before.Mallocs)/runs, (after.TotalAlloc-before.TotalAlloc)/runs)
	}
}

func pairedSizes(t *testing.T, c *sqlcheck.Checker, rounds int) {
	catalog := sqlchecktest.Shop(corpus.Settings{})
	for _, bytes := range []int{10, 100, 1 << 10, 4 << 10, 16 << 10, 64 << 10} {
		sql := sized(bytes)
		n := max(1, 64<<10/len(sql))
		ratios, base := measure(max(5, rounds/4), []step{
			{"parse", n, times(n, func() { _, _ = parsed(sql, 0) })},
			{"check", n, times(n, func() { _, _ = c.Check(sql, catalog) })},
		})
		t.Logf("%6d bytes (%s): a parse takes %8.1f µs, a check %s of that, %.2f µs a byte", len(sql), verdict(t, c, sql, catalog),
			base/1000, ratios[1], base*ratios[1].median/1000/float64(len(sql)))
	}
}

func pairedSchemas(t *testing.T, c *sqlcheck.Checker, rounds int) {
	const sql = "SELECT a.column_1, b.column_2 FROM table_3 a JOIN table_7 b ON a.column_0 = b.column_0 WHERE b.column_19 > 3"
	steps := []step{{"parse", 500, times(500, func() { _, _ = parsed(sql, 0) })}}
	for _, tables := range []int{10, 100, 1000, 10000} {
		catalog := schemaOf(tables)
		steps = append(steps, step{fmt.Sprintf("%d tables", tables), 500, times(500, func() { _, _ = c.Check(sql, catalog) })})
	}
	ratios, _ := measure(rounds, steps)
	for i, s := range steps[1:] {
		t.Logf("%s: a check takes %s of a parse", s.name, ratios[i+1])
	}
}

func times(n int, run func()) func() {
	return func() {
		for range n {
			run()
		}
	}
}
