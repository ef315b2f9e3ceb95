package sqlcheck_test

import (
	"os"
	"slices"
	"testing"
	"time"

	"github.com/asksql/asksql/corpus"
	"github.com/asksql/asksql/sqlcheck"
	"github.com/asksql/asksql/sqlcheck/sqlchecktest"
)

// shopFilters returns filters on every table of the shop.
func shopFilters(tb testing.TB, c *sqlcheck.Checker, catalog sqlcheck.Catalog) *sqlcheck.Filters {
	tb.Helper()
	tenant := sqlcheck.Parameter{Name: "tenant", Type: sqlcheck.ParameterInteger}
	var rules []sqlcheck.RowRule
	for _, t := range catalog.(sqlcheck.Suggester).Tables() {
		rules = append(rules, sqlcheck.RowRule{Tables: []string{t.Name()}, Where: t.Columns()[0].Name + " = @tenant"})
	}
	access, err := c.NewAccess(catalog, []sqlcheck.Parameter{tenant}, rules)
	if err != nil {
		tb.Fatal(err)
	}
	value, err := sqlcheck.ParseValue(tenant, "7")
	if err != nil {
		tb.Fatal(err)
	}
	filters, err := access.Bind(map[string]sqlcheck.Value{"tenant": value})
	if err != nil {
		tb.Fatal(err)
	}
	return filters
}

// BenchmarkCheckFiltered is BenchmarkCheck of the common queries with a filter on every table.
func BenchmarkCheckFiltered(b *testing.B) {
	c, catalog := checker(b, sqlcheck.Options{}), sqlchecktest.Shop(corpus.Settings{WithSensitive: true})
	filters, queries := shopFilters(b, c, catalog), workloads(b)[0].queries
	b.ReportAllocs()
	for i := 0; b.Loop(); i++ {
		if _, err := c.CheckFiltered(queries[i%len(queries)], catalog, filters, nil); err != nil {
			b.Fatal(err)
		}
	}
}

// TestFilteredCost measures what filters on every table cost: the common queries with them ÷ without, in turns, so
// that both meet the same machine. The bar is 1.8 in the median; a machine that does other things is not to break
// the build, so it is held to with ASKSQL_BENCH only.
func TestFilteredCost(t *testing.T) {
	c, catalog := checker(t, sqlcheck.Options{}), sqlchecktest.Shop(corpus.Settings{WithSensitive: true})
	filters := shopFilters(t, c, catalog)
	rounds := 5
	if os.Getenv("ASKSQL_BENCH") != "" {
		rounds = 200
	}
	var ratios, perByte []float64
	for _, sql := range workloads(t)[0].queries {
		var with, without []time.Duration
		var text, bare string
		for range rounds {
			without = append(without, timed(func() { bare = checked(t, c, sql, catalog, nil) }))
			with = append(with, timed(func() { text = checked(t, c, sql, catalog, filters) }))
		}
		slices.Sort(with)
		slices.Sort(without)
		a, b := float64(with[rounds/2]), float64(without[rounds/2])
		ratios, perByte = append(ratios, a/b), append(perByte, a/float64(len(text))/(b/float64(len(bare))))
	}
	slices.Sort(ratios)
	slices.Sort(perByte)
	median, largest := ratios[len(ratios)/2], ratios[len(ratios)-1]
	t.Logf("%d queries: filters cost %.2f in the median, %.2f at most; per byte of print %.2f", len(ratios), median, largest, perByte[len(perByte)/2])
	if os.Getenv("ASKSQL_BENCH") != "" && median > 1.8 {
		t.Errorf("filters cost %.2f in the median, want 1.8 at most", median)
	}
}

func timed(work func()) time.Duration {
	start := time.Now()
	work()
	return time.Since(start)
}

func checked(t *testing.T, c *sqlcheck.Checker, sql string, catalog sqlcheck.Catalog, filters *sqlcheck.Filters) string {
	t.Helper()
	q, err := c.CheckFiltered(sql, catalog, filters, nil)
	if err != nil {
		t.Fatalf("%s: %v", sql, err)
	}
	return q.String()
}
