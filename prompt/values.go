package prompt

import (
	"cmp"
	"hash/fnv"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/asksql/asksql/internal/estimate"
	scripts "github.com/asksql/asksql/internal/words" // words is a function here
	"github.com/asksql/asksql/schema"
)

// A column of few values shows them all: they say what it means. Of one with more a prompt shows some, to say how they
// are written, and beside the question those that the question seems to mean.
const (
	fewValues  = 8
	someValues = 3
)

// Bounds of what is looked at and shown.
const (
	maxIndexed   = 20_000 // values of all columns together
	maxMeant     = 12     // values that one prompt shows beside the question
	maxMeantEach = 5      // of those, of one column
	valuesShare  = 16     // one in so many tokens of a prompt is for them
	maxPhrase    = 4      // words of a question that may be one value
)

// likeEnough is how much two texts have to be alike, in grams that both have, to be taken for one.
const likeEnough = 0.62

// A values index finds the values that a question seems to mean: by their grams, runs of three characters, so that
// other endings and slips do no harm.
type valueIndex struct {
	entries  []valueEntry
	grams    map[uint32][]int32 // entries that have a gram
	unspaced []int32            // entries in scripts without blanks
	codes    []int32            // entries such as PT, which may be short for a word
}

type valueEntry struct {
	table, column int32
	grams         int32 // how many
	text          string
}

// newValueIndex returns the index of the values that tables do not show all of, or nil if there are none.
func newValueIndex(tables []schema.Table) *valueIndex {
	x := &valueIndex{grams: map[uint32][]int32{}}
	for i := range tables {
		for j := range tables[i].Columns {
			values := tables[i].Columns[j].Values
			for _, value := range values[:min(len(values), max(maxIndexed-len(x.entries), 0))] {
				x.add(int32(i), int32(j), value)
			}
		}
	}
	if len(x.entries) == 0 {
		return nil
	}
	return x
}

func (x *valueIndex) add(table, column int32, value string) {
	text := strings.ToLower(oneLine(value, maxValue))
	if utf8.RuneCountInString(text) < 2 || isDigits(text) {
		return // a number is no word of a question
	}
	number := int32(len(x.entries))
	grams := gramsOf(text)
	x.entries = append(x.entries, valueEntry{table, column, int32(len(grams)), value})
	for _, g := range grams {
		x.grams[g] = append(x.grams[g], number)
	}
	if strings.ContainsFunc(text, func(r rune) bool { return scripts.Unspaced(string(r)) }) {
		x.unspaced = append(x.unspaced, number)
	}
	if isLettersCode(value) {
		x.codes = append(x.codes, number)
	}
}

func isDigits(text string) bool { return strings.Trim(text, "0123456789.,-: ") == "" }

// isLettersCode reports whether a value is two or three capitals.
func isLettersCode(value string) bool {
	const least, most = 2, 3
	return len(value) >= least && len(value) <= most && strings.Trim(value, "ABCDEFGHIJKLMNOPQRSTUVWXYZ") == ""
}

// gramsOf returns the grams of a text in lower case, each once, its ends marked by blanks.
func gramsOf(text string) []uint32 {
	runes := []rune(" " + text + " ")
	var all []uint32
	for i := 0; i+3 <= len(runes); i++ {
		h := fnv.New32a()
		_, _ = h.Write([]byte(string(runes[i : i+3]))) // which never fails
		all = append(all, h.Sum32())
	}
	slices.Sort(all)
	return slices.Compact(all)
}

// A meant value is one that a question seems to mean.
type meant struct {
	entry int32
	score float32
}

