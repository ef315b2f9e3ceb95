package evaluation

import (
	"slices"
	"testing"

	"github.com/asksql/asksql/internal/servertest"
	"github.com/asksql/asksql/sqlcheck"
)

// judged are the server's errors that the checker promises to foresee: syntax, unknown table,
// unknown column, unknown table of a column, ambiguous column, no such built-in function.
var judged = []uint16{syntaxError, 1146, 1054, 1109, 1052, noSuchBuiltin}

// The server's errors that the checker words more exactly.
const (
	syntaxError   = 1064
	noSuchBuiltin = 1370 // to an account that may not call stored functions
)

// What a server says to a text about names and syntax, the checker says without one, for the dialect of
// that server.
func TestOracle(t *testing.T) { servertest.Each(t, testOracle) }

func testOracle(t *testing.T, kind servertest.Kind) {
	dbs := databases(t)
	counts := newTally("file", append([]string{"records", wronglyAccepted, wronglyRefused, wrongReason}, verdictNames()...)...)
	answers := newTally("server", verdictNames()...)
	for _, f := range queriesOn(t, kind, dbs) {
		for i, v := range judgeAllIn(t, f, dbs, kind.Dialect()) {
			r := f.records[i]
			counts.add(f.name, "records", v.String())
			answers.add(r.folded.number(), v.String())
			if found := disagreement(r.folded, v); found != "" {
				counts.add(f.name, found)
				t.Errorf("%s %s: %s: %s\nthe server said %v to %q", f.name, r.ID, found, v.detail(), r.folded, r.SQL)
			}
		}
	}
	t.Logf("verdicts%v", counts)
	t.Logf("what the server said, and the checker%v", answers)
}

// The ways in which a checker and a server can disagree.
const (
	wronglyAccepted = "accepted in error"
	wronglyRefused  = "refused in error"
	wrongReason     = "for another reason"
)

// disagreement returns how a verdict disagrees with a server's answer, or "".
func disagreement(said answer, v verdict) string {
	switch {
	case v.accepted() && slices.Contains(judged, said.Errno):
		return wronglyAccepted
	case v.accepted():
		return ""
	case said.Errno == 0:
		return wronglyRefused
	case !slices.Contains(rulesFor(said.Errno), v.rule):
		return wrongReason
	}
	return ""
}

// rulesFor returns the rules that may refuse a text to which the server gives an error: that of the
// error and, since the server tells the first error only, those that come before it. Nobody wrote
// one that is too complex.
func rulesFor(number uint16) []string {
	switch number {
	case syntaxError:
		return []string{sqlcheck.RuleSyntax, "single_statement"}
	case noSuchBuiltin:
		return []string{"function_scope"}
	default:
		return []string{sqlcheck.RuleSyntax, "function_scope", "table_scope", "column_scope", "runnable"}
	}
}
