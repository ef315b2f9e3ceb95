package suggest

import (
	"bytes"
	"math/bits"
	"slices"
	"strings"

	"github.com/asksql/asksql/internal/edits"
	"github.com/asksql/asksql/sqlcheck/internal/spelling"
)

// The likeness of names, for suggestions. Smaller is nearer.
const (
	sameWords   = 1       // plural for singular, another order, an underscore more or less
	holdsWords  = 1 << 8  // one name has all words of the other
	sharesWords = 1 << 9  // they have a word in common
	unlike      = 1 << 10 // nothing to suggest
)

const (
	maxLikened = 64 // bytes of the longest name that is compared
	maxNearest = 3  // names that are suggested for one
)

// nearest returns the names most like the one that was written: the same words spelt otherwise, a few
// letters apart, or with words in common. Ties are all returned, up to three.
func nearest(written string, names []string) []string { return nearestWithin(written, names, unlike) }

// nearestWithin is nearest for names that are nearer than most.
func nearestWithin(written string, names []string, most int) []string {
	sought := takeApart(written)
	best, list := most, []string(nil)
	for _, name := range names {
		switch d := sought.unlikeness(name, best); {
		case d >= most:
		case d < best:
			best, list = d, append(list[:0], name)
		case d == best && len(list) < maxNearest:
			list = append(list, name)
		}
	}
	return list
}

// A takenApart is a name taken apart for comparison.
type takenApart struct {
	folded  string
	letters letters
	joined  []byte   // without underscores
	words   []string // in singular
	stems   []string // what names have that have one of the words, in singular or plural
}

func takeApart(name string) takenApart {
	folded := string(likened(nil, name))
	t := takenApart{folded: folded, letters: lettersOf(folded), joined: join(nil, folded), words: wordsOf(nil, name)}
	for _, word := range t.words {
		t.stems = append(t.stems, strings.TrimSuffix(word, "y"))
	}
	return t
}

// mayShareWords reports whether a name, as it is likened, may have one of the words. Taking it apart costs
// several times as much.
func (s *takenApart) mayShareWords(folded []byte) bool {
	for _, stem := range s.stems {
		if bytes.Contains(folded, []byte(stem)) {
			return true
		}
	}
	return false
}

// join appends a name without its underscores.
func join[S string | []byte](to []byte, name S) []byte {
	for i := 0; i < len(name); i++ {
		if name[i] != '_' {
			to = append(to, name[i])
		}
	}
	return to
}

// likened appends a name without letter case and, where it is not ASCII, without accents; nothing of one
// that is too long to be compared.
func likened(to []byte, name string) []byte {
	if !spelling.IsASCII(name) {
		return append(to, spelling.SkeletonWithin(name, maxLikened)...)
	}
	if len(name) > maxLikened {
		return to
	}
	for i := 0; i < len(name); i++ {
		c := name[i]
		if isCapital(c) {
			c += 'a' - 'A'
		}
		to = append(to, c)
	}
	return to
}

// letters is the set of the bytes that a name has, several of which share a bit.
type letters uint64

func lettersOf[S string | []byte](name S) (set letters) {
	for i := 0; i < len(name); i++ {
		set |= 1 << (name[i] & 63)
	}
	return set
}

// inflected are letters that names of the same words may not share: those of plurals, and what parts words.
var inflected = lettersOf("ies_ y")

// leastEdits returns what the letters of two names say of edits: one changes two of them at most.
func (l letters) leastEdits(other letters) int { return (bits.OnesCount64(uint64(l^other)) + 1) / 2 }

// unlikeness tells how far a name is from the one that was written, unlike if it is further than most.
func (s *takenApart) unlikeness(name string, most int) int {
	if s.folded == "" {
		return unlike
	}
	var foldedBuf, joinedBuf [maxLikened]byte
	folded := likened(foldedBuf[:0], name)
	if len(folded) == 0 {
		return unlike
	}
	if string(folded) == s.folded {
		return 0 // but for letter case or accents
	}
	set := lettersOf(folded)
	joined := join(joinedBuf[:0], folded)
	if bytes.Equal(joined, s.joined) {
		return sameWords
	}
	limit := min(most, max(1, min(len(folded), len(s.folded))/3))
	if apart(len(folded), len(s.folded)) <= limit && set.leastEdits(s.letters) <= limit {
		if d := edits.Distance(s.folded, string(folded), limit); d <= limit && d < len(s.folded) {
			return d
		}
	}
	if most <= sameWords || most <= holdsWords && (set^s.letters)&^inflected != 0 {
		return unlike
	}
	if !spelling.IsASCII(name) || s.mayShareWords(folded) {
		var wordsBuf [8]string
		words := wordsOf(wordsBuf[:0], name)
		if d := unlikeWords(s.words, words); d < unlike {
			return d
		}
	}
	if most > holdsWords && min(len(s.joined), len(joined)) >= 3 && (bytes.Contains(s.joined, joined) || bytes.Contains(joined, s.joined)) {
		return holdsWords + apart(len(joined), len(s.joined))
	}
	return unlike
}

// unlikeWords compares two names word by word, in any order.
func unlikeWords(a, b []string) int {
	common, long := 0, false
	for _, word := range a {
		if slices.Contains(b, word) {
			common++
			long = long || len(word) >= 3
		}
	}
	switch {
	case common == 0:
		return unlike
	case common == len(a) && common == len(b):
		return sameWords
	case !long:
		return unlike // id and at are everywhere
	case common == len(a) || common == len(b):
		return holdsWords + apart(len(a), len(b))
	default:
		return sharesWords + len(a) + len(b) - 2*common
	}
}

func apart(a, b int) int { return max(a, b) - min(a, b) }

// wordsOf takes a name apart at underscores, blanks and where a capital follows a small letter. The
// words are appended in lower case and in singular.
func wordsOf(words []string, name string) []string {
	start := 0
	for i := 0; i <= len(name); i++ {
		gap := i == len(name) || name[i] == '_' || name[i] == ' '
		if !gap && (i == 0 || !isCapital(name[i]) || isCapital(name[i-1])) {
			continue
		}
		if i > start {
			words = append(words, singular(spelling.Fold(name[start:i])))
		}
		start = i
		if gap {
			start++
		}
	}
	return words
}

func isCapital(c byte) bool { return 'A' <= c && c <= 'Z' }

// singular takes the ending of an English plural off.
func singular(word string) string {
	ending := func(s string) bool { return len(word) > len(s)+1 && strings.HasSuffix(word, s) }
	switch {
	case ending("ies"):
		return word[:len(word)-3] + "y"
	case ending("sses"), ending("xes"), ending("ches"), ending("shes"), ending("uses"):
		return word[:len(word)-2]
	case ending("ss"), ending("us"), ending("is"):
		return word
	case ending("s"):
		return word[:len(word)-1]
	default:
		return word
	}
}
