package sqlcheck_test

import (
	"errors"
	"testing"

	"github.com/asksql/asksql/sqlcheck"
	"github.com/asksql/asksql/sqlcheck/internal/builtin"
)

// frames are all constructs with operands, a % for each of them. The parser takes INTERVAL before a
// parenthesis for a function, so no operand in parentheses can stand there.
var frames = []string{
	"% OR %", "% XOR %", "% AND %", "NOT %", "! %",
	"% = %", "% <=> %", "% IS NULL", "% IS NOT TRUE",
	"% BETWEEN % AND %", "% NOT BETWEEN % AND %", "% IN (%, %)", "% LIKE %", "% NOT LIKE 'a\\_b'", "% REGEXP %", "% NOT REGEXP %",
	"% = ANY (SELECT %)", "% > ALL (SELECT 1 WHERE %)", "NOT EXISTS (SELECT %)", "(SELECT %)",
	"% | %", "% & %", "% << %", "% + %", "% - %", "% * %", "% / %", "% % %", "% ^ %",
	"- %", "+ %", "~ %", "BINARY %", "% COLLATE utf8mb4_bin",
	"% + INTERVAL a + 1 DAY", "% - INTERVAL a HOUR_MINUTE", "INTERVAL a * b DAY + %", "DATE_ADD(%, INTERVAL - a DAY)", "ADDDATE(%, %)",
	"CASE % WHEN % THEN % ELSE % END", "CASE WHEN % THEN % END", "IF(%, %, %)", "CAST(% AS CHAR)", "CONVERT(%, DATE)", "CONVERT(% USING utf8mb4)",
	"POSITION(% IN %)", "TRIM(LEADING % FROM %)", "SUBSTRING(% FROM % FOR %)", "EXTRACT(DAY FROM %)", "CHAR(%, %)", "WEIGHT_STRING(% AS CHAR(3))",
	"(%, %) = (%, %)", "(%, %) IN ((%, %), (3, 4))",
	"SUM(%)", "COUNT(DISTINCT %, %)", "GROUP_CONCAT(%, % ORDER BY % DESC SEPARATOR '-')",
	"LAG(%, 1) OVER (PARTITION BY % ORDER BY % ROWS 1 PRECEDING)",
}

// fill puts the operands into a frame, one after the other. The % of the modulo operator stays.
func fill(frame string, operand func(i int) string) string {
	text, n := "", 0
	for i := 0; i < len(frame); i++ {
		if frame[i] != '%' || frame == "% % %" && i == 2 {
			text += frame[i : i+1]
			continue
		}
		text += operand(n)
		n++
	}
	return text
}

func plainOperand(i int) string { return []string{"a", "b", "c", "d"}[i%4] }

// TestEveryPairOfOperators prints each construct inside each other one, at each place. The text has
// parentheses everywhere and the print only where they are needed, yet both have the same tree, also
// with every mode set at once.
func TestEveryPairOfOperators(t *testing.T) {
	letters := sqlcheck.NewTable("", "t", []sqlcheck.Column{
		{Name: "a", InScope: true}, {Name: "b", InScope: true}, {Name: "c", InScope: true}, {Name: "d", InScope: true},
	})
	catalog := catalogFunc(func(_, name string) *sqlcheck.Table { return letters })
	c := checker(t, sqlcheck.Options{})
	for _, outer := range frames {
		t.Run(outer, func(t *testing.T) {
			t.Parallel()
			for _, inner := range frames {
				everyPlace(t, c, catalog, outer, "("+fill(inner, plainOperand)+")")
			}
		})
	}
}

// everyPlace puts an operand into each place of a frame.
func everyPlace(t *testing.T, c *sqlcheck.Checker, catalog sqlcheck.Catalog, frame, operand string) {
	holes := 0
	fill(frame, func(i int) string { holes = i + 1; return "" })
	for at := range holes {
		sql := "SELECT " + fill(frame, func(i int) string {
			if i == at {
				return operand
			}
			return plainOperand(i)
		}) + " FROM t"
		q, err := c.Check(sql, catalog)
		var rejected *sqlcheck.RejectedError
		if errors.As(err, &rejected) && rejected.Rule() == "runnable" {
			continue // an aggregate or a window where no server takes one
		}
		if err != nil {
			t.Errorf("Check(%q) = %v", sql, err)
			continue
		}
		sameTree(t, builtin.MySQL, sql, q.String())
		sameUnder(t, builtin.MySQL, q.String(), serverModes[len(serverModes)-1:])
	}
}

