package label

import (
	"strings"
	"testing"
	"unicode/utf8"
)

func TestOf(t *testing.T) {
	for _, tc := range []struct {
		why, item, mariadb string
		mysql              string // "" where it is the same
	}{
		{"an expression is what is written", " COUNT( * )\t", "COUNT( * )", ""},
		{"over several lines", "a +\n\tb\n", "a +\n\tb", ""},
		{"with the comments inside", "a /* c */ + b -- d\n", "a /* c */ + b", ""},
		{"and those in front", "/* c */ a + b", "/* c */ a + b", "a + b"},
		{"a column is its name", "t . `A b`", "A b", ""},
		{"without parentheses", "( +(t.a) )", "a", ""},
		{"a sign that changes it", "(-a)", "(-a)", ""},
		{"a back-quote", "(`a``b`)", "a`b", ""},
		{"a string is its value", `'it''s\t\'x\%\q'`, "it's\t'x\\%q", ""},
		{"with an introducer", "(_utf8mb4 'x')", "x", ""},
		{"the national one", "N'nN'", "nN", ""},
		{"double quotes", `"it's"`, "it's", ""},
		{"adjacent ones", "'a' 'b'", "ab", "a"},
		{"blanks in front", "'\t x '", "x ", ""},
		{"no string", "''", "", ""},
		{"NUL", `'a\0b'`, `a\x00b`, "a"},
		{"a string in an expression", "'x' = 'y'", "'x' = 'y'", ""},
		{"hexadecimal", "(_utf8mb4 x'41')", "(_utf8mb4 x'41')", ""},
		{"nothing", "(null)", "NULL", ""},
		{"truth", "( true )", "TRUE", "( true )"},
		{"digits", "(007)", "007", ""},
		{"a point in front", "(.5e-3)", ".5e-3", ""},
		{"no digits", "(1a)", "1a", ""},
		{"a function without parentheses", "(current_date)", "(current_date)", ""},
		{"a character beyond U+FFFF", "'🚀é'", "?é", ""},
		{"too long", "'" + strings.Repeat("x", 254) + "é'", strings.Repeat("x", 254), ""},
		{"nothing at all", " /* c */ ", "", ""},
		{"what no server reads", "'a", "a", ""},
	} {
		if tc.mysql == "" {
			tc.mysql = tc.mariadb
		}
		want := Label{tc.mariadb, tc.mysql}
		if got, ok := Of(tc.item); !ok || got != want || got.Same() != (tc.mariadb == tc.mysql) {
			t.Errorf("%s: Of(%q) = %+v, %t, want %+v", tc.why, tc.item, got, ok, want)
		}
	}
	for _, item := range []string{"/*!50000 a + */ b", "a /*M! + b */", "a /*T! + b */", "a /*! */"} {
		if l, ok := Of(item); ok {
			t.Errorf("Of(%q) = %+v: a server may read the comment", item, l)
		}
	}
	if l, ok := Of("'/*!' + a"); !ok || l.MySQL != "'/*!' + a" {
		t.Errorf("a string is taken for a comment: %+v, %t", l, ok)
	}
}

func TestList(t *testing.T) {
	list := parsed(t, "SELECT f(a, b), (SELECT 1, 2), ',' , `,` /* , */, d.*, x AS y FROM t")
	var names []string
	for _, l := range list {
		names = append(names, l.MySQL)
	}
	if got, want := strings.Join(names[:4], "|"), "f(a, b)|(SELECT 1, 2)|,|,"; got != want || len(list) != 6 {
		t.Errorf("the labels are %s, want %s: %d", got, want, len(list))
	}
	for list, n := range map[string]int{"": 0, "a, b": 1, "a": 2, "a, /*!1*/b": 2} {
		if got := List(list, n); got != nil {
			t.Errorf("List(%q, %d) = %+v", list, n, got)
		}
	}
}

func TestSayable(t *testing.T) {
	for _, tc := range []struct {
		label string
		want  bool
	}{
		{"a", true}, {"COUNT(*)", true}, {"a`b'c\"", true}, {"a\nb\tc\rd", true}, {"x ", true}, {"é", true}, {"\uffff", true}, {strings.Repeat("x", 255), true},
		{"", false}, {" x", false}, {"\x7fx", false}, {"a\x00b", false}, {"a\x1ab", false}, {"🚀", false}, {"\xff", false}, {strings.Repeat("x", 256), false},
	} {
		if got := Sayable(tc.label); got != tc.want {
			t.Errorf("Sayable(%q) = %t", tc.label, got)
		}
	}
}

// FuzzOf: a label of any text is valid, not too long and its own label where it is a name in quotes.
func FuzzOf(f *testing.F) {
	for _, item := range items {
		f.Add(item)
	}
	f.Fuzz(func(t *testing.T, item string) {
		l, ok := Of(item)
		if !ok {
			return
		}
		for _, name := range []string{l.MariaDB, l.MySQL} {
			if len(name) > maxBytes || utf8.ValidString(item) && !utf8.ValidString(name) {
				t.Errorf("Of(%q) = %q", item, name)
			}
			if quoted := "`" + strings.ReplaceAll(name, "`", "``") + "`"; Sayable(name) {
				if again, ok := Of(quoted); !ok || again != (Label{name, name}) {
					t.Errorf("Of(%q) = %+v", quoted, again)
				}
			}
		}
	})
}
