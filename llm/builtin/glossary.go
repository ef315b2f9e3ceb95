package builtin

import "strings"

// A defined is a term of the glossary that a question uses.
type defined struct{ term, meaning string }

// expand replaces the terms of the glossary in a question by what they mean. The meanings are read
// as if they stood in the question: a glossary that is written in the words that this package
// understands extends what it understands. It is not ok if one of the meanings is too long for that, or
// says nothing; without it, the question would be another one.
func (l *lexicon) expand(x *index, tokens []token) (expanded []token, used []defined, ok bool) {
	for at := 0; at < len(tokens); {
		d, length := x.termAt(tokens[at:])
		if length == 0 {
			expanded = append(expanded, tokens[at])
			at++
			continue
		}
		used = append(used, d)
		meaning, _ := l.tokens(". " + d.meaning) // a term is no beginning of a sentence
		if len(meaning) < 2 {
			return nil, used, false
		}
		expanded = append(expanded, meaning[1:]...)
		at += length
	}
	for i := range expanded {
		if len(used) > 0 {
			expanded[i].at = i
		}
	}
	return expanded, used, true
}

// termAt returns the longest term that tokens begin with, and the number of its tokens.
func (x *index) termAt(tokens []token) (found defined, length int) {
	var words []string
	for i := 0; i < min(len(tokens), x.terms) && !tokens[i].quoted; i++ {
		key, _ := phraseKey(tokens[i].text)
		words = append(words, key)
		if d, ok := x.glossary[strings.Join(words, " ")]; ok {
			found, length = d, i+1
		}
	}
	return found, length
}