// Where parentheses stand, and where none do.
func TestParentheses(t *testing.T) {
	c := checker(t, sqlcheck.Options{})
	catalog := catalogFunc(func(_, _ string) *sqlcheck.Table { return nil })
	for _, tc := range []struct{ why, in, want string }{
		{"a run is flat", "1 + (2 + 3) + 4", "1 + (2 + 3) + 4"},
		{"a run is flat", "((1 + 2) + 3) + 4", "1 + 2 + 3 + 4"},
		{"AND binds more tightly than OR", "(1 AND 2) OR (3 AND 4)", "1 AND 2 OR 3 AND 4"},
		{"needed", "(1 OR 2) AND (3 OR 4)", "(1 OR 2) AND (3 OR 4)"},
		{"comparisons bind more tightly than AND", "((1 = 2) AND (3 > 4))", "1 = 2 AND 3 > 4"},
		{"arithmetic more tightly than comparisons", "(1 + 2) = (3 * 4)", "1 + 2 = 3 * 4"},
		{"products more tightly than sums", "(1 * 2) + (3 / 4)", "1 * 2 + 3 / 4"},
		{"needed", "(1 + 2) * 3", "(1 + 2) * 3"},
		{"subtraction leans to the left", "1 - (2 - 3)", "1 - (2 - 3)"},
		{"subtraction leans to the left", "(1 - 2) - 3", "1 - 2 - 3"},
		{"comparisons in a row", "(1 = 2) = 3", "(1 = 2) = 3"},
		{"NOT by any mode", "NOT 1 = 2", "NOT (1 = 2)"},
		{"NOT by any mode", "NOT 1 IS NULL", "NOT (1 IS NULL)"},
		{"NOT by any mode", "NOT 1 AND 2", "NOT 1 AND 2"},
		{"NOT of a name needs none", "NOT (ABS(1))", "NOT ABS(1)"},
		{"NOT twice", "NOT NOT 1", "NOT (NOT 1)"},
		{"the other NOT", "!1 = 2", "(NOT 1) = 2"},
		{"two signs would be a comment", "- -1", "-(-1)"},
		{"a sign behind another", "2 - -1", "2 - -1"},
		{"a sign", "-(1 + 2)", "-(1 + 2)"},
		{"a sign of a product", "-(1 * 2)", "-(1 * 2)"},
		{"a sign in a product", "(-1) * 2", "-1 * 2"},
		{"bits", "(1 | 2) & 3", "(1 | 2) & 3"},
		{"BETWEEN", "(1 BETWEEN 2 AND 3) AND 4", "1 BETWEEN 2 AND 3 AND 4"},
		{"BETWEEN in BETWEEN", "1 BETWEEN (2 BETWEEN 3 AND 4) AND 5", "1 BETWEEN (2 BETWEEN 3 AND 4) AND 5"},
		{"IN of a sum", "(1 + 2) IN (3, (4))", "1 + 2 IN (3, 4)"},
		{"IS of a comparison", "(1 = 2) IS NULL", "(1 = 2) IS NULL"},
		{"IS TRUE of an alternative", "(1 OR 2) IS TRUE", "(1 OR 2) IS TRUE"},
		{"BINARY", "BINARY (1 + 2)", "BINARY (1 + 2)"},
		{"COLLATE", "('a' + 'b') COLLATE utf8mb4_bin", "('a' + 'b') COLLATE utf8mb4_bin"},
		{"an argument", "ABS((1 + 2))", "ABS(1 + 2)"},
		{"CASE", "(CASE WHEN (1 = 2) THEN (3) END)", "CASE WHEN 1 = 2 THEN 3 END"},
		{"a subquery", "((SELECT 1)) + 1", "(SELECT 1) + 1"},
		{"an interval", "NOW() + INTERVAL 1 + 2 DAY", "DATE_ADD(NOW(), INTERVAL 1 + 2 DAY)"},
		{"the other name of modulo", "7 MOD 3", "7 % 3"},
		{"the other name of modulo", "MOD(7 + 1, 3)", "(7 + 1) % 3"},
		{"the other name of <>", "1 != 2", "1 <> 2"},
		{"the other name of REGEXP", "'a' RLIKE 'b'", "'a' REGEXP 'b'"},
	} {
		t.Run(tc.why, func(t *testing.T) {
			want := "SELECT " + tc.want + " AS `x`"
			if got := accepted(t, c, "SELECT "+tc.in+" AS x", catalog).String(); got != want {
				t.Errorf("%s is printed as %s, want %s", tc.in, got, want)
			}
		})
	}
}

