package sqlcheck

import (
	"fmt"

	"github.com/asksql/asksql/sqlcheck/internal/tree"
	"github.com/pingcap/tidb/pkg/parser/ast"
	"github.com/pingcap/tidb/pkg/parser/opcode"
)

// How many columns stand where values are compared (error 1241, and 4078 of MariaDB). Only comparisons and IN
// take rows; everywhere else stands one value.

// compared resolves what is compared: a value, or a row of them.
func (r *resolver) compared(e ast.ExprNode, s *scope, as role) {
	outside := r.outward + s.aggregated + s.overCalls
	found := operand{}
	switch n := tree.Unwrap(e).(type) {
	case *ast.RowExpr:
		if !r.down() {
			return
		}
		found.width = len(n.Values)
		for _, value := range n.Values {
			r.compared(value, s, role{})
		}
		r.up()
	case *ast.SubqueryExpr:
		if !r.down() {
			return
		}
		found.width = r.subquery(n, s, as)
		r.up()
	default:
		r.expr(e, s)
		return
	}
	found.aggregates = r.outward+s.aggregated+s.overCalls > outside
	if r.operands == nil {
		r.operands = map[ast.ExprNode]operand{}
	}
	r.operands[tree.Unwrap(e)] = found
}

// An operand is a row or a subquery that is compared.
type operand struct {
	width      int  // how many columns it has, 0 where that is not certain
	aggregates bool // an aggregate or a window in it belongs to the block where it stands, or to one further out
}

// comparisons resolves a run of one comparison operator: what is compared first, then the result of that with
// the next operand, and so on. The later operands stand last first.
func (r *resolver) comparisons(n *ast.BinaryOperationExpr, first ast.ExprNode, later []ast.ExprNode, s *scope) {
	r.compared(first, s, role{})
	for i := len(later) - 1; i >= 0; i-- {
		r.compared(later[i], s, role{})
		r.comparedWith(first, later[i], n)
		first = nil
	}
}

// width returns how many columns an operand has, 0 where that is not certain. nil is one value.
func (r *resolver) width(e ast.ExprNode) int {
	if e == nil {
		return 1
	}
	switch n := tree.Unwrap(e).(type) {
	case *ast.RowExpr:
		return len(n.Values)
	case *ast.SubqueryExpr:
		return r.operands[n].width
	default:
		return 1
	}
}

// comparedWith refuses operands of different width.
func (r *resolver) comparedWith(left, right ast.ExprNode, n ast.ExprNode) {
	r.rowOfQuery(left, right, n)
	if found, ok := r.unlike(left, right); !ok {
		r.misuse(fmt.Sprintf("the left side of this comparison has %s and the right side %s; give both as many", counted(found.left, "column"), counted(found.right, "column")), r.at(n, ""))
	}
}

// A mismatch is the widths of two operands that cannot be compared.
type mismatch struct{ left, right int }

// unlike returns the widths in which two operands, or what stands at one position of both, differ. ok reports
// that there are none.
func (r *resolver) unlike(left, right ast.ExprNode) (found mismatch, ok bool) {
	l, m := r.width(left), r.width(right)
	switch {
	case l == 0, m == 0:
		return mismatch{}, true
	case l != m:
		return mismatch{l, m}, false
	}
	if l == 1 {
		return mismatch{}, true
	}
	for i := range l {
		if found, ok := r.unlike(item(left, i), item(right, i)); !ok {
			return found, false
		}
	}
	return mismatch{}, true
}

// rowOfQuery refuses a subquery that stands for a row beside an aggregate of the block outside: MariaDB 10.11
// crashes. A subquery whose rows are searched, as by IN and ANY, does no harm.
func (r *resolver) rowOfQuery(left, right, n ast.ExprNode) {
	if r.options.Dialect != MariaDB || left == nil {
		return
	}
	switch n := n.(type) {
	case *ast.CompareSubqueryExpr:
		return
	case *ast.PatternInExpr:
		if n.Sel != nil {
			return
		}
	}
	left, right = tree.Unwrap(left), tree.Unwrap(right)
	_, query := left.(*ast.SubqueryExpr)
	_, other := right.(*ast.SubqueryExpr)
	l, m := r.operands[left], r.operands[right]
	if (query || other) && l.width > 1 && (l.aggregates || m.aggregates) {
		r.unsupported(left, "", "a row cannot be compared with a subquery of several columns on MariaDB where an aggregate or a window function stands beside or inside; compare column by column")
	}
}

// item returns value i of a row. A column of a subquery is one value.
func item(row ast.ExprNode, i int) ast.ExprNode {
	if row, ok := tree.Unwrap(row).(*ast.RowExpr); ok {
		return row.Values[i]
	}
	return nil
}

// quantified holds a comparison with ANY or ALL to what takes rows.
func (r *resolver) quantified(n *ast.CompareSubqueryExpr) {
	l := r.width(n.L)
	if l > 1 && !(n.Op == opcode.EQ && !n.All || n.Op == opcode.NE && n.All) {
		r.misuse("a row of values can be compared by = ANY and <> ALL only; write IN or NOT IN, or compare one column", r.at(n, ""))
		return
	}
	r.comparedWith(n.L, n.R, n)
}

// rowAsValue refuses a row where one value is needed.
func (r *resolver) rowAsValue(n *ast.RowExpr) {
	r.misuse(fmt.Sprintf("(…) with %s stands where one value is needed; leave its parentheses out, or write one value", counted(len(n.Values), "value")), r.at(n, ""))
}

// subqueryAsValue refuses a subquery of several columns where one value is needed.
func (r *resolver) subqueryAsValue(n *ast.SubqueryExpr, width int) {
	if width > 1 {
		r.misuse(fmt.Sprintf("a subquery that stands for one value selects %s; select one, or join a derived table", counted(width, "column")), r.at(n, ""))
	}
}

// limitCompared refuses LIMIT in a subquery of IN, ANY or ALL (error 1235). TiDB takes it.
func (r *resolver) limitCompared(n *ast.Limit, as role) {
	if n == nil || !as.compared || r.options.Dialect == TiDB {
		return
	}
	r.misuse(fmt.Sprintf("%s takes no LIMIT in a subquery of IN, ANY, SOME or ALL; put the subquery into a derived table: IN (SELECT … FROM (SELECT … LIMIT …) AS d)", r.options.Dialect.product()), Node{near: "LIMIT"})
}
