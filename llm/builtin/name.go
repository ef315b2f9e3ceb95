package builtin

import (
	"strings"
	"unicode"
)

// identifierWords splits the name of a table or column into words in lower case: at underscores and
// other marks, where letters change to upper case, and between letters and digits.
func identifierWords(name string) []string {
	var words []string
	runes := []rune(name)
	start := 0
	cut := func(end int) {
		if end > start {
			words = append(words, strings.ToLower(string(runes[start:end])))
		}
		start = end
	}
	for i, r := range runes {
		switch {
		case !unicode.IsLetter(r) && !unicode.IsDigit(r):
			cut(i)
			start = i + 1
		case i > 0 && boundary(runes, i):
			cut(i)
		}
	}
	cut(len(runes))
	return words
}

// boundary reports whether a word begins at i: userId, HTTPServer, line2.
func boundary(runes []rune, i int) bool {
	before, r := runes[i-1], runes[i]
	switch {
	case unicode.IsDigit(r) != unicode.IsDigit(before):
		return true
	case unicode.IsUpper(r) && unicode.IsLower(before):
		return true
	default:
		return unicode.IsUpper(r) && unicode.IsUpper(before) && i+1 < len(runes) && unicode.IsLower(runes[i+1])
	}
}

// A wordSet is a set of stems. Names are compared as sets: "date of birth" is birth_date.
type wordSet map[string]bool

func (s wordSet) equal(other wordSet) bool { return len(s) == len(other) && s.within(other) }

func (s wordSet) within(other wordSet) bool {
	for word := range s {
		if !other[word] {
			return false
		}
	}
	return true
}

func (s wordSet) without(other wordSet) wordSet {
	left := wordSet{}
	for word := range s {
		if !other[word] {
			left[word] = true
		}
	}
	return left
}

// nameWords returns the stems of an identifier, abbreviations written out, without words such as
// "of" and "tbl" that tell nothing.
func (l *lexicon) nameWords(name string) wordSet {
	set := wordSet{}
	for _, word := range identifierWords(name) {
		for _, full := range l.written(word) {
			if !l.hollow[full] {
				set[stem(full)] = true
			}
		}
	}
	return set
}
