package sqlcheck

import (
	"math/bits"
	"slices"

	"github.com/asksql/asksql/sqlcheck/internal/tree"
	"github.com/pingcap/tidb/pkg/parser/ast"
)

// A block as MySQL looks at it once it has merged derived tables and simplified joins (manual, 10.2.2.4 and
// 10.2.1.10): the tables that are left, and the conditions that hold for their rows.

// A frame is a query block at one place where it is merged.
type frame struct {
	scope *scope
	outer *frame // the one that it is merged into
	index int    // its relation there
	at    []spot
}

// isOptional reports whether a relation is on the optional side of an outer join, as it was written.
func (f *frame) isOptional(relation int) bool {
	return f.scope.isOptional(relation) || f.outer != nil && f.outer.isOptional(f.index)
}

// A spot says where a relation of a frame has gone.
type spot struct {
	leaf  int
	inner *frame // of a derived table that is merged
}

// A leaf is a relation that is not merged.
type leaf struct {
	table *Table
	body  *scope // of a derived table of one block
	weak  bool   // it is on the optional side of an outer join
}

// A leafSet is a set of leaves.
type leafSet uint64

// maxLeaves is how many a set can hold; MySQL joins 61 tables at most (manual, 10.4.7).
const maxLeaves = 64

func leafOf(i int) leafSet { return 1 << i }

func (s leafSet) has(i int) bool { return s&leafOf(i) != 0 }

// maxFrames bounds how deep derived tables are merged.
const maxFrames = 32

// frame merges the derived tables of a block, which is the relation index of another one.
func (d *dependence) frame(s *scope, outer *frame, index, depth int) *frame {
	f := &frame{scope: s, outer: outer, index: index}
	for i := range s.relations {
		rel := &s.relations[i]
		if depth < maxFrames && rel.body != nil && rel.body.merges() {
			f.at = append(f.at, spot{-1, d.frame(rel.body, f, i, depth+1)})
		} else {
			f.at = append(f.at, spot{leaf: len(d.leaves)})
			d.leaves = append(d.leaves, leaf{table: rel.table, body: rel.body})
		}
		if len(d.leaves) > maxLeaves || depth == maxFrames {
			d.lost = true
			break
		}
	}
	return f
}

// merges reports whether MySQL merges a derived table into the block around it.
func (s *scope) merges() bool {
	if !s.isPlain() {
		return false
	}
	return !slices.ContainsFunc(s.outputs, func(o output) bool { return o.depends })
}

// isPlain reports whether the rows of a block are some of those of its tables.
func (s *scope) isPlain() bool {
	return !(s.grouped || s.isAggregated() || s.having || s.distinct || s.limited || s.overCalls > 0 || len(s.windows) > 0 || len(s.relations) == 0)
}

// canonical returns the column that a column is, where derived tables that are merged give it on as it is.
func (d *dependence) canonical(c dependent) dependent {
	for {
		p := c.in.at[c.relation]
		if p.inner == nil {
			return c
		}
		o := &p.inner.scope.outputs[c.column]
		if o.plain {
			c = dependent{p.inner, o.from.relation, o.from.column}
			continue
		}
		if n, ok := o.expr.(*ast.ColumnNameExpr); ok {
			if outer, local := d.columnOf(n.Name, p.inner); local {
				return outer
			}
		}
		return c
	}
}

// columnOf returns the column that a name in a frame means. It reports false for one that is no column of the
// block: of a block outside, or of a subquery.
func (d *dependence) columnOf(n *ast.ColumnName, f *frame) (c dependent, local bool) {
	b := d.names.Of(n)
	if b == nil || b.Relation == nil {
		return c, false
	}
	for ; f != nil; f = f.outer {
		for i := range f.scope.relations {
			if f.scope.relations[i].source == b.Relation {
				if column, outcome := f.scope.relations[i].find(b.Column); outcome == unique && i < len(f.at) {
					return d.canonical(dependent{f, i, column}), true
				}
			}
		}
	}
	return c, false
}

