package page

import (
	"fmt"
	"slices"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"
)

// A clause is a line of SQL as it is shown. The pieces of all clauses, one after the other, are the text, to the byte.
type clause struct{ Pieces []piece }

// A piece is some characters of SQL that are shown alike.
type piece struct {
	Class   string // of the style sheet, "" for none
	Text    string
	Finding int    // number of the finding that it is about, 0 for none
	Code    string // of a character that nobody would see, or that would turn the line round, such as "U+202E"
}

// Classes of pieces.
const (
	classKeyword = "k"
	className    = "n"
	classString  = "s"
	classNumber  = "d"
	classCall    = "f"
	classComment = "c"
	classOdd     = "odd"
)

// clauses returns a text with its words coloured and its findings marked. What is coloured how decides nothing: it is
// read in the words of the print, and a text that is none may be coloured oddly. With breaks, each clause of the
// statement itself begins a line.
func clauses(text string, marks []finding, breaks bool) []clause {
	list := []clause{{}}
	depth := 0
	for at := 0; at < len(text); {
		class, n := token(text[at:])
		word := text[at : at+n]
		switch {
		case word == "(":
			depth++
		case word == ")":
			depth--
		case breaks && depth == 0 && at > 0 && class == classKeyword && begins(word, text[at+n:]):
			list = append(list, clause{})
		}
		last := &list[len(list)-1]
		last.Pieces = append(last.Pieces, cut(word, class, at, marks)...)
		at += n
	}
	return list
}

// begins reports whether a word begins a clause, with what follows it.
func begins(word, rest string) bool {
	switch strings.ToUpper(word) {
	case "FROM", "WHERE", "HAVING", "LIMIT", "UNION", "EXCEPT", "INTERSECT", "WINDOW", "JOIN", "LEFT", "RIGHT", "CROSS":
		return !strings.HasPrefix(rest, "(") // LEFT(a, 1)
	case "GROUP", "ORDER":
		return strings.HasPrefix(strings.ToUpper(strings.TrimLeft(rest, " ")), "BY")
	}
	return false
}

// cut returns the pieces of a token that begins at an offset: parted where findings begin and end, and at characters
// that are not seen.
func cut(word, class string, offset int, marks []finding) (pieces []piece) {
	ends := []int{len(word)}
	for _, m := range marks {
		for _, edge := range []int{m.Offset - offset, m.Offset + m.Length - offset} {
			if m.Offset >= 0 && edge > 0 && edge < len(word) {
				ends = append(ends, edge)
			}
		}
	}
	for i, r := range word {
		if isOdd(r) {
			ends = append(ends, i, i+utf8.RuneLen(r))
		}
	}
	slices.Sort(ends)
	from := 0
	for _, to := range ends {
		if to <= from {
			continue
		}
		p := piece{Class: class, Text: word[from:to], Finding: findingAt(marks, offset+from)}
		if r, n := utf8.DecodeRuneInString(p.Text); n == len(p.Text) && isOdd(r) {
			p.Class, p.Code = classOdd, fmt.Sprintf("U+%04X", r)
		}
		pieces = append(pieces, p)
		from = to
	}
	return pieces
}

// findingAt returns the number of the first finding that is about the byte at an offset.
func findingAt(marks []finding, offset int) int {
	for _, m := range marks {
		if m.Offset >= 0 && m.Offset <= offset && offset < m.Offset+max(m.Length, 1) {
			return m.Number
		}
	}
	return 0
}

// isOdd reports whether a character is not seen, or changes how others are.
func isOdd(r rune) bool {
	return r != '\n' && r != '\t' && r != '\r' && (unicode.IsControl(r) || unicode.In(r, unicode.Cf, unicode.Zl, unicode.Zp))
}

// token returns how the first token of a text that is not empty is shown, and its length in bytes.
func token(s string) (class string, n int) {
	switch c := s[0]; {
	case c == '`':
		return className, quoted(s, false)
	case c == '\'', c == '"':
		return classString, quoted(s, true)
	case c == '#', strings.HasPrefix(s, "-- "):
		return classComment, lineEnd(s)
	case strings.HasPrefix(s, "/*"):
		if end := strings.Index(s[2:], "*/"); end >= 0 {
			return classComment, end + 4
		}
		return classComment, len(s)
	case isDigit(c):
		return classNumber, span(s, func(c byte) bool { return isDigit(c) || isLetter(c) || c == '.' })
	case isLetter(c):
		n := span(s, func(c byte) bool { return isDigit(c) || isLetter(c) })
		return wordClass(s[:n], s[n:]), n
	default:
		_, n := utf8.DecodeRuneInString(s)
		return "", n
	}
}

// quoted returns the length of a quoted token, the rest of the text if it does not end. A doubled quote does not end
// it, nor, with escapes, one behind a backslash.
func quoted(s string, escapes bool) int {
	for i := 1; i < len(s); i++ {
		switch {
		case escapes && s[i] == '\\':
			i++
		case s[i] == s[0] && i+1 < len(s) && s[i+1] == s[0]:
			i++
		case s[i] == s[0]:
			return i + 1
		}
	}
	return len(s)
}

func lineEnd(s string) int {
	if n := strings.IndexByte(s, '\n'); n >= 0 {
		return n
	}
	return len(s)
}

func span(s string, in func(byte) bool) int {
	n := 0
	for n < len(s) && in(s[n]) {
		n++
	}
	return n
}

func isDigit(c byte) bool { return '0' <= c && c <= '9' }

// isLetter reports whether a byte is one of a word: of characters beyond ASCII all bytes are.
func isLetter(c byte) bool {
	return 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || c == '_' || c == '$' || c >= 0x80
}

// keywords returns the words of clauses and operators.
var keywords = sync.OnceValue(func() map[string]bool {
	words := map[string]bool{}
	for _, w := range strings.Fields(`ALL AND ANY AS ASC BETWEEN BINARY BY CASE COLLATE CROSS CURRENT DESC DISTINCT DIV DUAL ELSE END
		ESCAPE EXCEPT EXISTS FALSE FOLLOWING FOR FROM GROUP HAVING IN INNER INTERSECT INTERVAL INTO IS JOIN LATERAL LEFT
		LIKE LIMIT MOD NATURAL NOT NULL OFFSET ON OR ORDER OUTER OVER PARTITION PRECEDING RANGE RECURSIVE REGEXP RIGHT
		ROLLUP ROW ROWS SELECT SEPARATOR STRAIGHT_JOIN TABLE THEN TRUE UNBOUNDED UNION UNKNOWN USING VALUES WHEN WHERE WINDOW WITH XOR`) {
		words[w] = true
	}
	return words
})

func wordClass(word, rest string) string {
	upper := strings.ToUpper(word)
	call := strings.HasPrefix(rest, "(")
	switch {
	case call && (upper == "LEFT" || upper == "RIGHT" || upper == "MOD" || !keywords()[upper]):
		return classCall
	case keywords()[upper]:
		return classKeyword
	}
	return ""
}
