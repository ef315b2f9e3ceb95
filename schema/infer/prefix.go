package infer

import (
	"slices"
	"strings"
)

// Bounds on what is a prefix. Short ones need few tables; a whole word, which may be what the tables are about,
// needs many.
const (
	shortPrefix     = 4 // letters
	leastOfPrefix   = 3 // tables
	shareOfPrefixes = 5 // of a longer one: at least one table in so many
	shareOfSecond   = 2 // of a second one, unless it is a mark of two letters: of the tables that have the first
	markLetters     = 2
)

// findPrefixes finds the words that an application puts before the names of its tables: t and ds of t_ds_user, ums of
// ums_member. A word that is the name of a table by itself is none: order of order_items, beside orders.
func (x *index) findPrefixes() {
	for _, t := range x.tables {
		t.prefix = 0
	}
	for depth := range 3 {
		heads := map[string][]*table{}
		for _, t := range x.tables {
			if t.prefix == depth && len(t.words) > depth+1 {
				head := strings.Join(t.words[:depth+1], " ")
				heads[head] = append(heads[head], t)
			}
		}
		names := x.names(depth)
		for _, tables := range heads {
			if word := tables[0].words[depth]; x.isPrefix(tables, depth) && !isName(names, word) {
				for _, t := range tables {
					t.prefix = depth + 1
				}
			}
		}
	}
}

// names returns the spellings of the names that are one word behind the prefix found so far.
func (x *index) names(depth int) map[string]bool {
	names := map[string]bool{}
	for _, t := range x.tables {
		if len(t.words) == depth+1 {
			for _, spelling := range spellings(t.words[depth:]) {
				names[spelling] = true
			}
		}
	}
	return names
}

func isName(names map[string]bool, word string) bool {
	for _, form := range forms(word) {
		if names[form] {
			return true
		}
	}
	return false
}

// isPrefix reports whether the word that tables have at a depth, behind prefixes that they share, is one more.
func (x *index) isPrefix(tables []*table, depth int) bool {
	word := tables[0].words[depth]
	switch {
	case len(tables) < leastOfPrefix:
		return false
	case depth > 0:
		return len(word) <= markLetters || len(word) <= shortPrefix && shareOfSecond*len(tables) >= x.beginning(tables[0].words[:depth])
	case len(word) <= shortPrefix:
		return true
	}
	return shareOfPrefixes*len(tables) >= len(x.tables)
}

// beginning returns how many tables have names that begin with the words.
func (x *index) beginning(list []string) int {
	n := 0
	for _, t := range x.tables {
		if len(t.words) > len(list) && slices.Equal(t.words[:len(list)], list) {
			n++
		}
	}
	return n
}
