package grammargen_test

import (
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/asksql/asksql/sqlcheck"
	"github.com/asksql/asksql/sqlcheck/sqlchecktest/grammar"
	"github.com/asksql/asksql/sqlcheck/sqlchecktest/grammargen"
	"github.com/asksql/asksql/sqlcheck/sqlchecktest/property"
)

// rounds is how often each production is aimed at in each dialect.
const rounds = 12

// covered returns what the queries of the first seeds are made of, in all dialects together.
func covered(t *testing.T) *grammargen.Coverage {
	t.Helper()
	all := grammargen.NewCoverage(generator(t, sqlcheck.MySQL))
	for _, d := range dialects {
		g, c := generator(t, d), checker(t, d)
		shown, coverage := property.Shown(g.World), grammargen.NewCoverage(g)
		first, last := texts(t, rounds*uint64(len(g.Reachable)))
		for seed := first; seed < last; seed++ {
			q := g.Query(seed)
			coverage.Add(q, property.Accepted(c, q.String(), shown), false)
		}
		t.Logf("%s: %d of %d texts are accepted", d, coverage.Texts.Accepted, coverage.Texts.Generated)
		all.Merge(coverage)
	}
	return all
}

// TestCoverage: the productions that no accepted query has are those of testdata/never_accepted.txt, which
// says why, and nearly every production is generated.
func TestCoverage(t *testing.T) {
	t.Parallel()
	all := covered(t)
	reasons := neverAccepted(t)
	for _, p := range all.Never(func(n grammargen.Counts) int { return n.Accepted }) {
		if reasons[p.String()] == "" {
			t.Errorf("no accepted query has %s, and testdata/never_accepted.txt does not say why", p)
		}
	}
	g := generator(t, sqlcheck.MySQL)
	for line := range reasons {
		i := slices.IndexFunc(g.Reachable, func(p *grammar.Production) bool { return p.String() == line })
		switch {
		case i < 0:
			t.Errorf("testdata/never_accepted.txt has %s, which no query can reach", line)
		case all.Of(g.Reachable[i]).Accepted > 0:
			t.Errorf("an accepted query has %s; take it off testdata/never_accepted.txt", line)
		}
	}
	missing := all.Never(func(n grammargen.Counts) int { return n.Generated })
	if 50*len(missing) > len(g.Reachable) {
		t.Errorf("%d of %d productions are not generated: %v", len(missing), len(g.Reachable), missing)
	}
	if all.Texts.Accepted < all.Texts.Generated*4/10 {
		t.Errorf("%d of %d texts are accepted, which is too few to find anything", all.Texts.Accepted, all.Texts.Generated)
	}
	t.Logf("not generated: %v\n%s", missing, all.Table(len(reasons)))
}

// neverAccepted returns the reason of each production that no accepted query has. The file has a reason
// on a line, and the productions on lines that begin with a tab.
func neverAccepted(t *testing.T) map[string]string {
	t.Helper()
	text, err := os.ReadFile("testdata/never_accepted.txt")
	if err != nil {
		t.Fatal(err)
	}
	reasons, reason := map[string]string{}, ""
	for line := range strings.Lines(string(text)) {
		line = strings.TrimRight(line, "\n")
		switch {
		case line == "" || line[0] == '#':
		case line[0] == '\t':
			reasons[line[1:]] = reason
		default:
			reason = line
		}
	}
	return reasons
}
