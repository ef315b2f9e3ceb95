package builtin

import (
	_ "embed"
	"fmt"
	"slices"
	"strings"
)

//go:embed lexicon.txt
var lexiconText string

// A lexicon is what this package knows of English. lexicon.txt says how it is written.
type lexicon struct {
	noise   map[string]bool
	hollow  map[string]bool
	short   map[string][]string // abbreviations of identifiers, written out
	same    map[string]wordSet  // synonyms, by stem
	classes map[string]class
	sets    map[string]map[string]bool // by class, the setKey of each of its phrases
}

// A class is a set of phrases that play the same part in a sentence, by their first word.
type class map[string][]phrase

type phrase struct {
	words     []string
	inflected bool   // any form of its words will do
	value     string // what the class takes it for
}

// newLexicon reads the text of a lexicon.
func newLexicon(text string) (*lexicon, error) {
	l := &lexicon{
		noise: map[string]bool{}, hollow: map[string]bool{}, short: map[string][]string{},
		same: map[string]wordSet{}, classes: map[string]class{}, sets: map[string]map[string]bool{},
	}
	for i, line := range strings.Split(text, "\n") {
		line, _, _ = strings.Cut(line, "#")
		if strings.TrimSpace(line) == "" {
			continue
		}
		head, list, ok := strings.Cut(line, ":")
		if !ok {
			return nil, fmt.Errorf("lexicon line %d: %q has no colon; write class: phrase, phrase", i+1, line)
		}
		name, value, _ := strings.Cut(strings.TrimSpace(head), " ")
		for _, text := range strings.Split(list, ",") {
			if !l.add(name, value, strings.Fields(text)) {
				return nil, fmt.Errorf("lexicon line %d: %q has no word that counts; drop it", i+1, text)
			}
		}
	}
	return l, nil
}

// add adds a phrase and reports whether it has words.
func (l *lexicon) add(name, value string, words []string) bool {
	if len(words) == 0 {
		return false
	}
	switch name {
	case "noise":
		l.noise[words[0]] = true
	case "hollow":
		l.hollow[words[0]] = true
	case "short":
		l.short[value] = words
	case "same":
		for _, a := range words {
			for _, b := range words {
				l.addSame(stem(a), stem(b))
			}
		}
	default:
		return l.addPhrase(name, value, words)
	}
	return true
}

func (l *lexicon) addSame(a, b string) {
	if l.same[a] == nil {
		l.same[a] = wordSet{}
	}
	l.same[a][b] = true
}

// addPhrase adds a phrase to a class. A phrase that begins with ~ stands for all forms of its words.
// Words that are passed over in questions are passed over in phrases too.
func (l *lexicon) addPhrase(name, value string, words []string) bool {
	words = slices.DeleteFunc(words, func(w string) bool { return l.noise[w] })
	if len(words) == 0 {
		return false
	}
	for i := range words {
		words[i] = strings.ReplaceAll(words[i], "comma", ",")
	}
	p := phrase{words: words, value: value}
	if first, ok := strings.CutPrefix(words[0], "~"); ok {
		p.inflected = true
		p.words = nil
		for _, word := range append([]string{first}, words[1:]...) {
			p.words = append(p.words, stem(word))
		}
	}
	if l.classes[name] == nil {
		l.classes[name], l.sets[name] = class{}, map[string]bool{}
	}
	l.sets[name][stemKey(p.words)] = true
	l.classes[name][p.words[0]] = append(l.classes[name][p.words[0]], p)
	return true
}

// written returns an abbreviation written out, or the word itself.
func (l *lexicon) written(word string) []string {
	if full, ok := l.short[word]; ok {
		return full
	}
	return []string{word}
}

// matches calls found with each phrase of the class that stands at the beginning of tokens, and the
// number of its tokens.
func (c class) matches(tokens []token, found func(value string, length int)) {
	if len(tokens) == 0 || tokens[0].quoted {
		return
	}
	for _, p := range c[tokens[0].lower] {
		if !p.inflected && p.stands(tokens) {
			found(p.value, len(p.words))
		}
	}
	for _, p := range c[tokens[0].stem] {
		if p.inflected && p.stands(tokens) {
			found(p.value, len(p.words))
		}
	}
}

func (p phrase) stands(tokens []token) bool {
	if len(p.words) > len(tokens) {
		return false
	}
	for i, word := range p.words {
		t := tokens[i]
		if t.quoted || p.inflected && t.stem != word || !p.inflected && t.lower != word {
			return false
		}
	}
	return true
}
