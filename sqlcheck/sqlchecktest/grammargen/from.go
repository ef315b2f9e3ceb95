package grammargen

import (
	"slices"
	"strings"

	"github.com/asksql/asksql/sqlcheck"
	"github.com/asksql/asksql/sqlcheck/sqlchecktest/grammar"
)

// tableFactor derives one item of a FROM clause and adds what it makes visible.
func (w *walk) tableFactor(s *grammar.Symbol, e env) *Node {
	p := w.choose(s, &e)
	switch p.Right[0].Name {
	case "TableName":
		return w.baseTable(p, e)
	case "SubSelect":
		return w.derived(p, e, w.around(e.block))
	case "LATERAL":
		return w.derived(p, e, e.block)
	default:
		return w.apply(p, e)
	}
}

// around returns the block that a derived table may refer to.
func (w *walk) around(b *block) *block {
	if w.Dialect == sqlcheck.MySQL && w.one(3) {
		return b.outer
	}
	return nil
}

func (w *walk) baseTable(p *grammar.Production, e env) *Node {
	w.reached(p)
	n := &Node{production: p}
	e.width = 0
	var r relation
	for i, s := range p.Right {
		if s.Name == "TableAsNameOpt" {
			r = w.source
			n.children = append(n.children, w.tableAlias(s, e, &r, e.block.named(r.name)))
			continue
		}
		n.children = append(n.children, w.child(p, i, e))
	}
	e.block.relations = append(e.block.relations, r)
	return n
}

// derived derives a derived table, whose query sees a block.
func (w *walk) derived(p *grammar.Production, e env, sees *block) *Node {
	w.reached(p)
	n := &Node{production: p}
	var r relation
	for i, s := range p.Right {
		inner := e
		switch s.Name {
		case "SubSelect":
			inner.block, inner.width, inner.distinct, inner.noLimit = sees, 0, true, false
			n.children = append(n.children, w.expand(s, inner))
			r.columns = append([]Column(nil), w.result...)
		case "TableAsNameOpt", "TableAsName":
			n.children = append(n.children, w.tableAlias(s, e, &r, true))
		case "IdentListWithParenOpt":
			as := Table{Columns: r.columns}
			n.children = append(n.children, w.columnNames(&as, e))
			r.columns = as.Columns
		default:
			n.children = append(n.children, w.child(p, i, inner))
		}
	}
	e.block.relations = append(e.block.relations, r)
	return n
}

// tableAlias derives an optional alias, which must be there where the item has no name of its own.
func (w *walk) tableAlias(s *grammar.Symbol, e env, r *relation, must bool) *Node {
	if s.Name == "TableAsNameOpt" && !must && w.one(2) {
		return w.node("TableAsNameOpt:")
	}
	as := w.grammar.Nonterminal("TableAsName")
	n := w.apply(w.choose(as, &e), e)
	r.name, r.database = w.name, ""
	if s == as {
		return n
	}
	return w.node("TableAsNameOpt: TableAsName", n)
}

func (b *block) named(name string) bool {
	return slices.ContainsFunc(b.relations, func(r relation) bool { return strings.EqualFold(r.name, name) })
}

// tableName derives the name of a table or CTE; what it stands for is in source and result.
func (w *walk) tableName(s *grammar.Symbol, e env) *Node {
	t, isCTE := w.pickTable(&e)
	w.source = relation{name: t.Name, columns: t.Columns}
	w.result = t.Columns
	shadowed := !isCTE && slices.ContainsFunc(e.ctes, func(c Table) bool { return strings.EqualFold(c.Name, t.Name) })
	if w.steering && w.target == s.Alternatives[2] {
		return w.node("TableName: * . Identifier", &Node{text: "*"}, &Node{text: "."}, w.identifier(t.Name))
	}
	if isCTE || !shadowed && !w.one(10) {
		if !isCTE && !shadowed {
			w.source.database = w.Database
		}
		return w.node("TableName: Identifier", w.identifier(t.Name))
	}
	w.source.database = w.Database
	return w.node("TableName: Identifier . Identifier", w.identifier(w.Database), &Node{text: "."}, w.identifier(t.Name))
}

// pickTable returns a table, and whether it is a CTE.
func (w *walk) pickTable(e *env) (Table, bool) {
	if b := e.block; b != nil && b.recursive != nil {
		if !b.named(b.recursive.Name) && len(b.relations) == 0 {
			return *b.recursive, true
		}
		return pick(w, w.Tables), false
	}
	if len(e.ctes) > 0 && w.IntN(5) < 2 {
		t := e.ctes[len(e.ctes)-1-w.IntN(min(2, len(e.ctes)))]
		if e.width == 0 || e.width == len(t.Columns) {
			return t, true
		}
	}
	if e.width > 0 {
		if t := w.tableOfWidth(e.width); t != nil {
			return *t, false
		}
	}
	return pick(w, w.Tables), false
}

// join derives both operands before it chooses how they are joined, because USING needs a column that
// both have.
func (w *walk) join(s *grammar.Symbol, e env) *Node {
	b := e.block
	from, outer := len(b.relations), b.from
	b.joins++
	ref := s.Alternatives[0].Right[0]
	left := w.expand(ref, e)
	middle := len(b.relations)
	right := w.expand(ref, e)
	e.using = common(b.relations[from:middle], b.relations[middle:])
	e.natural = natural(b.relations[from:middle], b.relations[middle:])
	p := w.choose(s, &e)
	w.reached(p)
	b.from = from
	n := &Node{production: p}
	for i, s := range p.Right {
		switch {
		case s == ref && i == 0:
			n.children = append(n.children, left)
		case s == ref:
			n.children = append(n.children, right)
		case s.Name == "ColumnNameList":
			b.merged = append(b.merged, e.using...)
			n.children = append(n.children, w.child(p, i, e))
		default:
			inner := e
			inner.clause, inner.using, inner.aggregates, inner.windows = inWhere, nil, false, false
			n.children = append(n.children, w.child(p, i, inner))
		}
	}
	b.from = outer
	if len(p.Right) > 1 && p.Right[1].Name == "NATURAL" {
		b.merged = append(b.merged, e.using...)
	}
	return n
}

// common returns the columns that each side has once.
func common(left, right []relation) []string {
	var names []string
	for _, r := range left {
		for _, c := range r.columns {
			if once(left, c.Name) && once(right, c.Name) {
				names = append(names, c.Name)
			}
		}
	}
	return names
}

// natural reports whether each column that both sides have is there once on each.
func natural(left, right []relation) bool {
	for _, r := range left {
		for _, c := range r.columns {
			shared := slices.ContainsFunc(right, func(r relation) bool { return r.column(c.Name) })
			if shared && (!once(left, c.Name) || !once(right, c.Name)) {
				return false
			}
		}
	}
	return true
}

func once(relations []relation, name string) bool {
	n := 0
	for _, r := range relations {
		if r.column(name) {
			n++
		}
	}
	return n == 1
}
