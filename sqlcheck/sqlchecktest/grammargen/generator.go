package grammargen

import (
	"fmt"
	"math/rand/v2"

	"github.com/asksql/asksql/sqlcheck"
	"github.com/asksql/asksql/sqlcheck/sqlchecktest/grammar"
)

// A Kind tells what values a column has, as far as it matters to whether an expression makes sense.
type Kind uint8

// The kinds.
const (
	Number Kind = iota
	Text
	Date
	JSON
)

// A Column is one that queries may use.
type Column struct {
	Name string
	Kind Kind
}

// A Table is one that queries may use.
type Table struct {
	Name    string
	View    bool // it is a view
	Columns []Column
}

// A World is what queries are about.
type World struct {
	Dialect  sqlcheck.Dialect
	Database string // which the tables may be qualified with
	Tables   []Table
	// Hidden are names that no query may use. Some queries try; others give them to what is theirs.
	Hidden []string
}

// Roots are the nonterminals of a statement that is a query.
var Roots = []string{"SelectStmt", "SelectStmtWithClause", "SubSelect", "SetOprStmt"}

// A Generator writes queries. It is safe for concurrent use.
type Generator struct {
	World
	// Reachable are the productions that a query can reach, in the order of the grammar.
	Reachable []*grammar.Production
	grammar   *grammar.Grammar
	roots     []*grammar.Symbol
	sizes     []int
	distances map[*grammar.Symbol][]int
	byText    map[string]*grammar.Production
	rules     []rule // by production
	symbols   map[*grammar.Symbol]symbolRule
	keywords  map[string]*grammar.Production // what makes an identifier of a keyword
	words     []string                       // those keywords
	reserved  map[string]bool                // the other words
	column    *grammar.Production            // the name of a column as an expression
	functions functions
}

// New returns a generator of the grammar's queries over a world. It fails if the grammar has no longer
// what the generator gives a meaning to.
func New(g *grammar.Grammar, w World) (*Generator, error) {
	gen := &Generator{
		World: w, grammar: g,
		byText: map[string]*grammar.Production{}, distances: map[*grammar.Symbol][]int{},
		rules: make([]rule, len(g.Productions)), symbols: map[*grammar.Symbol]symbolRule{},
	}
	for _, name := range Roots {
		s := g.Nonterminal(name)
		if s == nil {
			return nil, fmt.Errorf("the grammar has no %s", name)
		}
		gen.roots = append(gen.roots, s)
	}
	gen.Reachable = g.Reachable(gen.roots...)
	for _, p := range gen.Reachable {
		gen.byText[p.String()] = p
	}
	gen.findKeywords()
	gen.functions = functionsOf(w.Dialect, gen.isKeyword)
	if err := gen.setRules(); err != nil {
		return nil, err
	}
	gen.column = gen.p("SimpleExpr: SimpleIdent")
	gen.sizes = g.Sizes(gen.refused)
	for _, p := range gen.Reachable {
		if gen.distances[p.Left] == nil {
			gen.distances[p.Left] = gen.distancesTo(p.Left)
		}
	}
	return gen, nil
}

// refused reports whether no query with the production is accepted.
func (g *Generator) refused(p *grammar.Production) bool { return g.rules[p.ID].weight == 0 }

// distancesTo returns the ways to a nonterminal: those through what is refused only if there are no others.
func (g *Generator) distancesTo(s *grammar.Symbol) []int {
	distances := g.grammar.Distances(s, g.refused)
	for _, root := range g.roots {
		for _, p := range root.Alternatives {
			if s == root || distances[p.ID] < grammar.Never {
				return distances
			}
		}
	}
	return g.grammar.Distances(s, func(*grammar.Production) bool { return false })
}

// A Query is a generated text and how it is derived.
type Query struct {
	Root *Node
	// Target is the production that the query was to have; it may lack it.
	Target *grammar.Production
	// Names are the labels, aliases, and names of CTEs and windows that the query gives, as they are,
	// without quotes.
	Names []string
	text  string
}

// String returns the text.
func (q *Query) String() string { return q.text }

// Query returns the query of a seed. Seeds that follow each other aim at productions that follow each
// other, so that as many seeds as there are productions come by all of them.
func (g *Generator) Query(seed uint64) *Query {
	w := &walk{
		Generator: g,
		Rand:      rand.New(rand.NewPCG(seed, 0x5eed)),
		target:    g.Reachable[seed%uint64(len(g.Reachable))],
		left:      40,
	}
	w.steering = w.IntN(10) < 8
	w.simple = w.one(2)
	switch {
	case w.one(8):
		w.left = 160
	case w.simple:
		w.left = 90
	}
	w.distance = g.distances[w.target.Left]
	root := g.roots[0]
	switch n := w.IntN(20); {
	case n < 4:
		root = g.roots[1]
	case n < 6:
		root = g.roots[2]
	case n < 9:
		root = g.roots[3]
	}
	q := &Query{Root: w.expand(root, env{}), Target: w.target, Names: w.given}
	if w.one(6) {
		w.space(q.Root)
	}
	q.text = q.Root.String()
	return q
}

