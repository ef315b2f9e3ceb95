package literal

import (
	"strings"
	"testing"

	"github.com/pingcap/tidb/pkg/parser/mysql"
)

// TestReadAndAppend reads literals as each driver has them and writes them. An empty foreign means
// that the parser's test driver gives the same; "refused", that too little is left of the literal.
func TestReadAndAppend(t *testing.T) {
	for _, tc := range []struct{ why, text, want, foreign string }{
		{"nothing", "NULL", "NULL", ""},
		{"truth", "true", "TRUE", ""},
		{"falsehood", "FALSE", "FALSE", ""},

		{"a whole number", "0", "0", ""},
		{"leading zeros say nothing", "007", "7", ""},
		{"the largest signed one", "9223372036854775807", "9223372036854775807", ""},
		{"an unsigned one", "9223372036854775808", "9223372036854775808", ""},
		{"the largest unsigned one", "18446744073709551615", "18446744073709551615", ""},
		{"one more is exact", "18446744073709551616", "18446744073709551616", ""},

		{"an exact number keeps its scale", "1.50", "1.50", ""},
		{"zero of a scale", "0.00", "0.00", ""},
		{"no digit before the point", ".5", ".5", "0.5"},
		{"no digit behind it: what follows a point is read as a name", "5.", "(5.)", "5"},
		{"65 digits", strings.Repeat("9", 65), strings.Repeat("9", 65), ""},
		{"65 digits on both sides of the point", strings.Repeat("9", 40) + "." + strings.Repeat("1", 25), strings.Repeat("9", 40) + "." + strings.Repeat("1", 25), ""},

		{"a double", "1e3", "1e3", ""},
		{"with a sign", "1.5E+10", "1.5e10", ""},
		{"a small one", "2.5e-7", "2.5e-7", ""},
		{"the shortest digits that give it back", "0.1e0", "1e-1", ""},
		{"the largest one", "1.7976931348623157e308", "1.7976931348623157e308", ""},
		{"the smallest one", "5e-324", "5e-324", ""},
		{"zero", "0e0", "0e0", ""},

		{"text", "'abc'", "'abc'", ""},
		{"no text", "''", "''", ""},
		{"a quote", "'it''s'", "'it''s'", ""},
		{"a quote, escaped", `'it\'s'`, "'it''s'", ""},
		{"quotes only", "''''''", "''''''", ""},
		{"double quotes round it", `"it's"`, "'it''s'", ""},
		{"double quotes in it", `"a""b"`, `'a"b'`, ""},
		{"adjacent ones", "'a' 'b'", "'ab'", ""},
		{"a tab and a line end", "'a\tb\nc'", "'a\tb\nc'", ""},
		{"a backslash", `'a\\b'`, "CONCAT('a', _ascii x'5c', 'b')", ""},
		{"a backslash before a quote", `'\\'''`, "CONCAT('', _ascii x'5c', '''')", ""},
		{"a control character", `'a\rb'`, "CONCAT('a', _ascii x'0d', 'b')", ""},
		{"a NUL", `'a\0b'`, "CONCAT('a', _ascii x'00', 'b')", ""},
		{"DEL", "'a\x7fb'", "CONCAT('a', _ascii x'7f', 'b')", ""},
		{"letters outside ASCII", "'Łódź 🚀'", "'Łódź 🚀'", ""},
		{"what looks like a comment", "'/* -- # */'", "'/* -- # */'", ""},

		{"an introducer is kept: it names a collation", "_utf8mb4'a'", "_utf8mb4 'a'", ""},
		{"ASCII", "_ascii'a'", "_ascii 'a'", ""},
		{"ASCII that is none", "_ascii'é'", "refused", ""},
		{"the older utf8", "_utf8'a'", "_utf8 'a'", ""},
		{"its other name", "_utf8mb3'a'", "_utf8 'a'", ""},
		{"the national one", "N'a'", "_utf8 'a'", ""},
		{"bytes", "_binary'a'", "_binary 'a'", ""},
		{"bytes outside ASCII", "_binary'é'", "_binary x'c3a9'", ""},
		{"a backslash among bytes", `_binary'\\'`, "_binary x'5c'", ""},
		{"characters that parser and server decode differently", "_latin1'a'", "refused", ""},

		{"hexadecimal as a number", "0x4A", "0x4a", ""},
		{"an odd number of digits", "0x123", "0x123", "0x0123"},
		{"hexadecimal as a string", "x'4A'", "x'4a'", "0x4a"},
		{"of no digits", "x''", "x''", "x''"},
		{"with an introducer it is text", "_utf8mb4 x'c3a9'", "_utf8mb4 'é'", ""},
		{"that may hold a backslash", "_utf8mb4 x'615c'", "_utf8mb4 x'615c'", ""},
		{"and must be valid", "_utf8mb4 x'ff'", "refused", ""},
		{"or bytes", "_binary 0xff", "_binary x'ff'", ""},
		{"of another character set", "_latin1 x'e9'", "refused", ""},

		{"bits", "b'0101'", "b'0101'", "b'00000101'"},
		{"of the other spelling", "0b11", "b'11'", "b'00000011'"},
		{"none of them set", "b'0'", "b'0'", "b'00000000'"},
		{"a byte without any", "b'0000000000000001'", "b'0000000000000001'", "b'0000000000000001'"},
		{"no bits", "b''", "b''", ""},
		{"a parameter", "?", "refused", ""},
	} {
		t.Run(tc.why, func(t *testing.T) {
			if tc.foreign == "" {
				tc.foreign = tc.want
			}
			if got := written(ownDriver, tc.text, false); got != tc.want {
				t.Errorf("%s is written as %s, want %s", tc.text, got, tc.want)
			}
			if got := written(testDriver, tc.text, false); got != tc.foreign {
				t.Errorf("the test driver's %s is written as %s, want %s", tc.text, got, tc.foreign)
			}
		})
	}
}

