package sqlcheck_test

import (
	"strings"
	"testing"

	"github.com/asksql/asksql/sqlcheck"
	"github.com/pingcap/tidb/pkg/parser"
	"github.com/pingcap/tidb/pkg/parser/ast"
)

// FuzzParameter: whatever a caller says, nothing but literals of the parameter's type reaches the print: it is the
// print of another value with the literals exchanged, and what is redacted of it is the same for all.
func FuzzParameter(f *testing.F) {
	for _, text := range []string{"7", "-1", "07", "+7", "7 OR 1=1", "7)", "0x7", "1e3", "1.50", "-0", "9223372036854775808", "a", "a'b", `a\'b`, `\`, "a`b", "a''", "é", "\x00", "--", "/*", "*/",
		"2024-02-29", "2024-02-30", "@tenant", "' OR ''='", "😀", "a\nb", "ａ", strings.Repeat("a", 1024), strings.Repeat(`\`, 99)} {
		for i := range accessParameters {
			f.Add(byte(i), text, text+"x")
		}
	}
	c := newChecker(f, sqlcheck.MySQL)
	catalog := accessWorldOf(true, accessTables...)
	conditions := []string{"tenant_id = @tenant", "note = @org", "note IN (@orgs)", "tenant_id IN (@tenants)", "made <= @day", "total = @rate"}
	var accesses []*sqlcheck.Access
	for _, where := range conditions {
		access, err := c.NewAccess(catalog, accessParameters, []sqlcheck.RowRule{{Tables: []string{"orders"}, Where: where}, {Tables: []string{"customers", "order_items", "products"}, Where: "TRUE"}})
		if err != nil {
			f.Fatal(err)
		}
		accesses = append(accesses, access)
	}
	f.Fuzz(func(t *testing.T, which byte, first, second string) {
		i := int(which) % len(accessParameters)
		p := accessParameters[i]
		texts := []string{first}
		if p.List {
			texts = append(texts, second)
		}
		value, err := sqlcheck.ParseValue(p, texts...)
		if err != nil {
			if said := err.Error(); len(first) > 8 && strings.Contains(said, first) {
				t.Fatalf("the error repeats the value: %s", said)
			}
			return
		}
		filters, err := accesses[i].Bind(map[string]sqlcheck.Value{p.Name: value})
		if err != nil {
			t.Fatal(err)
		}
		q, err := c.CheckFiltered("SELECT o.id FROM orders AS o", catalog, filters, nil)
		if err != nil {
			t.Fatalf("%q: %v", texts, err)
		}
		if want := redacted[i]; q.Redacted() != want {
			t.Fatalf("%q: redacted %s\nwant %s", texts, q.Redacted(), want)
		}
		if got := literals(t, q.String()); len(got) != len(texts)*strings.Count(redacted[i], "@") {
			t.Fatalf("%q: the print has the literals %q: %s", texts, got, q)
		}
	})
}

var redacted = []string{
	"SELECT `o`.`id` FROM (SELECT `id` FROM `shop`.`orders` AS `o` WHERE `shop`.`o`.`tenant_id` = @tenant) AS `o`",
	"SELECT `o`.`id` FROM (SELECT `id` FROM `shop`.`orders` AS `o` WHERE `shop`.`o`.`note` = @org AND CAST(CONVERT(`shop`.`o`.`note` USING utf8mb4) AS BINARY) = @org) AS `o`",
	"SELECT `o`.`id` FROM (SELECT `id` FROM `shop`.`orders` AS `o` WHERE `shop`.`o`.`note` IN (@orgs) AND CAST(CONVERT(`shop`.`o`.`note` USING utf8mb4) AS BINARY) IN (@orgs)) AS `o`",
	"SELECT `o`.`id` FROM (SELECT `id` FROM `shop`.`orders` AS `o` WHERE `shop`.`o`.`tenant_id` IN (@tenants)) AS `o`",
	"SELECT `o`.`id` FROM (SELECT `id` FROM `shop`.`orders` AS `o` WHERE `shop`.`o`.`made` <= @day) AS `o`",
	"SELECT `o`.`id` FROM (SELECT `id` FROM `shop`.`orders` AS `o` WHERE `shop`.`o`.`total` = @rate) AS `o`",
}

// literals returns what a text compares with, by the parser alone: a string that is printed as a call is one.
func literals(t *testing.T, sql string) []string {
	t.Helper()
	statements, _, err := parser.New().ParseSQL(sql)
	if err != nil || len(statements) != 1 {
		t.Fatalf("%s: %v, %d statements", sql, err, len(statements))
	}
	var l literalLister
	statements[0].Accept(&l)
	return l.found
}

type literalLister struct{ found []string }

// Enter implements ast.Visitor.
func (l *literalLister) Enter(n ast.Node) (ast.Node, bool) {
	switch n := n.(type) {
	case *ast.FuncCallExpr:
		if n.FnName.L == "concat" {
			l.found = append(l.found, "a string")
			return n, true
		}
		if n.FnName.L == "convert" {
			n.Args = n.Args[:1] // the character set
		}
	case ast.ValueExpr:
		l.found = append(l.found, n.GetString())
		return n, true
	}
	return n, false
}

// Leave implements ast.Visitor.
func (l *literalLister) Leave(n ast.Node) (ast.Node, bool) { return n, true }
