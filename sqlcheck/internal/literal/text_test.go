package literal

import (
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/pingcap/tidb/pkg/parser/ast"
)

func TestAppendText(t *testing.T) {
	for _, tc := range []struct{ why, text, want, ascii string }{
		{"a backslash alone needs a string beside it", `\`, `CONCAT('', _ascii x'5c')`, `CONCAT('', _utf8mb3 x'5c')`},
		{"a path", `C:\data\new`, `CONCAT('C:', _ascii x'5c', 'data', _ascii x'5c', 'new')`, `CONCAT('C:', _utf8mb3 x'5c', 'data', _utf8mb3 x'5c', 'new')`},
		{"a regular expression", `^\d+$`, `CONCAT('^', _ascii x'5c', 'd+$')`, `CONCAT('^', _utf8mb3 x'5c', 'd+$')`},
		{"what stands together stays together", "\\\r\\", `CONCAT('', _ascii x'5c0d5c')`, `CONCAT('', _utf8mb3 x'5c0d5c')`},
		{"a line end of Windows", "a\r\nb", "CONCAT('a', _ascii x'0d', '\nb')", "CONCAT('a', _utf8mb3 x'0d', '\nb')"},
		{"a quote beside a backslash", `\'`, `CONCAT('', _ascii x'5c', '''')`, `CONCAT('', _utf8mb3 x'5c', '''')`},
		{"letters outside ASCII", `é\`, `CONCAT('é', _ascii x'5c')`, `CONCAT('', _utf8mb3 x'c3a95c')`},
		{"the last character of three bytes", "\uffff", "'\uffff'", "CONCAT('', _utf8mb3 x'efbfbf')"},
		{"a character of four bytes", `🚀\`, `CONCAT('🚀', _ascii x'5c')`, `_utf8mb4 x'f09f9a805c'`},
		{
			"the most pieces", strings.Repeat(`a\`, 8),
			"CONCAT(" + strings.Repeat("'a', _ascii x'5c', ", 7) + "'a', _ascii x'5c')",
			"CONCAT(" + strings.Repeat("'a', _utf8mb3 x'5c', ", 7) + "'a', _utf8mb3 x'5c')",
		},
		{"one more", strings.Repeat(`\a`, 8), `CONCAT('', _ascii x'` + strings.Repeat("5c61", 8) + `')`, `CONCAT('', _utf8mb3 x'` + strings.Repeat("5c61", 8) + `')`},
		{"many, and a letter", strings.Repeat(`\é`, 9), `CONCAT('', _utf8mb3 x'` + strings.Repeat("5cc3a9", 9) + `')`, `CONCAT('', _utf8mb3 x'` + strings.Repeat("5cc3a9", 9) + `')`},
		{"many, and four bytes", strings.Repeat(`\🚀`, 9), `_utf8mb4 x'` + strings.Repeat("5cf09f9a80", 9) + `'`, `_utf8mb4 x'` + strings.Repeat("5cf09f9a80", 9) + `'`},
	} {
		t.Run(tc.why, func(t *testing.T) {
			for ascii, want := range map[bool]string{false: tc.want, true: tc.ascii} {
				got := string(Append(nil, Literal{Kind: String, Text: tc.text}, ascii))
				if got != want {
					t.Errorf("Append(%q, %t) = %s, want %s", tc.text, ascii, got, want)
				}
				for _, d := range []driver{ownDriver, testDriver} {
					l, err := read(d, got, 0)
					if strings.HasPrefix(got, "_utf8mb4 x'") {
						l.Charset, l.Foreign = "", false
					}
					if err != nil || l != (Literal{Kind: String, Text: tc.text}) {
						t.Errorf("%s reads %s as %+v, %v", d.name, got, l, err)
					}
				}
			}
		})
	}
}

// A call is the print of a string only if it is made like one.
func TestPrinted(t *testing.T) {
	for _, tc := range []struct {
		why, expr string
		want      string // "" where it is a call
	}{
		{"what is printed", `CONCAT('a', _ascii x'5c')`, `a\`},
		{"in other letters", "concat('a', _ASCII X'5C')", `a\`},
		{"with quotes round the name", "`concat`('a', _ascii x'5c')", `a\`},
		{"what is printed as ASCII", `CONCAT('a', _utf8mb3 x'c3a9')`, "aé"},
		{"the older name", `CONCAT('a', _utf8 x'c3a9')`, "aé"},
		{"no hexadecimal piece", `CONCAT('a', 'b')`, ""},
		{"no piece in quotes", `CONCAT(_ascii x'5c', _ascii x'5c')`, ""},
		{"two that would be one", `CONCAT('a', 'b', _ascii x'5c')`, ""},
		{"hexadecimal in front", `CONCAT(_ascii x'5c', 'a')`, ""},
		{"an empty one too many", `CONCAT('', 'a', _ascii x'5c')`, ""},
		{"and behind", `CONCAT(_ascii x'5c', '')`, ""},
		{"a piece that could be in quotes", `CONCAT('a', _ascii x'62')`, ""},
		{"two character sets", `CONCAT(_ascii x'5c', 'a', _utf8mb3 x'5c')`, ""},
		{"one that is too large", `CONCAT('a', _utf8mb4 x'5c')`, ""},
		{"bytes", `CONCAT('a', x'5c')`, ""},
		{"a number", `CONCAT('a', 1, _ascii x'5c')`, ""},
		{"NULL", `CONCAT(NULL, _ascii x'5c')`, ""},
		{"a column", "CONCAT(a, _ascii x'5c')", ""},
		{"a call", "CONCAT(CONCAT('a', _ascii x'5c'), _ascii x'5c')", ""},
		{"one argument", "CONCAT(_ascii x'5c')", ""},
		{"another function", "CONCAT_WS('a', _ascii x'5c')", ""},
		{"one of a database", "d.CONCAT('a', _ascii x'5c')", ""},
		{"too many pieces", "CONCAT(" + strings.Repeat("'a', _ascii x'5c', ", 8) + "'a')", ""},
		{"a literal", "'a'", ""},
	} {
		for _, d := range []driver{ownDriver, testDriver} {
			e, err := parse(d, tc.expr, 0)
			if err != nil {
				t.Errorf("%s: %s: %v", tc.why, tc.expr, err)
				continue
			}
			l, ok := Printed(e)
			if ok != (tc.want != "") || ok && l != (Literal{Kind: String, Text: tc.want}) {
				t.Errorf("%s: Printed(%s) of the %s = %+v, %t, want %q", tc.why, tc.expr, d.name, l, ok, tc.want)
			}
		}
	}
	if _, ok := Printed(nil); ok {
		t.Error("nothing is the print of a string")
	}
	if _, ok := Printed(&ast.FuncCallExpr{FnName: ast.NewCIStr("concat"), Args: []ast.ExprNode{nil, nil}}); ok {
		t.Error("a call of nothing is the print of a string")
	}
}

// FuzzText: a print is ASCII where it must be, not much longer than the string, and read as
// the same string.
func FuzzText(f *testing.F) {
	for _, seed := range []string{"", `\`, `a\b`, "é\r🚀", strings.Repeat(`\a`, 20), strings.Repeat(`é\`, 20), strings.Repeat(`🚀\`, 20), "'\\'", "\x00\uffff\x7f"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		if !utf8.ValidString(text) {
			return
		}
		for _, ascii := range []bool{false, true} {
			print := string(Append(nil, Literal{Kind: String, Text: text}, ascii))
			again, err := read(ownDriver, print, 0)
			if err != nil || again.Text != text || again.Kind != String {
				t.Fatalf("%q is written as %s, which is %+v (%v)", text, print, again, err)
			}
			if ascii && !isASCII(print) {
				t.Errorf("%q is written as %s, which is not ASCII", text, print)
			}
			if len(print) > 12*maxPieces+3*len(text)+32 {
				t.Errorf("%q, %d bytes, is written in %d", text, len(text), len(print))
			}
			if second := string(Append(nil, again, ascii)); second != print {
				t.Errorf("%q is written as %s, then as %s", text, print, second)
			}
		}
	})
}
