package sqlcheck

import (
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"
)

// Names are compared in this file only.

// Fold lower-cases the ASCII letters of a name and nothing else. It is the comparison that the
// checker uses for names: MySQL's own folds accents and letter variants by collation, which no
// text outside the server can follow safely (ſ is not s).
func Fold(name string) string { return fold(name) }

func fold(name string) string {
	for i := 0; i < len(name); i++ {
		if 'A' <= name[i] && name[i] <= 'Z' {
			b := []byte(name)
			for ; i < len(b); i++ {
				if 'A' <= b[i] && b[i] <= 'Z' {
					b[i] += 'a' - 'A'
				}
			}
			return string(b)
		}
	}
	return name
}

// sameName reports whether two names differ by ASCII letter case at most.
func sameName(a, b string) bool {
	if len(a) != len(b) {
		return false
	}
	for i := 0; i < len(a); i++ {
		x, y := a[i], b[i]
		if x == y {
			continue
		}
		if 'A' <= x && x <= 'Z' {
			x += 'a' - 'A'
		}
		if 'A' <= y && y <= 'Z' {
			y += 'a' - 'A'
		}
		if x != y {
			return false
		}
	}
	return true
}

// holdsFold reports whether a text holds a name, letter case aside.
func holdsFold(text, name string) bool {
	for i := 0; i+len(name) <= len(text); i++ {
		if sameName(text[i:i+len(name)], name) {
			return true
		}
	}
	return false
}

// holdsNumbered reports whether a text holds a prefix with a digit behind it, letter case aside.
func holdsNumbered(text, prefix string) bool {
	for i := 0; i+len(prefix) < len(text); i++ {
		if c := text[i+len(prefix)]; '0' <= c && c <= '9' && sameName(text[i:i+len(prefix)], prefix) {
			return true
		}
	}
	return false
}

// holdsWord reports whether a text holds a word, letter case aside.
func holdsWord(text, word string) bool { return nextPlace(word, text, 0) >= 0 }

// The longest names that servers have, in characters (MySQL manual, 11.2.1).
const (
	maxIdentifier = 64
	maxAlias      = 256
)

// looksAlike reports whether two names that are not the same might be to a server. A server compares
// names by a collation that folds letters of all scripts and, in some of its look-ups, accents; which
// of them depends on its version. Such a pair is refused rather than guessed.
func looksAlike(a, b string) bool {
	if isASCII(a) && isASCII(b) {
		return false
	}
	return skeleton(a) == skeleton(b)
}

// skeleton is what is left of a name when letter case, accents and compatibility forms are ignored:
// more than any server does.
func skeleton(name string) string {
	var b strings.Builder
	for _, r := range norm.NFKD.String(name) {
		switch {
		case unicode.Is(unicode.Mn, r):
		case r == 'ı', r == 'İ':
			b.WriteByte('i')
		case r == 'ß', r == 'ẞ', r == 'ſ':
			b.WriteByte('s')
		default:
			b.WriteRune(unicode.ToLower(unicode.ToUpper(r)))
		}
	}
	return b.String()
}

func isASCII(s string) bool {
	for i := 0; i < len(s); i++ {
		if s[i] >= 0x80 {
			return false
		}
	}
	return true
}
