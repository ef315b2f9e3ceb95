package canonical_test

import (
	"regexp"
	"strings"
	"testing"

	"github.com/asksql/asksql/corpus"
	"github.com/asksql/asksql/internal/eval/canonical"
	"github.com/asksql/asksql/rules"
	"github.com/asksql/asksql/sqlcheck"
	"github.com/asksql/asksql/sqlcheck/sqlchecktest"
)

var (
	quoted = regexp.MustCompile("'(?:[^']|'')*'|`(?:[^`]|``)*`")
	// A list of columns behind a name, which the form writes otherwise.
	columnList = regexp.MustCompile(`~ \(~(?:, ~)*\)`)
)

// masked returns a text with ” for each string and ~ for each name in back-quotes.
func masked(text string) string {
	return quoted.ReplaceAllStringFunc(text, func(q string) string {
		if q[0] == '`' {
			return "~"
		}
		return "''"
	})
}

// The form of every query that the case pages accept has no name in back-quotes left, and drops
// nothing but names: it has all strings and parentheses of the print.
func TestCorpus(t *testing.T) {
	pages, err := corpus.Pages()
	if err != nil {
		t.Fatal(err)
	}
	accepted := acceptance(t)
	seen := 0
	for _, page := range pages {
		for _, c := range page.Cases {
			q := accepted(c)
			if q == nil {
				continue
			}
			seen++
			form, print := masked(canonical.Form(q)), columnList.ReplaceAllString(masked(q.String()), "~")
			if strings.Contains(form, "~") || strings.Count(form, "(") != strings.Count(form, ")") ||
				strings.Count(form, "(") < strings.Count(print, "(") || strings.Count(form, "''") < strings.Count(print, "''") {
				t.Errorf("%s: the form has lost something\n%s\n%s", c.Position(), canonical.Form(q), q)
			}
		}
	}
	if seen < 500 {
		t.Errorf("%d accepted cases; the test is looking in the wrong place", seen)
	}
}

// acceptance returns what gives the query of a case, or nil if it is refused in MySQL's dialect.
func acceptance(t *testing.T) func(corpus.Case) *sqlcheck.Query {
	t.Helper()
	checker, err := sqlcheck.New(rules.All(), sqlcheck.Options{})
	if err != nil {
		t.Fatal(err)
	}
	shops := map[bool]sqlcheck.Catalog{}
	for _, sensitive := range []bool{false, true} {
		shops[sensitive] = sqlchecktest.Shop(corpus.Settings{WithSensitive: sensitive})
	}
	return func(c corpus.Case) *sqlcheck.Query {
		q, err := checker.Check(c.SQL, shops[c.Settings.WithSensitive])
		if err != nil {
			return nil
		}
		return q
	}
}
