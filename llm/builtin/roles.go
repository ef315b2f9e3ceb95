package builtin

import (
	"slices"
	"strings"
)

// nameOf returns the column that holds the names of a table's rows, if there is one, or those that
// may.
func (l *lexicon) nameOf(t *table) []*column {
	title := "title"
	if l.personOf(t) != nil {
		title = "person-title"
	}
	for _, is := range []func(*column) bool{
		func(c *column) bool { return l.classed(title, c.names[0].without(t.words)) },
		func(c *column) bool { return c.names[0].equal(t.words) },
		func(c *column) bool { return l.classed(title, c.names[len(c.names)-1].without(t.words)) },
	} {
		var found []*column
		for _, c := range t.columns {
			if c.kind == textual && is(c) {
				found = append(found, c)
			}
		}
		if len(found) > 0 {
			return found
		}
	}
	return nil
}

// titleOf returns the columns that stand for a row where the question names none: its name, or the
// first and the last name of a person.
func (l *lexicon) titleOf(t *table) []*column {
	if name := l.nameOf(t); len(name) == 1 {
		return name
	}
	return l.personOf(t)
}

// personOf returns the columns of the first and the last name, or nil.
func (l *lexicon) personOf(t *table) []*column {
	var both []*column
	for _, part := range []string{"first name", "last name"} {
		m := mention{words: wordSet{}}
		for _, word := range strings.Fields(part) {
			m.words[stem(word)] = true
		}
		if found, how := l.fits(m, t); len(found) == 1 && how == exact {
			both = append(both, found[0])
		}
	}
	if len(both) == 2 {
		return both
	}
	return nil
}

// classed reports whether the words are those of one phrase of a class.
func (l *lexicon) classed(name string, words wordSet) bool { return l.sets[name][setKey(words)] }

// hasWord reports whether one of the words is in a class.
func (l *lexicon) hasWord(name string, words wordSet) bool {
	for word := range words {
		if l.sets[name][word] {
			return true
		}
	}
	return false
}

// isOrdinal reports whether a column holds places in an order, of which the first is the highest and the
// least number.
func (l *lexicon) isOrdinal(c *column) bool {
	return c.kind != temporal && l.hasWord("ordinal", c.names[0])
}

// bestOrMost returns the error that says what the higher of two places in an order may be.
func bestOrMost(c *column) error {
	return &vague{name: "higher " + c.name, choices: []string{"the better one", "the greater number"}}
}

// isKeyName reports whether the mention says that it means a number or code.
func (l *lexicon) isKeyName(m mention) bool { return l.hasWord("key", m.words) }

// codesOf returns the columns that hold codes of a table's rows.
func (l *lexicon) codesOf(t *table) []*column {
	var codes []*column
	for _, c := range t.columns {
		if c.kind == textual && l.hasWord("key", c.names[0]) {
			codes = append(codes, c)
		}
	}
	return codes
}

// isCode reports whether a value looks like a code rather than a name.
func isCode(v literal) bool { return len(v.text) <= 5 && strings.ToUpper(v.text) == v.text }

func (l *lexicon) tellsPlace(c *column) bool {
	return l.classed("place", c.names[0].without(c.table.words))
}

// fitsPlace reports whether a place that the lexicon knows, such as a country, is of the kind that a
// column holds. Of a place that it does not know nothing is said.
func (l *lexicon) fitsPlace(v literal, c *column) bool {
	fits := true
	words := strings.Fields(strings.ToLower(v.text))
	for _, p := range l.classes["known-place"][words[0]] {
		if slices.Equal(p.words, words) {
			fits = l.hasWord(p.value+"-column", c.names[0])
		}
	}
	return fits
}

// knownPlaces returns the columns that hold places of the kind of one that the lexicon knows.
func (l *lexicon) knownPlaces(v literal, columns []*column) []*column {
	words := strings.Fields(strings.ToLower(v.text))
	if !slices.ContainsFunc(l.classes["known-place"][words[0]], func(p phrase) bool { return slices.Equal(p.words, words) }) {
		return nil
	}
	return slices.DeleteFunc(slices.Clone(columns), func(c *column) bool { return !l.fitsPlace(v, c) || l.classed("anyplace", c.names[0]) })
}

// flagWords returns what a column says that rows are, such as published.
func (l *lexicon) flagWords(c *column) wordSet { return c.names[0].without(l.sets["flag-word"]) }

// isEvent reports whether a verb says no more than that something happened.
func (l *lexicon) isEvent(m mention) bool { return l.classed("event", m.words) }
