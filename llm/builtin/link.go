package builtin

import (
	"slices"
	"strings"
)

// A mention is a run of words that may name a table or a column.
type mention struct {
	words  wordSet
	joined string // all in one: "post code" names postcode
	text   string
	last   string // the stem of the last word
	noun   string // that word
	strict bool   // only the whole name of a column will do
	in     *table // that the column must belong to, or nil
	listed bool   // it stands in a list
	joint  bool   // it is several words round a hollow one: "date of birth"
}

// A rank says how well a mention fits a column; less is better.
type rank int

const (
	exact     rank = iota // the name, word for word
	qualified             // the name but for words that name the table
	partial               // some words of the name
	likened               // the name in synonyms
	partlike              // some words of the name, in synonyms
	unfit
)

// rank returns how well the mention fits a column. Words that name the column's table may stand
// beside it, but one word at least must be its own.
func (l *lexicon) rank(m mention, c *column) rank {
	best := unfit
	if m.in != nil && m.in != c.table {
		return unfit
	}
	if m.joined == c.joined {
		return exact
	}
	for _, name := range c.names {
		best = min(best, l.rankName(m, name, c.table.words))
	}
	if m.listed && m.joint {
		return unfit // "name and year of the song": of both?
	}
	if m.strict && best > qualified || m.joint && best > exact {
		return unfit // "name of feature" is rather the name that features have
	}
	return best
}

func (l *lexicon) rankName(m mention, name, tableWords wordSet) rank {
	if m.words.equal(name) {
		return exact
	}
	if !l.plausible(m, name, tableWords) {
		return unfit
	}
	own, bare := m.words.without(tableWords), name.without(tableWords)
	switch {
	case len(own) > 0 && len(own) < len(m.words) && !own[m.last] && !m.joint:
		return unfit // the city of the customer is no "city customer"
	case len(own) > 0 && own.equal(bare), len(own) == 0 && m.words.equal(tableWords) && len(bare) == 0:
		return qualified
	case len(own) == 0:
		if m.words.within(name) && len(bare) == 0 {
			return qualified
		}
		return unfit
	case own.within(name):
		if l.hasWord("surrogate", bare.without(own)) || l.classed("generic", own) {
			return unfit // the customer is not customer_id, and the name not manager_name
		}
		return partial
	}
	switch matched := l.liken(own, name); {
	case matched < 0:
		return unfit
	case matched == len(bare):
		return likened
	default:
		return partlike
	}
}

// plausible reports whether each word of the mention has something to do with the column. It sorts out
// nearly all columns at little cost.
func (l *lexicon) plausible(m mention, name, tableWords wordSet) bool {
	for word := range m.words {
		if !name[word] && !tableWords[word] && !l.likeness(word, name) {
			return false
		}
	}
	return true
}

// likeness reports whether a word of the name is a synonym.
func (l *lexicon) likeness(word string, name wordSet) bool {
	for other := range l.same[word] {
		if name[other] {
			return true
		}
	}
	return false
}

// liken returns how many words of a name the words mean, synonyms included, or -1 if one of them
// means none.
func (l *lexicon) liken(words, name wordSet) int {
	matched := wordSet{}
	for word := range words {
		found := ""
		for other := range name {
			if word == other || l.same[word][other] {
				found = other
				break
			}
		}
		if found == "" {
			return -1
		}
		matched[found] = true
	}
	return len(matched)
}

// fits returns the columns of a table that the mention fits best, and how well.
func (l *lexicon) fits(m mention, t *table) (best []*column, how rank) {
	how = unfit
	for _, c := range t.columns {
		switch r := l.rank(m, c); {
		case r < how:
			best, how = []*column{c}, r
		case r == how && r != unfit:
			best = append(best, c)
		}
	}
	switch {
	case how == partial, how < partial && best[0].shortened:
		best = append(best, l.referring(m, t)...)
	case how == likened && l.classed("title", m.words) && !slices.Contains(l.nameOf(t), best[0]):
		return nil, unfit // the title of an employee is not the employee's name
	}
	return best, how
}

// referring returns the columns of a table that are called like the mention, but for their being keys: the owner may be
// owner_name, or the row that owner_id leads to, whether that is declared or not.
func (l *lexicon) referring(m mention, t *table) []*column {
	var keys []*column
	for _, c := range t.columns {
		rest := c.names[0].without(m.words)
		if (c.refers != nil && m.words.within(c.names[0]) || c.bare.equal(m.words)) && l.hasWord("surrogate", rest) {
			keys = append(keys, c)
		}
	}
	return keys
}

