package prompt

import (
	"strings"

	"github.com/asksql/asksql/internal/lazyregexp"
)

// statementEnd returns where what follows a statement begins, and what that is: the end of a Markdown
// fence, of a tag or of the reply whose beginning is not there; a semicolon before a blank line; or
// a blank line before prose. The first of them decides. If what follows may be SQL, all of the text
// is the statement.
func statementEnd(statement string) (end int, note Note) {
	var s ending
	for at := 0; at < len(statement); {
		if note := s.endsAt(statement, at); note != "" {
			if statement[at] == ';' {
				at++
			}
			if rest := statement[at:]; comment.MatchString(rest) || holdsSQL(rest, statement[:at]) {
				return len(statement), ""
			}
			return at, note
		}
		next, code := tokenEnd(statement, at)
		s.read(statement[at:next], code)
		at = next
	}
	return len(statement), ""
}

// An ending is the search for the end of a statement.
type ending struct {
	depth int
	word  []byte // the word at the end of what was read, or nothing
	last  byte   // the last character that is neither blank nor in a comment
	apart bool   // a blank or comment stands behind it
	ended bool   // and the end of a line
}

// read takes the next token.
func (s *ending) read(token string, code bool) {
	c := token[0]
	switch {
	case !code && strings.IndexByte("'\"`", c) < 0:
		s.apart = true // a comment
		return
	case strings.IndexByte(" \t\r\n", c) >= 0:
		s.apart, s.ended = true, s.ended || c == '\n'
		return
	case c == '(':
		s.depth++
	case c == ')':
		s.depth--
	}
	switch {
	case !code || !isNameByte(c):
		s.word = s.word[:0]
	case s.apart || !isNameByte(s.last):
		s.word = append(s.word[:0], c)
	default:
		s.word = append(s.word, c)
	}
	s.last, s.apart, s.ended = c, false, false
}

// complete reports whether what was read may be all of a statement.
func (s *ending) complete() bool {
	if s.depth != 0 {
		return false
	}
	if len(s.word) > 0 {
		return !connectors[strings.ToUpper(string(s.word))]
	}
	return s.last >= 0x80 || strings.IndexByte(")'\"`", s.last) >= 0
}

var (
	closing   = lazyregexp.New("^```+(?:\\s|$)")
	comment   = lazyregexp.New(`(?m:^[ \t]*--(?:\s|$))|/\*`)
	blankLine = lazyregexp.New(`^[ \t]*\r?\n[ \t]*\r?\n`)
	// endToken is what no SQL has outside of strings; lastTag could be two comparisons, but for the
	// end of the text behind it.
	endToken = lazyregexp.New(`^(?:<\|[^<>|]{1,40}\|?>|<｜[^<>｜]{1,40}｜>|</[A-Za-z][\w-]{0,40}>|\[/[A-Za-z][\w -]{0,40}\])`)
	lastTag  = lazyregexp.New(`^(?:<[A-Za-z][\w-]{0,40}>\s*)+$`)
)

// endsAt returns what ends the statement at a token of code, or "".
func (s *ending) endsAt(text string, at int) Note {
	rest := text[at:]
	switch c := rest[0]; {
	case c == '`' && closing.MatchString(rest):
		return NoteAfter
	case c == ';':
		behind, more := strings.CutPrefix(strings.TrimLeft(rest[1:], " \t\r"), "\n")
		if !more {
			return ""
		}
		if blankLine.MatchString(rest[1:]) || beginsTable.MatchString(behind) || beginsProse(behind) && !beginsOther(behind) {
			return NoteAfter
		}
	case c == '<' || c == '[':
		if endToken.MatchString(rest) || c == '<' && len(rest) < 200 && lastTag.MatchString(rest) {
			return NoteToken
		}
	case c == '\n' && !s.ended && s.complete():
		blank := blankLine.MatchString(rest) || at > 0 && text[at-1] == '\n' // behind a comment
		if blank && beginsProse(strings.TrimLeft(rest, " \t\r\n")) || endsInThanks(text, at) {
			return NoteAfter
		}
	}
	return ""
}

// beginsOther reports whether the first word of text is one with which a statement begins.
func beginsOther(text string) bool {
	start, end := nextWord(text, 0)
	return start >= 0 && verbs[strings.ToUpper(text[start:end])]
}

// endsInThanks reports whether a word of its own is all that follows at, such as "Thanks". In SQL it
// would be an alias; one that nothing else names may go.
func endsInThanks(text string, at int) bool {
	rest := strings.TrimSpace(text[at:min(len(text), at+40)])
	return at+40 >= len(text) && lastWord.MatchString(rest) && !clauseWords[strings.ToUpper(strings.TrimRight(rest, ".!"))] &&
		strings.Count(lowerASCII(text), lowerASCII(strings.TrimRight(rest, ".!"))) == 1 && fromWord.MatchString(text[:at])
}

var (
	lastWord    = lazyregexp.New(`^[A-Z][a-z]{3,20}[.!]*$`)
	fromWord    = lazyregexp.New(`(?i)\bFROM\b`)
	beginsTable = lazyregexp.New(`^[ \t]*(?:\+-|\|)`)
)

// beginsProse reports whether no statement goes on with text: two words that only a blank parts, and
// that are no words of SQL, can be no more than an alias and a mistake (MySQL 8.0 manual, 15.2.13).
// Behind a mark that is an operator too there have to be three.
func beginsProse(text string) bool {
	for strings.HasPrefix(text, "#") { // a heading, which is a comment in SQL
		_, rest, more := strings.Cut(text, "\n")
		if text = strings.TrimLeft(rest, " \t\r\n"); !more || text == "" {
			return true
		}
	}
	need, plain := 2, strings.TrimLeft(text, "*_")
	if len(text)-len(plain) == 1 || strings.HasPrefix(text, "- ") || strings.HasPrefix(text, "+ ") {
		need = 3
		plain = strings.TrimLeft(plain, "-+ ")
	}
	words, joined := leadingWords(plain, 3)
	for _, word := range words[:min(need, joined)] {
		if clauseWords[word] && !isPreposition(words) {
			return false
		}
	}
	if joined >= need {
		return true
	}
	behind := plain[lengthOf(plain, joined):]
	return joined > 0 && (behind == "" || loneWordEnd.MatchString(behind))
}

// loneWordEnd follows a word in prose, and in SQL nothing that the word would be the alias of.
var loneWordEnd = lazyregexp.New(`^(?:[*_]*:[*_]*\s|[!…]|\.\s*$)`)

// isPreposition reports whether the words begin with IN or FOR and then English: IN needs a
// parenthesis behind it, FOR one of a few words.
func isPreposition(words []string) bool {
	return len(words) > 1 && (words[0] == "IN" || words[0] == "FOR") && determiners[words[1]]
}

// lengthOf returns the length of the first n words of text.
func lengthOf(text string, n int) int {
	at := 0
	for range n {
		start, end := nextWord(text, at)
		if start < 0 {
			break
		}
		at = end
	}
	return at
}
