package sqlcheck_test

import (
	"bufio"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"runtime/debug"
	"runtime/metrics"
	"strings"
	"testing"
	"time"

	"github.com/asksql/asksql/corpus"
	"github.com/asksql/asksql/sqlcheck"
	"github.com/asksql/asksql/sqlcheck/sqlchecktest"
)

// A workload is a set of queries over one schema.
type workload struct {
	name    string
	queries []string
	catalog sqlcheck.Catalog
}

// workloads returns the common queries of testdata/print.md, and the evaluation's gold queries if
// ASKSQL_EVAL names the directory that holds gold/*.jsonl and schemas/*/*.json. Queries that are not
// accepted are left out: a refusal costs one parse, not two.
func workloads(tb testing.TB) []workload {
	tb.Helper()
	all := []workload{{"common", commonQueries(tb), sqlchecktest.Shop(corpus.Settings{WithSensitive: true})}}
	if dir := os.Getenv("ASKSQL_EVAL"); dir != "" {
		all = append(all, goldWorkloads(tb, dir)...)
	}
	c := checker(tb, sqlcheck.Options{})
	for i := range all {
		var kept []string
		for _, sql := range all[i].queries {
			if _, err := c.Check(sql, all[i].catalog); err == nil {
				kept = append(kept, sql)
			}
		}
		all[i].queries = kept
	}
	return all
}

func commonQueries(tb testing.TB) []string {
	tb.Helper()
	var list []string
	for _, c := range printPage(tb).Cases {
		list = append(list, c.SQL)
	}
	return list
}

// goldWorkloads returns one workload for each schema.
func goldWorkloads(tb testing.TB, dir string) []workload {
	tb.Helper()
	files, err := filepath.Glob(filepath.Join(dir, "gold", "*.jsonl"))
	if err != nil || len(files) == 0 {
		tb.Fatalf("ASKSQL_EVAL: no gold/*.jsonl in %s: %v", dir, err)
	}
	bySchema := map[string]*workload{}
	var all []*workload
	for _, file := range files {
		set := strings.TrimSuffix(filepath.Base(file), ".jsonl")
		for _, record := range readRecords(tb, file) {
			key := filepath.Join(set, record.SchemaID)
			if bySchema[key] == nil {
				bySchema[key] = &workload{name: key, catalog: readSchema(tb, filepath.Join(dir, "schemas", key+".json"))}
				all = append(all, bySchema[key])
			}
			bySchema[key].queries = append(bySchema[key].queries, record.SQL)
		}
	}
	var list []workload
	for _, w := range all {
		list = append(list, *w)
	}
	return list
}

type record struct{ SchemaID, SQL string }

func readRecords(tb testing.TB, file string) (records []record) {
	tb.Helper()
	f, err := os.Open(file)
	if err != nil {
		tb.Fatal(err)
	}
	defer f.Close()
	lines := bufio.NewScanner(f)
	lines.Buffer(nil, 1<<20)
	for lines.Scan() {
		var r record
		if err := json.Unmarshal(lines.Bytes(), &r); err != nil {
			tb.Fatalf("%s: %v", file, err)
		}
		records = append(records, r)
	}
	return records
}

func readSchema(tb testing.TB, file string) sqlcheck.Catalog {
	tb.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		tb.Fatal(err)
	}
	var schema struct {
		Database string
		Tables   []struct {
			Name    string
			Columns []struct{ Name string }
		}
	}
	if err := json.Unmarshal(text, &schema); err != nil {
		tb.Fatalf("%s: %v", file, err)
	}
	tables := tableMap{}
	for _, t := range schema.Tables {
		var columns []sqlcheck.Column
		for _, c := range t.Columns {
			columns = append(columns, sqlcheck.Column{Name: c.Name, InScope: true})
		}
		tables[sqlcheck.Fold(t.Name)] = sqlcheck.NewTable(schema.Database, t.Name, columns)
	}
	return tables
}

