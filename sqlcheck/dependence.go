package sqlcheck

import (
	"bytes"
	"fmt"
	"slices"

	"github.com/asksql/asksql/sqlcheck/internal/tree"
	"github.com/pingcap/tidb/pkg/parser/ast"
)

// Functional dependence, as MySQL detects it (manual, 14.19.4 "Detection of Functional Dependence"): which
// columns have one value in each group, because of keys, equalities and what derived tables compute.
//
// What the schema does not show can make the difference: the keys of a table, what a view or a generated
// column computes. A dependence is either generous, and takes all of it to determine as much as it could, or
// takes it to determine nothing. A column that the generous one does not find is refused by every server.

// A dependence is what GROUP BY of one block determines, as far as it was looked for. That of a derived table
// which is computed apart begins with the columns that the block around it knows.
type dependence struct {
	*resolver
	scope    *scope
	child    bool
	generous bool
	lost     bool // it is too large to be looked at

	top        *frame
	leaves     []leaf
	conditions []joined
	read       map[dependent]leafSet // leaves that columns which are expressions read

	known    []dependent
	notNull  map[dependent]bool // of known
	whole    leafSet            // leaves of which all columns are known
	recheck  leafSet            // leaves of which a column was found not to be NULL
	seeded   bool               // the columns of GROUP BY are known
	deeper   bool               // what columns are computed from is looked at
	groups   []bool             // which items of GROUP BY are known, of a child
	all      bool               // all items of GROUP BY are
	nonNull  bool               // one of the columns that the block around it knows is never NULL there
	children map[int]*dependence
	steps    int
}

// maxSteps bounds the work on one block.
const maxSteps = 1 << 14

// A dependent is a column of a relation, in a frame. Of several names of one column it is that of the table.
type dependent struct {
	in               *frame
	relation, column int
}

func (r *resolver) newDependence(s *scope, child, generous bool) *dependence {
	d := &dependence{resolver: r, scope: s, child: child, generous: generous, all: !child}
	d.top = d.frame(s, nil, 0, 0)
	if !d.lost {
		d.join()
	}
	return d
}

// determined reports whether a column has one value for what is known.
func (d *dependence) determined(c dependent) bool {
	return d.reaches(func() bool { return d.isKnown(c) })
}

// reaches looks for more until test says that it suffices, and reports false where there is no more.
func (d *dependence) reaches(test func() bool) bool {
	if d.lost {
		return d.generous
	}
	if d.scope.rollup {
		return test() // only what is grouped itself is: a total has NULL for it
	}
	if !d.child && !d.seeded {
		d.seeded = true
		for i := range d.scope.items {
			if item := d.scope.item(i, d.resolver); item.plain {
				d.add(d.canonical(dependent{d.top, item.from.relation, item.from.column}), true)
			} else if item.expr != nil {
				d.addSelected(item.expr)
			}
		}
	}
	if test() {
		return true
	}
	tested := d.whole
	d.recheck = 0
	for {
		whole, known := d.whole, len(d.known)
		d.useKeys(&tested)
		if whole != d.whole && test() {
			return true
		}
		for i := range d.conditions {
			d.useConditions(&d.conditions[i])
		}
		changed := d.recheck
		d.recheck = 0
		for ; known < len(d.known); known++ {
			changed |= d.leavesOf(d.known[known])
		}
		switch {
		case d.steps > maxSteps:
			return d.generous
		case changed != 0:
			tested &^= changed
		case d.deeper:
			return false
		default:
			d.deeper = true
		}
		if test() {
			return true
		}
	}
}

// useKeys finds the tables of which a key is known.
func (d *dependence) useKeys(tested *leafSet) {
	for i := 0; i < len(d.known); i++ {
		c := d.known[i]
		p := c.in.at[c.relation]
		if p.inner != nil || tested.has(p.leaf) {
			continue
		}
		*tested |= leafOf(p.leaf)
		if t := d.leaves[p.leaf].table; t != nil && d.hasKey(t, c) {
			d.addLeaf(p.leaf)
		}
	}
}

