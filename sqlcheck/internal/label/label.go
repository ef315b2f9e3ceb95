// Package label tells what a server calls the columns of a result that have no alias.
//
// The rules are the servers' own, MySQL 9.7 and MariaDB 10.11, on connections of character set utf8mb4
// (TestServers); the manuals do not have them. Both read them off the text:
//
//	a, t.a, (t.A), +a          the column's name as it is written there
//	'it''s', (N'x'), +_utf8'x' the value; MySQL takes the first of adjacent strings only
//	007, (1.50), +1E3          the digits as they are written
//	NULL, (null)               NULL
//	TRUE, (true)               TRUE in MariaDB, what is written in MySQL
//	anything else              what is written, parentheses and signs included
//
// What is written includes the comments inside an expression but none behind it, and in MariaDB those
// between it and the comma in front of it. Blanks and control characters in front
// are removed, a character beyond U+FFFF is a question mark, and the rest is cut at 255 bytes.
//
// A column of a view, or of a derived table that the server merges, has the letter case that it has
// there, not the one it is written in. That cannot be seen from the text, so it is the caller's to know.
package label

import (
	"strings"
	"unicode/utf8"
)

// maxBytes is the length of a label in UTF-8. A label is cut between characters.
const maxBytes = 255

// A Label is the name that each server gives to an expression without an alias.
type Label struct{ MariaDB, MySQL string }

// Same reports whether both servers give the same name.
func (l Label) Same() bool { return l.MariaDB == l.MySQL }

// Of returns the label of an item of a select list from its text, and false where it is not certain: in
// a text with an executable comment. The text begins behind the comma in front of the item, or with the
// first item's first token; it may go on to the next comma.
func Of(item string) (Label, bool) {
	item = graphic(item)
	s := scanner{text: item}
	var c core
	start, end := len(item), 0
	for t := s.next(); t.kind != none; t = s.next() {
		if t.kind == executable {
			return Label{}, false
		}
		c.add(t)
		start, end = min(start, s.at-len(t.text)), s.at
	}
	if l, ok := c.value(); ok {
		// MariaDB spells a NUL, to MySQL it is the end.
		mysql, _, _ := strings.Cut(graphic(l.MySQL), "\x00")
		return Label{shown(strings.ReplaceAll(graphic(l.MariaDB), "\x00", `\x00`)), shown(mysql)}, true
	}
	l := Label{shown(item[:end]), shown(item[min(start, end):end])}
	if truth, ok := c.truth(); ok {
		l.MariaDB = truth
	}
	return l, true
}

// List returns the labels of a select list of n items, none where one is not certain. Items with an alias
// and wildcards have labels that mean nothing.
func List(list string, n int) []Label {
	if n == 0 {
		return nil
	}
	labels := make([]Label, 0, n)
	for _, item := range split(list) {
		l, ok := Of(item)
		if !ok {
			return nil
		}
		labels = append(labels, l)
	}
	if len(labels) != n {
		return nil
	}
	return labels
}

// split cuts a select list at its commas.
func split(list string) []string {
	var items []string
	depth, start := 0, 0
	s := scanner{text: list}
	for t := s.next(); t.kind != none; t = s.next() {
		switch t.text {
		case "(":
			depth++
		case ")":
			depth--
		case ",":
			if depth == 0 {
				items = append(items, list[start:s.at-1])
				start = s.at
			}
		}
	}
	return append(items, list[start:])
}

// Sayable reports whether AS gives this label on both servers, in a text that the checker reads again.
// It is true for the label of any expression but for the empty one, and for values with control
// characters. It does not look at Options.ASCII.
func Sayable(label string) bool {
	if label == "" || len(label) > maxBytes || !isGraphic(label[0]) {
		return false
	}
	for _, r := range label {
		if r > 0xffff || r == 0x7f || r == utf8.RuneError || r < ' ' && r != '\t' && r != '\n' && r != '\r' {
			return false // MariaDB has no such character in a name: 1300
		}
	}
	return true
}

func isGraphic(c byte) bool { return c > ' ' && c != 0x7f }

// graphic removes blanks and control characters in front.
func graphic(s string) string {
	for s != "" && !isGraphic(s[0]) {
		s = s[1:]
	}
	return s
}

