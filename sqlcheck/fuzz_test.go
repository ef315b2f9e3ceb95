package sqlcheck_test

import (
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/asksql/asksql/corpus"
	"github.com/asksql/asksql/sqlcheck/internal/literal"
	"github.com/asksql/asksql/sqlcheck/sqlchecktest/sqlgen"
	"github.com/pingcap/tidb/pkg/parser/ast"
)

// FuzzCheck: every property of holds is true of every text. The number chooses the options.
func FuzzCheck(f *testing.F) {
	for i, sql := range seeds(f) {
		f.Add(sql, byte(i))
	}
	f.Fuzz(func(t *testing.T, sql string, options byte) {
		t.Parallel() // the seeds; it has no effect on fuzzing
		newWorld(t, options).holds(t, sql)
	})
}

// found are texts that once broke a property, and why they did.
var found = []string{
	"SELECT 0.A0", // the print of 0. took what follows the point for part of a name
	"SELECT 5. `a` FROM orders",
	"SELECT d.id FROM (SELECT id, CASE\n WHEN total > 1 THEN 2 END FROM orders) d", // an implied name of two lines
	"SELECT customers.id FROM customers WHERE NOT EXISTS (SELECT customers.id FROM order_items t ORDER BY DEFAULT(id))",
	"SELECT id AS a FROM orders ORDER BY MATCH (a) AGAINST ('x')", // an alias where the grammar wants a column
	"SELECT COUNT(*) FROM orders ORDER BY `COUNT(*)`",
	"SELECT 1 FROM customers WHERE EXISTS (SELECT * FROM categories EXCEPT SELECT * FROM categories WHERE id = 1)",
	"SELECT 0 AS `\\`",
	"SELECT id, total FROM orders ORDER BY +2",
}

// seeds returns the texts of the case pages and of the goldens of this package.
func seeds(tb testing.TB) []string {
	tb.Helper()
	pages, err := corpus.Pages()
	if err != nil {
		tb.Fatal(err)
	}
	list := slices.Clone(found)
	for _, page := range append(pages, printPage(tb)) {
		for _, c := range page.Cases {
			list = append(list, c.SQL)
		}
	}
	return append(list, goldenQueries(tb)...)
}

func goldenQueries(tb testing.TB) []string {
	tb.Helper()
	files, err := filepath.Glob("testdata/resolve/*.txt")
	if err != nil {
		tb.Fatal(err)
	}
	var list []string
	for _, file := range files {
		_, goldens := readGoldens(tb, file)
		for _, g := range goldens {
			list = append(list, g.sql)
		}
	}
	return list
}

// FuzzPrint: a string of any value is printed as a literal of that value, as a pattern with any
// escape as one that matches the same, and as an alias as the same name, under every mode.
func FuzzPrint(f *testing.F) {
	for _, value := range []string{"", "a", "it's", `a\b`, "`", "%_", "\x00\r\n\t", "Łódź 🚀", "*/ -- #", `\`, `'\`, "|!#~^@$+=:;?\\%"} {
		f.Add(value, byte('\\'), byte(0))
		f.Add(value, byte('|'), byte(5))
	}
	f.Fuzz(func(t *testing.T, value string, escape, options byte) {
		if !utf8.ValidString(value) || len(value) > 1000 || escape >= 0x80 {
			t.Skip("no text could hold it")
		}
		w := newWorld(t, options)
		sql := sqlgen.Literal(value, escape)
		q, err := w.checker.Check(sql, w.hidden)
		if err != nil {
			w.refusalIsSound(t, sql, err)
			return
		}
		sameTree(t, w.dialect, sql, q.String())
		sameUnderEveryMode(t, w.dialect, q.String())
		for _, m := range serverModes {
			n, err := parsedIn(w.dialect, q.String(), m.mode)
			if err != nil {
				t.Fatalf("%q does not parse under %s: %v", q, m.name, err)
			}
			l, ok := literal.Read(plain(n.(*ast.SelectStmt).Fields.Fields[0].Expr).(ast.ValueExpr))
			if !ok || unmarked(l) != (literal.Literal{Kind: literal.String, Text: value}) {
				t.Errorf("%q is printed as %q, which under %s is %+v", value, q, m.name, l)
			}
		}
	})
}

// FuzzName: a name of any spelling is printed in back-quotes as the same name, or refused.
func FuzzName(f *testing.F) {
	for _, name := range []string{"a", "`", "``", "order", "größe", "a b", "a.b", "'", `"`, `\`, "*/", "\u200b", "ſ", " "} {
		f.Add(name, byte(0))
	}
	f.Fuzz(func(t *testing.T, name string, options byte) {
		if name == "" {
			t.Skip("to the parser, no name at all")
		}
		w := newWorld(t, options)
		quoted := "`" + strings.ReplaceAll(name, "`", "``") + "`"
		for _, sql := range sqlgen.Names(name) {
			q, err := w.checker.Check(sql, w.hidden)
			if err != nil {
				w.refusalIsSound(t, sql, err)
				continue
			}
			sameTree(t, w.dialect, sql, q.String())
			sameUnderEveryMode(t, w.dialect, q.String())
			if strings.TrimLeft(name, " \t\r\n") == name && !strings.Contains(q.String(), quoted) {
				t.Errorf("Check(%q) = %q, without the name", sql, q)
			}
		}
	})
}
