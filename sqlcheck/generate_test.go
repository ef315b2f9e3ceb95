package sqlcheck_test

import (
	"sync"
	"testing"

	"github.com/asksql/asksql/corpus"
	"github.com/asksql/asksql/sqlcheck"
	"github.com/asksql/asksql/sqlcheck/sqlchecktest"
	"github.com/asksql/asksql/sqlcheck/sqlchecktest/sqlgen"
)

// FuzzGenerated: every property of holds is true of queries made of the grammar. The bytes choose
// the query, so that the fuzzer learns which choices reach new code.
func FuzzGenerated(f *testing.F) {
	for i := range 64 {
		f.Add(sqlgen.Choices(uint64(i)), byte(i))
	}
	f.Fuzz(func(t *testing.T, choices []byte, options byte) {
		newWorld(t, options).holds(t, generate(choices, options))
	})
}

// generate returns the query that the bytes choose over the shop, in the dialect of the world that
// the options stand for.
func generate(choices []byte, options byte) string {
	return sqlgen.Query(shopTables(), dialects[options%3], choices)
}

// shopTables returns the tables of the shop, once for all.
var shopTables = sync.OnceValue(func() []*sqlcheck.Table {
	return sqlchecktest.Shop(corpus.Settings{}).(sqlcheck.Suggester).Tables()
})

// The generator is worth something only while a good part of what it makes is accepted, and another
// part is refused for its names.
func TestGeneratorHitsBothSides(t *testing.T) {
	verdicts := map[string]int{}
	const queries = 600
	for i := range queries {
		w := newWorld(t, byte(i))
		verdicts[verdict(t, w.checker, generate(sqlgen.Choices(uint64(i+1000)), byte(i)), w.hidden)]++
	}
	if verdicts["accept"] < queries/5 || verdicts["column_scope"] < queries/5 || verdicts["syntax"] > queries/20 {
		t.Errorf("verdicts on %d generated queries: %v; want a fifth accepted, a fifth refused by column_scope and few that are no queries", queries, verdicts)
	}
}
