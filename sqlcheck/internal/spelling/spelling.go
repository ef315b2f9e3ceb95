// Package spelling compares names by how they are spelt: as a query may spell them, and as a server might
// take them.
package spelling

import (
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"
)

// Fold lower-cases the ASCII letters of a name and nothing else.
func Fold(name string) string {
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

// Same reports whether two names differ by ASCII letter case at most.
func Same(a, b string) bool {
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

// Skeleton is what is left of a name when letter case, accents and compatibility forms are ignored:
// more than any server does.
func Skeleton(name string) string {
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

// IsASCII reports whether a name has ASCII characters only.
func IsASCII(name string) bool {
	for i := 0; i < len(name); i++ {
		if name[i] >= 0x80 {
			return false
		}
	}
	return true
}

// IsNameByte reports whether a byte may stand in a name without back-quotes.
func IsNameByte(c byte) bool {
	return 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || '0' <= c && c <= '9' || c == '_' || c == '$' || c >= 0x80
}

// Next returns the first place of words in a text at or behind an offset, letter case aside, -1 if there
// is none.
func Next(words, text string, from int) int {
	for i := from; i+len(words) <= len(text); i++ {
		end := i + len(words)
		if Same(text[i:end], words) && (i == 0 || !IsNameByte(text[i-1]) || !IsNameByte(text[i])) &&
			(end == len(text) || !IsNameByte(text[end]) || !IsNameByte(text[end-1])) {
			return i
		}
	}
	return -1
}
