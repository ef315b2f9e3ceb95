package builtin

import (
	"strings"

	"github.com/asksql/asksql/schema"
)

// prefixes are the words, parted by blanks, that names of tables begin with only to say whose program it is, such as
// the wp of wp_posts.
type prefixes map[string]bool

// How many tables have a prefix in common, and how large a part of all that is where a column knows the word too.
const (
	leastPrefixed = 3
	nearlyAll     = 0.8
)

// prefixesOf finds the prefixes of a view: several tables begin with the word, none is called so, and no column knows
// it, or nearly all tables begin with it. What follows a prefix is part of it where it follows nearly always.
func prefixesOf(view *schema.View) prefixes {
	names, known := [][]string{}, wordSet{}
	for _, t := range view.ShownTables() {
		words := identifierWords(t.Name)
		names = append(names, words)
		if len(words) == 1 {
			known[words[0]] = true
		}
		for _, c := range t.Columns {
			for _, word := range identifierWords(c.Name) {
				known[word] = !isNumber(word)
			}
		}
	}
	found := prefixes{}
	for length := 1; found.add(names, known, length); length++ {
	}
	return found
}

// add adds the prefixes of so many words and reports whether there are any.
func (p prefixes) add(names [][]string, known wordSet, length int) (added bool) {
	counts, of := map[string]int{}, map[string]int{}
	for _, words := range names {
		if before := strings.Join(words[:min(length-1, len(words))], " "); length == 1 || p[before] {
			of[before]++
			if len(words) > length {
				counts[strings.Join(words[:length], " ")]++
			}
		}
	}
	for prefix, n := range counts {
		before, last, longer := cutLast(prefix)
		share := float64(n) / float64(of[before])
		if n >= leastPrefixed && (known[last] && !longer && share >= nearlyAll || !known[last] && (!longer || share >= nearlyAll)) {
			p[prefix], added = true, true
		}
	}
	return added
}

func isNumber(word string) bool { return strings.Trim(word, "0123456789") == "" }

// cutLast parts the last word of a text from those before it.
func cutLast(text string) (before, last string, several bool) {
	if at := strings.LastIndex(text, " "); at >= 0 {
		return text[:at], text[at+1:], true
	}
	return "", text, false
}

// cut returns the words of a name without its prefix.
func (p prefixes) cut(words []string) []string {
	n := 0
	for n+1 < len(words) && p[strings.Join(words[:n+1], " ")] {
		n++
	}
	return words[n:]
}