// find returns the values that a question seems to mean, the likeliest first.
func (x *valueIndex) find(question string) []meant {
	if x == nil {
		return nil
	}
	scores := map[int32]float32{}
	better := func(entry int32, score float32) { scores[entry] = max(scores[entry], score) }
	list := questionWords(question)
	for from := range list {
		for to := from + 1; to <= min(from+maxPhrase, len(list)); to++ {
			x.findLike(strings.ToLower(strings.Join(list[from:to], " ")), better)
		}
	}
	lower := strings.ToLower(question)
	for _, entry := range x.unspaced {
		if strings.Contains(lower, strings.ToLower(x.entries[entry].text)) {
			better(entry, 1)
		}
	}
	for _, entry := range x.codes {
		if slices.ContainsFunc(list, func(word string) bool { return isShortFor(x.entries[entry].text, word) }) {
			better(entry, likeEnough)
		}
	}
	found := make([]meant, 0, len(scores))
	for entry, score := range scores {
		found = append(found, meant{entry, score})
	}
	slices.SortFunc(found, func(a, b meant) int { return cmp.Or(cmp.Compare(b.score, a.score), cmp.Compare(a.entry, b.entry)) })
	return found
}

// findLike tells of the values that are like a phrase.
func (x *valueIndex) findLike(phrase string, found func(entry int32, score float32)) {
	grams := gramsOf(phrase)
	counts := map[int32]int32{}
	for _, g := range grams {
		for _, entry := range x.grams[g] {
			counts[entry]++
		}
	}
	for entry, n := range counts {
		if alike := float32(2*n) / float32(int32(len(grams))+x.entries[entry].grams); alike >= likeEnough {
			found(entry, alike)
		}
	}
}

// questionWords returns the words of a question as they are written, but for short ones that are in every question.
func questionWords(question string) []string {
	list := strings.FieldsFunc(question, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) && r != '-' && r != '\'' })
	return slices.DeleteFunc(list, func(word string) bool { return utf8.RuneCountInString(word) < 2 })
}

// isShortFor reports whether a code may be short for a name in a question: its letters are there, in order, the first one
// first. Names are capitalised.
func isShortFor(code, word string) bool {
	const least = 4
	if len(word) < least || !unicode.IsUpper(rune(word[0])) {
		return false
	}
	upper := strings.ToUpper(word)
	if code[0] != upper[0] {
		return false
	}
	at := 1
	for i := 1; i < len(code); i++ {
		next := strings.IndexByte(upper[at:], code[i])
		if next < 0 {
			return false
		}
		at += next + 1
	}
	return true
}

// meantText returns values that were found, by their columns, within limit tokens. Only columns are
// looked at that a prompt shows without all their values.
func (x *valueIndex) meantText(tables []schema.Table, found []meant, limit int, partly func(table, column int) bool) string {
	type column struct{ table, column int32 }
	var order []column
	values := map[column][]string{}
	shown := 0
	for _, m := range found {
		e := x.entries[m.entry]
		c := column{e.table, e.column}
		if shown == maxMeant || !partly(int(e.table), int(e.column)) || len(values[c]) == maxMeantEach {
			continue
		}
		if values[c] == nil {
			order = append(order, c)
		}
		values[c] = append(values[c], e.text)
		shown++
	}
	const heading = "Values that the question may mean:\n"
	text := ""
	for _, c := range order {
		t := &tables[c.table]
		line := quotedName(t.Name) + "." + quotedName(t.Columns[c.column].Name) + ": " + quotedList(values[c]) + "\n"
		if estimate.Tokens(heading+text+line) > limit {
			break
		}
		text += line
	}
	if text == "" {
		return ""
	}
	return heading + text + "\n"
}

func (x *valueIndex) bytes() int {
	if x == nil {
		return 0
	}
	const perEntry, perGram, perPosting = 40, 48, 4
	bytes := perEntry*len(x.entries) + perGram*len(x.grams)
	for _, e := range x.entries {
		bytes += perPosting * int(e.grams)
	}
	return bytes
}

// valueNote says what values a column has: all if they are few, else some and how many there are.
func valueNote(values []string) string {
	if len(values) <= fewValues {
		return "values: " + quotedList(values)
	}
	return "values such as " + quotedList(values[:someValues]) + ", " + strconv.Itoa(len(values)) + " in all"
}

func quotedList(values []string) string {
	var shown []string
	for _, value := range values {
		shown = append(shown, quotedString(value, maxValue))
	}
	return strings.Join(shown, ", ")
}
