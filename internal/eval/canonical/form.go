package canonical

import (
	"slices"
	"strings"
)

// A former writes the form of one query.
type former struct {
	tables map[string][]string // columns of the base tables that the query mentions
	seen   int                 // relations so far
}

// id returns the next name for a relation, behind a letter for its kind.
func (f *former) id(letter string) string {
	f.seen++
	return numbered(letter, f.seen)
}

// query returns the form of a query that sees the names of outer. top tells that its output is the
// answer, whose columns may come in any order.
func (f *former) query(items []item, outer *scope, top bool) string {
	q := parse(items)
	s := &scope{outer: outer}
	head := f.with(q, s)
	tail := f.words(q.limit, namer{scope: s})
	if len(q.arms) == 1 && q.arms[0].nested == nil {
		return joined(head, f.block(q.arms[0].block, q.order, s, top), tail)
	}
	var arms []string
	for i, a := range q.arms {
		if i > 0 {
			arms = append(arms, q.operators[i-1])
		}
		arms = append(arms, f.arm(a, s, top && len(q.arms) == 1))
	}
	order := f.order(q.order, namer{scope: s, out: combined(firstLabels(items))})
	return joined(head, strings.Join(arms, " "), clause("ORDER BY", order), tail)
}

func (f *former) arm(a arm, outer *scope, top bool) string {
	if a.nested == nil {
		return f.block(a.block, nil, outer, false)
	}
	return "( " + f.query(a.nested, outer, top) + " )"
}

// with writes the WITH clause and adds its tables to the scope.
func (f *former) with(q query, s *scope) string {
	var parts []string
	for _, c := range q.ctes {
		r := &relation{name: c.name, id: f.id("q"), columns: c.columns, cte: true}
		if len(r.columns) == 0 {
			r.columns = firstLabels(c.body)
		}
		if q.recursive {
			s.add(r)
		}
		parts = append(parts, r.id+" AS ( "+f.query(c.body, s, false)+" )")
		if !q.recursive { // it does not see itself
			s.add(r)
		}
	}
	if q.recursive {
		return clause("WITH RECURSIVE", listed(parts))
	}
	return clause("WITH", listed(parts))
}

// block writes a query block, with the ORDER BY of its query.
func (f *former) block(b block, order []item, outer *scope, top bool) string {
	s := &scope{outer: outer}
	from := f.from(b.from, s)
	columns := namer{scope: s}
	var out outputs
	for _, field := range b.fields {
		out = append(out, output{field.label, f.words(field.expr, columns), simple(field.expr)})
	}
	labelled := namer{scope: s, out: out}
	return joined(b.head, f.list(b, out, s, top), clause("FROM", from),
		clause("WHERE", f.words(b.where, columns)),
		clause("GROUP BY", f.grouping(b.grouping, namer{scope: s, out: out, columnsFirst: true})),
		clause("HAVING", f.words(b.having, labelled)),
		clause("WINDOW", f.words(b.windows, columns)),
		clause("ORDER BY", f.order(order, labelled)))
}

// list writes the output columns of a block, or the rows of VALUES.
func (f *former) list(b block, out outputs, s *scope, top bool) string {
	if len(b.rows) > 0 {
		return f.words(b.rows, namer{scope: s})
	}
	var exprs []string
	for _, o := range out {
		exprs = append(exprs, o.expr)
	}
	if top {
		slices.Sort(exprs)
	}
	return listed(exprs)
}

// grouping writes the list of GROUP BY.
func (f *former) grouping(items []item, n namer) string {
	c := &cursor{items}
	list := c.until(func(next []item) bool { return next[0].is("WITH") })
	var parts []string
	for _, expr := range split(list) {
		parts = append(parts, f.term(expr, n))
	}
	return joined(listed(parts), f.words(c.rest, n))
}

// order writes the list of ORDER BY, in which a label goes before a column of its name (MySQL 8.0
// manual, 15.2.13).
func (f *former) order(items []item, n namer) string {
	var parts []string
	for _, expr := range split(items) {
		direction := ""
		if last := len(expr) - 1; last > 0 && expr[last].is("DESC") {
			expr, direction = expr[:last], "DESC"
		}
		if o, ok := n.out.labelled(expr); ok {
			parts = append(parts, joined(o.expr, direction))
			continue
		}
		parts = append(parts, joined(f.term(expr, n), direction))
	}
	return listed(parts)
}

// term writes an item of GROUP BY or ORDER BY, which may be the position of an output.
func (f *former) term(expr []item, n namer) string {
	if o, ok := n.out.at(expr); ok {
		return o.expr
	}
	if len(expr) == 1 && expr[0].kind == path {
		return n.bare(expr[0].names)
	}
	return f.words(expr, n)
}

// words writes what has no clauses of its own.
func (f *former) words(items []item, n namer) string {
	var parts []string
	for at, i := range items {
		inside := n
		if at > 0 && isAggregate(items[at-1]) {
			inside.out = nil // it is of what was selected from
		}
		parts = append(parts, f.word(i, inside))
	}
	return strings.Join(parts, " ")
}

// isAggregate reports whether an item is the name of an aggregate function. One that is missing here
// makes labels within it unlike columns.
func isAggregate(i item) bool {
	if i.kind != word {
		return false
	}
	switch i.text {
	case "COUNT", "SUM", "AVG", "MIN", "MAX", "GROUP_CONCAT", "JSON_ARRAYAGG", "JSON_OBJECTAGG",
		"BIT_AND", "BIT_OR", "BIT_XOR", "STDDEV_POP", "STDDEV_SAMP", "VAR_POP", "VAR_SAMP":
		return true
	}
	return false
}

func (f *former) word(i item, n namer) string {
	switch {
	case i.kind == path:
		return n.name(i.names)
	case i.kind == group && isQuery(i.items):
		return "( " + f.query(i.items, n.scope, false) + " )"
	case i.kind == group:
		return joined("(", f.words(i.items, n), ")")
	default:
		return i.text
	}
}
