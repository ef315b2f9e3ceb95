package builtin

import (
	"fmt"
	"strings"
)

// A construct is one way to say something: what it makes, how it is worded, and what that means.
//
// A pattern is a sequence of elements between blanks:
//
//	word      the word itself
//	<class>   a phrase of a class of the lexicon
//	{class}   the same, and its value is given to build
//	{symbol}  what another construct makes, given to build
//
// An element with ? behind it may be missing; build then gets nil.
type construct struct {
	name    string
	makes   string
	pattern string
	// build returns what the words mean, or nil if they mean nothing after all.
	build func(args []any) any
}

// A grammar is a compiled list of constructs.
type grammar struct {
	lexicon *lexicon
	rules   [][]rule // by number of the symbol that they make
	symbols map[string]int
	leaves  map[string]leaf
	words   map[string]bool // that patterns have as such
}

// A leaf is a symbol that no construct makes: it reads the question by itself.
type leaf func(r *reader, at int, found func(value any, end int))

type rule struct {
	elements []element
	build    func(args []any) any
}

// An element is a compiled element of a pattern: exactly one of word, class, leaf is set, or symbol
// stands.
type element struct {
	word     string
	class    class
	leaf     string
	symbol   int
	given    bool // to build
	optional bool
}

// newGrammar compiles constructs. An element that nothing makes is an error.
func newGrammar(l *lexicon, leaves map[string]leaf, constructs []construct) (*grammar, error) {
	g := &grammar{lexicon: l, symbols: map[string]int{}, leaves: leaves, words: map[string]bool{}}
	for _, c := range constructs {
		if _, ok := g.symbols[c.makes]; !ok {
			g.symbols[c.makes] = len(g.symbols)
		}
	}
	g.rules = make([][]rule, len(g.symbols))
	for _, c := range constructs {
		r := rule{build: c.build}
		for _, text := range strings.Fields(c.pattern) {
			e, err := g.element(text)
			if err != nil {
				return nil, fmt.Errorf("construct %q: %w", c.name, err)
			}
			r.elements = append(r.elements, e)
		}
		n := g.symbols[c.makes]
		g.rules[n] = append(g.rules[n], r)
	}
	return g, nil
}

func (g *grammar) element(text string) (element, error) {
	inner, optional := strings.CutSuffix(text, "?")
	e := element{optional: optional}
	name := strings.Trim(inner, "<{}>")
	class, isClass := g.lexicon.classes[name]
	_, isLeaf := g.leaves[name]
	symbol, isSymbol := g.symbols[name]
	switch {
	case name == inner:
		e.word = name
		g.words[name] = true
	case inner[0] == '<' && isClass:
		e.class = class
	case inner[0] == '{' && isClass:
		e.class, e.given = class, true
	case inner[0] == '{' && isLeaf:
		e.leaf, e.given = name, true
	case inner[0] == '{' && isSymbol:
		e.symbol, e.given = symbol, true
	default:
		return e, fmt.Errorf("%s is neither a class of the lexicon nor made by a construct", text)
	}
	return e, nil
}

// A reader reads one question. What was read at a place once is not read again.
type reader struct {
	*grammar
	index  *index
	tokens []token
	memo   [][]*readings // by symbol and place
	leaves []leafReads   // by place
	far    int           // the last token that any construct got to
	work   int
}

// readings are the ways to read a symbol at a place.
type readings struct {
	list []read
}

type read struct {
	value any
	end   int
}

// maxWork bounds the work on one question; honest ones take a tenth of it.
const maxWork = 20_000

func (g *grammar) reader(x *index, tokens []token) *reader {
	r := &reader{grammar: g, index: x, tokens: tokens, memo: make([][]*readings, len(g.rules)), leaves: make([]leafReads, len(tokens)+1)}
	for i := range r.memo {
		r.memo[i] = make([]*readings, len(tokens)+1)
	}
	return r
}

// all returns the readings of the whole question.
func (r *reader) all(symbol string) []any {
	var whole []any
	for _, one := range r.read(r.symbols[symbol], 0) {
		if one.end == len(r.tokens) {
			whole = append(whole, one.value)
		}
	}
	return whole
}

// read returns the readings of a symbol at a place. Where a construct begins with the symbol that it
// makes, it finds what the constructs before it made: it is to be the last of them.
func (r *reader) read(symbol, at int) []read {
	known := r.memo[symbol][at]
	if known == nil {
		known = &readings{}
		r.memo[symbol][at] = known
		for i := range r.rules[symbol] {
			rule := &r.rules[symbol][i]
			r.match(rule.elements, at, nil, func(args []any, end int) {
				if value := rule.build(args); value != nil {
					known.list = append(known.list, read{value, end})
				}
			})
		}
	}
	return known.list
}

// leafReads are the ways to read leaves at a place, by their names.
type leafReads map[string][]read

func (r *reader) readLeaf(name string, at int) []read {
	list, known := r.leaves[at][name]
	if known {
		return list
	}
	r.grammar.leaves[name](r, at, func(value any, end int) { list = append(list, read{value, end}) })
	if r.leaves[at] == nil {
		r.leaves[at] = leafReads{}
	}
	r.leaves[at][name] = list
	return list
}

// match calls found for each way in which the elements stand at a place.
func (r *reader) match(elements []element, at int, args []any, found func(args []any, end int)) {
	r.far = max(r.far, at)
	if r.work++; r.work > maxWork {
		return
	}
	if len(elements) == 0 {
		found(args, at)
		return
	}
	e := &elements[0]
	with := func(value any, end int) {
		if e.given {
			r.match(elements[1:], end, append(args[:len(args):len(args)], value), found)
		} else {
			r.match(elements[1:], end, args, found)
		}
	}
	if e.optional {
		with(nil, at)
	}
	switch {
	case e.word != "":
		if at < len(r.tokens) && r.tokens[at].lower == e.word {
			with(nil, at+1)
		}
	case e.class != nil:
		e.class.matches(r.tokens[at:], func(value string, length int) { with(value, at+length) })
	case e.leaf != "":
		for _, one := range r.readLeaf(e.leaf, at) {
			with(one.value, one.end)
		}
	default:
		for _, one := range r.read(e.symbol, at) {
			with(one.value, one.end)
		}
	}
}
