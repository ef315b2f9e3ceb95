package checked

import (
	"sort"
	"strings"
	"unicode/utf8"

	"github.com/asksql/asksql/sqlcheck"
)

// A Text is a text whose statements are checked, with where its lines begin. It is for one goroutine at a time.
type Text struct {
	text  string
	lines []int // offset of the first byte of each line
	last  Place // that was asked for: a long line is not counted from its beginning each time
}

// NewText returns the text.
func NewText(text string) *Text {
	t := &Text{text: text, lines: []int{0}}
	for i := 0; i < len(text); i++ {
		if text[i] == '\n' {
			t.lines = append(t.lines, i+1)
		}
	}
	return t
}

// of returns the place of a violation in a statement that begins at an offset of the text.
func (t *Text) of(v sqlcheck.Violation, at int) Place {
	if v.Offset < 0 || at+v.Offset > len(t.text) {
		return Place{Offset: -1}
	}
	return t.Place(at+v.Offset, extent(t.text[at+v.Offset:], v.Near))
}

// Place returns the place of length bytes at an offset of the text.
func (t *Text) Place(offset, length int) Place {
	line := sort.SearchInts(t.lines, offset+1)
	if line != t.last.Line {
		t.last = Place{Offset: t.lines[line-1], Line: line, Column: 1}
	}
	column := t.last.Column
	if offset >= t.last.Offset {
		column += utf8.RuneCountInString(t.text[t.last.Offset:offset])
	} else {
		column -= utf8.RuneCountInString(t.text[offset:t.last.Offset])
	}
	t.last = Place{Offset: offset, Length: length, Line: line, Column: column}
	return t.last
}

// End returns line and column behind a place of the text.
func (t *Text) End(p Place) (line, column int) {
	end := t.Place(p.Offset+p.Length, 0)
	return end.Line, end.Column
}

// extent returns how many bytes at the beginning of a text the words are that a violation is near: names are
// told without their back-quotes, and letters may be of the other case. Of words that do not stand there, it
// is the first word of the text.
func extent(text, near string) int {
	i, j := 0, 0
	for j < len(near) && i < len(text) {
		switch {
		case lower(text[i]) == lower(near[j]):
			i, j = i+1, j+1
		case strings.IndexByte("`\" \t\r\n", text[i]) >= 0:
			i++
		default:
			return firstWord(text)
		}
	}
	if j < len(near) || near == "" {
		return firstWord(text)
	}
	if i < len(text) && text[i] == '`' && strings.Count(text[:i], "`")%2 == 1 {
		i++ // the one that ends the name
	}
	return i
}

// firstWord returns the length of the first word of a text, or of its first character.
func firstWord(text string) int {
	i := 0
	for i < len(text) && isWordByte(text[i]) {
		i++
	}
	if i == 0 && text != "" {
		_, i = utf8.DecodeRuneInString(text)
	}
	return i
}

func isWordByte(c byte) bool {
	return c == '_' || c == '$' || '0' <= c && c <= '9' || 'a' <= lower(c) && lower(c) <= 'z' || c >= utf8.RuneSelf
}

func lower(c byte) byte {
	if 'A' <= c && c <= 'Z' {
		return c + 'a' - 'A'
	}
	return c
}
