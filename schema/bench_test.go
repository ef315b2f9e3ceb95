package schema_test

import (
	"fmt"
	"runtime"
	"strings"
	"testing"

	"github.com/asksql/asksql/schema"
)

// sized returns the text of an artifact of n tables of 20 described columns, one of them sensitive.
func sized(n int) string {
	var columns strings.Builder
	for i := range 20 {
		fmt.Fprintf(&columns, `,{"name": "column_%d", "type": "decimal(12,2)", "nullable": false, "description": "what is counted under number %d", "sensitive": %v}`, i, i, i == 7)
	}
	tables := repeated(n, `{"name": "table_%d", "description": "holds one row for each thing", "primaryKey": ["column_0"], "columns": [`+columns.String()[1:]+`]}`)
	return document(tables, `"database": "d"`)
}

func BenchmarkDecode(b *testing.B) {
	eachSize(b, func(b *testing.B, text string, _ int) {
		b.SetBytes(int64(len(text)))
		for b.Loop() {
			if _, err := (schema.Decoder{}).Decode([]byte(text)); err != nil {
				b.Fatal(err)
			}
		}
	})
}

func BenchmarkOmittingView(b *testing.B) {
	eachSize(b, func(b *testing.B, text string, _ int) {
		for b.Loop() {
			b.StopTimer()
			artifact := decoded(b, text)
			b.StartTimer()
			artifact.View(schema.Policy{})
		}
	})
}

func BenchmarkLookup(b *testing.B) {
	eachSize(b, func(b *testing.B, text string, n int) {
		view := decoded(b, text).View(schema.Policy{})
		name := fmt.Sprintf("Table_%d", n-1)
		for b.Loop() {
			if view.Table("d", name).Column("COLUMN_19") == nil {
				b.Fatal("the column is not found")
			}
		}
	})
}

func BenchmarkCacheHit(b *testing.B) {
	eachSize(b, func(b *testing.B, text string, _ int) {
		cache := schema.NewCache(1<<30, schema.Decoder{}.DecodeContext)
		b.SetBytes(int64(len(text)))
		for b.Loop() {
			if _, err := cache.Get(b.Context(), text); err != nil {
				b.Fatal(err)
			}
		}
	})
}

// BenchmarkHeld reports how many bytes an artifact with all its views holds for each byte of its
// text. The cache estimates it.
func BenchmarkHeld(b *testing.B) {
	eachSize(b, func(b *testing.B, text string, _ int) {
		data := []byte(text)
		var held float64
		for b.Loop() {
			before := heap()
			artifact, err := schema.Decoder{}.Decode(data)
			if err != nil {
				b.Fatal(err)
			}
			for _, policy := range policies() {
				artifact.View(policy)
			}
			held = float64(heap()-before) / float64(len(data))
			runtime.KeepAlive(artifact)
		}
		b.ReportMetric(held, "held/text")
	})
}

func heap() uint64 {
	runtime.GC()
	var stats runtime.MemStats
	runtime.ReadMemStats(&stats)
	return stats.HeapAlloc
}

func eachSize(b *testing.B, run func(b *testing.B, text string, tables int)) {
	for _, n := range []int{10, 100, 1_000, 10_000} {
		b.Run(fmt.Sprintf("tables=%d", n), func(b *testing.B) { run(b, sized(n), n) })
	}
}