// leavesOf returns the leaves that a column is computed from, subqueries left out.
func (d *dependence) leavesOf(c dependent) leafSet {
	p := c.in.at[c.relation]
	if p.inner == nil {
		return leafOf(p.leaf)
	}
	if set, looked := d.read[c]; looked {
		return set
	}
	var set leafSet
	if e := p.inner.scope.outputs[c.column].expr; e != nil {
		set = d.leavesIn(e, p.inner)
	}
	if d.read == nil {
		d.read = make(map[dependent]leafSet)
	}
	d.read[c] = set
	return set
}

func (d *dependence) leavesIn(e ast.ExprNode, f *frame) leafSet {
	var set leafSet
	v := columnVisitor{skip: func(n ast.Node) bool { return d.isFixedNull(n, f) }}
	v.column = d.columnVisit(f, false, func(c dependent) bool {
		set |= d.leavesOf(c)
		return true
	})
	e.Accept(&v)
	return set
}

// isFixedNull reports whether a node asks whether something is NULL that never is: a constant to MySQL, unless
// it stands in a derived table inside another one that is grouped.
func (d *dependence) isFixedNull(n ast.Node, f *frame) bool {
	null, ok := n.(*ast.IsNullExpr)
	if !ok || !d.generous || f.outer != nil && f.outer.isOptional(f.index) {
		return false
	}
	is := d.nullableExpr(f.scope, null.Expr)
	return is == notNull || is == maybeNull
}

// allColumns reports whether test holds for each column of the block that an expression reads, those that its
// subqueries read included.
func (d *dependence) allColumns(e ast.ExprNode, f *frame, test func(dependent) bool) bool {
	return d.eachColumn(e, f, true, test)
}

func (d *dependence) eachColumn(e ast.ExprNode, f *frame, subqueries bool, yield func(dependent) bool) bool {
	v := columnVisitor{subqueries: subqueries, column: d.columnVisit(f, subqueries, yield)}
	e.Accept(&v)
	return !v.stopped
}

func (d *dependence) columnVisit(f *frame, subqueries bool, yield func(dependent) bool) func(*ast.ColumnName) bool {
	return func(n *ast.ColumnName) bool {
		if b := d.names.Of(n); b != nil && b.Expr != nil {
			return d.eachColumn(b.Expr, f, subqueries, yield)
		}
		c, local := d.columnOf(n, f)
		return !local || yield(c)
	}
}

// A columnVisitor calls column for each name of a column, until that reports false.
type columnVisitor struct {
	column     func(*ast.ColumnName) bool
	skip       func(ast.Node) bool // may be nil
	subqueries bool
	stopped    bool
}

// Enter implements ast.Visitor.
func (v *columnVisitor) Enter(n ast.Node) (ast.Node, bool) {
	if v.skip != nil && v.skip(n) {
		return n, true
	}
	switch n := n.(type) {
	case *ast.ColumnName:
		v.stopped = v.stopped || !v.column(n)
	case *ast.SubqueryExpr:
		return n, !v.subqueries
	}
	return n, v.stopped
}

// Leave implements ast.Visitor.
func (v *columnVisitor) Leave(n ast.Node) (ast.Node, bool) { return n, !v.stopped }

// A conjunct is a part of a condition that must be true.
type conjunct struct {
	in   *frame
	expr ast.ExprNode
	not  bool // it must be false
}

// A joined is a condition, of WHERE and inner joins, or of one outer join.
type joined struct {
	parts  []conjunct
	weak   leafSet // the optional side of the outer join, 0 for WHERE
	inWeak bool    // that join is on the optional side of another one
}

// A joinTree is a FROM clause. A node without operands is a leaf.
type joinTree struct {
	left, right *joinTree // right is the optional side
	outer       bool
	on          []conjunct
	used        leafSet
}