// A walk derives one query.
type walk struct {
	*Generator
	*rand.Rand
	target   *grammar.Production
	distance []int // from each production to the target's nonterminal
	steering bool  // the target was not reached
	left     int   // nodes to make before the walk takes the shortest way out
	simple   bool  // most expressions are columns, so that clauses get their share of the nodes
	given    []string
	fresh    int
	result   []Column // what the last query returns
	name     string   // what the last identifier says
	source   relation // what the last name of a table stands for
}

// one reports true once in n times.
func (w *walk) one(n int) bool { return w.IntN(n) == 0 }

func pick[T any](w *walk, from []T) T { return from[w.IntN(len(from))] }

// A rule is what a production means.
type rule struct {
	weight int
	tag    tag
	order  []int                             // in which children are derived; nil from left to right
	before func(w *walk, e *env)             // what holds for all children
	child  func(w *walk, i int, e *env)      // what holds for one of them
	node   func(w *walk, i int, e env) *Node // derives a child itself; nil where it does not
}

// A symbolRule is what a nonterminal means.
type symbolRule struct {
	enter func(w *walk, e *env)
	hook  func(w *walk, s *grammar.Symbol, e env) *Node
}

func (w *walk) expand(s *grammar.Symbol, e env) *Node {
	r := w.symbols[s]
	if r.enter != nil {
		r.enter(w, &e)
	}
	if r.hook != nil {
		return r.hook(w, s, e)
	}
	return w.apply(w.choose(s, &e), e)
}

// apply derives the right side of a production.
func (w *walk) apply(p *grammar.Production, e env) *Node {
	w.left--
	if p == w.target {
		w.steering = false
	}
	r := &w.rules[p.ID]
	if r.before != nil {
		r.before(w, &e)
	}
	n := &Node{production: p, children: make([]*Node, len(p.Right))}
	for k := range p.Right {
		i := k
		if r.order != nil {
			i = r.order[k]
		}
		n.children[i] = w.child(p, i, e)
	}
	return n
}

func (w *walk) child(p *grammar.Production, i int, e env) *Node {
	r := &w.rules[p.ID]
	if r.child != nil {
		r.child(w, i, &e)
	}
	if r.node != nil {
		if n := r.node(w, i, e); n != nil {
			return n
		}
	}
	s := p.Right[i]
	if !s.Terminal() {
		return w.expand(s, e)
	}
	if s.Text != "" {
		return &Node{text: s.Text}
	}
	return &Node{text: w.lexeme(p, i, e)}
}

// choose picks an alternative: the lowest one when the budget is used up, mostly one on the way to the
// target while there is one, else any by its weight.
func (w *walk) choose(s *grammar.Symbol, e *env) *grammar.Production {
	if len(s.Alternatives) == 1 {
		return s.Alternatives[0]
	}
	if w.left <= 0 {
		return w.lowest(s, e)
	}
	if w.steering && w.left > giveUp && !w.one(5) {
		if p := w.towards(s, e); p != nil {
			return p
		}
	}
	sum := 0
	for _, p := range s.Alternatives {
		sum += w.weight(p, e)
	}
	if sum == 0 {
		return w.lowest(s, e)
	}
	n := w.IntN(sum)
	for _, p := range s.Alternatives {
		if n -= w.weight(p, e); n < 0 {
			return p
		}
	}
	return s.Alternatives[0]
}

// giveUp is how many nodes must be left for a walk to go on looking for its target.
const giveUp = 10

func (w *walk) weight(p *grammar.Production, e *env) int {
	if !w.allowed(p, e) {
		return 0
	}
	r := &w.rules[p.ID]
	if w.simple && (r.tag == chain || r.tag == columnOnly) {
		return 6 * r.weight
	}
	return r.weight
}

// towards returns the target or an alternative on the shortest way to it, nil if there is no way.
func (w *walk) towards(s *grammar.Symbol, e *env) *grammar.Production {
	if s == w.target.Left {
		if w.allowed(w.target, e) {
			return w.target
		}
		return nil
	}
	nearest := grammar.Never
	for _, p := range s.Alternatives {
		nearest = min(nearest, w.distance[p.ID])
	}
	return w.any(s, func(p *grammar.Production) bool {
		return nearest < grammar.Never && w.distance[p.ID] == nearest && w.allowed(p, e)
	})
}

// lowest returns the alternative that ends soonest, of those that make sense if there are any.
func (w *walk) lowest(s *grammar.Symbol, e *env) *grammar.Production {
	if p := w.column; s == p.Left && e.row <= 1 && e.hasColumn() && !w.one(4) {
		return p
	}
	for _, sensible := range [...]bool{true, false} {
		size := grammar.Never + 1
		for _, p := range s.Alternatives {
			if !sensible || w.weight(p, e) > 0 {
				size = min(size, w.sizes[p.ID])
			}
		}
		p := w.any(s, func(p *grammar.Production) bool {
			return w.sizes[p.ID] == size && (!sensible || w.weight(p, e) > 0)
		})
		if p != nil {
			return p
		}
	}
	return s.Alternatives[0]
}

// any returns one of the alternatives that f reports, nil if there is none.
func (w *walk) any(s *grammar.Symbol, f func(*grammar.Production) bool) *grammar.Production {
	var found *grammar.Production
	n := 0
	for _, p := range s.Alternatives {
		if f(p) {
			if n++; w.one(n) {
				found = p
			}
		}
	}
	return found
}
