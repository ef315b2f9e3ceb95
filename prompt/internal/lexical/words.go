// Package lexical finds the documents that share words with a query: Okapi BM25 over weighted
// fields, with words as people write them in prose and in names of tables and columns.
//
// It knows nothing but text. Equal documents and queries give equal scores, bit for bit.
package lexical

import (
	"strings"
	"unicode/utf8"

	"github.com/kljensen/snowball/english"

	"github.com/asksql/asksql/internal/words"
)

// Words returns the words of text in order, as the index has them: in lower case, inflections and
// English stop words taken off. Names fall apart where a reader would part them: customerID2 is
// customer, id and 2. Scripts that put no blanks between words give each two neighbours.
func Words(text string) []string {
	var stems []string
	eachWord(text, func(word string) {
		if stem := stemmed(word); stem != "" {
			stems = append(stems, stem)
		}
	})
	return stems
}

// eachWord calls do with each word of text as it is written there.
func eachWord(text string, do func(word string)) {
	words.Each(text, func(word string) {
		if words.Unspaced(word) {
			pairs(word, do)
		} else {
			do(word)
		}
	})
}

// pairs calls do with each two neighbours of text, or with a single character.
func pairs(text string, do func(word string)) {
	_, first := utf8.DecodeRuneInString(text)
	if first == len(text) {
		do(text)
	}
	for first < len(text) {
		_, second := utf8.DecodeRuneInString(text[first:])
		do(text[:first+second])
		text, first = text[first:], second
	}
}

// maxWord is the length of the longest word that is looked at, in bytes. Longer ones are data.
const maxWord = 64

// stemmed returns the stem of a word, or "" for one that says nothing.
func stemmed(word string) string {
	if len(word) > maxWord {
		return ""
	}
	word = strings.ToLower(word)
	if english.IsStopWord(word) {
		return ""
	}
	return english.Stem(word, false)
}
