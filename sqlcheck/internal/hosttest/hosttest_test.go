// Package hosttest checks queries inside a host that brings a literal driver of its own: the
// parser's test driver, which registers itself in the same variables as ours. Whichever of the two
// the parser ends up with, the verdicts and the prints must not change. A process has one driver for
// good, so these tests cannot stand beside the others.
package hosttest

import (
	"errors"
	"os"
	"regexp"
	"strings"
	"testing"

	"github.com/asksql/asksql/corpus"
	"github.com/asksql/asksql/rules"
	"github.com/asksql/asksql/sqlcheck"
	"github.com/asksql/asksql/sqlcheck/sqlchecktest"
	"github.com/pingcap/tidb/pkg/parser/ast"
	"github.com/pingcap/tidb/pkg/parser/test_driver"
)

func TestTheHostsDriverIsInForce(t *testing.T) {
	if v, ok := ast.NewValueExpr(int64(1), "", "").(*test_driver.ValueExpr); !ok {
		t.Fatalf("the parser builds literals as %T: these tests would test nothing", v)
	}
}

// differs matches literals whose spelling the test driver does not keep: hexadecimal, bits, and an
// exact number without a digit before its point. Their print is another one, and MariaDB's
// hexadecimal is refused.
var differs = regexp.MustCompile(`(?i)\b0x|\bx'|\b0b|\bb'|[^0-9]\.5\b`)

// asHere turns a case into what it is with the test driver, which gives COUNT(*) the tree of COUNT(1), so
// that the print counts ones under the name that the text has. What refusals say of literals is not
// compared.
func asHere(c corpus.Case) corpus.Case {
	c.HasGolden = c.HasGolden && c.Accept && !strings.Contains(c.Golden, "COUNT(*)")
	return c
}

func TestCasePages(t *testing.T) {
	pages, err := corpus.Pages()
	if err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile("../../testdata/print.md")
	if err != nil {
		t.Fatal(err)
	}
	print, err := corpus.Parse("print.md", string(text))
	if err != nil {
		t.Fatal(err)
	}
	for _, page := range append(pages, print) {
		var same []corpus.Case
		for _, c := range page.Cases {
			if !differs.MatchString(c.SQL) {
				same = append(same, asHere(c))
			}
		}
		page.Cases = same
		sqlchecktest.Suite{Rules: rules.All(), Pages: []corpus.Page{page}}.Run(t)
	}
}

// What the driver cannot tell apart any more is written in a form that means the same.
func TestDigits(t *testing.T) {
	for _, tc := range []struct {
		dialect   sqlcheck.Dialect
		sql, want string
	}{
		{sqlcheck.MySQL, "SELECT 0x4a", "SELECT 0x4a"},
		{sqlcheck.MySQL, "SELECT x'4A' AS x", "SELECT 0x4a AS `x`"},
		{sqlcheck.MySQL, "SELECT COUNT(*) FROM orders", "SELECT COUNT(1) AS `COUNT(*)` FROM `orders`"},
		{sqlcheck.MySQL, "SELECT x''", "SELECT x''"},
		{sqlcheck.TiDB, "SELECT x'4A' AS x", "SELECT 0x4a AS `x`"},
		{sqlcheck.MySQL, "SELECT b'0000000000000001'", "SELECT b'0000000000000001'"},
		{sqlcheck.MySQL, "SELECT .5 AS x", "SELECT 0.5 AS `x`"},
		{sqlcheck.MariaDB, "SELECT x'4A'", "refused: MariaDB tells a string from a number, and the driver does not"},
		{sqlcheck.MariaDB, "SELECT 0x4a", "refused: MariaDB tells a string from a number, and the driver does not"},
	} {
		q, err := check(t, tc.dialect, tc.sql)
		switch {
		case strings.HasPrefix(tc.want, "refused"):
			if rule(err) != sqlcheck.RuleSyntax {
				t.Errorf("%s: Check(%q) = %v, %v; want it %s", tc.dialect, tc.sql, q, err, tc.want)
			}
		case err != nil || q.String() != tc.want:
			t.Errorf("%s: Check(%q) = %v, %v; want %s", tc.dialect, tc.sql, q, err, tc.want)
		}
	}
}

// The driver panics on decimals of more than 81 digits. The host's process lives on, and so does the
// checker.
func TestPanicsOfTheDriver(t *testing.T) {
	for _, number := range []string{strings.Repeat("9", 90), "0." + strings.Repeat("1", 90), strings.Repeat("9", 45) + "." + strings.Repeat("9", 45)} {
		_, err := check(t, sqlcheck.MySQL, "SELECT "+number)
		if rule(err) != sqlcheck.RuleSyntax {
			t.Errorf("a number of %d digits: %v, want syntax", len(number), err)
		}
		if cause := errors.Unwrap(err); cause == nil || !strings.Contains(cause.Error(), "panic") {
			t.Errorf("a number of %d digits: the cause is %v, want the panic, for the log", len(number), cause)
		}
		if q, err := check(t, sqlcheck.MySQL, "SELECT 1.5"); err != nil || q.String() != "SELECT 1.5" {
			t.Errorf("after a panic: %v, %v", q, err)
		}
	}
}

// Numbers that only the test driver takes are refused all the same.
func TestNumbersOverTheServersLimit(t *testing.T) {
	for _, number := range []string{strings.Repeat("9", 66), "0." + strings.Repeat("1", 70)} {
		if _, err := check(t, sqlcheck.MySQL, "SELECT "+number); rule(err) != sqlcheck.RuleSyntax {
			t.Errorf("a number of %d digits: %v, want syntax", len(number), err)
		}
	}
}

func check(t *testing.T, dialect sqlcheck.Dialect, sql string) (*sqlcheck.Query, error) {
	t.Helper()
	c, err := sqlcheck.New(rules.All(), sqlcheck.Options{Dialect: dialect})
	if err != nil {
		t.Fatal(err)
	}
	return c.Check(sql, sqlchecktest.Shop(corpus.Settings{}))
}

func rule(err error) string {
	var rejected *sqlcheck.RejectedError
	if errors.As(err, &rejected) {
		return rejected.Rule()
	}
	return ""
}