// shown returns a text as a label shows it.
func shown(s string) string {
	s = graphic(s)
	if start := s[:min(len(s), maxBytes)]; isNarrow(start) {
		return start
	}
	var b strings.Builder
	b.Grow(min(len(s), maxBytes))
	for _, r := range s {
		if r > 0xffff {
			r = '?'
		}
		if b.Len()+utf8.RuneLen(r) > maxBytes {
			break
		}
		b.WriteRune(r)
	}
	return b.String()
}

// isNarrow reports whether a text is ASCII.
func isNarrow(s string) bool {
	for i := range len(s) {
		if s[i] >= utf8.RuneSelf {
			return false
		}
	}
	return true
}

// OfPlain returns the label of an item that is a number of digits, or one string of printable ASCII between
// single quotes that holds neither quotes nor backslashes, and false for all others. It is what Of
// returns on both servers.
func OfPlain(item string) (string, bool) {
	if item == "" || len(item) > maxBytes {
		return "", false
	}
	if item[0] != '\'' || len(item) == 1 {
		return item, strings.Trim(item, "0123456789") == ""
	}
	value := item[1 : len(item)-1]
	for i := range len(value) {
		if c := value[i]; c < ' ' || c >= 0x7f || c == '\'' || c == '"' || c == '\\' {
			return "", false
		}
	}
	return value, len(value) > 0 && value[0] != ' ' && item[len(item)-1] == '\''
}

// A core is what stands between the parentheses and plus signs round an item, if that is a column or a
// literal. The zero value is an empty one.
type core struct {
	tokens []token
	closed bool // a parenthesis was closed
	other  bool // it is something else
}

func (c *core) add(t token) {
	switch {
	case c.other:
	case t.text == ")":
		c.closed = true
	case c.closed:
		c.other = true
	case t.text == "(" || t.text == "+":
		c.other = len(c.tokens) > 0
	case t.kind == mark && t.text != ".", t.kind == bits:
		c.other = true
	default:
		c.tokens = append(c.tokens, t)
	}
	if c.other {
		c.tokens = nil
	}
}

// truth returns TRUE or FALSE, and false if it is neither.
func (c *core) truth() (string, bool) {
	if len(c.tokens) != 1 || c.tokens[0].kind != word {
		return "", false
	}
	upper := strings.ToUpper(c.tokens[0].text)
	return upper, upper == "TRUE" || upper == "FALSE"
}

// value returns the name or the value that is the label, and false where the label is what is written.
func (c *core) value() (Label, bool) {
	if len(c.tokens) == 0 {
		return Label{}, false
	}
	first := c.tokens[0]
	switch {
	case first.kind == str:
		return values(c.tokens)
	case first.kind == word && first.text[0] == '_' && len(c.tokens) > 1 && c.tokens[1].kind == str:
		return values(c.tokens[1:])
	case first.kind == number && len(c.tokens) == 1:
		return Label{first.text, first.text}, true
	case first.kind == word && len(c.tokens) == 1:
		return one(first.text)
	default:
		return column(c.tokens)
	}
}

// values returns the label of adjacent strings.
func values(tokens []token) (Label, bool) {
	if len(tokens) == 1 {
		value := tokens[0].value()
		return Label{value, value}, true
	}
	var all strings.Builder
	for _, t := range tokens {
		if t.kind != str {
			return Label{}, false
		}
		all.WriteString(t.value())
	}
	return Label{all.String(), tokens[0].value()}, true
}

// calls are the functions that are called without parentheses.
var calls = map[string]bool{
	"CURRENT_DATE": true, "CURRENT_TIME": true, "CURRENT_TIMESTAMP": true, "CURRENT_USER": true, "CURRENT_ROLE": true,
	"LOCALTIME": true, "LOCALTIMESTAMP": true, "UTC_DATE": true, "UTC_TIME": true, "UTC_TIMESTAMP": true,
}

// one returns the label of a word, alone or in parentheses.
func one(text string) (Label, bool) {
	switch upper := strings.ToUpper(text); {
	case upper == "NULL":
		return Label{upper, upper}, true
	case upper == "TRUE", upper == "FALSE":
		return Label{}, false
	case calls[upper]:
		return Label{}, false
	default:
		return Label{text, text}, true
	}
}

// column returns the last part of a qualified name.
func column(tokens []token) (Label, bool) {
	for i, t := range tokens {
		if name := t.kind == word || t.kind == quoted; name != (i%2 == 0) || !name && t.text != "." {
			return Label{}, false
		}
	}
	if len(tokens)%2 == 0 {
		return Label{}, false
	}
	name := tokens[len(tokens)-1]
	return Label{name.value(), name.value()}, true
}