// BenchmarkParse is the floor of BenchmarkCheck, which parses twice: a bare parse of the same
// queries by a parser that is used again.
func BenchmarkParse(b *testing.B) {
	for _, w := range workloads(b) {
		b.Run(w.name, func(b *testing.B) {
			b.ReportAllocs()
			for i := 0; b.Loop(); i++ {
				if _, err := parsed(w.queries[i%len(w.queries)], 0); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

func BenchmarkCheck(b *testing.B) {
	c := checker(b, sqlcheck.Options{})
	for _, w := range workloads(b) {
		b.Run(w.name, func(b *testing.B) {
			b.ReportAllocs()
			for i := 0; b.Loop(); i++ {
				if _, err := c.Check(w.queries[i%len(w.queries)], w.catalog); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

// BenchmarkRefusal checks queries that are refused for a name: one parse, and messages that name
// what is near.
func BenchmarkRefusal(b *testing.B) {
	c, catalog := checker(b, sqlcheck.Options{}), shop(b)
	b.ReportAllocs()
	for b.Loop() {
		if _, err := c.Check("SELECT c.nam, o.totl, salary FROM orders o JOIN customer c ON c.id = o.customer", catalog); err == nil {
			b.Fatal("it is accepted")
		}
	}
}

// BenchmarkWorst checks 64 KiB of each hostile shape, and the costliest texts within the limits. It
// reports the largest live heap that the collector saw meanwhile.
func BenchmarkWorst(b *testing.B) {
	c, catalog := checker(b, sqlcheck.Options{}), shop(b)
	texts := costly()
	for _, h := range hostile() {
		texts = append(texts, struct{ name, sql string }{h.name + ", 64 KiB", h.text(64 << 10)})
	}
	for _, text := range texts {
		b.Run(text.name, func(b *testing.B) {
			b.ReportAllocs()
			peak := peakHeap(func() {
				for b.Loop() {
					_, _ = c.Check(text.sql, catalog)
				}
			})
			b.ReportMetric(float64(peak)/1024, "live-KiB")
		})
	}
}

// peakHeap returns the largest number of bytes that were live at the end of a collection while work
// ran. Collections are frequent meanwhile.
func peakHeap(work func()) uint64 {
	defer debug.SetGCPercent(debug.SetGCPercent(10))
	debug.FreeOSMemory()
	done, peak := make(chan struct{}), make(chan uint64)
	go func() {
		sample := []metrics.Sample{{Name: "/gc/heap/live:bytes"}}
		var largest uint64
		for {
			metrics.Read(sample)
			largest = max(largest, sample[0].Value.Uint64())
			select {
			case <-done:
				peak <- largest
				return
			case <-time.After(200 * time.Microsecond):
			}
		}
	}()
	work()
	close(done)
	return <-peak
}

// sized returns a query of so many bytes: a list of conditions, and blanks to the length.
func sized(bytes int) string {
	const head = "SELECT id, total FROM orders WHERE id = 1"
	if bytes < len(head) {
		return "SELECT 1+1"[:min(bytes, 10)]
	}
	var b strings.Builder
	b.WriteString(head)
	for i := 0; ; i++ {
		condition := fmt.Sprintf(" OR status = 'paid' AND customer_id BETWEEN %d AND %d AND note LIKE 'a parcel that was left with the neighbours of the house opposite%%'", i, i+10)
		if b.Len()+len(condition) > bytes {
			return b.String() + strings.Repeat(" ", bytes-b.Len())
		}
		b.WriteString(condition)
	}
}

// schemaOf returns a catalog of n tables with 20 columns each.
func schemaOf(n int) tableMap {
	tables := tableMap{}
	for i := range n {
		var columns []sqlcheck.Column
		for j := range 20 {
			columns = append(columns, sqlcheck.Column{Name: fmt.Sprintf("column_%d", j), InScope: true})
		}
		name := fmt.Sprintf("table_%d", i)
		tables[name] = sqlcheck.NewTable("shop", name, columns)
	}
	return tables
}
