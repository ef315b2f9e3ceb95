package builtin

import (
	"fmt"
	"runtime"
	"strings"
	"testing"

	"github.com/asksql/asksql/schema"
)

// TestIndexSize: what an index is said to take is what it takes, give or take a half.
func TestIndexSize(t *testing.T) {
	const copies = 20
	for _, tc := range []struct {
		name   string
		tables string
	}{
		{"narrow tables", tables(100, 2, "")},
		{"wide tables", tables(10, 100, "")},
		{"descriptions", tables(100, 10, `, "description": "name of the thing"`)},
		{"values of many columns", tables(10, 4, `, "values": [`+quotedValues(40)+`]`)},
		{"values of one column", tables(1, 1, `, "values": [`+quotedValues(1000)+`]`)},
	} {
		t.Run(tc.name, func(t *testing.T) {
			artifact, err := schema.Decoder{}.Decode([]byte(`{"version":1,"schemaId":"s","tables":[` + tc.tables + `]}`))
			if err != nil {
				t.Fatal(err)
			}
			lexicon, err := newLexicon(lexiconText)
			if err != nil {
				t.Fatal(err)
			}
			view := artifact.View(schema.Policy{Values: true})
			before := liveBytes()
			var kept [copies]*index
			for i := range kept {
				kept[i] = lexicon.index(view)
			}
			measured := (liveBytes() - before) / copies
			if said := kept[0].bytes(); said < measured/2 || said > 2*measured {
				t.Errorf("an index of %d bytes is said to take %d", measured, said)
			}
			runtime.KeepAlive(kept)
		})
	}
}

func tables(count, columns int, more string) string {
	var all []string
	for i := range count {
		var own []string
		for j := range columns {
			own = append(own, fmt.Sprintf(`{"name": "some_column_%d"%s}`, j, more))
		}
		all = append(all, fmt.Sprintf(`{"name": "wide_table_%d", "columns": [%s]}`, i, strings.Join(own, ",")))
	}
	return strings.Join(all, ",")
}

func quotedValues(count int) string {
	var all []string
	for i := range count {
		all = append(all, fmt.Sprintf(`"green tea %d"`, i))
	}
	return strings.Join(all, ",")
}

func liveBytes() int {
	runtime.GC()
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return int(m.HeapAlloc)
}
