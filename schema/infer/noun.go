package infer

import (
	"strings"

	"github.com/asksql/asksql/internal/words"
)

// wordsOf returns the words of a name in lower case: customerID2 is customer, id and 2.
func wordsOf(name string) []string {
	var list []string
	words.Each(name, func(word string) { list = append(list, strings.ToLower(word)) })
	return list
}

// forms returns a word and what it may be the plural of.
func forms(word string) []string {
	all := []string{word}
	if one, ok := irregular(word); ok {
		all = append(all, one)
	}
	for _, plural := range []struct{ end, of string }{
		{"s", ""}, {"es", ""}, {"ies", "y"}, {"ices", "ex"}, {"n", ""}, {"en", ""},
	} {
		stem, ok := strings.CutSuffix(word, plural.end)
		if ok && len(stem) >= leastStem(plural.end) && !strings.HasSuffix(word, "ss") {
			all = append(all, stem+plural.of)
		}
	}
	return all
}

// leastStem is how long a stem is at least: more for the German endings, which other words end with too.
func leastStem(end string) int {
	if strings.HasSuffix(end, "n") {
		return 5
	}
	return 2
}

func irregular(word string) (singular string, ok bool) {
	switch word {
	case "people", "persons":
		return "person", true
	case "children":
		return "child", true
	case "men":
		return "man", true
	case "women":
		return "woman", true
	case "data":
		return "datum", true
	case "media":
		return "medium", true
	}
	return "", false
}

// spellings returns the ways in which words may be written as the name of one thing: joined, the last in the singular.
func spellings(list []string) []string {
	if len(list) == 0 {
		return nil
	}
	last := len(list) - 1
	head := strings.Join(list[:last], "")
	all := forms(list[last])
	for i := range all {
		all[i] = head + all[i]
	}
	return all
}

// sameThing reports whether two lists of words name one thing, plural and joining of words aside.
func sameThing(a, b []string) bool {
	for _, x := range spellings(a) {
		for _, y := range spellings(b) {
			if x == y {
				return true
			}
		}
	}
	return false
}

// A colName is what the name of a column says of a reference.
type colName struct {
	words []string // all, without numbers at the ends
	base  []string // what is referred to: customer of customer_id
	// key is the word for the key, such as id or code, "" where the name has none.
	key string
}

// newColName reads a name.
func newColName(name string) colName {
	list := withoutNumbers(wordsOf(name))
	n := len(list)
	switch {
	case n == 0:
		return colName{}
	case n > 1 && isKeyWord(list[n-1]):
		return colName{list, withoutMark(list[:n-1]), list[n-1]}
	case n > 1 && isMark(list[0]):
		return colName{list, list[1:], "id"}
	}
	last := list[n-1]
	if stem, ok := strings.CutSuffix(last, "id"); ok && len(stem) > 2 { // customerid
		base := append(append([]string{}, list[:n-1]...), stem)
		return colName{append(append([]string{}, base...), "id"), withoutMark(base), "id"}
	}
	if base := withoutMark(list); len(base) < n {
		return colName{list, base, "id"}
	}
	return colName{list, list, ""}
}

// withoutNumbers cuts numbers off both ends of a name: 1_event_id, parent_id_2.
func withoutNumbers(list []string) []string {
	isNumber := func(w string) bool { return strings.Trim(w, "0123456789") == "" }
	for len(list) > 1 && isNumber(list[0]) {
		list = list[1:]
	}
	for len(list) > 1 && isNumber(list[len(list)-1]) {
		list = list[:len(list)-1]
	}
	return list
}

// withoutMark cuts what says that a column is a reference off its name: fk_customer, link_to_event.
func withoutMark(list []string) []string {
	switch {
	case len(list) > 2 && list[0] == "link" && list[1] == "to":
		return list[2:]
	case len(list) > 1 && isMark(list[0]):
		return list[1:]
	}
	return list
}

func isMark(w string) bool { return w == "fk" || w == "id" || w == "ref" }

// isKeyWord reports whether a last word says that a column holds the key of what is named before it.
func isKeyWord(w string) bool {
	switch w {
	case "id", "no", "nr", "num", "number", "code", "key", "uuid", "guid", "uid", "pk", "fk", "ref":
		return true
	}
	return false
}
