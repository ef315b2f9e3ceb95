package schema

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Phrases is a set of names to be found in free text. A name is found where its words stand one
// after another, letter case aside; what separates them does not count, so orders.total is found
// in `orders`.`total`. A name without a word, such as "%", is never found. The zero value is empty.
//
// Looking takes time in proportion to the words of the text times the different numbers of words
// that the names have (64 at most), however many names there are.
type phrases struct {
	names   map[string]bool
	lengths []int // the numbers of words that names have
}

func (p *phrases) add(name string) {
	words, starts := split(name)
	length := len(starts) - 1
	if length == 0 {
		return
	}
	if p.names == nil {
		p.names = map[string]bool{}
	}
	p.names[words] = true
	if !slices.Contains(p.lengths, length) {
		p.lengths = append(p.lengths, length)
	}
}

// has reports whether the set holds a name of the same words.
func (p *phrases) has(name string) bool {
	words, _ := split(name)
	return p.names[words]
}

// in reports whether text mentions one of the names.
func (p *phrases) in(text string) bool {
	if len(p.names) == 0 {
		return false
	}
	words, starts := split(text)
	for i, start := range starts {
		for _, length := range p.lengths {
			if i+length < len(starts) && p.names[words[start:starts[i+length]]] {
				return true
			}
		}
	}
	return false
}

// split returns the words of text in lower case, each followed by a blank, and where each begins;
// the last entry is the end. A word is a run of ASCII letters, digits and underscores. Every other
// letter, digit or mark is a word of its own: not all scripts put blanks between words.
func split(text string) (words string, starts []int) {
	var b strings.Builder
	b.Grow(len(text) + 1)
	starts = make([]int, 0, 8)
	for rest := strings.ToLower(text); rest != ""; {
		r, size := utf8.DecodeRuneInString(rest)
		if isWordRune(r) {
			size = len(rest) - len(strings.TrimLeftFunc(rest, isWordRune))
		}
		if isWordRune(r) || unicode.In(r, unicode.L, unicode.N, unicode.M) {
			starts = append(starts, b.Len())
			b.WriteString(rest[:size])
			b.WriteByte(' ')
		}
		rest = rest[size:]
	}
	return b.String(), append(starts, b.Len())
}

func isWordRune(r rune) bool {
	return 'a' <= r && r <= 'z' || '0' <= r && r <= '9' || r == '_'
}
