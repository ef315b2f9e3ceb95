package prompt

import (
	"slices"

	"github.com/asksql/asksql/prompt/internal/lexical"
	"github.com/asksql/asksql/schema"
)

// meaningWeight is what a word counts that the glossary puts in place of one of the question.
const meaningWeight = 0.5

// query returns the words of the question, each once, then those by which the glossary explains
// the terms in it.
func (p *prepared) query(view *schema.View, question string) []lexical.Term {
	asked := lexical.Words(question)
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
	add(asked, 1)
	for _, t := range view.Glossary() {
		if holds(asked, lexical.Words(t.Term)) {
			add(lexical.Words(t.Meaning), meaningWeight)
		}
	}
	return query
}

// holds reports whether every one of the words is in the text.
func holds(text, words []string) bool {
	for _, word := range words {
		if !slices.Contains(text, word) {
			return false
		}
	}
	return len(words) > 0
}
