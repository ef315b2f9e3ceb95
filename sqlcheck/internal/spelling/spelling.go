// Package spelling compares names by how they are spelt: as a query may spell them, and as a server might
// take them.
package spelling

import (
	"hash/maphash"
	"strings"
	"sync/atomic"
	"unicode"
	"unicode/utf8"

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

// SkeletonWithin returns the skeleton of a name, "" if it has more than most bytes.
func SkeletonWithin(name string, most int) string {
	if len(name) > 8*most {
		return "" // a name of marks only is like no other
	}
	b := make([]byte, 0, most)
	for i, r := range name {
		bones := bonesOf(r)
		if bones == reordered || r == utf8.RuneError && name[i] != "\ufffd"[0] {
			if whole := Skeleton(name); len(whole) <= most {
				return whole
			}
			return ""
		}
		if len(b)+len(bones) > most {
			return ""
		}
		b = append(b, bones...)
	}
	return string(b)
}

// A Shape stands for a skeleton in comparisons: equal skeletons have equal shapes, and of others one pair in
// 2^64 has. Making one takes little more than reading the name, whatever its characters grow to.
type Shape uint64

// ShapeOf returns the shape of a name.
func ShapeOf(name string) Shape {
	var h maphash.Hash
	h.SetSeed(seed)
	for i, r := range name {
		if r < utf8.RuneSelf {
			if 'A' <= r && r <= 'Z' {
				r += 'a' - 'A'
			}
			_ = h.WriteByte(byte(r))
			continue
		}
		b := bonesOf(r)
		if b == reordered {
			return Shape(maphash.String(seed, Skeleton(name)))
		}
		if r == utf8.RuneError && name[i] != "\ufffd"[0] {
			return Shape(maphash.String(seed, Skeleton(name)))
		}
		_, _ = h.WriteString(b)
	}
	return Shape(h.Sum64())
}

var seed = maphash.MakeSeed()

// reordered marks a character that NFKD may exchange with its neighbours, and that no skeleton leaves out.
const reordered = "\x00"

// pages has the skeletons of characters, by 256 of them, made when one of them is first needed.
var pages [(unicode.MaxRune + 1) >> 8]atomic.Pointer[[256]string]

func bonesOf(r rune) string {
	page := pages[r>>8].Load()
	if page == nil {
		page = new([256]string)
		for i := range page {
			c := r&^0xff | rune(i)
			page[i] = Skeleton(string(c))
			if norm.NFKD.PropertiesString(string(c)).CCC() != 0 && !unicode.Is(unicode.Mn, c) {
				page[i] = reordered
			}
		}
		pages[r>>8].Store(page)
	}
	return page[r&0xff]
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
func Next(words, text string, from int) int { return NextFolded(Fold(words), Fold(text), from) }

// NextFolded is Next for words and a text that were folded.
func NextFolded(words, text string, from int) int {
	for i := from; i+len(words) <= len(text); i++ {
		next := strings.Index(text[i:], words)
		if next < 0 {
			return -1
		}
		i += next
		end := i + len(words)
		if (i == 0 || !IsNameByte(text[i-1]) || !IsNameByte(text[i])) &&
			(end == len(text) || !IsNameByte(text[end]) || !IsNameByte(text[end-1])) {
			return i
		}
	}
	return -1
}
