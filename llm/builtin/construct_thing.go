package builtin

import (
	"slices"
	"strconv"
	"strings"
)

// things are what rows are called, and what is said about them.
func things() []construct {
	return []construct{
		{"things", "things", "{table} {conditions}?", func(a []any) any { return newThing(a[0].(named), a[1]) }},
		{"things by name", "things", "{table} {text} {conditions}?", func(a []any) any {
			t := newThing(a[0].(named), a[2])
			t.conditions = append([]condition{isCalled(a[1])}, t.conditions...)
			return t
		}},
		{"different things", "things", "<distinct> {table} {conditions}?", func(a []any) any {
			t := newThing(a[0].(named), a[1])
			t.distinct = true
			return t
		}},
		{"things of a kind", "things", "{known} {table} {conditions}?", func(a []any) any {
			t := newThing(a[1].(named), a[2])
			t.conditions = append([]condition{valued{value: a[0].(value)}}, t.conditions...)
			return t
		}},
		{"things that are so", "things", "{flag} {table} {conditions}?", func(a []any) any {
			t := newThing(a[1].(named), a[2])
			t.conditions = append([]condition{flagged{is: a[0].(mention)}}, t.conditions...)
			return t
		}},
		{"extreme thing", "things", "<top>? {number}? {extreme} {table} {conditions}?", func(a []any) any {
			if a[0] == nil && isPlural(a[2].(named).text) {
				return nil // "the cheapest products" are how many?
			}
			return extreme(newThing(a[2].(named), a[3]), a[0], a[1].(string))
		}},
		{"things that are extreme", "things", "{number}? {table} {conditions}? <that>? <is> {extreme}", func(a []any) any {
			return extreme(newThing(a[1].(named), a[2]), a[0], a[3].(string))
		}},
		{"top things", "things", "<top> {number} {table} {conditions}? <by> {column}", func(a []any) any {
			return topBy(newThing(a[1].(named), a[2]), a[0], a[3].(mention), true)
		}},
		{"bottom things", "things", "<bottom> {number} {table} {conditions}? <by> {column}", func(a []any) any {
			return topBy(newThing(a[1].(named), a[2]), a[0], a[3].(mention), false)
		}},
		{"things with the most", "things", "{number}? {table} {conditions}? <that>? <have> {superlative} {column}", func(a []any) any {
			return topBy(newThing(a[1].(named), a[2]), a[0], a[4].(mention), a[3] == "desc")
		}},
		{"things with the most, numbered", "things", "{table} {conditions}? <that>? <have> <top> {number} {superlative}? {column}", func(a []any) any {
			return topBy(newThing(a[0].(named), a[1]), a[2], a[4].(mention), a[3] != "asc")
		}},
		{"things whose own is the most", "things", "{table} {conditions}? whose {column} <is> {superlative}", func(a []any) any {
			return topBy(newThing(a[0].(named), a[1]), nil, a[2].(mention), a[3] == "desc")
		}},
		{"things with most of others", "things", "{number}? {table} {conditions}? <that>? <have> <most> {things}", func(a []any) any {
			return firstOf(newThing(a[1].(named), a[2]), a[0], sorting{count: a[3].(*thing), desc: true})
		}},

		{"one condition", "conditions", "{condition}", func(a []any) any { return a }},
		{"further condition", "conditions", "{condition} <and>? {conditions}", func(a []any) any {
			return append([]any{a[0]}, a[1].([]any)...)
		}},
		{"either condition", "condition", "{condition-} or {condition-}", func(a []any) any {
			return joint{a[0].(condition), a[1].(condition), true}
		}},
		{"condition", "condition", "{condition-}", func(a []any) any { return a[0] }},
	}
}

// withConditions returns the thing with further conditions.
func withConditions(t *thing, conditions any) *thing {
	if conditions == nil {
		return t
	}
	all := *t
	all.conditions = slices.Concat(t.conditions, newThing(named{}, conditions).conditions)
	return &all
}

func isCalled(name any) condition {
	return titled{comparison: comparison{operator: "=", values: []literal{name.(literal)}}}
}

func newThing(n named, conditions any) *thing {
	t := &thing{table: n.table, text: n.text}
	if conditions != nil {
		for _, c := range conditions.([]any) {
			t.conditions = append(t.conditions, c.(condition))
		}
	}
	return t
}

// extreme keeps the first of the things by what an adjective is about.
func extreme(t *thing, number any, value string) any {
	return firstOf(t, number, sorting{by: adjective(value)})
}

func topBy(t *thing, number any, by mention, desc bool) any {
	return firstOf(t, number, sorting{by: []direction{{by, desc}}})
}

// firstOf keeps the first of the things: one, unless the question says how many.
func firstOf(t *thing, number any, by sorting) any {
	by.limit = 1
	if number != nil {
		n, err := strconv.Atoi(number.(literal).text)
		if err != nil || n < 1 {
			return nil
		}
		by.limit = n
	}
	t.first = &by
	return t
}

// isPlural reports whether a noun looks like a plural.
func isPlural(noun string) bool {
	noun = strings.ToLower(noun)
	return strings.HasSuffix(noun, "s") && !strings.HasSuffix(noun, "ss") && !strings.HasSuffix(noun, "series")
}

// adjective returns what an adjective is about, as the lexicon has it: "age desc/birth date asc".
func adjective(value string) []direction {
	var by []direction
	for _, one := range strings.Split(value, "/") {
		name, end, _ := strings.Cut(one, "|")
		by = append(by, direction{nameMention(name), end == "desc"})
	}
	return by
}

// nameMention returns a mention of exactly the column that is called so.
func nameMention(name string) mention {
	m := mention{words: wordSet{}, text: name, joined: stem(strings.ReplaceAll(name, " ", "")), strict: true}
	for _, word := range strings.Fields(name) {
		m.words[stem(word)] = true
	}
	return m
}
