// Package lexical finds the documents that share words with a query: Okapi BM25 over weighted
// fields, with words as people write them in prose and in names of tables and columns.
//
// It knows nothing but text. Equal documents and queries give equal scores, bit for bit.
package lexical

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/kljensen/snowball/english"
)

// Words returns the words of text in order, as the index has them: in lower case, inflections and
// English stop words taken off. Names fall apart where a reader would part them: customerID2 is
// customer, id and 2. Scripts that put no blanks between words give each two neighbours.
func Words(text string) []string {
	var words []string
	eachWord(text, func(word string) {
		if stem := stemmed(word); stem != "" {
			words = append(words, stem)
		}
	})
	return words
}

// eachWord calls do with each word of text as it is written there.
func eachWord(text string, do func(word string)) {
	for text != "" {
		n := wordLength(text)
		if n == 0 {
			_, n = utf8.DecodeRuneInString(text)
		} else if unspaced(text) {
			pairs(text[:n], do)
		} else {
			do(text[:n])
		}
		text = text[n:]
	}
}

// A class is what a character is to the word it stands in.
type class int

const (
	separator class = iota
	lower           // also letters that know no case
	upper
	digit
	ideograph // of a script that puts no blanks between words
)

func classOf(r rune) class {
	switch {
	case 'a' <= r && r <= 'z':
		return lower
	case 'A' <= r && r <= 'Z':
		return upper
	case '0' <= r && r <= '9':
		return digit
	case r < utf8.RuneSelf:
		return separator
	case unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Thai, unicode.Lao, unicode.Khmer, unicode.Myanmar):
		return ideograph
	case unicode.IsUpper(r):
		return upper
	case unicode.IsLetter(r), unicode.IsMark(r):
		return lower
	case unicode.IsDigit(r):
		return digit
	default:
		return separator
	}
}

// wordLength returns the length of the word that text begins with, or 0.
func wordLength(text string) int {
	first, n := utf8.DecodeRuneInString(text)
	last := classOf(first)
	if last == separator {
		return 0
	}
	run := 1 // letters of the class of the last one
	for n < len(text) {
		r, size := utf8.DecodeRuneInString(text[n:])
		switch c := classOf(r); {
		case c == last:
			run++
		case last == upper && c == lower && run == 1: // Name
			last = lower
		case last == upper && c == lower: // HTTPServer: the last capital is the next word's
			_, size := utf8.DecodeLastRuneInString(text[:n])
			return n - size
		default:
			return n
		}
		n += size
	}
	return n
}

func unspaced(text string) bool {
	r, _ := utf8.DecodeRuneInString(text)
	return classOf(r) == ideograph
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
