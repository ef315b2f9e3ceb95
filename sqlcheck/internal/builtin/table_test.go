package builtin

import (
	"fmt"
	"slices"
	"testing"

	"github.com/pingcap/tidb/pkg/parser/ast"
)

var eachDialect = []struct {
	name string
	d    Dialects
}{{"mysql", MySQL}, {"mariadb", MariaDB}, {"tidb", TiDB}}

// Every entry is reached by writing a call of it, under its name in the tree, and in no other way.
func TestEntriesAreWhatTheParserMakes(t *testing.T) {
	for _, f := range entries() {
		for _, dialect := range eachDialect {
			for _, n := range counts(&f) {
				expr := sample(&f, n)
				on := f.server(dialect.d)
				if got, want := accepted(t, expr, on), f.On(on) || elsewhere(&f, n, on); got != want {
					t.Errorf("%s %s: %s accepted = %t, want %t", dialect.name, on.Version, expr, got, want)
				}
			}
		}
	}
}

// elsewhere reports whether another row of the table has f's name with n arguments on a server.
func elsewhere(f *Function, n int, on Server) bool {
	other, ok := lookup(f.Kind, f.Name, on)
	return ok && other.Arity(n)
}

// The tree of a sample has the name, the number of arguments and the kind that its entry says.
func TestEntriesNameTheNode(t *testing.T) {
	for _, f := range entries() {
		for _, n := range counts(&f) {
			expr := sample(&f, n)
			name, args, kind := node(t, parseExpr(t, expr))
			if f, ok := lookup(kind, name, f.server(onlyOne(f.Dialects))); !ok || f.Kind != kind || args != n {
				t.Errorf("%s: tree has %s with %d arguments, want %d", expr, name, args, n)
			}
		}
	}
}

func onlyOne(s Dialects) Dialects { return s & -s }

func node(t *testing.T, n ast.ExprNode) (name string, args int, kind Kind) {
	t.Helper()
	switch n := n.(type) {
	case *ast.FuncCallExpr:
		return n.FnName.O, len(n.Args), Scalar
	case *ast.AggregateFuncExpr:
		return n.F, len(n.Args), Aggregate
	case *ast.WindowFuncExpr:
		return n.Name, len(n.Args), Window
	default:
		t.Fatalf("%T is not a call", n)
		return "", 0, 0
	}
}

func TestTableIsWellFormed(t *testing.T) {
	all := entries()
	for i, f := range all {
		t.Run(fmt.Sprintf("%s/%d/%d/%d", f.Name, f.Kind, f.Dialects, f.Since), func(t *testing.T) {
			for _, other := range all[:i] {
				if other.Kind == f.Kind && other.Name == f.Name && other.Dialects&f.Dialects != 0 && meet(&other, &f) {
					t.Errorf("another entry for the same servers")
				}
			}
			if f.Dialects == 0 || f.Distinct&^f.Dialects != 0 {
				t.Errorf("dialects %b, DISTINCT in %b", f.Dialects, f.Distinct)
			}
			if (f.Since != 0 || f.Until != 0) && f.Dialects != MySQL && f.Dialects != MariaDB {
				t.Errorf("versions of the dialects %b", f.Dialects)
			}
			if f.Replaced && !slices.ContainsFunc(all, func(g Function) bool {
				return g.Kind == f.Kind && g.Name == f.Name && g.Dialects == f.Dialects && g.Since == f.Until && g.Min <= f.Min && g.Max >= f.Max && g.Form == f.Form
			}) {
				t.Errorf("no entry takes its place")
			}
			if f.Max >= 0 && f.Max < f.Min || len(counts(&f)) == 0 {
				t.Errorf("takes %d to %d arguments", f.Min, f.Max)
			}
			if len(f.Name) > maxName {
				t.Errorf("name has %d bytes, maxName is %d", len(f.Name), maxName)
			}
			if _, ok := foldASCII(make([]byte, maxName), f.Name); !ok && !f.internal() {
				t.Error("name has other bytes than letters, digits and underscores")
			}
		})
	}
}