// hasKey reports whether all columns of a key of the table are known, and not NULL. of is one of the known ones.
func (d *dependence) hasKey(t *Table, of dependent) bool {
	if d.generous && !t.allKeys {
		return true
	}
	missing := func(column int) bool {
		c := dependent{of.in, of.relation, column}
		return !d.isListed(c) || !t.isNotNull(column) && !d.notNull[c]
	}
	if len(t.primary) > 0 && !slices.ContainsFunc(t.primary, missing) {
		return true
	}
	return slices.ContainsFunc(t.keys, func(key []int) bool { return !slices.ContainsFunc(key, missing) })
}

// isListed reports whether a column is known by itself.
func (d *dependence) isListed(c dependent) bool {
	for _, k := range d.known {
		if k == c {
			return true
		}
	}
	return false
}

// isKnown reports whether a column is known so far.
func (d *dependence) isKnown(c dependent) bool {
	if d.steps++; d.steps > maxSteps {
		return d.generous
	}
	leaves := d.leavesOf(c)
	if leaves&^d.whole == 0 || d.isListed(c) {
		return true
	}
	if d.mayBeKnown(c) {
		return true
	}
	p := c.in.at[c.relation]
	return d.deeper && d.looksInto() && d.isComputed(c, p, leaves)
}

// mayBeKnown reports whether nobody knows what a column is computed from: one of a view, or a generated one.
func (d *dependence) mayBeKnown(c dependent) bool {
	p := c.in.at[c.relation]
	if p.inner != nil || !d.generous {
		return false
	}
	t := d.leaves[p.leaf].table
	return t != nil && (t.view || t.columns[c.column].Generated)
}

// addSelected notes that an output is known which is a column of a derived table that is merged, and is computed
// there as an item of GROUP BY is here: the server takes one for the other.
func (d *dependence) addSelected(item ast.ExprNode) {
	for i := range d.scope.outputs {
		o := &d.scope.outputs[i]
		if d.steps++; !o.plain || d.steps > maxSteps/16 {
			continue
		}
		c := d.canonical(dependent{d.top, o.from.relation, o.from.column})
		inner := c.in.at[c.relation].inner
		if inner == nil || inner.scope.outputs[c.column].expr == nil {
			continue
		}
		within := d.exprText(inner.scope.outputs[c.column].expr, func(n *ast.ColumnName) string { return d.calledIn(n, inner) })
		if within != nil && bytes.Equal(within, d.exprText(item, d.called)) {
			d.add(c, true)
		}
	}
}

// called returns a name that only one column of the block has, whatever derived tables call it.
func (d *dependence) called(n *ast.ColumnName) string { return d.calledIn(n, d.top) }

func (d *dependence) calledIn(n *ast.ColumnName, f *frame) string {
	c, local := d.columnOf(n, f)
	if !local {
		return d.written(n)
	}
	return fmt.Sprintf("%p.%d.%d", c.in, c.relation, c.column)
}

// looksInto reports whether what derived tables compute counts. TiDB is not known to look there.
func (d *dependence) looksInto() bool { return d.generous || d.options.Dialect != TiDB }

// isComputed reports whether a column of a derived table is computed from what is known.
func (d *dependence) isComputed(c dependent, p spot, leaves leafSet) bool {
	if p.inner != nil {
		e := p.inner.scope.outputs[c.column].expr
		if e == nil {
			return d.generous
		}
		if leaves&d.weak() != 0 && leaves&d.rejects(e, p.inner, false) == 0 || !d.allColumns(e, p.inner, d.isKnown) {
			return false
		}
		d.add(c, true)
		return true
	}
	child := d.children[p.leaf]
	if child == nil {
		return false
	}
	o := &child.scope.outputs[c.column]
	if d.leaves[p.leaf].weak && !child.nonNull || !child.determines(o) {
		return false
	}
	d.add(c, false)
	return true
}

// columnIn returns the column of the block that an output is.
func (d *dependence) columnIn(o *output) (c dependent, plain bool) {
	if o.plain {
		return d.canonical(dependent{d.top, o.from.relation, o.from.column}), true
	}
	if n, ok := o.expr.(*ast.ColumnNameExpr); ok {
		return d.columnOf(n.Name, d.top)
	}
	return c, false
}

