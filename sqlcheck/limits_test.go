package sqlcheck_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/asksql/asksql/sqlcheck"
)

// Each limit is the largest that passes: what is just within is accepted, and what is just beyond is
// complexity.
func TestLimits(t *testing.T) {
	limits := sqlcheck.Limits{Bytes: 2000, Depth: 12, Nodes: 120, Relations: 6, Unlinked: 3, Rows: 1 << 40}
	c, catalog := checker(t, sqlcheck.Options{Limits: limits}), shop(t)
	for _, tc := range []struct {
		why    string
		within int // the largest n that passes
		query  func(n int) string
	}{
		{"bytes, blanks included", 2000 - len("SELECT 1"), func(n int) string { return "SELECT 1" + strings.Repeat(" ", n) }},
		{"bytes, comments included", 2000 - len("SELECT 1/**/"), func(n int) string { return "SELECT 1/*" + strings.Repeat("x", n) + "*/" }},
		{"nodes", 58, func(n int) string { return "SELECT 1" + strings.Repeat(",1", n) }},
		{"nodes of names", 36, func(n int) string { return "SELECT 1 FROM orders WHERE id" + strings.Repeat("+id", n) }},
		{"tables", 6, func(n int) string { return "SELECT 1 FROM orders o0" + joined(n, "orders") }},
		{"derived tables", 6, func(n int) string { return "SELECT 1 FROM orders o0" + joined(n, "(SELECT 1 AS id)") }},
		{"a CTE counts with its body", 3, func(n int) string {
			return "WITH c AS (SELECT id FROM orders) SELECT 1 FROM c o0" + joined(n, "c")
		}},
		{"a CTE that nobody reads counts too", 3, func(n int) string {
			var list []string
			for i := range n {
				list = append(list, fmt.Sprintf("c%d AS (SELECT id FROM orders)", i))
			}
			return "WITH " + strings.Join(list, ", ") + " SELECT 1"
		}},
		{"relations that nothing links", 3, func(n int) string { return "SELECT 1 FROM orders o0" + crossed(n) }},
	} {
		t.Run(tc.why, func(t *testing.T) {
			if got := verdict(t, c, tc.query(tc.within), catalog); got != "accept" {
				t.Errorf("with %d: %s, want accept\n%s", tc.within, got, tc.query(tc.within))
			}
			if got := verdict(t, c, tc.query(tc.within+1), catalog); got != sqlcheck.RuleComplexity {
				t.Errorf("with %d: %s, want complexity\n%s", tc.within+1, got, tc.query(tc.within+1))
			}
		})
	}
}

// joined returns n-1 joins of what, each to the one before.
func joined(n int, what string) string {
	var b strings.Builder
	for i := 1; i < n; i++ {
		fmt.Fprintf(&b, " JOIN %s o%d ON o%d.id = o%d.id", what, i, i, i-1)
	}
	return b.String()
}

func crossed(n int) string {
	var b strings.Builder
	for i := 1; i < n; i++ {
		fmt.Fprintf(&b, ", orders o%d", i)
	}
	return b.String()
}

// Parentheses and runs of one operator are flat, to a server and here.
func TestWhatAddsDepth(t *testing.T) {
	c, catalog := checker(t, sqlcheck.Options{Limits: sqlcheck.Limits{Depth: 10}}), shop(t)
	for _, tc := range []struct {
		why  string
		sql  string
		want string
	}{
		{"parentheses do not", "SELECT " + strings.Repeat("(", 500) + "1" + strings.Repeat(")", 500), "accept"},
		{"a run of OR does not", "SELECT 1 FROM orders WHERE id = 0" + strings.Repeat(" OR id = 1", 500), "accept"},
		{"a run of AND does not", "SELECT 1 FROM orders WHERE id = 0" + strings.Repeat(" AND id = 1", 500), "accept"},
		{"a run of + does not", "SELECT 1" + strings.Repeat(" + 1", 500), "accept"},
		{"a chain of joins does not", "SELECT 1 FROM orders o0" + joined(40, "orders"), "accept"},
		{"arms do not", "SELECT 1" + strings.Repeat(" UNION ALL SELECT 1", 500), "accept"},
		{"a list does not", "SELECT 1 IN (1" + strings.Repeat(", 1", 500) + ")", "accept"},
		{"NOT does", "SELECT " + strings.Repeat("NOT ", 20) + "1", "complexity"},
		{"signs do", "SELECT " + strings.Repeat("- ", 20) + "id FROM orders", "complexity"},
		{"subqueries do", strings.Repeat("SELECT (", 20) + "SELECT 1" + strings.Repeat(")", 20), "complexity"},
		{"derived tables do", strings.Repeat("SELECT 1 FROM (", 20) + "SELECT 1" + strings.Repeat(") d", 20), "complexity"},
		{"calls do", "SELECT " + strings.Repeat("ABS(", 20) + "1" + strings.Repeat(")", 20), "complexity"},
		{"operators that lean to the right do", "SELECT " + strings.Repeat("1 + (", 20) + "1" + strings.Repeat(")", 20), "complexity"},
		{"alternating operators do", "SELECT 1" + strings.Repeat(" + 1 - 1", 20), "complexity"},
		{"nested arms do", "SELECT 1" + strings.Repeat(" UNION (SELECT 1", 20) + strings.Repeat(")", 20), "complexity"},
		{"nested joins do", "SELECT 1 FROM " + strings.Repeat("orders JOIN (", 20) + "orders" + strings.Repeat(") ON 1", 20), "complexity"},
	} {
		t.Run(tc.why, func(t *testing.T) {
			if got := verdict(t, c, tc.sql, catalog); got != tc.want {
				t.Errorf("%s, want %s\n%s", got, tc.want, tc.sql)
			}
		})
	}
}

