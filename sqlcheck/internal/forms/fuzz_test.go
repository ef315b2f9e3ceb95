package forms_test

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/asksql/asksql/sqlcheck/internal/builtin"
	"github.com/asksql/asksql/sqlcheck/internal/forms"
)

// FuzzRewrite: whatever a text is, strings and comments of it stay, so do the tokens that are of no form,
// and each of those is where Offset says.
func FuzzRewrite(f *testing.F) {
	for _, tc := range cases {
		f.Add(tc.sql, byte(0))
		f.Add(tc.sql, byte(1))
	}
	f.Fuzz(func(t *testing.T, sql string, dialect byte) {
		if !strings.ContainsFunc(sql, isControl) {
			holds(t, sql, []builtin.Dialects{builtin.MySQL, builtin.MariaDB}[dialect%2])
		}
	})
}

// isControl reports whether a character is one that no text may hold.
func isControl(r rune) bool { return r < ' ' && r != '\t' && r != '\n' && r != '\r' }

// TestRewritePieces is FuzzRewrite for texts that are put together of what forms are made of.
func TestRewritePieces(t *testing.T) {
	pieces := strings.Split("SELECT|INTERVAL|(|(|)|)|,|DAY|+|-|1|2|x|NATURAL|INNER|JOIN|SOUNDS|LIKE|CAST(|CONVERT(|AS|INT|VARCHAR|OFFSET|ROWS|FETCH|NEXT|ONLY|VALUES|UNION|FROM|GROUP BY|ROLLUP|d|`a``b`|'it''s ('|\"(\"|/* ( */|-- )\n|#'\n|.|@|*/|/*|MEDIAN|OVER|JSON_ARRAYAGG|GROUP_CONCAT|DISTINCT|LIMIT|PERCENTILE_CONT|WITHIN GROUP|ORDER BY|0.5", "|")
	for _, tc := range cases {
		pieces = append(pieces, strings.TrimPrefix(tc.sql, "SELECT "))
	}
	random := rand.New(rand.NewPCG(3, 4))
	changed := 0
	for range 100_000 {
		var b strings.Builder
		for range 2 + random.IntN(16) {
			b.WriteString(pieces[random.IntN(len(pieces))])
			if random.IntN(3) > 0 {
				b.WriteByte(' ')
			}
		}
		for _, d := range []builtin.Dialects{builtin.MySQL, builtin.MariaDB} {
			if holds(t, b.String(), d) {
				changed++
			}
		}
		if t.Failed() {
			return
		}
	}
	if changed < 5000 {
		t.Errorf("only %d texts have a form", changed)
	}
}

// holds checks one text, and reports whether it has a form.
func holds(t *testing.T, sql string, d builtin.Dialects) bool {
	t.Helper()
	text := forms.Rewrite(sql, d, reserved)
	if !text.Changed() {
		if text.SQL != sql {
			t.Errorf("%q is read as %q without a change", sql, text.SQL)
		}
		return false
	}
	if got, want := untouchable(text.SQL), untouchable(sql); !slices.Equal(got, want) {
		t.Errorf("%q is read as %q: its strings and comments are %q, want %q", sql, text.SQL, got, want)
	}
	var of []string // the tokens that are as they were written, and what stands there
	kept := 0
	forms.Words(text.SQL, func(word string, start, end int) {
		if !text.IsWritten(start, end) {
			of = append(of, word)
			return
		}
		kept++
		at := text.Offset(start)
		if at < 0 || at+end-start > len(sql) || sql[at:at+end-start] != text.SQL[start:end] {
			t.Errorf("%q is read as %q: the token %q at %d is not at %d", sql, text.SQL, text.SQL[start:end], start, at)
		}
		if got := text.As(start, end); got != text.SQL[start:end] {
			t.Errorf("%q is read as %q: the token %q was written as %q", sql, text.SQL, text.SQL[start:end], got)
		}
	})
	for _, word := range of {
		if !made[word] && !isNumber(word) {
			t.Errorf("%q is read as %q, with the token %q", sql, text.SQL, word)
		}
	}
	gone := 0
	forms.Words(sql, func(word string, _, _ int) { gone++ })
	if lost := gone - kept; lost < 0 || lost > 12*len(of)+gone/2 {
		t.Errorf("%q is read as %q, which lacks %d tokens", sql, text.SQL, lost)
	}
	return true
}

// made are the tokens that a rewritten form may have.
var made = map[string]bool{"+": true, "SIGNED": true, "CHAR": true, "LIMIT": true, "OFFSET": true, "ROW": true, "WITH": true, "ROLLUP": true, "`": true}

func isNumber(word string) bool { return strings.Trim(word, "0123456789") == "" }

// untouchable returns the strings and comments of a text, in order: of what is between tokens, without blanks.
func untouchable(sql string) []string {
	var list []string
	at := 0
	between := func(end int) {
		list = append(list, strings.Fields(sql[at:end])...)
	}
	forms.Words(sql, func(word string, start, end int) {
		between(start)
		if word == "'" || word == `"` {
			list = append(list, sql[start:end])
		}
		at = end
	})
	between(len(sql))
	return list
}