// known reports whether there is a column anywhere that the mention fits.
func (l *lexicon) known(x *index, m mention) bool {
	if len(x.byWord[m.joined]) > 0 {
		return true
	}
	for word := range m.words {
		if !l.means(x, word) {
			return false
		}
	}
	fits := func(c *column) bool { return l.rank(m, c) < unfit }
	for word := range m.words {
		if slices.ContainsFunc(x.byWord[word], fits) {
			return true
		}
		for other := range l.same[word] {
			if slices.ContainsFunc(x.byWord[other], fits) {
				return true
			}
		}
	}
	return false
}

// means reports whether a word, or one that means the same, is in the name of any table or column.
func (l *lexicon) means(x *index, word string) bool {
	if x.ofTables[word] || len(x.byWord[word]) > 0 {
		return true
	}
	for other := range l.same[word] {
		if len(x.byWord[other]) > 0 {
			return true
		}
	}
	return false
}

// tables returns the tables that the mention may name: those called so, else those whose names end
// so, else those with a synonym for a name.
func (l *lexicon) tables(x *index, m mention) []*table {
	return stored(slices.DeleteFunc(l.similar(x, m), func(t *table) bool { return !m.calls(t) }))
}

// similar returns the tables that the mention may name or be derived from: who commented wrote comments.
func (l *lexicon) similar(x *index, m mention) []*table {
	list := x.byName[setKey(m.words)]
	if len(list) == 0 {
		list = x.byName[m.joined]
	}
	if len(list) == 0 && len(m.words) == 1 {
		for word := range m.words {
			for other := range l.same[word] {
				list = append(list, x.byName[other]...)
			}
		}
	}
	full := slices.DeleteFunc(slices.Clone(list), func(t *table) bool { return !m.words.equal(t.words) && m.joined != t.joined })
	if len(full) > 0 {
		return full
	}
	return slices.Clone(list)
}

// calls reports whether the last word of the mention is that of the table's name, be it a plural. Its stem alone
// does not say so: customers and customization have the same.
func (m mention) calls(t *table) bool {
	like := func(word string) bool { return stem(word) == m.last }
	return !slices.ContainsFunc(t.said, like) || slices.ContainsFunc(t.said, func(word string) bool {
		return like(word) && singular(word) == singular(m.noun)
	})
}

// singular returns a word without the ending of a plural.
func singular(word string) string {
	word = strings.ToLower(word)
	for _, ending := range [][2]string{{"ies", "y"}, {"sses", "ss"}, {"ses", "s"}, {"xes", "x"}, {"ches", "ch"}, {"shes", "sh"}, {"zes", "z"}, {"ss", "ss"}, {"us", "us"}, {"is", "is"}, {"s", ""}} {
		if stem, ok := strings.CutSuffix(word, ending[0]); ok {
			return strings.TrimSuffix(stem+ending[1], "e")
		}
	}
	return strings.TrimSuffix(word, "e")
}

// stored returns the tables that are no views or, if all are, the views: a view shows a part of the rows, or each
// several times.
func stored(list []*table) []*table {
	base := slices.DeleteFunc(slices.Clone(list), func(t *table) bool { return t.view })
	if len(base) > 0 {
		return base
	}
	return list
}

// newMention returns the mention of tokens, or false if they cannot name anything.
func (l *lexicon) newMention(tokens []token) (mention, bool) {
	m := mention{words: wordSet{}}
	var text, joined []string
	for _, t := range tokens {
		if t.quoted || !isWord(t) {
			return m, false
		}
		text = append(text, t.text)
		joined = append(joined, t.lower)
		m.joint = m.joint || l.hollow[t.lower]
		if l.plainWord(t.lower) {
			m.words[t.stem], m.last, m.noun = true, t.stem, t.lower
			continue
		}
		for _, part := range strings.FieldsFunc(t.lower, func(r rune) bool { return r == '-' || r == '_' || r == '.' }) {
			for _, word := range l.written(part) {
				if !l.hollow[word] {
					m.last, m.noun = stem(word), word
					m.words[m.last] = true
				}
			}
		}
	}
	m.text, m.joined = strings.Join(text, " "), stem(strings.Join(joined, ""))
	return m, len(m.words) > 0 && !l.classed("bare", m.words) && !l.hollow[tokens[0].lower] && !l.hollow[tokens[len(tokens)-1].lower]
}

// plainWord reports whether a word stands for itself in a mention.
func (l *lexicon) plainWord(word string) bool {
	return l.short[word] == nil && !l.hollow[word] && !strings.ContainsAny(word, "-_.")
}

func isWord(t token) bool {
	return t.lower != "" && isWordRune([]rune(t.lower)[0])
}