// meet reports whether a version has both functions.
func meet(f, g *Function) bool {
	return (f.Until == 0 || g.Since < f.Until) && (g.Until == 0 || f.Since < g.Until)
}

func TestLookup(t *testing.T) {
	for _, tc := range []struct {
		why  string
		name string
		d    Dialects
		want string // the spelling to print; empty for none
	}{
		{"letter case is free", "cOnCaT", MySQL, "CONCAT"},
		{"synonyms keep their names", "ucase", MySQL, "UCASE"},
		{"CHAR has an internal name", "char_func", MariaDB, "CHAR"},
		{"which users may not write in capitals", "CHAR_FUNC", MariaDB, ""},
		{"INSERT likewise", "insert_func", TiDB, "INSERT"},
		{"INSERT likewise", "INSERT_FUNC", TiDB, ""},
		{"a quoted `char` is a stored function", "char", MySQL, ""},
		{"a quoted `insert` is a stored function", "insert", MySQL, ""},
		{"MEMBER OF is a call in the tree", "json_memberof", MySQL, "MEMBER OF"},
		{"MEMBER OF is a call in the tree", "JSON_MEMBEROF", MySQL, ""},
		{"a literal is a call in the tree", "'tidb`.(dateliteral", MySQL, "DATE"},
		{"a literal is a call in the tree", "'TIDB`.(DATELITERAL", MySQL, ""},
		{"long s is not s", "\u017fubstr", MySQL, ""},
		{"the Kelvin sign is not k", "wee\u212a", MySQL, ""},
		{"SQL in a name", "abs(1) into outfile '/tmp/x' -- ", MySQL, ""},
		{"a NUL in a name", "abs\x00", MySQL, ""},
		{"a blank in a name", "abs ", MySQL, ""},
		{"no name", "", MySQL, ""},
		{"a name longer than any", "abcdefghijklmnopqrstuvwxyz_abcdefghijklmnopqrstuvwxyz", MySQL, ""},
		{"another dialect's function", "any_value", MariaDB, ""},
		{"another dialect's function", "nvl", MySQL, ""},
		{"another dialect's function", "st_area", TiDB, ""},
		{"an aggregate called by a quoted name is a stored function", "count", MySQL, ""},
		{"a window function is no scalar", "row_number", MySQL, ""},
		{"no dialect", "abs", 0, ""},
		{"several dialects at once", "abs", All, ""},
	} {
		f, ok := Lookup(tc.name, Server{Dialect: tc.d})
		got := ""
		if ok {
			got = f.SQL
		}
		if got != tc.want || ok != (f != nil) {
			t.Errorf("%s: Lookup(%q, %b) = %q, %t, want %q", tc.why, tc.name, tc.d, got, ok, tc.want)
		}
	}
}

func TestLookupDoesNotAllocate(t *testing.T) {
	for _, name := range []string{"CONCAT", "concat", "no_such_function", "char_func"} {
		if n := testing.AllocsPerRun(100, func() { Lookup(name, Server{Dialect: MySQL}) }); n != 0 {
			t.Errorf("Lookup(%q) allocates %v times", name, n)
		}
	}
}

func TestTakes(t *testing.T) {
	for name, want := range map[string]string{
		"pi":          "no arguments",
		"abs":         "1 argument",
		"round":       "1 or 2 arguments",
		"substr":      "2 or 3 arguments",
		"export_set":  "3 to 5 arguments",
		"concat":      "at least 1 argument",
		"greatest":    "at least 2 arguments",
		"json_array":  "any number of arguments",
		"json_object": "an even number of arguments",
		"json_set":    "an odd number of arguments, at least 3",
	} {
		f, ok := Lookup(name, Server{Dialect: MySQL})
		if !ok || f.Takes() != want {
			t.Errorf("%s takes %q, want %q", name, f.Takes(), want)
		}
	}
}
