package prompt

import (
	"maps"
	"slices"

	"github.com/asksql/asksql/prompt/internal/lexical"
	"github.com/asksql/asksql/schema"
)

// meaningWeight is what a word counts that the glossary puts in place of one of the question.
const meaningWeight = 0.5

// otherWeight is what a word counts that the question has in another language.
const otherWeight = 0.7

// query returns the words of the question, each once, then those by which the glossary explains
// the terms in it, and those that it would have in another language.
func (p *prepared) query(view *schema.View, question string) []lexical.Term {
	var query []lexical.Term
	seen := map[string]bool{}
	add := func(words []string, weight float32) {
		for _, word := range words {
			if !seen[word] {
				seen[word] = true
				query = append(query, lexical.Term{Word: word, Weight: weight})
			}
		}
	}
	add(lexical.Words(question), 1)
	asked := maps.Clone(seen) // what a meaning adds brings in no further terms
	for i, words := range p.termed {
		if holds(asked, words) {
			add(lexical.Words(view.Glossary()[i].Meaning), meaningWeight)
		}
	}
	other := otherLanguage(question, lexical.Words(question))
	slices.Sort(other) // so that equal questions make equal prompts, bit for bit
	add(other, otherWeight)
	return query
}

// holds reports whether there are words, and every one of them is in the text.
func holds(text map[string]bool, words []string) bool {
	return len(words) > 0 && !slices.ContainsFunc(words, func(word string) bool { return !text[word] })
}