// Patterns are written anew so that no mode reads an escape where another reads none.
func TestLikePatterns(t *testing.T) {
	c := checker(t, sqlcheck.Options{})
	catalog := catalogFunc(func(_, _ string) *sqlcheck.Table { return nil })
	for _, tc := range []struct{ why, in, want string }{
		{"no escape", `LIKE 'a%b_c'`, `LIKE 'a%b_c'`},
		{"an escaped wildcard", `LIKE 'a\_b'`, `LIKE 'a|_b' ESCAPE '|'`},
		{"an escaped wildcard, and the next escape taken", `LIKE 'a\%|b'`, `LIKE 'a!%|b' ESCAPE '!'`},
		{"an escaped letter is the letter", `LIKE 'a\\b'`, `LIKE 'ab' ESCAPE '|'`},
		{"an escaped backslash is one", `LIKE 'a\\\\b'`, `LIKE CONCAT('a', _ascii x'5c', 'b') ESCAPE '|'`},
		{"a backslash at the end stands for itself", `LIKE 'a\\'`, `LIKE CONCAT('a', _ascii x'5c') ESCAPE '|'`},
		{"an escape of its own", `LIKE 'a+_b' ESCAPE '+'`, `LIKE 'a+_b' ESCAPE '+'`},
		{"an escape that is not used", `LIKE 'ab' ESCAPE '+'`, `LIKE 'ab' ESCAPE '+'`},
		{"the default escape, named", `LIKE 'a\_b' ESCAPE '\\'`, `LIKE 'a|_b' ESCAPE '|'`},
		{"no escape at all", `LIKE 'a\\_b' ESCAPE ''`, `LIKE CONCAT('a', _ascii x'5c', '_b') ESCAPE '|'`},
		{"a quote", `LIKE '%''%'`, `LIKE '%''%'`},
		{"a quote as the escape", `LIKE 'a''_b' ESCAPE ''''`, `LIKE 'a''_b' ESCAPE ''''`},
		{"a wildcard as the escape", `LIKE 'a%%b' ESCAPE '%'`, `LIKE 'a%%b' ESCAPE '%'`},
		{"the empty pattern", `LIKE ''`, `LIKE ''`},
		{"not a literal", `LIKE CONCAT('a', '%')`, `LIKE CONCAT('a', '%')`},
		{"not a literal, with an escape", `LIKE CONCAT('a', '%') ESCAPE '+'`, `LIKE CONCAT('a', '%') ESCAPE '+'`},
		{"negated", `NOT LIKE 'a\_b'`, `NOT LIKE 'a|_b' ESCAPE '|'`},
	} {
		t.Run(tc.why, func(t *testing.T) {
			sql := "SELECT 'x' " + tc.in + " AS x"
			got := accepted(t, c, sql, catalog).String()
			if want := "SELECT 'x' " + tc.want + " AS `x`"; got != want {
				t.Errorf("%s is printed as %s, want %s", sql, got, want)
			}
			sameTree(t, builtin.MySQL, sql, got)
			sameUnderEveryMode(t, builtin.MySQL, got)
		})
	}
}

func TestPatternsThatUseEveryEscape(t *testing.T) {
	c := checker(t, sqlcheck.Options{})
	catalog := catalogFunc(func(_, _ string) *sqlcheck.Table { return nil })
	sql := `SELECT 'x' LIKE 'a\_b` + "|!#~^@$+=:;?'"
	if got := verdict(t, c, sql, catalog); got != sqlcheck.RuleSyntax {
		t.Errorf("Check(%q) gives %s, want syntax: no escape character is left", sql, got)
	}
}
