package builtin

import (
	"strings"

	"github.com/asksql/asksql/internal/words"
)

// identifierWords splits the name of a table or column into words in lower case.
func identifierWords(name string) []string {
	var list []string
	words.Each(name, func(word string) { list = append(list, strings.ToLower(word)) })
	return list
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