// determines reports whether an output of the block has one value for what is known.
func (d *dependence) determines(o *output) bool {
	if c, plain := d.columnIn(o); plain {
		return d.determined(c)
	}
	switch {
	case o.expr == nil:
		return d.generous
	case d.hasChance(o.expr):
		return false
	}
	ok := true
	v := groupedVisitor{resolver: d.resolver, scope: d.scope}
	v.column = func(n *ast.ColumnName) {
		if c, local := d.columnOf(n, d.top); local {
			ok = ok && d.determined(c)
		}
	}
	v.aggregate = func() { ok = ok && d.reaches(func() bool { return d.all }) }
	v.visit(o.expr)
	return ok
}

// hasChance reports whether an expression calls a function whose value is another one each time.
func (d *dependence) hasChance(e ast.ExprNode) bool {
	f := chanceFinder{on: d.server}
	e.Accept(&f)
	return f.found
}

// add notes that a column is known. within says that a derived table is told so.
func (d *dependence) add(c dependent, within bool) {
	d.known = append(d.known, c)
	d.findGroups(&c, nil)
	p := c.in.at[c.relation]
	if within && p.inner == nil && d.leaves[p.leaf].body != nil {
		d.addWithin(p.leaf, c.column)
	}
}

func (d *dependence) addLeaf(leaf int) {
	d.whole |= leafOf(leaf)
	d.findGroups(nil, nil)
}

// addWithin tells a derived table that one of its columns is known.
func (d *dependence) addWithin(at int, column int) {
	l := &d.leaves[at]
	if l.body.rollup || !d.looksInto() || column >= len(l.body.outputs) {
		return
	}
	child := d.children[at]
	if child == nil {
		if d.children == nil {
			d.children = make(map[int]*dependence)
		}
		child = d.newDependence(l.body, true, d.generous)
		child.steps = d.steps
		d.children[at] = child
	}
	o := &l.body.outputs[column]
	child.nonNull = child.nonNull || child.isNeverNull(o)
	if c, plain := child.columnIn(o); plain {
		child.add(c, true)
	} else if o.expr != nil {
		child.findGroups(nil, o.expr)
	}
	if child.all && (!l.weak || child.nonNull) {
		d.addLeaf(at) // one row for each group
	}
}

// findGroups looks which items of GROUP BY are known now. c or e is what has become known.
func (d *dependence) findGroups(c *dependent, e ast.ExprNode) {
	if d.all || d.lost || !d.scope.grouped && !d.scope.isAggregated() {
		return
	}
	if d.groups == nil {
		d.groups = make([]bool, len(d.scope.items))
	}
	d.all = true
	for i := range d.scope.items {
		if !d.groups[i] {
			item := d.scope.item(i, d.resolver)
			if item.plain {
				g := d.canonical(dependent{d.top, item.from.relation, item.from.column})
				d.groups[i] = d.leavesOf(g)&^d.whole == 0 || c != nil && *c == g || d.mayBeKnown(g)
			} else if item.expr != nil && e != nil {
				same := d.sameExpr(item.expr, e, d.called)
				d.groups[i] = same == certainly || d.generous && same == possibly
			}
		}
		d.all = d.all && d.groups[i]
	}
}

// item returns what an item of GROUP BY means: a column of the block, or an expression.
func (s *scope) item(i int, r *resolver) output {
	e := tree.Unwrap(s.items[i].Expr)
	switch n := e.(type) {
	case *ast.PositionExpr:
		if 1 <= n.N && n.N <= len(s.outputs) {
			return s.outputs[n.N-1]
		}
		return output{}
	case *ast.ColumnNameExpr:
		b := r.names.Of(n.Name)
		switch {
		case b == nil:
			return output{}
		case b.Expr != nil:
			return output{expr: b.Expr}
		}
		for k := range s.relations {
			if s.relations[k].source == b.Relation {
				if column, outcome := s.relations[k].find(b.Column); outcome == unique {
					return output{plain: true, from: binding{k, column}, expr: n}
				}
			}
		}
	}
	return output{expr: e}
}
