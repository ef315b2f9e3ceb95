package grammar

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
)

// ReadDir reads the grammar of the parser whose source is in a directory.
func ReadDir(dir string) (*Grammar, error) {
	grammar, err := os.ReadFile(filepath.Join(dir, "parser.y"))
	if err != nil {
		return nil, err
	}
	keywords, err := os.ReadFile(filepath.Join(dir, "misc.go"))
	if err != nil {
		return nil, err
	}
	return Read(string(grammar), string(keywords))
}

// Read reads a grammar in goyacc's form. keywords is the Go file with the scanner's tables of words,
// which tells how a token is written that the grammar gives no text.
func Read(file, keywords string) (*Grammar, error) {
	declarations, rules, found := strings.Cut(file, "\n%%\n")
	if !found {
		return nil, errors.New("read grammar: no %% on a line of its own")
	}
	rules, _, _ = strings.Cut(rules, "\n%%\n")
	r := &reader{
		Grammar:   &Grammar{nonterminal: map[string]*Symbol{}},
		terminal:  map[string]*Symbol{},
		spellings: spellings(declarations, keywords),
	}
	if err := r.read(rules); err != nil {
		return nil, fmt.Errorf("read grammar: %w", err)
	}
	return r.Grammar, nil
}

type reader struct {
	*Grammar
	terminal  map[string]*Symbol
	spellings map[string]string // of tokens that have a name
}

// read reads the rules: twice, because a name is a terminal only if no rule has it.
func (r *reader) read(rules string) error {
	words, err := allWords(rules)
	if err != nil {
		return err
	}
	for i := range words {
		if isLeft(words, i) {
			r.nonterminal[words[i]] = &Symbol{Name: words[i]}
		}
	}
	var current *Production
	for i := 0; i < len(words); i++ {
		switch word := words[i]; {
		case isLeft(words, i):
			current = r.begin(r.nonterminal[word])
			i++ // the colon
		case current == nil:
			return fmt.Errorf("%q stands before the first rule", word)
		case word == "|":
			current = r.begin(current.Left)
		case word == "%prec":
			i++ // the precedence decides how a text is read, not which texts there are
		case word != action && word != ";":
			current.Right = append(current.Right, r.symbol(word))
		}
	}
	return nil
}

func allWords(rules string) ([]string, error) {
	s := &scanner{text: rules}
	var words []string
	for {
		word, err := s.next()
		if err != nil || word == "" {
			return words, err
		}
		words = append(words, word)
	}
}

// isLeft reports whether a word is the left side of a rule. The file ends rules without a semicolon.
func isLeft(words []string, i int) bool {
	return i+1 < len(words) && words[i+1] == ":" && isWord(words[i][0])
}

func (r *reader) begin(left *Symbol) *Production {
	p := &Production{ID: len(r.Productions), Left: left}
	r.Productions = append(r.Productions, p)
	left.Alternatives = append(left.Alternatives, p)
	return p
}

// symbol returns the symbol of a word on the right side of a rule.
func (r *reader) symbol(word string) *Symbol {
	if s := r.nonterminal[word]; s != nil {
		return s
	}
	name := strings.Trim(word, `"`)
	if word[0] == '\'' {
		name = word[1 : len(word)-1]
	}
	if s := r.terminal[name]; s != nil {
		return s
	}
	s := &Symbol{Name: name, Text: r.spellings[name]}
	if !isWord(word[0]) && s.Text == "" && !isClass[name] {
		s.Text = name
	}
	r.terminal[name] = s
	return s
}

// isClass has the tokens that many texts are one of.
var isClass = map[string]bool{
	"identifier": true, "stringLit": true, "intLit": true, "floatLit": true, "decLit": true, "hexLit": true,
	"bitLit": true, "singleAtIdentifier": true, "doubleAtIdentifier": true, "UNDERSCORE_CHARSET": true,
	"hintComment": true, "invalid": true,
}

// notByDefault are tokens that the scanner makes in other sql_modes only; under the default one their
// text makes another token.
var notByDefault = map[string]bool{"pipes": true, "not2": true}

var (
	tokenDeclaration = regexp.MustCompile(`(?m)^\t(\w+) +"([^"]+)"`)
	keywordEntry     = regexp.MustCompile(`(?m)^\t"([^"]+)": +(\w+),`)
)

// spellings returns the text of the tokens that have a name.
func spellings(declarations, keywords string) map[string]string {
	of := map[string]string{"pipesAsOr": "||"}
	for _, m := range tokenDeclaration.FindAllStringSubmatch(declarations, -1) {
		if name, text := m[1], m[2]; !isClass[name] && !notByDefault[name] && text == strings.ToUpper(text) {
			of[name] = text
		}
	}
	for _, m := range keywordEntry.FindAllStringSubmatch(keywords, -1) {
		if text, name := m[1], m[2]; of[name] == "" {
			of[name] = text
		}
	}
	return of
}