// join finds the conditions of the block.
func (d *dependence) join() {
	root, where := d.joinTree(d.scope.tree, d.top)
	where = append(where, conjuncts(nil, d.scope.where, d.top, false)...)
	if root != nil {
		d.simplify(root, &where)
		d.outerJoins(root, false)
	}
	d.conditions = append(d.conditions, joined{parts: where})
}

// joinTree returns the tree of a FROM clause, and what WHERE of derived tables adds to the condition around it.
func (d *dependence) joinTree(n ast.ResultSetNode, f *frame) (t *joinTree, where []conjunct) {
	switch n := n.(type) {
	case *ast.TableSource:
		for i := range f.at {
			if f.scope.relations[i].source != n {
				continue
			}
			if inner := f.at[i].inner; inner != nil {
				t, where = d.joinTree(inner.scope.tree, inner)
				return t, append(where, conjuncts(nil, inner.scope.where, inner, false)...)
			}
			return &joinTree{used: leafOf(f.at[i].leaf)}, nil
		}
	case *ast.Join:
		if n.Right == nil {
			return d.joinTree(n.Left, f)
		}
		left, lefts := d.joinTree(n.Left, f)
		right, rights := d.joinTree(n.Right, f)
		if left == nil || right == nil {
			break
		}
		if n.Tp == ast.RightJoin {
			left, right, lefts, rights = right, left, rights, lefts
		}
		t = &joinTree{left: left, right: right, outer: n.Tp == ast.LeftJoin || n.Tp == ast.RightJoin, used: left.used | right.used}
		if n.On != nil {
			t.on = conjuncts(nil, n.On.Expr, f, false)
		}
		if t.outer {
			t.on = append(t.on, rights...)
			return t, lefts
		}
		return t, append(lefts, rights...)
	}
	d.lost = true
	return nil, nil
}

// conjuncts takes a condition apart.
func conjuncts(list []conjunct, e ast.ExprNode, f *frame, not bool) []conjunct {
	if e == nil {
		return list
	}
	switch n := tree.Unwrap(e).(type) {
	case *ast.BinaryOperationExpr:
		if tree.IsLogicAnd(n) && !not || isOr(n) && not {
			return conjuncts(conjuncts(list, n.L, f, not), n.R, f, not)
		}
		return append(list, conjunct{f, n, not})
	case *ast.UnaryOperationExpr:
		if isNot(n) {
			return conjuncts(list, n.V, f, !not)
		}
		return append(list, conjunct{f, n, not})
	default:
		return append(list, conjunct{f, n, not})
	}
}

// simplify makes inner joins of the outer ones whose optional rows a condition leaves out, from the right to the
// left. The conditions of inner joins go to condition.
func (d *dependence) simplify(t *joinTree, condition *[]conjunct) {
	if t.left == nil {
		return
	}
	d.simplify(t.right, &t.on)
	d.simplify(t.right, condition)
	if !t.outer || t.used&t.right.used&d.rejectedBy(*condition) != 0 {
		t.outer = false
		*condition = append(*condition, t.on...)
		t.on = nil
	}
	d.simplify(t.left, condition)
}

// outerJoins gathers the outer joins that are left.
func (d *dependence) outerJoins(t *joinTree, weak bool) {
	switch {
	case t.left == nil:
		d.leaves[bits.TrailingZeros64(uint64(t.used))].weak = weak
	case t.outer:
		d.conditions = append(d.conditions, joined{t.on, t.right.used, weak})
		d.outerJoins(t.left, weak)
		d.outerJoins(t.right, true)
	default:
		d.outerJoins(t.left, weak)
		d.outerJoins(t.right, weak)
	}
}

// weak returns the leaves on the optional side of an outer join.
func (d *dependence) weak() (set leafSet) {
	for i := range d.leaves {
		if d.leaves[i].weak {
			set |= leafOf(i)
		}
	}
	return set
}
