package builtin

import (
	"slices"
	"strconv"
	"strings"
	"unicode"
)

// leaves are the symbols that are read without a construct.
func leaves() map[string]leaf {
	return map[string]leaf{
		"table":    readTable,
		"column":   readColumn,
		"number":   readNumber,
		"text":     readText,
		"known":    readKnown,
		"period":   readPeriod,
		"recently": readRecent,
		"verb":     readWord,
		"flag":     readFlag,
	}
}

// A named is a table that the question names.
type named struct {
	table *table
	text  string
}

// maxWords is the number of words that a name in a question may have.
const maxWords = 6

// mentions calls found with each mention that begins at a place.
func (r *reader) mentions(at int, found func(m mention, end int)) {
	for end := at + 1; end <= min(at+maxWords, len(r.tokens)); end++ {
		if t := r.tokens[end-1]; t.quoted || !isWord(t) {
			return
		}
		if m, ok := r.lexicon.newMention(r.tokens[at:end]); ok {
			found(m, end)
		}
	}
}

func readTable(r *reader, at int, found func(any, int)) {
	r.mentions(at, func(m mention, end int) {
		for _, t := range r.lexicon.tables(r.index, m) {
			found(named{t, m.text}, end)
		}
	})
}

func readColumn(r *reader, at int, found func(any, int)) {
	r.mentions(at, func(m mention, end int) {
		if r.lexicon.known(r.index, m) {
			found(m, end)
		}
	})
}

// readWord reads any one word that may be part of a name: "placed" is placed_at.
func readWord(r *reader, at int, found func(any, int)) {
	if at < len(r.tokens) && isWord(r.tokens[at]) && !r.tokens[at].proper {
		if m, ok := r.lexicon.newMention(r.tokens[at : at+1]); ok {
			found(m, at+1)
		}
	}
}

// readFlag reads a word that columns say of rows.
func readFlag(r *reader, at int, found func(any, int)) {
	readWord(r, at, func(value any, end int) {
		if m := value.(mention); r.index.flags[setKey(m.words)] {
			found(m, end)
		}
	})
}

// readNumber reads a number in digits or as a word.
func readNumber(r *reader, at int, found func(any, int)) {
	if at >= len(r.tokens) {
		return
	}
	r.lexicon.classes["numeral"].matches(r.tokens[at:], func(value string, length int) {
		found(literal{text: value, numeric: true}, at+length)
	})
	if text, ok := number(r.tokens[at].text); ok && !r.tokens[at].quoted {
		found(literal{text: text, numeric: true}, at+1)
	}
}

// number returns a number as SQL writes it.
func number(text string) (string, bool) {
	groups := strings.Split(text, ",")
	if slices.ContainsFunc(groups[1:], func(group string) bool { return !thousands(group) }) {
		return "", false
	}
	text = strings.Join(groups, "")
	if _, err := strconv.ParseFloat(text, 64); err != nil || !strings.ContainsFunc(text, unicode.IsDigit) || strings.ContainsAny(text, "xXpP_eE+") {
		return "", false
	}
	return text, true
}

// readText reads a value that is a text: one in quotes, or words that are capitalised.
func readText(r *reader, at int, found func(any, int)) {
	if at >= len(r.tokens) {
		return
	}
	if t := r.tokens[at]; t.quoted {
		found(literal{text: t.text, quoted: true}, at+1)
		return
	}
	var words []string
	for i := at; i < len(r.tokens) && r.tokens[i].proper && (i == at || r.tokens[i].at == r.tokens[i-1].at+1); i++ {
		words = append(words, r.tokens[i].text)
	}
	if len(words) == 1 && len(r.lexicon.classes["ask"][r.tokens[at].lower]) > 0 {
		return // "List" begins another sentence
	}
	if len(words) > 0 { // all of them: half a name is another one
		found(literal{text: strings.Join(words, " ")}, at+len(words))
	}
}

// readKnown reads a value that a column is known to have.
func readKnown(r *reader, at int, found func(any, int)) {
	var words []string
	for end := at + 1; end <= min(at+r.index.longest, len(r.tokens)); end++ {
		key, _ := phraseKey(r.tokens[end-1].text)
		words = append(words, key)
		for _, v := range r.index.byValue[strings.Join(words, " ")] {
			found(v, end)
		}
	}
}
