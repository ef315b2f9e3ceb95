package grammargen

import "github.com/asksql/asksql/sqlcheck/sqlchecktest/grammar"

// maxSteps bounds how many texts Shrink tries.
const maxSteps = 3000

// Shrink returns a smaller derivation of which bad still holds, nil if it does not hold of the query's
// own. It puts a subtree in the place of one above it, nothing where the grammar allows nothing, and a
// literal in the place of an expression. Names may lose what they stand for: bad is to say what matters.
func (g *Generator) Shrink(q *Query, bad func(sql string) bool) *Node {
	if !bad(q.String()) {
		return nil
	}
	s := &shrinker{Generator: g, bad: bad, root: q.Root.copied()}
	for s.pass() {
	}
	return s.root
}

type shrinker struct {
	*Generator
	bad   func(string) bool
	root  *Node
	steps int
}

// pass tries every node once, from the root down, and reports whether the tree has become smaller.
func (s *shrinker) pass() bool {
	smaller := false
	var visit func(n *Node)
	visit = func(n *Node) {
		for s.replaced(n) {
			smaller = true
		}
		for _, c := range n.children {
			visit(c)
		}
	}
	visit(s.root)
	return smaller && s.steps < maxSteps
}

// replaced puts something smaller in a node's place and reports whether there is anything.
func (s *shrinker) replaced(n *Node) bool {
	if n.production == nil {
		return false
	}
	size := n.size()
	for _, c := range s.candidates(n) {
		if s.steps >= maxSteps {
			return false
		}
		if c.size() >= size {
			continue
		}
		s.steps++
		old := *n
		*n = *c.copied()
		if s.bad(s.root.String()) {
			return true
		}
		*n = old
	}
	return false
}

// candidates returns what may stand in a node's place, the smallest ones first.
func (s *shrinker) candidates(n *Node) []*Node {
	var list []*Node
	left := n.production.Left
	for _, p := range left.Alternatives {
		if len(p.Right) == 0 {
			list = append(list, &Node{production: p})
		}
	}
	if left.Name == "Expression" {
		w := &walk{Generator: s.Generator}
		list = append(list, w.literal("1"))
	}
	for _, c := range n.children {
		list = append(list, c.highest(left)...)
	}
	return list
}

// highest returns the nodes of a nonterminal that have none of it above them.
func (n *Node) highest(left *grammar.Symbol) []*Node {
	if n.production == nil {
		return nil
	}
	if n.production.Left == left {
		return []*Node{n}
	}
	var list []*Node
	for _, c := range n.children {
		list = append(list, c.highest(left)...)
	}
	return list
}

func (n *Node) size() int {
	size := len(n.text) + 1
	for _, c := range n.children {
		size += c.size()
	}
	return size
}

// copied returns a copy of the tree that shares nothing with it.
func (n *Node) copied() *Node {
	c := *n
	c.children = make([]*Node, len(n.children))
	for i := range c.children {
		c.children[i] = n.children[i].copied()
	}
	return &c
}
