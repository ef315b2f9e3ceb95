// Package estimate tells about how many tokens a text has, without a vocabulary: those cost megabytes
// of a program and milliseconds of its start, and models have different ones anyway.
package estimate

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Tokens returns about how many tokens text has. It goes by classes of characters. Their costs, in
// hundredths of a token, were fitted to prompts over the schemas of applications, names in Chinese
// included, and raised, so that they err on the safe side: over whole prompts the sum is up to 10 %
// above the larger of the counts of two vocabularies, cl100k_base and o200k_base, and never more
// than 1 % below, as a test of the scoreboard's module says. A text that is unlike those differs
// more: letters that make no words may have three times as many.
func Tokens(text string) int {
	hundredths := 0
	for text != "" {
		n, cost := piece(text)
		hundredths += cost
		text = text[n:]
	}
	return (hundredths + 50) / 100
}

// piece returns the length in bytes of the piece that text begins with, and what it costs in
// hundredths of a token.
func piece(text string) (length, cost int) {
	switch c := text[0]; {
	case isLower(c):
		n := run(text, isLower)
		return n, wordCost(text[:n])
	case isUpper(c):
		return capitals(text)
	case isDigit(c):
		n := run(text, isDigit)
		return n, (n + 2) / 3 * 124 // vocabularies hold numbers of up to three digits
	case isBlank(c):
		n := run(text, isBlank)
		return n, blanksCost(text[:n], text[n:])
	case c == '_':
		return 1, 0 // it is part of the word behind it
	case isMark(c):
		n := run(text, isMark)
		return n, marksCost(text[:n], text[n:])
	default:
		r, n := utf8.DecodeRuneInString(text)
		return n, beyondASCII(r, n)
	}
}

// capitals is piece for what begins with a capital: a word such as Orders, or one in capitals. In
// HTTPRequest each is one of two words.
func capitals(text string) (length, cost int) {
	n := run(text, isUpper)
	switch small := run(text[n:], isLower); {
	case small == 0:
		return n, shoutedCost(text[:n])
	case n == 1:
		return 1 + small, wordCost(text[:1+small])
	default:
		return n - 1, shoutedCost(text[:n-1])
	}
}

// run returns how many bytes of text from its begin are of a class.
func run(text string, class func(byte) bool) int {
	n := 0
	for n < len(text) && class(text[n]) {
		n++
	}
	return n
}

func isLower(c byte) bool { return 'a' <= c && c <= 'z' }
func isUpper(c byte) bool { return 'A' <= c && c <= 'Z' }
func isDigit(c byte) bool { return '0' <= c && c <= '9' }
func isBlank(c byte) bool { return c <= ' ' || c == 0x7f }
func isMark(c byte) bool {
	return !isLower(c) && !isUpper(c) && !isDigit(c) && !isBlank(c) && c != '_' && c < utf8.RuneSelf
}

// wordCost returns the cost of a word. Vocabularies hold most of the short ones; without a vowel it is
// an abbreviation, which they have in parts.
func wordCost(word string) int {
	cost := 0
	switch n := len(word); {
	case n == 1:
		return 62
	case n == 2:
		cost = 80
	case n <= 5:
		cost = 112
	case n <= 8:
		cost = 116
	case n <= 12:
		cost = 160
	default:
		cost = 160 + 32*(n-12)
	}
	if !strings.ContainsAny(word, "aeiouyAEIOUY") {
		cost += 48
	}
	return cost
}

// shoutedCost is wordCost for a word in capitals. Vocabularies hold few of those, but those of DDL.
func shoutedCost(word string) int {
	switch word {
	case "CREATE", "TABLE", "NOT", "NULL", "PRIMARY", "KEY", "REFERENCES":
		return 111
	}
	if len(word) <= 6 {
		return 145
	}
	return 35*len(word) - 70
}

// blanksCost returns the cost of blanks. A single one belongs to what follows, unless that is a number.
func blanksCost(blanks, next string) int {
	switch {
	case len(blanks) == 1 && next != "" && isDigit(next[0]):
		return 160
	case len(blanks) == 1:
		return 0
	case blanks[0] == '\n':
		return 140
	default:
		return 148
	}
}

// marksCost returns the cost of marks in a row. A single one may belong to the word behind it.
func marksCost(marks, next string) int {
	switch {
	case len(marks) > 3:
		return 30 * len(marks)
	case len(marks) > 1:
		return 110
	case marks == "`" && next != "" && next[0] >= utf8.RuneSelf:
		return 52
	case marks == "`":
		return 105
	case next != "" && (isLower(next[0]) || isUpper(next[0])):
		return 78
	default:
		return 87
	}
}

// scripts has the costs of characters beyond ASCII by their script.
var scripts = []struct {
	script *unicode.RangeTable
	cost   int
}{
	{unicode.Latin, 90}, // in the middle of a word
	{unicode.Cyrillic, 70},
	{unicode.Greek, 100},
	{unicode.Arabic, 90},
	{unicode.Hebrew, 120},
	{unicode.Devanagari, 130},
	{unicode.Thai, 100},
	{unicode.Hangul, 135},
	{unicode.Hiragana, 105},
	{unicode.Katakana, 110},
	{unicode.P, 100},
}

// beyondASCII returns the cost of a character of n bytes beyond ASCII. What is in no script above counts
// as its bytes, which no vocabulary exceeds.
func beyondASCII(r rune, n int) int {
	if unicode.Is(unicode.Han, r) {
		return hanCost(r)
	}
	for _, s := range scripts {
		if unicode.Is(s.script, r) {
			return s.cost
		}
	}
	return 100 * n
}

// hanCost returns the cost of a Chinese character. The common ones are a token of their own, or part of one,
// in every vocabulary of note; others fall into bytes in some.
func hanCost(r rune) int {
	if _, common := slices.BinarySearch(commonHan, r); common {
		return 92
	}
	return 180
}
