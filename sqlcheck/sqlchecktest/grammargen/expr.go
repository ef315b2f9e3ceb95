package grammargen

import (
	"strconv"
	"strings"

	"github.com/asksql/asksql/sqlcheck/internal/builtin"
	"github.com/asksql/asksql/sqlcheck/sqlchecktest/grammar"
)

// expression wraps what stands in a simple expression.
func (w *walk) expression(simple string, inner *Node) *Node {
	n := w.node(simple, inner)
	for _, line := range [...]string{"BitExpr: SimpleExpr", "PredicateExpr: BitExpr", "BoolPri: PredicateExpr", "Expression: BoolPri"} {
		n = w.node(line, n)
	}
	return n
}

// literal returns an expression that is a literal of one word.
func (w *walk) literal(text string) *Node {
	line := "Literal: intLit"
	word := &Node{text: text}
	if text[0] == '\'' {
		line, word = "Literal: StringLiteral", w.node("StringLiteral: stringLit", word)
	}
	return w.expression("SimpleExpr: Literal", w.node(line, word))
}

func position(i int) string { return strconv.Itoa(i + 1) }

// enterExpression forgets what was said of a list or query around the expression.
func enterExpression(_ *walk, e *env) {
	e.args, e.width, e.distinct, e.bare, e.tailOf, e.arms = 0, 0, false, false, nil, nil
	e.noLimit, e.noHaving, e.role, e.using, e.with, e.recursive = false, false, anyRole, nil, nil, nil
}

// columnReference derives a name of a column.
func (w *walk) columnReference(s *grammar.Symbol, e env) *Node {
	if e.using != nil {
		return w.node(s.Name+": Identifier", w.identifier(pick(w, e.using)))
	}
	r := w.refer(&e)
	n := w.spelled(s.Name, r)
	if b := e.block; b != nil && e.clause == inField && e.own(r) {
		b.bare = append(b.bare, n)
	}
	return n
}

// own reports whether a reference is to a relation of the block itself.
func (e *env) own(r reference) bool {
	if r.table == "" {
		return e.block.means(r.column) > 0
	}
	return e.block.named(r.table)
}

func (w *walk) spelled(left string, r reference) *Node {
	column := w.identifier(r.column)
	if r.table == "" {
		return w.node(left+": Identifier", column)
	}
	table := w.identifier(r.table)
	if r.database == "" {
		return w.node(left+": Identifier . Identifier", table, &Node{text: "."}, column)
	}
	return w.node(left+": Identifier . Identifier . Identifier",
		w.identifier(r.database), &Node{text: "."}, table, &Node{text: "."}, column)
}

// newName derives a new name.
func (w *walk) newName(prefix string, e *env) *Node {
	name := w.invent(prefix)
	for range 20 {
		taken := false
		switch prefix {
		case "t":
			taken = e.block.named(name)
		case "c":
			taken = e.distinct && e.block.labelled(name)
		case "q":
			for _, c := range e.with.ctes {
				taken = taken || strings.EqualFold(c.Name, name)
			}
		}
		if !taken && (prefix != "r" || w.given == nil || w.given[len(w.given)-1] != name) {
			break
		}
		w.fresh++
		name = prefix + strconv.Itoa(w.fresh)
	}
	w.given = append(w.given, name)
	return w.identifier(name)
}

// anyIdentifier derives an identifier that no production above it has given a meaning.
func (w *walk) anyIdentifier(s *grammar.Symbol, e env) *Node {
	switch e.role {
	case charsetRole:
		return w.identifier(pick(w, []string{"utf8mb4", "latin1", "ascii", "utf8mb4"}))
	case collationRole:
		return w.identifier(pick(w, []string{"utf8mb4_bin", "utf8mb4_general_ci", "utf8mb4_unicode_ci"}))
	}
	return w.identifier(w.invent("i"))
}

// windowName derives the name of a window of the block.
func (w *walk) windowName(s *grammar.Symbol, e env) *Node {
	name := "w0"
	if e.block != nil && len(e.block.windows) > 0 {
		name = pick(w, e.block.windows)
	}
	return w.node("WindowName: Identifier", w.identifier(name))
}

// aggregate derives an aggregate, with OVER or without.
func (w *walk) aggregate(s *grammar.Symbol, e env) *Node {
	b := e.block
	bare := 0
	if b != nil {
		bare = len(b.bare)
	}
	p := w.choose(s, &e)
	w.reached(p)
	n := &Node{production: p}
	for i, s := range p.Right {
		inner := e
		if s.Name != "OptWindowingClause" {
			inner.aggregates, inner.windows = false, false
		}
		n.children = append(n.children, w.child(p, i, inner))
	}
	last := n.children[len(n.children)-1]
	if b != nil && e.clause == inField && len(last.children) == 0 {
		b.aggregated, b.bare = true, b.bare[:bare]
	}
	return n
}

// functions are what a call may name.
type functions struct {
	generic []string // whose names are identifiers to the parser
	spatial []string
	all     map[string]*builtin.Function
}

// expressionList derives as many expressions as there must be.
func (w *walk) expressionList(s *grammar.Symbol, e env) *Node {
	n := e.args
	if n <= 0 {
		n = 1 + w.IntN(2)
	}
	row := e.row
	e.args = 0
	var list *Node
	for range n {
		inner := e
		inner.row = row
		x := w.expand(s.Alternatives[0].Right[0], inner)
		if list == nil {
			list = w.node("ExpressionList: Expression", x)
		} else {
			list = w.node("ExpressionList: ExpressionList , Expression", list, &Node{text: ","}, x)
		}
	}
	return list
}

const noArgs = -1

func (w *walk) expressionListOpt(s *grammar.Symbol, e env) *Node {
	if e.args == noArgs || e.args == 0 && w.one(3) {
		return w.node("ExpressionListOpt:")
	}
	return w.node("ExpressionListOpt: ExpressionList", w.expand(w.grammar.Nonterminal("ExpressionList"), e))
}