// The defaults refuse what they should within a blink, however a text is built.
func TestHostileShapesAreRefused(t *testing.T) {
	c, catalog := checker(t, sqlcheck.Options{}), shop(t)
	for _, h := range hostile() {
		t.Run(h.name, func(t *testing.T) {
			t.Parallel()
			sql := h.text(64 << 10)
			if len(sql) > 64<<10 {
				t.Fatalf("the text has %d bytes, over the limit: it tests nothing", len(sql))
			}
			if got := verdict(t, c, sql, catalog); got != h.want {
				t.Errorf("%s, want %s", got, h.want)
			}
		})
	}
}

// Dense texts have many nodes for their length, and none more than is allowed for.
func TestNodesForTheLengthOfAText(t *testing.T) {
	for _, repeated := range []string{
		",a", ",1", "+a", "|a", ",a.b", ",*", ",-a", ",!a", ",(a)", ",a b", ",a()", ",?", ",@a", ",''", ",a+a", ",a->'$'", ",a IN(a)", ",EXISTS(TABLE a)",
		" FROM a,a", " FROM a,a,a GROUP BY a,a", " FROM a ORDER BY a,a", " UNION TABLE a", " UNION SELECT a", " UNION VALUES ROW(a)", ",a()OVER()",
		",(SELECT a)", " FROM a WINDOW w AS(),w AS()", " FROM a LIMIT 1", " FROM a WHERE a", ",CASE a WHEN a THEN a END",
	} {
		for _, sql := range []string{"SELECT a" + repeated, "SELECT a" + strings.Repeat(repeated, 200)} {
			nodesAreBounded(t, sql)
		}
	}
	for _, h := range hostile() {
		nodesAreBounded(t, h.text(4<<10))
	}
}

// A shape is a family of texts that cost much for their length.
type shape struct {
	name string
	want string // the verdict on 64 KiB of it
	text func(bytes int) string
}

func hostile() []shape {
	// around repeats open and close round a middle, to the length asked for.
	around := func(before, open, middle, closing, after string) func(int) string {
		return func(bytes int) string {
			n := (bytes - len(before) - len(middle) - len(after)) / (len(open) + len(closing))
			return before + strings.Repeat(open, n) + middle + strings.Repeat(closing, n) + after
		}
	}
	return []shape{
		{"adjacent strings", "accept", around("SELECT 'a'", " 'a'", "", "", "")},
		{"joins", "complexity", around("SELECT 1 FROM orders", " JOIN orders", "", "", "")},
		{"commas", "complexity", around("SELECT 1 FROM orders", ",orders", "", "", "")},
		{"parentheses", "complexity", around("SELECT ", "(", "1", ")", "")},
		{"parenthesised tables", "accept", around("SELECT 1 FROM ", "(", "orders", ")", "")},
		{"exclamation marks", "complexity", around("SELECT ", "!", "1", "", "")},
		{"tildes", "complexity", around("SELECT ", "~", "1", "", "")},
		{"scalar subqueries", "complexity", around("", "SELECT(", "SELECT 1", ")", "")},
		{"derived tables", "complexity", around("", "SELECT 1 FROM(", "SELECT 1", ")d", "")},
		{"a list", "complexity", around("SELECT 1 IN (1", ",1", "", "", ")")},
		{"a list of strings", "complexity", around("SELECT 1 IN (1", ",''", "", "", ")")},
		{"a sum", "complexity", around("SELECT 1", "+1", "", "", "")},
		{"alternating operators", "complexity", around("SELECT 1", "+1-1", "", "", "")},
		{"arms", "complexity", around("SELECT 1", " UNION ALL SELECT 1", "", "", "")},
		{"nested arms", "complexity", around("SELECT 1", " UNION(SELECT 1", "", ")", "")},
		{"CASE", "complexity", around("SELECT ", "CASE WHEN 1 THEN ", "1", " END", "")},
		{"calls", "complexity", around("SELECT ", "ABS(", "1", ")", "")},
		{"CTEs", "complexity", around("WITH a AS(SELECT 1)", ",a AS(SELECT 1)", "", "", "SELECT 1")},
		{"fields", "complexity", around("SELECT 1", ",1", "", "", "")},
		{"wildcards", "complexity", around("SELECT *", ",o.*", "", "", " FROM orders o")},
		{"names", "complexity", around("SELECT 1 FROM orders WHERE id=id", " OR id=id", "", "", "")},
		{"unknown names", "complexity", around("SELECT 1 FROM orders WHERE a=b", " OR a=b", "", "", "")},
		{"comments", "accept", around("SELECT 1", "/**/", "", "", "")},
		{"line comments", "accept", around("SELECT 1", "#\n", "", "", "")},
		{"hints", "accept", around("SELECT /*+ ", "a() ", "", "", "*/ 1")},
		{"semicolons", "accept", around("SELECT 1", ";", "", "", "")},
		{"statements", "single_statement", around("SELECT 1", ";SELECT 1", "", "", "")},
		{"escapes in LIKE", "accept", around("SELECT 1 LIKE '", `\\`, "", "", "'")},
		{"back-quotes", "column_scope", around("SELECT `", "``", "", "", "`")},
	}
}
