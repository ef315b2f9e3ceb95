package sqlcheck

import (
	"slices"

	"github.com/asksql/asksql/sqlcheck/internal/literal"
	"github.com/asksql/asksql/sqlcheck/internal/tree"
	"github.com/pingcap/tidb/pkg/parser/ast"
	"github.com/pingcap/tidb/pkg/parser/opcode"
)

// What equalities in conditions determine.

// useConditions finds the columns that a condition makes equal to what is known, and those that it keeps from
// being NULL.
func (d *dependence) useConditions(j *joined) {
	for i := range j.parts {
		part := &j.parts[i]
		d.useEquality(j, part)
		d.useNotNull(j, part)
	}
}

// useEquality looks at a part that is an equality, or is one to MySQL: IN with one value, BETWEEN a value and
// itself.
func (d *dependence) useEquality(j *joined, part *conjunct) {
	switch n := part.expr.(type) {
	case *ast.BinaryOperationExpr:
		if n.Op == opcode.EQ && !part.not || n.Op == opcode.NE && part.not {
			d.equal(j, part.in, n.L, n.R)
		}
	case *ast.PatternInExpr:
		if n.Sel == nil && len(n.List) == 1 && n.Not == part.not {
			d.equal(j, part.in, n.Expr, n.List[0])
		}
	case *ast.BetweenExpr:
		_, written := tree.Unwrap(n.Left).(ast.ValueExpr)
		if !n.Not && !part.not && (written || d.generous) && d.sameExpr(n.Left, n.Right, d.called) == certainly {
			d.equal(j, part.in, n.Expr, n.Left)
		}
	}
}

// equal takes two expressions, or the values of two rows, for equal.
func (d *dependence) equal(j *joined, f *frame, l, r ast.ExprNode) {
	l, r = tree.Unwrap(l), tree.Unwrap(r)
	left, lrow := l.(*ast.RowExpr)
	right, rrow := r.(*ast.RowExpr)
	switch {
	case !lrow && !rrow:
		d.equalValues(j, f, l, r)
	case lrow && rrow && len(left.Values) == len(right.Values):
		for i := range left.Values {
			d.equalValues(j, f, tree.Unwrap(left.Values[i]), tree.Unwrap(right.Values[i]))
		}
	}
}

// A side is one side of an equality.
type side struct {
	expr   ast.ExprNode
	column dependent
	local  bool // it is a column of the block
	leaves leafSet
}

func (d *dependence) side(e ast.ExprNode, f *frame) side {
	s := side{expr: e}
	if n, ok := e.(*ast.ColumnNameExpr); ok {
		if s.column, s.local = d.columnOf(n.Name, f); s.local {
			s.leaves = d.leavesOf(s.column)
		}
	}
	return s
}

// gains reports whether a side is a column that an equality could add. Of an outer join, that is one of the
// optional side.
func (d *dependence) gains(s *side, weak leafSet) bool {
	return s.local && (weak == 0 || weak&s.leaves != 0) && !d.isKnown(s.column)
}

// equalValues adds a column that is equal to what is known.
func (d *dependence) equalValues(j *joined, f *frame, l, r ast.ExprNode) {
	left, right := d.side(l, f), d.side(r, f)
	if !d.gains(&right, j.weak) {
		if !d.gains(&left, j.weak) {
			return
		}
		left, right = right, left
	}
	if left.local && j.weak&left.leaves != 0 && d.isKnown(left.column) {
		d.add(right.column, true)
		return
	}
	fixed := left.local && d.isStrong(&left, j) && d.isKnown(left.column) || d.isConstant(d.meantBy(&left, f)) || d.reachesOut(left.expr, f)
	if fixed && (j.weak == 0 || d.holdsFor(j)) {
		d.add(right.column, true)
	}
}

// isStrong reports whether a column is one of the side that an outer join keeps. One that reads no table counts
// where its derived table was written on the optional side of some join.
func (d *dependence) isStrong(s *side, j *joined) bool {
	return s.leaves&^j.weak != 0 || s.leaves == 0 && s.column.in.isOptional(s.column.relation)
}

// meantBy returns what a side is computed from, if it is a column of a derived table that is merged.
func (d *dependence) meantBy(s *side, f *frame) (ast.ExprNode, *frame) {
	if s.local {
		if inner := s.column.in.at[s.column.relation].inner; inner != nil && inner.scope.outputs[s.column.column].expr != nil {
			return inner.scope.outputs[s.column.column].expr, inner
		}
	}
	return s.expr, f
}

// holdsFor reports whether the condition of an outer join is the same for all rows that have the same values in
// the columns that are known: then so are the optional columns that it makes equal to something.
func (d *dependence) holdsFor(j *joined) bool {
	if j.inWeak && d.rejectedBy(j.parts)&^j.weak == 0 {
		return false
	}
	for _, part := range j.parts {
		if d.hasChance(part.expr) {
			return false
		}
		if !d.allColumns(part.expr, part.in, func(c dependent) bool { return d.leavesOf(c)&^j.weak == 0 || d.isKnown(c) }) {
			return false
		}
	}
	return true
}

