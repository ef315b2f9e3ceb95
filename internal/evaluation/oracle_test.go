package evaluation

import (
	"maps"
	"slices"
	"testing"

	"github.com/asksql/asksql/schema"
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

// What a server says to a text about names and syntax, the checker says without one.
func TestOracle(t *testing.T) {
	dbs := databases(t)
	counts := newTally("file", append([]string{"records", wronglyAccepted, wronglyRefused, wrongReason}, verdictNames()...)...)
	answers := newTally("server", verdictNames()...)
	differences := maps.Clone(dialectDifferences)
	for _, f := range queries(t) {
		for i, v := range judgeAll(t, f, dbs) {
			r, name := f.records[i], f.name+" "+f.records[i].ID
			counts.add(f.name, "records", v.String())
			answers.add(r.folded.number(), v.String())
			found := disagreement(r.folded, v)
			if found == "" {
				continue
			}
			counts.add(f.name, found)
			if why, known := differences[name]; known {
				t.Logf("%s: %s", name, why)
				delete(differences, name)
				continue
			}
			t.Errorf("%s: %s\nthe server said %v to %q", name, v.detail(), r.folded, r.SQL)
		}
	}
	for name := range differences {
		t.Errorf("%s: checker and server agree; take it off the list, where it would hide the next difference", name)
	}
	t.Logf("verdicts; what is in error is so against MariaDB, MySQL may be on the checker's side%v", counts)
	t.Logf("what the server said, and the checker%v", answers)
}

// For the dialect of the server itself, there is no difference that needs a reason.
func TestOracleInItsDialect(t *testing.T) {
	dbs := databases(t)
	records, refused := 0, 0
	for _, f := range queries(t) {
		verdicts := judgeAllIn(t, f, dbs, func(*schema.View) sqlcheck.Dialect { return sqlcheck.MariaDB })
		for i, v := range verdicts {
			r := f.records[i]
			records++
			if !v.accepted() {
				refused++
			}
			if disagreement(r.folded, v) != "" {
				t.Errorf("%s %s: %s\nthe server said %v to %q", f.name, r.ID, v.detail(), r.folded, r.SQL)
			}
		}
	}
	t.Logf("%d records, %d of them refused", records, refused)
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
		return []string{sqlcheck.RuleSyntax, "function_scope", "table_scope", "column_scope"}
	}
}

// dialectDifferences are records on which the checker is right, and why: they are for MySQL, and
// the server was MariaDB.
var dialectDifferences = map[string]string{
	"gold/defog defog-advanced-010-00":                      "REGEXP_LIKE is built in on MySQL 8",
	"model-output/bird-gpt-35-turbo-instruct bird-463":      virtual,
	"model-output/bird-gpt-35-turbo bird-463":               virtual,
	"model-output/bird-gpt-4-32k bird-438":                  virtual,
	"model-output/bird-gpt-4 bird-463":                      virtual,
	"model-output/bird-llama-3-70b-instruct bird-463":       virtual,
	"model-output/bird-phi-3-medium-128k-instruct bird-463": virtual,
	"model-output/bird-phi-3-medium-128k-instruct bird-218": "RANK is reserved in MySQL 8: the column needs back-quotes",
}

const virtual = "VIRTUAL is reserved in MySQL 8: the column needs back-quotes"
