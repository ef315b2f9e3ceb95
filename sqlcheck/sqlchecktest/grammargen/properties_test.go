package grammargen_test

import (
	"os"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/asksql/asksql/rules"
	"github.com/asksql/asksql/sqlcheck"
	"github.com/asksql/asksql/sqlcheck/sqlchecktest/grammargen"
	"github.com/asksql/asksql/sqlcheck/sqlchecktest/property"
)

var dialects = []sqlcheck.Dialect{sqlcheck.MySQL, sqlcheck.MariaDB, sqlcheck.TiDB}

// texts is how many queries a test makes: as many as ASKSQL_GRAMMAR says, from the seed that
// ASKSQL_GRAMMAR_SEED says on.
func texts(tb testing.TB, modest uint64) (first, last uint64) {
	tb.Helper()
	first, n := number(tb, "ASKSQL_GRAMMAR_SEED", 0), number(tb, "ASKSQL_GRAMMAR", modest)
	return first, first + n
}

func number(tb testing.TB, name string, otherwise uint64) uint64 {
	tb.Helper()
	text := os.Getenv(name)
	if text == "" {
		return otherwise
	}
	n, err := strconv.ParseUint(text, 10, 64)
	if err != nil {
		tb.Fatalf("%s: %v", name, err)
	}
	return n
}

func generator(tb testing.TB, d sqlcheck.Dialect) *grammargen.Generator {
	tb.Helper()
	grammar, err := parserGrammar()
	if err != nil {
		tb.Fatal(err)
	}
	g, err := grammargen.New(grammar, world(d))
	if err != nil {
		tb.Fatal(err)
	}
	return g
}

func checker(tb testing.TB, d sqlcheck.Dialect) *sqlcheck.Checker {
	tb.Helper()
	c, err := sqlcheck.New(rules.All(), sqlcheck.Options{Dialect: d, Limits: sqlcheck.Limits{Rows: 1 << 40}})
	if err != nil {
		tb.Fatal(err)
	}
	return c
}

// TestVerdictInvariance: no verdict, message, place, advice, fact or print depends on what is hidden.
// The kinds of testdata/open.txt are known to break it.
func TestVerdictInvariance(t *testing.T) {
	t.Parallel()
	first, last := texts(t, 3000)
	open := lines(t, "open.txt")
	found := findings{}
	for _, d := range dialects {
		g, c := generator(t, d), checker(t, d)
		shown := property.Shown(g.World)
		for seed := first; seed < last; seed++ {
			q := g.Query(seed)
			larger := property.Larger(g.World, q.Names)
			differs := func(sql string) string { return property.Verdict(c, sql, shown, larger) }
			kind := kindOf(differs(q.String()))
			if kind == "" {
				continue
			}
			if found[kind]++; found[kind] > examples {
				continue
			}
			small := g.Shrink(q, func(sql string) bool { return kindOf(differs(sql)) == kind }).String()
			report := t.Errorf
			if slices.Contains(open, kind) {
				report = t.Logf
			}
			report("%s, %s, seed %d: %s\n%.1200s", kind, d, seed, small, differs(small))
		}
	}
	t.Logf("%d texts in each dialect, differences by kind: %v", last-first, found)
	found.held(t, open)
}

// TestPrintIsAccepted: what is accepted prints to something that is accepted and prints the same.
func TestPrintIsAccepted(t *testing.T) {
	t.Parallel()
	first, last := texts(t, 3000)
	for _, d := range dialects {
		g, c := generator(t, d), checker(t, d)
		larger, err := sqlcheck.New(rules.All(), sqlcheck.Options{Dialect: d, Limits: sqlcheck.Limits{Bytes: 4 << 16, Depth: 800, Nodes: 40000, Rows: 1 << 42}})
		if err != nil {
			t.Fatal(err)
		}
		shown := property.Shown(g.World)
		accepted := 0
		for seed := first; seed < last; seed++ {
			q := g.Query(seed)
			checked, err := c.Check(q.String(), shown)
			if err != nil {
				continue
			}
			accepted++
			if why := property.Print(larger, checked.String(), shown); why != "" {
				t.Errorf("%s, seed %d: %s\nprinted from %s", d, seed, why, q)
			}
		}
		t.Logf("%s: %d of %d texts are accepted, and so are their prints", d, accepted, last-first)
	}
}

// A run that finds nothing is worth something only if it would have found a fault. The faults are
// planted in the two things that the properties compare: what a catalog shows, and the print.
func TestPlantedFaults(t *testing.T) {
	t.Parallel()
	g, c := generator(t, sqlcheck.MySQL), checker(t, sqlcheck.MySQL)
	shown := property.Shown(g.World)
	for _, fault := range []struct {
		name  string
		shows func(q *grammargen.Query) bool
	}{
		{"a hidden column is shown", func(q *grammargen.Query) bool {
			w := g.World
			w.Tables = slices.Clone(w.Tables)
			w.Tables[0].Columns = append(slices.Clone(w.Tables[0].Columns), grammargen.Column{Name: "salary"})
			return property.Verdict(c, q.String(), shown, property.Shown(w)) != ""
		}},
		{"a hidden table is shown", func(q *grammargen.Query) bool {
			w := g.World
			w.Tables = append(slices.Clone(w.Tables), grammargen.Table{Name: "secrets", Columns: w.Tables[0].Columns})
			return property.Verdict(c, q.String(), shown, property.Shown(w)) != ""
		}},
		{"the order of columns is another one", func(q *grammargen.Query) bool {
			w := g.World
			w.Tables = slices.Clone(w.Tables)
			w.Tables[1].Columns = slices.Clone(w.Tables[1].Columns)
			slices.Reverse(w.Tables[1].Columns)
			return property.Verdict(c, q.String(), shown, property.Shown(w)) != ""
		}},
		{"the print has a hidden column", planted(c, shown, func(s string) string { return strings.Replace(s, "`id`", "`salary`", 1) })},
		{"the print has another table", planted(c, shown, func(s string) string { return strings.ReplaceAll(s, "`orders`.`", "`items`.`") })},
		{"the print loses a parenthesis", planted(c, shown, func(s string) string { return parenthesis.ReplaceAllString(s, "$1") })},
	} {
		found := 0
		for seed := range uint64(1500) {
			if fault.shows(g.Query(seed)) {
				found++
			}
		}
		t.Logf("%s: %d of 1500 texts tell", fault.name, found)
		if found < 5 {
			t.Errorf("%s: %d of 1500 texts tell, want 5", fault.name, found)
		}
	}
}

// planted reports of a query whether its print, with a fault in it, breaks the promise that a print is
// accepted and prints the same. The printer that prints it again has the same fault.
func planted(c *sqlcheck.Checker, shown sqlcheck.Catalog, fault func(string) string) func(*grammargen.Query) bool {
	return func(q *grammargen.Query) bool {
		checked, err := c.Check(q.String(), shown)
		if err != nil || fault(checked.String()) == checked.String() {
			return false
		}
		again, err := c.Check(fault(checked.String()), shown)
		return err != nil || fault(again.String()) != fault(checked.String())
	}
}

var parenthesis = regexp.MustCompile(`\(([^()]* [^()]*)\)`)
