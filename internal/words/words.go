// Package words parts text and names into words where a reader would part them.
package words

import (
	"unicode"
	"unicode/utf8"
)

// Each calls do with each word of text, in order and as it is written there. Names fall apart at marks,
// where letters change to upper case, and between letters and digits: customerID2 is customer, ID and
// 2. Of a script that puts no blanks between words, all that stands together is one.
func Each(text string, do func(word string)) {
	for text != "" {
		n := wordLength(text)
		if n > 0 {
			do(text[:n])
		} else {
			_, n = utf8.DecodeRuneInString(text)
		}
		text = text[n:]
	}
}

// Unspaced reports whether a word is of a script that puts no blanks between words.
func Unspaced(word string) bool {
	r, _ := utf8.DecodeRuneInString(word)
	return classOf(r) == ideograph
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
