package sqlcheck

import (
	"errors"
	"strings"

	"github.com/asksql/asksql/sqlcheck/internal/tree"
	"github.com/pingcap/tidb/pkg/parser/ast"
	"github.com/pingcap/tidb/pkg/parser/opcode"
)

// Whether a query raises an error is an answer too. A server that merges a derived table into the query may compute
// the query's conditions before the filter, for rows that the caller may not see:
//
//	SELECT … FROM (SELECT id, note FROM orders WHERE tenant_id = 7) AS o
//	WHERE IF(o.note = 'secret', o.id + 9223372036854775807, 1)
//
// gives error 1690 where another tenant has that note. No server merges a derived table with a LIMIT, or pushes a
// condition into it (MySQL manual, 10.2.2.4 and 10.2.2.5; MariaDB's pages on merging and on pushdown). So where a
// query has any form but those that cannot fail, all its derived tables end in one.

// fence puts the LIMIT on the derived tables of a query that needs it.
func (r *resolver) fence(n ast.StmtNode) *RejectedError {
	if r.filters == nil || len(r.mentions) == 0 {
		return nil
	}
	f := r.mayFail(n)
	if !f.fails {
		return nil
	}
	if f.matches {
		v := Violation{Rule: RuleSyntax, Message: "MATCH … AGAINST is not supported here beside anything that may fail on some row, such as arithmetic; leave one of the two out", Near: "MATCH", Offset: -1}
		return rejectedBy(v)
	}
	for i := range r.names.Deriveds() {
		r.names.Deriveds()[i].Fenced = true
	}
	return nil
}

// fenced holds the derived tables of a print to what it needs.
func (r *resolver) fenced(n ast.StmtNode) error {
	if r.filters == nil || len(r.mentions) == 0 || !r.mayFail(n).fails {
		return nil
	}
	for _, d := range r.names.Deriveds() {
		if !d.Fenced {
			return errors.New("a derived table of the print may be merged")
		}
	}
	return nil
}

func (r *resolver) mayFail(n ast.StmtNode) failureFinder {
	f := failureFinder{fails: r.manyRows}
	n.Accept(&f)
	return f
}

// A failureFinder looks for what may raise an error for some row.
type failureFinder struct {
	fails   bool
	matches bool
}

// Enter implements ast.Visitor.
func (f *failureFinder) Enter(n ast.Node) (ast.Node, bool) {
	if match, ok := n.(*ast.MatchAgainst); ok {
		f.matches = true
		match.Against.Accept(f)
		return n, true
	}
	if e, ok := n.(ast.ExprNode); ok {
		n := tree.Unwrap(e)
		f.fails = f.fails || !cannotFail(n)
		if _, value := n.(ast.ValueExpr); value {
			return e, true // what was printed of a string is one
		}
	}
	return n, false
}

// Leave implements ast.Visitor.
func (f *failureFinder) Leave(n ast.Node) (ast.Node, bool) { return n, true }

// cannotFail reports whether an expression, apart from those in it, has a value for all values of its operands.
func cannotFail(e ast.ExprNode) bool {
	switch n := e.(type) {
	case *ast.ColumnNameExpr, ast.ValueExpr, *ast.PositionExpr, *ast.IsNullExpr, *ast.IsTruthExpr, *ast.BetweenExpr, *ast.PatternInExpr,
		*ast.SubqueryExpr, *ast.ExistsSubqueryExpr, *ast.CompareSubqueryExpr, *ast.CaseExpr, *ast.RowExpr, *ast.ParenthesesExpr:
		return true // of a subquery that is a value, the resolver has seen whether it may have several rows
	case *ast.BinaryOperationExpr:
		switch n.Op {
		case opcode.LogicAnd, opcode.LogicOr, opcode.LogicXor, opcode.EQ, opcode.NE, opcode.LT, opcode.LE, opcode.GT, opcode.GE, opcode.NullEQ:
			return true
		}
		return false
	case *ast.UnaryOperationExpr:
		if n.Op == opcode.Not || n.Op == opcode.Not2 {
			return true
		}
		_, literal := tree.Unwrap(n.V).(ast.ValueExpr)
		return literal && n.Op == opcode.Minus
	case *ast.PatternLikeOrIlikeExpr:
		_, literal := tree.Unwrap(n.Pattern).(ast.ValueExpr)
		return literal
	case *ast.AggregateFuncExpr:
		return totals[strings.ToLower(n.F)]
	case *ast.FuncCallExpr:
		return total[n.FnName.L]
	default:
		return false
	}
}

// totals are aggregates that have a value for all rows.
var totals = map[string]bool{ast.AggFuncCount: true, ast.AggFuncMin: true, ast.AggFuncMax: true, ast.AggFuncSum: true, ast.AggFuncAvg: true}

// total are functions that have a value for all arguments.
var total = map[string]bool{"coalesce": true, "ifnull": true, "nullif": true, "if": true}
