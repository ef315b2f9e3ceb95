package schema

import (
	"cmp"
	"iter"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Phrases is a set of names to be found in free text. A name is found where its words stand one
// after another, letter case aside; what separates them does not count, so orders.total is found
// in `orders`.`total`. A name without a word, such as "%", is never found. The zero value is empty.
// It is for one goroutine.
//
// Looking takes time in proportion to the text, however many names there are and whatever words
// they share: the names are the tree of Aho and Corasick, with words for letters.
type phrases struct {
	words  map[string]int32 // the numbers of words
	steps  map[step]int32   // from a state, by a word, to the next
	states []state          // the first is where every name begins
	linked bool             // the states have their fallbacks
}

// A state is the beginning of a name. Its number is its place in the list.
type state struct {
	parent, word int32 // the step that leads here
	depth        int32 // in words
	fallback     int32 // the longest end of this beginning that is a beginning too
	name         bool  // a name ends here
	found        bool  // a name ends here, or in a fallback
}

type step struct{ from, word int32 }

func (p *phrases) add(name string) { p.end(p.walk(p.root(), name)) }

// root returns the state where every name begins.
func (p *phrases) root() int32 {
	if p.states == nil {
		p.words, p.steps, p.states = map[string]int32{}, map[step]int32{}, []state{{}}
	}
	return 0
}

// walk returns the state to which the words of text lead, and makes those on the way.
func (p *phrases) walk(at int32, text string) int32 {
	for word := range wordsOf(text) {
		number, ok := p.words[word]
		if !ok {
			number = int32(len(p.words))
			p.words[strings.Clone(word)] = number // it may be a piece of a long text
		}
		at = p.step(at, number)
	}
	return at
}

func (p *phrases) step(at, word int32) int32 {
	next, ok := p.steps[step{at, word}]
	if !ok {
		next = int32(len(p.states))
		p.steps[step{at, word}] = next
		p.states = append(p.states, state{parent: at, word: word, depth: p.states[at].depth + 1})
		p.linked = false
	}
	return next
}

// end makes a name of the words that lead to the state.
func (p *phrases) end(at int32) {
	if at != 0 {
		p.states[at].name = true
		p.linked = false
	}
}

// has reports whether the set holds a name of the same words.
func (p *phrases) has(name string) bool {
	at := int32(0)
	for word := range wordsOf(name) {
		number, known := p.words[word]
		next, ok := p.steps[step{at, number}]
		if !known || !ok {
			return false
		}
		at = next
	}
	return at != 0 && p.states[at].name
}

// in reports whether text mentions one of the names.
func (p *phrases) in(text string) bool {
	if text == "" || len(p.states) == 0 {
		return false
	}
	p.link()
	at := int32(0)
	for word := range wordsOf(text) {
		number, known := p.words[word]
		if !known {
			at = 0
			continue
		}
		if at = p.next(at, number); p.states[at].found {
			return true
		}
	}
	return false
}

// next returns the longest beginning of a name that the text ends with, a word after the one at.
func (p *phrases) next(at, word int32) int32 {
	for {
		if to, ok := p.steps[step{at, word}]; ok {
			return to
		}
		if at == 0 {
			return 0
		}
		at = p.states[at].fallback
	}
}

// link finds the fallback of each state, from that of the one before it.
func (p *phrases) link() {
	if p.linked {
		return
	}
	p.linked = true
	order := make([]int32, len(p.states))
	for i := range order {
		order[i] = int32(i)
	}
	slices.SortFunc(order, func(a, b int32) int { return cmp.Compare(p.states[a].depth, p.states[b].depth) })
	for _, at := range order {
		s := &p.states[at]
		if s.depth > 1 {
			s.fallback = p.next(p.states[s.parent].fallback, s.word)
		}
		s.found = s.name || p.states[s.fallback].found
	}
}

// wordsOf returns the words of text in lower case. A word is a run of ASCII letters, digits and
// underscores. Every other letter, digit or mark is a word of its own: not all scripts put blanks
// between words.
func wordsOf(text string) iter.Seq[string] {
	return func(yield func(word string) bool) {
		for rest := strings.ToLower(text); rest != ""; {
			r, size := utf8.DecodeRuneInString(rest)
			if isWordRune(r) {
				size = len(rest) - len(strings.TrimLeftFunc(rest, isWordRune))
			}
			if (isWordRune(r) || unicode.In(r, unicode.L, unicode.N, unicode.M)) && !yield(rest[:size]) {
				return
			}
			rest = rest[size:]
		}
	}
}

func isWordRune(r rune) bool {
	return 'a' <= r && r <= 'z' || '0' <= r && r <= '9' || r == '_'
}
