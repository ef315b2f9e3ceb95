// Package plain makes text of others fit for a terminal and for reports: names, comments, questions and
// the words of a server come from people and programs that may not mean well.
package plain

import (
	"strings"
	"unicode"
)

// Line returns a text on one line: characters that could move what follows, or command the terminal,
// are U+FFFD in it.
func Line(text string) string { return strings.Map(visible, text) }

// Lines is Line for a text of several lines, which may hold tabs too.
func Lines(text string) string {
	return strings.Map(func(r rune) rune {
		if r == '\n' || r == '\t' {
			return r
		}
		return visible(r)
	}, text)
}

// visible returns what is shown in place of a character. Control characters, and those that change the
// direction of text or part lines, could make a text say what it does not. XML has not all others.
func visible(r rune) rune {
	switch {
	case unicode.IsControl(r), unicode.Is(unicode.Bidi_Control, r), unicode.In(r, unicode.Zl, unicode.Zp), r == '\ufffe', r == '\uffff':
		return unicode.ReplacementChar
	}
	return r
}
