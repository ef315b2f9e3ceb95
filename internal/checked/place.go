package checked

import (
	"sort"
	"strings"
	"unicode/utf8"

	"github.com/asksql/asksql/sqlcheck"
)

// places finds lines and columns in a text.
type places struct {
	text  string
	lines []int // offset of the first byte of each line
}

func newPlaces(text string) *places {
	p := &places{text: text, lines: []int{0}}
	for i := 0; i < len(text); i++ {
		if text[i] == '\n' {
			p.lines = append(p.lines, i+1)
		}
	}
	return p
}

// of returns the place of a violation in a statement that begins at an offset of the text.
func (p *places) of(v sqlcheck.Violation, at int) Place {
	if v.Offset < 0 || at+v.Offset > len(p.text) {
		return Place{Offset: -1}
	}
	return p.at(at+v.Offset, extent(p.text[at+v.Offset:], v.Near))
}

// at returns the place of length bytes at an offset.
func (p *places) at(offset, length int) Place {
	line := sort.SearchInts(p.lines, offset+1)
	return Place{Offset: offset, Length: length, Line: line, Column: 1 + utf8.RuneCountInString(p.text[p.lines[line-1]:offset])}
}

// PlaceOf returns the place of the bytes of a text from one offset to another.
func PlaceOf(text string, from, to int) Place { return newPlaces(text).at(from, to-from) }

// End returns line and column behind the words at a place of a text.
func (p Place) End(text string) (line, column int) {
	end := newPlaces(text).at(p.Offset+p.Length, 0)
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
