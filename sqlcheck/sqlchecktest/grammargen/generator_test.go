package grammargen_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/asksql/asksql/sqlcheck"
	"github.com/asksql/asksql/sqlcheck/sqlchecktest/grammargen"
)

// A finding is known by its seed, so a seed must give the same text wherever and whenever it is asked.
func TestSeedChoosesTheText(t *testing.T) {
	a, b := generator(t, sqlcheck.MySQL), generator(t, sqlcheck.MySQL)
	distinct := map[string]bool{}
	for seed := range uint64(500) {
		want := a.Query(seed).String()
		if got := b.Query(seed).String(); got != want {
			t.Fatalf("Query(%d) = %q, then %q", seed, want, got)
		}
		distinct[want] = true
	}
	if len(distinct) < 450 {
		t.Errorf("500 seeds give %d texts", len(distinct))
	}
}

// What Shrink returns is bad still, and smaller where anything can go.
func TestShrink(t *testing.T) {
	g := generator(t, sqlcheck.MySQL)
	bad := func(sql string) bool { return strings.Contains(sql, "GROUP BY") }
	shrunk := 0
	for seed := range uint64(300) {
		q := g.Query(seed)
		n := g.Shrink(q, bad)
		switch {
		case n == nil && bad(q.String()):
			t.Errorf("seed %d: Shrink gives nothing for a bad text", seed)
		case n == nil:
		case !bad(n.String()):
			t.Errorf("seed %d: Shrink gives %s, which is not bad", seed, n)
		case len(n.String()) > 200:
			t.Errorf("seed %d: Shrink leaves %d bytes: %s", seed, len(n.String()), n)
		default:
			shrunk++
		}
	}
	if shrunk == 0 {
		t.Error("no text of 300 was bad")
	}
}

func BenchmarkQuery(b *testing.B) {
	g := generator(b, sqlcheck.MySQL)
	for seed := uint64(0); b.Loop(); seed++ {
		g.Query(seed)
	}
}

func ExampleGenerator_Query() {
	grammar, err := parserGrammar()
	if err != nil {
		panic(err)
	}
	g, err := grammargen.New(grammar, world(sqlcheck.MySQL))
	if err != nil {
		panic(err)
	}
	fmt.Println(g.Query(7).Target)
	// Output: ColumnNameList: ColumnName
}