func written(d driver, text string, ascii bool) string {
	l, err := read(d, text, 0)
	if err != nil {
		return err.Error()
	}
	return string(Append(nil, l, ascii))
}

// With ASCII every byte of the text is, and the meaning stays.
func TestAppendASCII(t *testing.T) {
	for _, tc := range []struct{ text, want string }{
		{"'abc'", "'abc'"},
		{"'é'", "CONCAT('', _utf8mb3 x'c3a9')"},
		{"'café crème'", "CONCAT('caf', _utf8mb3 x'c3a9', ' cr', _utf8mb3 x'c3a8', 'me')"},
		{`'é\\'`, "CONCAT('', _utf8mb3 x'c3a95c')"},
		{`'\\d'`, "CONCAT('', _utf8mb3 x'5c', 'd')"},
		{"_utf8mb4'é'", "_utf8mb4 x'c3a9'"},
		{"_utf8'é'", "_utf8 x'c3a9'"},
		{"_binary'é'", "_binary x'c3a9'"},
		{"'🚀'", "_utf8mb4 x'f09f9a80'"},
	} {
		if got := written(ownDriver, tc.text, true); got != tc.want {
			t.Errorf("%s is written as %s, want %s", tc.text, got, tc.want)
		}
	}
}

func TestAppendAppends(t *testing.T) {
	for _, l := range []Literal{{Kind: Null}, {Kind: String, Text: "a\\"}, {Kind: Hex, Text: "4a"}, {Kind: Bit, Text: "1"}, {Kind: AllRows}, {Kind: Integer, Text: "1"}} {
		alone := string(Append(nil, l, false))
		if got := string(Append([]byte("x = "), l, false)); got != "x = "+alone {
			t.Errorf("Append(x = , %+v) = %q, want %q behind it", l, got, alone)
		}
	}
}

func TestPlain(t *testing.T) {
	for _, tc := range []struct {
		text         string
		plain, ascii bool
	}{
		{"", true, true}, {"a 'b'", true, true}, {"\t\n", true, true}, {"é", true, false},
		{"\\", false, false}, {"\r", false, false}, {"\x00", false, false}, {"\x7f", false, false}, {"a\x1fb", false, false},
	} {
		if got := Plain(tc.text, false); got != tc.plain {
			t.Errorf("Plain(%q, false) = %t", tc.text, got)
		}
		if got := Plain(tc.text, true); got != tc.ascii {
			t.Errorf("Plain(%q, true) = %t", tc.text, got)
		}
	}
}

// Whatever a value of another driver is, it is read faithfully or refused.
func TestValuesOfNoDriver(t *testing.T) {
	own := ownDriver
	for _, v := range []any{int64(-1), 2, float32(1), struct{}{}, []int{1}, "\xff", []byte("\xff"), complex(1, 1), nan(), infinity()} {
		if l, ok := Read(own.value(v, "", "")); ok {
			t.Errorf("%T %v is read as %+v, want it refused", v, v, l)
		}
	}
	for _, v := range []any{true, int64(3), uint64(3), 1.5, "a", []byte("a"), nil} {
		if _, ok := Read(own.value(v, "", "")); !ok {
			t.Errorf("%T %v is refused", v, v)
		}
	}
}

func nan() float64      { z := 0.0; return z / z }
func infinity() float64 { z := 0.0; return 1 / z }

// FuzzLiteral: what is read from a text is written so that it is read as the same, by either driver
// and under every sql_mode.
func FuzzLiteral(f *testing.F) {
	for _, seed := range []string{"1", "1.5", "1e-5", "'a'", `'a\\''b'`, "x'41'", "0x4", "b'1'", "_binary'\\0'", "N'é'", "_utf8mb4 x'5c'", "NULL", "TRUE", "'\x7f\r\t'"} {
		f.Add(seed)
	}
	modes := []mysql.SQLMode{0, mysql.ModeNoBackslashEscapes, mysql.ModeANSIQuotes, mysql.ModePipesAsConcat | mysql.ModeIgnoreSpace | mysql.ModeHighNotPrecedence}
	f.Fuzz(func(t *testing.T, text string) {
		for _, from := range []driver{ownDriver, testDriver} {
			l, err := read(from, text, 0)
			pointless := l.Kind == Decimal && !strings.Contains(l.Text, ".") && from.name == testDriver.name
			if err != nil || pointless {
				continue // the test driver drops a point at the end, and what is left is a whole number
			}
			for _, ascii := range []bool{false, true} {
				print := string(Append(nil, l, ascii))
				for _, mode := range modes {
					again, err := read(ownDriver, print, mode)
					if l.Foreign {
						again.Foreign, again.Quoted = true, l.Quoted // how it was written is lost
					}
					if strings.HasPrefix(print, "_utf8mb4 x") && l.Charset == "" {
						again.Charset = "" // no form has the collation of the connection
					}
					if err != nil || again != l {
						t.Errorf("%s: %q is %+v, written as %s, which is %+v (%v) under %d", from.name, text, l, print, again, err, mode)
					}
				}
			}
		}
	})
}
