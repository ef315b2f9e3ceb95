package builtin

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/kljensen/snowball/english"
)

// A token is a word, a number, a quoted text or a mark of punctuation of a question.
type token struct {
	text   string // as written; of a quoted text, what is between the quotes
	lower  string // in lower case; "" for a quoted text, which is never a word
	stem   string // of a word
	quoted bool
	proper bool // a word that is capitalised though it does not begin a sentence
	at     int  // its number in the question, noise counted: neighbours differ by one
}

// maxTokens is more than any question that this package reads has; longer ones take no time.
const maxTokens = 80

// tokens splits a question. Words that carry no meaning are left out, and so is the punctuation at
// its end. ok is false for a question that is too long.
func (l *lexicon) tokens(question string) (list []token, ok bool) {
	s := scanner{rest: question, start: true}
	for {
		t, more := s.next()
		if !more {
			break
		}
		if t.quoted || t.proper || !l.noise[t.lower] {
			list = append(list, t)
		}
		if len(list) > maxTokens {
			return nil, false
		}
	}
	for len(list) > 0 && !list[len(list)-1].quoted && strings.Contains(sentenceEnds, list[len(list)-1].lower) {
		list = list[:len(list)-1]
	}
	return list, true
}

// sentenceEnds are the marks that end a sentence. All of them become a full stop.
const sentenceEnds = ".?!;:"

// quotes are the pairs of marks that quote a text.
var quotes = [][2]string{{`"`, `"`}, {"“", "”"}, {"‘", "’"}, {"``", "''"}, {"'", "'"}, {"`", "`"}}

// A scanner splits a question into tokens.
type scanner struct {
	rest  string
	at    int
	start bool // of a sentence
}

func (s *scanner) next() (token, bool) {
	s.rest = strings.TrimLeftFunc(s.rest, unicode.IsSpace)
	if s.rest == "" {
		return token{}, false
	}
	t := s.scan()
	t.at = s.at
	s.at++
	s.start = t.lower == "." && !t.quoted
	return t, true
}

func (s *scanner) scan() token {
	if inner, n := quotedText(s.rest); n > 0 {
		s.rest = s.rest[n:]
		return token{text: strings.TrimSpace(inner), quoted: true}
	}
	if n := wordLength(s.rest); n > 0 {
		word := s.rest[:n]
		s.rest = s.rest[n:]
		s.possessive()
		return s.word(word)
	}
	r, n := utf8.DecodeRuneInString(s.rest)
	s.rest = s.rest[n:]
	if strings.ContainsRune(sentenceEnds, r) {
		return token{text: ".", lower: "."}
	}
	return token{text: string(r), lower: string(r)}
}

func (s *scanner) word(word string) token {
	first, _ := utf8.DecodeRuneInString(word)
	lower := strings.ToLower(word)
	return token{text: word, lower: lower, stem: stem(lower), proper: unicode.IsUpper(first) && !s.start}
}

// possessive drops the mark of a possessive: "customer's", "customers'".
func (s *scanner) possessive() {
	for _, mark := range []string{"'s", "’s"} {
		if after, ok := strings.CutPrefix(s.rest, mark); ok && wordLength(after) == 0 {
			s.rest = after
			return
		}
	}
	for _, mark := range []string{"'", "’"} {
		if after, ok := strings.CutPrefix(s.rest, mark); ok && (after == "" || after[0] == ' ') {
			s.rest = after
		}
	}
}

// quotedText returns the text between the quotes that rest begins with, and the length of it all.
func quotedText(rest string) (inner string, length int) {
	for _, q := range quotes {
		after, ok := strings.CutPrefix(rest, q[0])
		if !ok {
			continue
		}
		if end := closing(after, q[1]); end > 0 {
			return after[:end], len(q[0]) + end + len(q[1])
		}
	}
	return "", 0
}

// closing returns where the closing quote stands: not inside a word, as an apostrophe does.
func closing(text, quote string) int {
	for at := 0; at < len(text); {
		i := strings.Index(text[at:], quote)
		if i < 0 {
			return -1
		}
		at += i
		if wordLength(text[at+len(quote):]) == 0 || at+len(quote) == len(text) {
			return at
		}
		at += len(quote)
	}
	return -1
}

// wordLength returns the length of the word or number that text begins with. A hyphen or a point
// between two letters or digits is part of it, and so is a comma between groups of digits.
func wordLength(text string) int {
	n := 0
	for n < len(text) {
		r, size := utf8.DecodeRuneInString(text[n:])
		inside := isWordRune(r) || n > 0 && joins(text, n, r, size) || n == 0 && startsNumber(text, r)
		if !inside {
			break
		}
		n += size
	}
	return n
}

func isWordRune(r rune) bool {
	return unicode.IsLetter(r) || unicode.IsDigit(r) || unicode.IsMark(r) || r == '_'
}

func startsNumber(text string, r rune) bool {
	return r == '-' && len(text) > 1 && text[1] >= '0' && text[1] <= '9'
}

func joins(text string, at int, r rune, size int) bool {
	before, _ := utf8.DecodeLastRuneInString(text[:at])
	after, _ := utf8.DecodeRuneInString(text[at+size:])
	switch {
	case !isWordRune(before) || !isWordRune(after):
		return false
	case r == '\'', r == '’':
		return unicode.IsLetter(before) && !possessive(text[at+size:])
	case r == '-', r == '.' && (unicode.IsLetter(before) || unicode.IsDigit(after)):
		return true
	case r == ':', r == '/':
		return unicode.IsDigit(before) && unicode.IsDigit(after)
	case r == ',':
		return unicode.IsDigit(before) && thousands(text[at+size:])
	default:
		return false
	}
}

// possessive reports whether text begins with the s of a possessive.
func possessive(text string) bool {
	after, ok := strings.CutPrefix(text, "s")
	return ok && wordLength(after) == 0
}

// thousands reports whether text begins with exactly three digits.
func thousands(text string) bool {
	n := len(text) - len(strings.TrimLeftFunc(text, unicode.IsDigit))
	return n == 3
}

// stem returns what the inflected forms of a word have in common.
func stem(word string) string { return english.Stem(word, true) }
