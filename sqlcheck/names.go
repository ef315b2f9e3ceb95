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
