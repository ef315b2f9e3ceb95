package sqlchecktest

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/asksql/asksql/corpus"
	"github.com/asksql/asksql/sqlcheck"
)

// An outcome is what a checker answered.
type outcome struct {
	accepted   bool
	printed    string               // the SQL, if it was accepted
	advice     []sqlcheck.Advice    // what was said about it then
	violations []sqlcheck.Violation // why it was not accepted
	err        error                // what else went wrong; never with a checker that keeps its contract
}

// check runs one case in one dialect.
func (s Suite) check(t *testing.T, c corpus.Case, dialect sqlcheck.Dialect) outcome {
	t.Helper()
	checker, err := sqlcheck.New(s.Rules, options(c.Settings, dialect))
	if err != nil {
		t.Fatalf("%s: %v", c.Position(), err)
	}
	query, err := check(checker, c, s.Catalog(c))
	var rejected *sqlcheck.RejectedError
	switch {
	case errors.As(err, &rejected):
		return outcome{violations: rejected.Violations}
	case err != nil:
		return outcome{err: err}
	}
	return outcome{accepted: true, printed: query.String(), advice: query.Advice()}
}

func check(checker *sqlcheck.Checker, c corpus.Case, catalog sqlcheck.Catalog) (*sqlcheck.Query, error) {
	if c.Settings.RowRules {
		return checkRows(checker, c, catalog)
	}
	if c.Settings.MaxRows > 0 {
		return checker.CheckBounded(c.SQL, catalog, c.Settings.MaxRows)
	}
	return checker.Check(c.SQL, catalog)
}

// options returns the settings of a case as options of a checker.
func options(s corpus.Settings, dialect sqlcheck.Dialect) sqlcheck.Options {
	return sqlcheck.Options{
		Dialect:             dialect,
		Server:              s.Server,
		CaseSensitiveTables: s.CaseSensitive,
		ASCII:               s.ASCII,
		Limits: sqlcheck.Limits{
			Bytes:     s.Limits["bytes"],
			Depth:     s.Limits["depth"],
			Nodes:     s.Limits["nodes"],
			Relations: s.Limits["relations"],
			Unlinked:  s.Limits["unlinked"],
			Rows:      s.Limits["rows"],
		},
	}
}

// dialects returns the dialects that the verdict of c holds in.
func dialects(t *testing.T, c corpus.Case) []sqlcheck.Dialect {
	t.Helper()
	if len(c.Settings.Dialects) == 0 {
		return []sqlcheck.Dialect{sqlcheck.MySQL, sqlcheck.MariaDB, sqlcheck.TiDB}
	}
	var list []sqlcheck.Dialect
	for _, name := range c.Settings.Dialects {
		dialect, err := sqlcheck.ParseDialect(name)
		if err != nil {
			t.Fatalf("%s: %v", c.Position(), err)
		}
		list = append(list, dialect)
	}
	return list
}

// problems says where the answer differs from the verdict of c. The advisory rule called silent
// must not have spoken.
func (o outcome) problems(c corpus.Case, silent string) []string {
	switch {
	case o.err != nil:
		return []string{fmt.Sprintf("failed with %v; want an accepted query or a *sqlcheck.RejectedError", o.err)}
	case c.Accept && !o.accepted:
		return []string{fmt.Sprintf("refused by %s; want it accepted", o.text(c))}
	case c.Accept:
		return o.adviceProblems(c, silent)
	case o.accepted:
		return []string{fmt.Sprintf("accepted and printed as %s; want it refused by %s", o.printed, c.Rules[0])}
	}
	return o.ruleProblems(c)
}

func (o outcome) adviceProblems(c corpus.Case, silent string) []string {
	var problems []string
	for _, code := range c.Advice {
		if !slices.ContainsFunc(o.advice, func(a sqlcheck.Advice) bool { return a.Code == code }) {
			problems = append(problems, fmt.Sprintf("%s has nothing to say; want its advice", code))
		}
	}
	for _, a := range o.advice {
		if silent != "" && a.Code == silent {
			problems = append(problems, fmt.Sprintf("%s says %q; want silence", a.Code, a.Message))
		}
	}
	return problems
}

func (o outcome) ruleProblems(c corpus.Case) []string {
	if len(o.violations) == 0 {
		return []string{"refused without a violation; want " + c.Rules[0]}
	}
	var problems []string
	if first := o.violations[0].Rule; first != c.Rules[0] {
		problems = append(problems, fmt.Sprintf("refused by %s first; want %s\ngot: %s", first, c.Rules[0], o.text(c)))
	}
	for _, rule := range c.Rules[1:] {
		if !slices.ContainsFunc(o.violations, func(v sqlcheck.Violation) bool { return v.Rule == rule }) {
			problems = append(problems, fmt.Sprintf("no violation of %s; want one\ngot: %s", rule, o.text(c)))
		}
	}
	return problems
}

// textProblems says where the answer differs from the text block of c, if it has one.
func (o outcome) textProblems(c corpus.Case) []string {
	if got := o.text(c); c.HasGolden && got != c.Golden {
		return []string{fmt.Sprintf("the text block differs\ngot:\n%s\nwant:\n%s", got, c.Golden)}
	}
	return nil
}

// text returns the answer as a text block has it.
func (o outcome) text(c corpus.Case) string {
	if o.accepted {
		return o.annotated(c)
	}
	var lines []string
	for _, v := range o.violations {
		lines = append(lines, line(v))
	}
	return strings.Join(lines, "\n")
}

// annotated returns the printed SQL, then the pieces of advice that the case lists.
func (o outcome) annotated(c corpus.Case) string {
	lines := []string{o.printed}
	for _, a := range o.advice {
		if slices.Contains(c.Advice, a.Code) {
			lines = append(lines, fmt.Sprintf("-- %s: %s", a.Code, a.Message))
		}
	}
	return strings.Join(lines, "\n")
}

// line returns a violation on one line: what, then where as far as it is known.
func line(v sqlcheck.Violation) string {
	var where []string
	if v.Offset >= 0 {
		where = append(where, fmt.Sprintf("at %d", v.Offset))
	}
	if v.Near != "" {
		where = append(where, fmt.Sprintf("near %q", v.Near))
	}
	if where == nil {
		return v.Rule + ": " + v.Message
	}
	return fmt.Sprintf("%s: %s (%s)", v.Rule, v.Message, strings.Join(where, ", "))
}