// byMoment are functions that have one value while a statement runs, and are no constants to MySQL.
var byMoment = []string{
	"now", "current_timestamp", "localtime", "localtimestamp", "curdate", "current_date", "curtime", "current_time",
	"utc_date", "utc_time", "utc_timestamp", "unix_timestamp", "sysdate",
}

// isConstant reports whether an expression reads nothing. Where MySQL may see that otherwise, it depends on who
// asks.
func (d *dependence) isConstant(e ast.ExprNode, in *frame) bool {
	f := constantFinder{dependence: d, in: in, constant: true}
	e.Accept(&f)
	return f.constant
}

// isFixed reports whether a column of a derived table that is merged is a constant.
func (d *dependence) isFixed(c dependent) bool {
	inner := c.in.at[c.relation].inner
	if d.steps++; inner == nil || d.steps > maxSteps {
		return false
	}
	e := inner.scope.outputs[c.column].expr
	return e != nil && d.isConstant(e, inner)
}

// A constantFinder looks for what makes an expression no constant.
type constantFinder struct {
	*dependence
	in       *frame
	constant bool
}

// Enter implements ast.Visitor.
func (f *constantFinder) Enter(n ast.Node) (ast.Node, bool) {
	if f.isFixedNull(n, f.in) {
		return n, true
	}
	switch n := n.(type) {
	case *ast.ColumnName:
		c, local := f.columnOf(n, f.in)
		f.constant = f.constant && local && f.isFixed(c)
	case *ast.AggregateFuncExpr, *ast.WindowFuncExpr, *ast.VariableExpr, *ast.DefaultExpr:
		f.constant = false
	case *ast.SubqueryExpr:
		query, ok := n.Query.(*ast.SelectStmt)
		f.constant = f.constant && f.generous && ok && query.From == nil
		return n, true
	case *ast.FuncCallExpr:
		f.constant = f.constant && f.constantCall(n)
	}
	return n, !f.constant
}

// Leave implements ast.Visitor.
func (f *constantFinder) Leave(n ast.Node) (ast.Node, bool) { return n, f.constant }

func (f *constantFinder) constantCall(n *ast.FuncCallExpr) bool {
	if _, own := literal.Printed(n); own {
		return true
	}
	if f.hasChance(n) {
		return false
	}
	if slices.Contains(byMoment, n.FnName.L) {
		return n.FnName.L == "unix_timestamp" && len(n.Args) > 0
	}
	switch n.FnName.L {
	case "database", "schema", "user", "current_user", "session_user", "system_user", "version", "connection_id", "current_role", "found_rows", "row_count", "last_insert_id":
		return f.generous
	}
	return true
}

// reachesOut reports whether an expression reads a column of a block outside.
func (d *dependence) reachesOut(e ast.ExprNode, f *frame) bool {
	v := columnVisitor{subqueries: true}
	v.column = func(n *ast.ColumnName) bool {
		b := d.names.Of(n)
		if b == nil || b.Relation == nil {
			return true
		}
		for outer := d.scope.parent; outer != nil; outer = outer.parent {
			for i := range outer.relations {
				if outer.relations[i].source == b.Relation {
					return false
				}
			}
		}
		return true
	}
	e.Accept(&v)
	return v.stopped
}

// useNotNull marks known columns that a condition keeps from being NULL, so that a key of columns that may be
// NULL counts.
func (d *dependence) useNotNull(j *joined, part *conjunct) {
	rejected := d.rejectedByPart(part)
	if rejected == 0 {
		return
	}
	for _, e := range operands(part.expr) {
		n, ok := tree.Unwrap(e).(*ast.ColumnNameExpr)
		if !ok {
			continue
		}
		c, local := d.columnOf(n.Name, part.in)
		if !local || !d.isListed(c) || d.notNull[c] {
			continue
		}
		if leaves := d.leavesOf(c); leaves&rejected != 0 && (j.weak == 0 || leaves&j.weak != 0) {
			if d.notNull == nil {
				d.notNull = make(map[dependent]bool)
			}
			d.notNull[c] = true
			d.recheck |= leaves
		}
	}
}

// values returns the values of a row, or the one that an expression is.
func values(e ast.ExprNode) []ast.ExprNode {
	if row, ok := tree.Unwrap(e).(*ast.RowExpr); ok {
		return slices.Clone(row.Values)
	}
	return []ast.ExprNode{e}
}

// operands returns what a condition compares.
func operands(e ast.ExprNode) []ast.ExprNode {
	switch n := e.(type) {
	case *ast.ColumnNameExpr:
		return []ast.ExprNode{n}
	case *ast.BinaryOperationExpr:
		return append(values(n.L), values(n.R)...)
	case *ast.PatternInExpr:
		return append([]ast.ExprNode{n.Expr}, n.List...)
	case *ast.BetweenExpr:
		return []ast.ExprNode{n.Expr, n.Left, n.Right}
	case *ast.PatternLikeOrIlikeExpr:
		return []ast.ExprNode{n.Expr, n.Pattern}
	case *ast.PatternRegexpExpr:
		return []ast.ExprNode{n.Expr, n.Pattern}
	case *ast.IsNullExpr:
		return []ast.ExprNode{n.Expr}
	case *ast.IsTruthExpr:
		return operands(tree.Unwrap(n.Expr))
	case *ast.FuncCallExpr:
		return n.Args
	default:
		return nil
	}
}
