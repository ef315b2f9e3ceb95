// Package grammar reads the grammar of the SQL parser that asksql uses, so that tests can make texts of
// all of it: what a person thinks of is not what a parser accepts.
package grammar

import "strings"

// A Grammar is what a goyacc file says about texts, without its actions.
type Grammar struct {
	// Productions are in the order of the file. The ID of each is its index.
	Productions []*Production
	nonterminal map[string]*Symbol
}

// A Symbol is a terminal or nonterminal.
type Symbol struct {
	Name string // as in the file, without quotes
	// Text is how a terminal is written. It is "" for a nonterminal, for a class of terminals such as
	// identifier, and for a token that no text has in the parser's default mode.
	Text string
	// Alternatives are the productions of a nonterminal; a terminal has none.
	Alternatives []*Production
}

// Terminal reports whether the symbol is one.
func (s *Symbol) Terminal() bool { return s.Alternatives == nil }

// A Production is one alternative of a nonterminal.
type Production struct {
	ID    int
	Left  *Symbol
	Right []*Symbol
}

// String returns the production on one line. It names it: a grammar has no production twice.
func (p *Production) String() string {
	words := []string{p.Left.Name + ":"}
	for _, s := range p.Right {
		words = append(words, s.Name)
	}
	return strings.Join(words, " ")
}

// Spelled reports whether each of its tokens is one that a text can have in the parser's default mode.
func (p *Production) Spelled() bool {
	for _, s := range p.Right {
		if s.Terminal() && s.Text == "" && !isClass[s.Name] {
			return false
		}
	}
	return true
}

// Nonterminal returns the nonterminal called name, nil if there is none.
func (g *Grammar) Nonterminal(name string) *Symbol { return g.nonterminal[name] }

// Reachable returns the productions that a derivation from a root may use, in the order of the file.
func (g *Grammar) Reachable(roots ...*Symbol) []*Production {
	seen := map[*Symbol]bool{}
	for len(roots) > 0 {
		s := roots[0]
		roots = roots[1:]
		if seen[s] {
			continue
		}
		seen[s] = true
		for _, p := range s.Alternatives {
			roots = append(roots, p.Right...)
		}
	}
	var list []*Production
	for _, p := range g.Productions {
		if seen[p.Left] {
			list = append(list, p)
		}
	}
	return list
}

// Never is the size of what derives no finite text, and the distance of what is not reached.
const Never = 1 << 20

// Sizes returns for each production how many productions its smallest derivation tree has: a walk that is
// to end takes the smallest one. What avoid reports has the size Never.
func (g *Grammar) Sizes(avoid func(*Production) bool) []int {
	sizes := make([]int, len(g.Productions))
	for i := range sizes {
		sizes[i] = Never
	}
	for changed := true; changed; {
		changed = false
		for _, p := range g.Productions {
			if n := p.size(sizes); n < sizes[p.ID] && !avoid(p) {
				sizes[p.ID], changed = n, true
			}
		}
	}
	return sizes
}

func (p *Production) size(of []int) int {
	sum := 1
	for _, s := range p.Right {
		if s.Terminal() {
			continue
		}
		least := Never
		for _, a := range s.Alternatives {
			least = min(least, of[a.ID])
		}
		sum += least
	}
	return min(Never, sum)
}

// Distances returns for each production how many steps down it is at least to a node of the
// nonterminal, Never where there is no way but through what avoid reports.
func (g *Grammar) Distances(to *Symbol, avoid func(*Production) bool) []int {
	distances := make([]int, len(g.Productions))
	users := map[*Symbol][]*Production{}
	for _, p := range g.Productions {
		distances[p.ID] = Never
		if avoid(p) {
			continue
		}
		for _, s := range p.Right {
			users[s] = append(users[s], p)
		}
	}
	queue, steps := []*Symbol{to}, map[*Symbol]int{to: 0}
	for len(queue) > 0 {
		s := queue[0]
		queue = queue[1:]
		for _, p := range users[s] {
			distances[p.ID] = min(distances[p.ID], steps[s]+1)
			if _, seen := steps[p.Left]; !seen {
				steps[p.Left] = steps[s] + 1
				queue = append(queue, p.Left)
			}
		}
	}
	return distances
}
