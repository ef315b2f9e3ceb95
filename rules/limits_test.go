package rules_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/asksql/asksql/rules"
	"github.com/asksql/asksql/sqlcheck"
)

// The texts that are too long for a case page, at the default limits. Each is a fact about both
// sides of a limit.
func TestDefaultLimits(t *testing.T) {
	const accept, refuse = "", sqlcheck.RuleComplexity
	pad := func(sql string, bytes int) string { return sql + strings.Repeat(" ", bytes-len(sql)) }
	nested := func(open, core, end string, n int) string {
		return "SELECT " + strings.Repeat(open, n) + core + strings.Repeat(end, n) + " FROM orders"
	}
	list := func(n int, separator, format string) string {
		items := make([]string, n)
		for i := range items {
			items[i] = strings.ReplaceAll(format, "#", fmt.Sprint(i))
		}
		return strings.Join(items, separator)
	}
	for _, tc := range []struct{ name, sql, want string }{
		{"64 KiB", pad("SELECT id FROM orders", 64<<10), accept},
		{"a byte more", pad("SELECT id FROM orders", 64<<10+1), refuse},
		{"comments are text too", "SELECT id FROM orders" + strings.Repeat(" /* why */", 6000), accept},
		{"one long string", "SELECT id FROM orders WHERE note = '" + strings.Repeat("x", 60_000) + "'", accept},
		{"strings side by side", "SELECT id FROM orders WHERE note = " + list(9_000, " ", "'a'"), accept},

		{"a thousand alternatives", "SELECT id FROM orders WHERE " + list(1_000, " OR ", "id = #"), accept},
		{"a long sum", "SELECT " + list(2_000, " + ", "#") + " FROM orders", accept},
		{"parentheses", nested("(", "id", ")", 3_000), accept},
		{"calls", nested("ABS(", "id", ")", 150), accept},
		{"more calls", nested("ABS(", "id", ")", 300), refuse},
		{"minus signs", nested("- ", "id", "", 300), refuse},
		{"subqueries", nested("(SELECT ", "1", ")", 250), refuse},
		{"CASE in CASE", nested("CASE WHEN id = 1 THEN ", "1", " END", 300), refuse},

		{"a list", "SELECT id FROM orders WHERE id IN (" + list(3_000, ", ", "#") + ")", accept},
		{"a list of more", "SELECT id FROM orders WHERE id IN (" + list(11_000, ",", "#") + ")", refuse},
		{"parentheses are nodes", nested("(", "id", ")", 11_000), refuse},
		{"a table of values", list(2_000, " UNION ALL ", "SELECT #"), accept},

		{"96 tables", "SELECT 1 FROM orders o" + list(95, "", " JOIN orders o# ON o#.id = o.id"), accept},
		{"97 tables", "SELECT 1 FROM orders o" + list(96, "", " JOIN orders o# ON o#.id = o.id"), refuse},
		{"97 tables in subqueries", "SELECT " + list(97, ", ", "(SELECT MAX(id) FROM orders) AS m#"), refuse},
		{"97 CTEs", "WITH " + list(97, ", ", "c# AS (SELECT # AS n)") + " SELECT n FROM c0", refuse},
		{"8 tables side by side", "SELECT COUNT(*) FROM " + list(8, ", ", "(SELECT 0 AS d UNION ALL SELECT 1) c#"), accept},
		{"9 tables side by side", "SELECT COUNT(*) FROM " + list(9, ", ", "(SELECT 0 AS d UNION ALL SELECT 1) c#"), refuse},
		{"a thousand rows for each of a thousand", "SELECT COUNT(*) FROM categories a, categories b", accept},
		{"and for each of those", "SELECT COUNT(*) FROM categories a, categories b, categories c", refuse},
		{"a long string made", "SELECT REPEAT('x', 65535)", accept},
		{"a longer string made", "SELECT REPEAT('x', 65536)", refuse},
	} {
		t.Run(tc.name, func(t *testing.T) {
			if got := firstRule(t, tc.sql); got != tc.want {
				t.Errorf("%d bytes are refused by %q, want %q", len(tc.sql), got, tc.want)
			}
		})
	}
}

// firstRule returns the rule that refuses sql first, or "".
func firstRule(t *testing.T, sql string) string {
	t.Helper()
	checker, err := sqlcheck.New(rules.All(), sqlcheck.Options{})
	if err != nil {
		t.Fatal(err)
	}
	said, _, _ := strings.Cut(words(checker, sql), ":")
	return said
}
