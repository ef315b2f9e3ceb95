//go:build unix && !race

// The race detector costs more than what is measured here.

package schema_test

import (
	"context"
	"runtime"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/pingcap/tidb/pkg/parser"

	"github.com/asksql/asksql/schema"
)

// TestCost: to read an artifact of 1 MiB, whatever it holds, and to make a view of it that omits what
// is sensitive costs about as much as to parse 1 MiB of SQL, and where it is examples no more than to check
// that. Each is checked once, and again without what is sensitive if it may touch that.
func TestCost(t *testing.T) {
	decoder := judging(t)
	base := costOf(parsePlain)
	t.Logf("to parse 1 MiB of SQL takes %v and %d MiB", base.time, base.bytes/mebibyte)
	for _, x := range slices.Concat(hostileArtifacts(), hostileExamples()) {
		t.Run(x.name, func(t *testing.T) {
			if len(x.text) > mebibyte || len(x.text) < mebibyte/2 {
				t.Fatalf("the text has %d bytes", len(x.text))
			}
			// Not for ever: an example that takes a second is a finding, a hundred of them a nuisance.
			ctx, cancel := context.WithTimeout(t.Context(), 400*base.time)
			defer cancel()
			var err error
			got := costOf(func() { err = readAndView(ctx, decoder, x.text) })
			if ctx.Err() != nil {
				t.Fatalf("it is not read within %v; it may take %v times as long as 1 MiB of SQL", 400*base.time, x.most)
			}
			if (err == nil) != x.valid {
				t.Errorf("Decode = %.200v, want valid: %v", err, x.valid)
			}
			time, bytes := float64(got.time)/float64(base.time), float64(got.bytes)/float64(base.bytes)
			t.Logf("%.2f times the processor time, %.2f times the bytes", time, bytes)
			if time > x.most || bytes > x.mostBytes {
				t.Errorf("it takes %.2f times the processor time and %.2f times the bytes of 1 MiB of SQL, want at most %v and %v", time, bytes, x.most, x.mostBytes)
			}
		})
	}
}

func readAndView(ctx context.Context, d schema.Decoder, text string) error {
	artifact, err := d.DecodeContext(ctx, []byte(text))
	if err == nil {
		artifact.View(schema.Policy{Values: true})
	}
	return err
}

// A cost is what something takes: processor time, the least of several runs, and bytes allocated.
type cost struct {
	time  time.Duration
	bytes uint64
}

func costOf(do func()) cost {
	least := cost{time: time.Hour}
	for range 3 {
		runtime.GC()
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		start := processorTime()
		do()
		least.time = min(least.time, processorTime()-start)
		runtime.ReadMemStats(&after)
		least.bytes = after.TotalAlloc - before.TotalAlloc
	}
	return least
}

// processorTime returns what the process has used so far, garbage collection included.
func processorTime() time.Duration {
	var usage syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &usage); err != nil {
		panic(err) // it has no way to fail for the process itself
	}
	return time.Duration(usage.Utime.Nano() + usage.Stime.Nano())
}

// plain is SQL as models write it, of 64 KiB: as much as a query may have.
var plain = func() string {
	const query = "(SELECT c.name, COUNT(*) AS orders, SUM(o.total) AS spent FROM orders o JOIN customers c ON c.id = o.customer_id " +
		"WHERE o.status = 'paid' AND o.placed_at >= '2025-01-01' GROUP BY c.name)"
	return query + strings.Repeat(" UNION ALL "+query, 64<<10/len(query)-4)
}()

func parsePlain() {
	p := parser.New()
	for range mebibyte / len(plain) {
		if _, _, err := p.ParseSQL(plain); err != nil {
			panic(err)
		}
	}
}
