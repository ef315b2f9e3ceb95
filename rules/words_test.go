package rules_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/asksql/asksql/corpus"
	"github.com/asksql/asksql/rules"
	"github.com/asksql/asksql/sqlcheck"
	"github.com/asksql/asksql/sqlcheck/sqlchecktest"
)

// A hidden column and one that does not exist are refused in the same words, so that nobody learns
// the schema by asking. Where a name is implied (by NATURAL, or a label that hides nothing) the
// query without the hidden column is another one, and is left alone.
func TestHiddenColumnsAreRefusedLikeUnknownOnes(t *testing.T) {
	checker, err := sqlcheck.New(rules.All(), sqlcheck.Options{})
	if err != nil {
		t.Fatal(err)
	}
	unknown := strings.NewReplacer("email", "qqqqq", "phone", "qqqqq", "salary", "qqqqqq")
	compared := 0
	for _, page := range pages(t) {
		for _, c := range page.Cases {
			if c.Accept || c.Rules[0] != "column_scope" || unknown.Replace(c.SQL) == c.SQL {
				continue
			}
			hidden, nowhere := words(checker, c.SQL), words(checker, unknown.Replace(c.SQL))
			if nowhere == "" {
				continue
			}
			compared++
			if got := unknown.Replace(hidden); got != nowhere {
				t.Errorf("%s: the hidden column is refused with\n%s\nand an unknown one with\n%s\nsql: %s", c.Position(), got, nowhere, c.SQL)
			}
		}
	}
	if compared < 50 {
		t.Errorf("compared %d refusals, want at least 50", compared)
	}
}

// words returns what a refusal says, or "" for an accepted query.
func words(checker *sqlcheck.Checker, sql string) string {
	_, err := checker.Check(sql, sqlchecktest.Shop(corpus.Settings{}))
	var rejected *sqlcheck.RejectedError
	if !errors.As(err, &rejected) {
		return ""
	}
	var lines []string
	for _, v := range rejected.Violations {
		lines = append(lines, v.Rule+": "+v.Message)
	}
	return strings.Join(lines, "\n")
}
