package builtin

import (
	"fmt"
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
				if got, want := accepted(t, expr, dialect.d), f.Dialects.Has(dialect.d) || elsewhere(&f, n, dialect.d); got != want {
					t.Errorf("%s: %s accepted = %t, want %t", dialect.name, expr, got, want)
				}
			}
		}
	}
}

// elsewhere reports whether another row of the table has f's name with n arguments in d.
func elsewhere(f *Function, n int, d Dialects) bool {
	other, ok := lookup(f.Kind, f.Name, d)
	return ok && other.Arity(n)
}

// The tree of a sample has the name, the number of arguments and the kind that its entry says.
func TestEntriesNameTheNode(t *testing.T) {
	for _, f := range entries() {
		for _, n := range counts(&f) {
			expr := sample(&f, n)
			name, args, kind := node(t, parseExpr(t, expr))
			if f, ok := lookup(kind, name, onlyOne(f.Dialects)); !ok || f.Kind != kind || args != n {
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
	type key struct {
		kind    Kind
		name    string
		dialect Dialects
	}
	seen := make(map[key]bool)
	for _, f := range entries() {
		t.Run(fmt.Sprintf("%s/%d/%d", f.Name, f.Kind, f.Dialects), func(t *testing.T) {
			for _, dialect := range eachDialect {
				k := key{f.Kind, f.Name, dialect.d}
				if f.Dialects.Has(dialect.d) && seen[k] {
					t.Errorf("two entries for %s", dialect.name)
				}
				seen[k] = seen[k] || f.Dialects.Has(dialect.d)
			}
			if f.Dialects == 0 || f.Distinct&^f.Dialects != 0 {
				t.Errorf("dialects %b, DISTINCT in %b", f.Dialects, f.Distinct)
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
		f, ok := Lookup(tc.name, tc.d)
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
		if n := testing.AllocsPerRun(100, func() { Lookup(name, MySQL) }); n != 0 {
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
		f, ok := Lookup(name, MySQL)
		if !ok || f.Takes() != want {
			t.Errorf("%s takes %q, want %q", name, f.Takes(), want)
		}
	}
}
