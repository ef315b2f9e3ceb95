package grammargen

import (
	"slices"
	"strings"

	"github.com/asksql/asksql/sqlcheck/sqlchecktest/grammar"
)

// fieldList derives a select list of the width that the query must have.
func (w *walk) fieldList(s *grammar.Symbol, e env) *Node {
	b, width := e.block, e.width
	if width == 0 {
		width = 1 + w.IntN(3)
	}
	var list *Node
	for len(b.output) < width {
		f := w.field(e, width-len(b.output))
		if list == nil {
			list = w.node("FieldList: Field", f)
		} else {
			list = w.node("FieldList: FieldList , Field", list, &Node{text: ","}, f)
		}
	}
	return list
}

func (w *walk) field(e env, room int) *Node {
	b := e.block
	s := w.grammar.Nonterminal("Field")
	p := w.choose(s, &e)
	if len(p.Right) != 2 && !b.aggregated && len(b.relations) > 0 {
		if n := w.star(p, &e, room); n != nil {
			b.starred = true
			return n
		}
	}
	if b.starred {
		e.aggregates = false
	}
	p = w.p("Field: Expression FieldAsNameOpt")
	w.reached(p)
	x := w.expand(p.Right[0], e)
	label := w.columnName(x)
	taken := e.distinct && (label == "" || b.labelled(label))
	alias := w.fieldAlias(taken || w.IntN(5) < 2, e)
	if alias.children != nil {
		label = w.name
	}
	b.output = append(b.output, Column{Name: label, Kind: Text})
	b.items = append(b.items, x)
	return &Node{production: p, children: []*Node{x, alias}}
}

// fieldAlias derives an alias of a column where there is to be one.
func (w *walk) fieldAlias(is bool, e env) *Node {
	if !is {
		return w.node("FieldAsNameOpt:")
	}
	s := w.grammar.Nonterminal("FieldAsName")
	return w.node("FieldAsNameOpt: FieldAsName", w.apply(w.choose(s, &e), e))
}

func (b *block) labelled(name string) bool {
	return slices.ContainsFunc(b.output, func(c Column) bool { return strings.EqualFold(c.Name, name) })
}

// star derives a wildcard, nil if its columns do not fit.
func (w *walk) star(p *grammar.Production, e *env, room int) *Node {
	b := e.block
	r := pick(w, b.relations)
	columns := r.columns
	if len(p.Right) == 1 {
		columns = b.all()
	}
	first := len(b.output) == 0
	if len(columns) == 0 || e.width > 0 && len(columns) > room || len(p.Right) == 1 && !first || len(p.Right) == 5 && r.database == "" {
		return nil
	}
	if e.distinct && !b.differ(columns) {
		return nil
	}
	w.reached(p)
	n := &Node{production: p}
	names := []string{r.database, r.name}[2-len(p.Right)/2:]
	for _, s := range p.Right {
		if s.Terminal() {
			n.children = append(n.children, &Node{text: s.Text})
			continue
		}
		n.children = append(n.children, w.identifier(names[0]))
		names = names[1:]
	}
	for _, c := range columns {
		b.output = append(b.output, c)
		b.items = append(b.items, nil)
	}
	return n
}

// all returns what an unqualified wildcard stands for, apart from the order.
func (b *block) all() []Column {
	var columns []Column
	for _, r := range b.relations {
		for _, c := range r.columns {
			merged := slices.Contains(b.merged, c.Name)
			if !merged || !slices.ContainsFunc(columns, func(o Column) bool { return o.Name == c.Name }) {
				columns = append(columns, c)
			}
		}
	}
	return columns
}

// differ reports whether the columns' names differ from each other and from the labels so far.
func (b *block) differ(columns []Column) bool {
	for i, c := range columns {
		same := func(o Column) bool { return strings.EqualFold(o.Name, c.Name) }
		if b.labelled(c.Name) || slices.ContainsFunc(columns[:i], same) {
			return false
		}
	}
	return true
}

// columnName returns the name of a column that is all of an expression, else "".
func (w *walk) columnName(x *Node) string {
	for x.production != nil && x.production.Left.Name != "SimpleIdent" && len(x.children) == 1 {
		x = x.children[0]
	}
	if x.production == nil || x.production.Left.Name != "SimpleIdent" {
		return ""
	}
	name := x.children[len(x.children)-1].String()
	if strings.HasPrefix(name, "`") {
		name = strings.ReplaceAll(name[1:len(name)-1], "``", "`")
	}
	return name
}

// byList derives what GROUP BY, ORDER BY and windows list.
func (w *walk) byList(s *grammar.Symbol, e env) *Node {
	items := w.grouping(&e)
	for len(items) == 0 || w.one(4) {
		items = append(items, w.byExpression(&e))
	}
	var list *Node
	for _, x := range items {
		item := w.node("ByItem: Expression", x)
		if w.one(3) && e.clause != inGroup || w.steering && w.target.Left.Name == "Order" {
			item = w.node("ByItem: Expression Order", x, w.expand(w.grammar.Nonterminal("Order"), e))
		}
		if list == nil {
			list = w.node("ByList: ByItem", item)
		} else {
			list = w.node("ByList: ByList , ByItem", list, &Node{text: ","}, item)
		}
	}
	return list
}

// grouping returns the columns that GROUP BY must have for the projection to have one value a group.
func (w *walk) grouping(e *env) []*Node {
	if e.clause != inGroup || w.one(12) {
		return nil
	}
	var list []*Node
	var seen []string
	for _, c := range e.block.bare {
		if text := c.String(); !slices.Contains(seen, text) {
			seen = append(seen, text)
			list = append(list, w.grouped(e, c))
		}
	}
	return list
}

// grouped returns a column, now and then as the label or the position of an output that is it.
func (w *walk) grouped(e *env, column *Node) *Node {
	text := column.String()
	for i, x := range e.block.items {
		if x == nil || x.String() != text {
			continue
		}
		switch label := e.block.output[i].Name; {
		case w.one(5):
			return w.literal(position(i))
		case label != "" && w.IntN(3) == 0:
			return w.expression("SimpleExpr: SimpleIdent", w.node("SimpleIdent: Identifier", w.identifier(label)))
		}
	}
	return w.expression("SimpleExpr: SimpleIdent", column)
}

// byExpression derives one item: a label, a position, an expression of the projection, or anything.
func (w *walk) byExpression(e *env) *Node {
	b := e.block
	grouped := b.grouped && e.clause != inGroup || b.aggregated || b.distinct
	if e.clause == inWindow || len(b.output) == 0 || w.steering || w.IntN(10) < 4 && (!grouped || w.IntN(10) >= 8) {
		return w.expand(w.grammar.Nonterminal("Expression"), *e)
	}
	i := w.IntN(len(b.output))
	label := b.output[i].Name
	switch n := w.IntN(6); {
	case n < 3 && label != "":
		return w.expression("SimpleExpr: SimpleIdent", w.node("SimpleIdent: Identifier", w.identifier(label)))
	case n < 5 && i < len(b.items) && b.items[i] != nil && e.clause != inGroup:
		return b.items[i]
	}
	return w.literal(position(i))
}
