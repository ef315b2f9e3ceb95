package print

import (
	"strings"

	"github.com/asksql/asksql/sqlcheck/internal/tree"
	"github.com/pingcap/tidb/pkg/parser/ast"
)

// expr writes an expression where the grammar wants one that binds at least as tightly as needed.
func (p *printer) expr(e ast.ExprNode, needed level) {
	e = p.meant(tree.Unwrap(e))
	if levelOf(e) < needed {
		p.byte('(')
		p.bare(e)
		p.byte(')')
		return
	}
	p.bare(e)
}

// maxPrint is how long a print may be, in bytes, before the next label is written out: what it stands
// for may be a text of almost any length.
const maxPrint = 1 << 18

// meant returns the expression that a label is printed as, for all others the expression itself.
func (p *printer) meant(e ast.ExprNode) ast.ExprNode {
	n, ok := e.(*ast.ColumnNameExpr)
	if !ok {
		return e
	}
	b := p.names.Of(n.Name)
	if b == nil || b.Expr == nil {
		return e
	}
	if len(p.buf) > maxPrint {
		p.fail(n)
		return e
	}
	return tree.Unwrap(b.Expr)
}

func (p *printer) exprs(list []ast.ExprNode) {
	for i, e := range list {
		p.comma(i)
		p.expr(e, levelAny)
	}
}

// levelOf returns how tightly an expression binds once it is written.
func levelOf(e ast.ExprNode) level {
	switch n := e.(type) {
	case *ast.BinaryOperationExpr:
		return binaryOperator(n.Op).level
	case *ast.UnaryOperationExpr:
		return unaryOperator(n.Op).level
	case *ast.ExistsSubqueryExpr:
		if n.Not {
			return levelNot
		}
		return levelPrimary
	case *ast.IsTruthExpr, *ast.MatchAgainst:
		return levelTruth
	case *ast.IsNullExpr, *ast.CompareSubqueryExpr:
		return levelCompare
	case *ast.BetweenExpr, *ast.PatternInExpr, *ast.PatternLikeOrIlikeExpr, *ast.PatternRegexpExpr:
		return levelPredicate
	case *ast.FuncCallExpr:
		return levelOfCall(n)
	case *ast.SetCollationExpr:
		return levelUnary
	case *ast.FuncCastExpr:
		if n.FunctionType == ast.CastBinaryOperator {
			return levelUnary
		}
		return levelPrimary
	default:
		return levelPrimary
	}
}

// bare writes an expression without parentheses round it.
func (p *printer) bare(e ast.ExprNode) {
	switch n := e.(type) {
	case *ast.ColumnNameExpr:
		p.column(n.Name)
	case ast.ParamMarkerExpr:
		p.fail(n)
	case ast.ValueExpr:
		p.literal(n)
	case *ast.BinaryOperationExpr:
		p.binary(n)
	case *ast.UnaryOperationExpr:
		op := unaryOperator(n.Op)
		if op.sql == "" {
			p.fail(n)
		}
		p.str(op.sql)
		p.expr(n.V, op.right)
	case *ast.IsNullExpr:
		p.expr(n.Expr, levelBitOr)
		p.str(" IS ")
		p.not(n.Not)
		p.str("NULL")
	case *ast.IsTruthExpr:
		p.expr(n.Expr, levelBitOr)
		p.str(" IS ")
		p.not(n.Not)
		p.str(map[bool]string{true: "TRUE", false: "FALSE"}[n.True != 0])
	case *ast.RowExpr:
		p.str("(")
		p.exprs(n.Values)
		p.byte(')')
	case *ast.CaseExpr:
		p.caseExpr(n)
	case *ast.SetCollationExpr:
		p.expr(n.Expr, levelPrimary)
		p.str(" COLLATE ")
		p.collation(n.Collate)
	case *ast.SubqueryExpr:
		p.subquery(n.Query)
	case *ast.VariableExpr:
		p.parameter(n)
	default:
		p.predicate(e)
	}
}

// parameter writes the name of a parameter where there may be some.
func (p *printer) parameter(n *ast.VariableExpr) {
	if !p.Parameters || n.IsSystem || n.Value != nil {
		p.fail(n)
		return
	}
	p.byte('@')
	p.str(n.Name)
}

// collation writes the name of a collation. One is a keyword to servers.
func (p *printer) collation(name string) {
	if strings.EqualFold(name, "binary") {
		p.name(name)
		return
	}
	p.str(name)
}

func (p *printer) not(not bool) {
	if not {
		p.str("NOT ")
	}
}

// predicate writes the constructs whose operands are neither compared nor combined by an operator.
func (p *printer) predicate(e ast.ExprNode) {
	switch n := e.(type) {
	case *ast.BetweenExpr:
		p.operandOf(n.Expr, n.Not)
		p.str("BETWEEN ")
		p.expr(n.Left, levelBitOr)
		p.str(" AND ")
		p.expr(n.Right, levelBitOr)
	case *ast.PatternInExpr:
		p.in(n)
	case *ast.PatternLikeOrIlikeExpr:
		p.like(n)
	case *ast.PatternRegexpExpr:
		p.operandOf(n.Expr, n.Not)
		p.str("REGEXP ")
		p.expr(n.Pattern, levelPrimary)
	case *ast.ExistsSubqueryExpr:
		p.not(n.Not)
		p.str("EXISTS ")
		p.expr(n.Sel, levelPrimary)
	case *ast.CompareSubqueryExpr:
		p.expr(n.L, levelBitOr)
		p.byte(' ')
		p.str(comparison(n.Op))
		p.str(map[bool]string{true: " ALL ", false: " ANY "}[n.All])
		p.expr(n.R, levelPrimary)
	default:
		p.called(e)
	}
}

// operandOf writes the left operand of a predicate, and NOT where it is negated.
func (p *printer) operandOf(e ast.ExprNode, not bool) {
	p.expr(e, levelBitOr)
	p.byte(' ')
	p.not(not)
}

// binary writes a run of one operator, which leans to the left.
func (p *printer) binary(n *ast.BinaryOperationExpr) {
	op := binaryOperator(n.Op)
	if op.sql == "" {
		p.fail(n)
		return
	}
	var short [8]ast.ExprNode
	run := append(short[:0], n.R)
	rest := tree.Unwrap(n.L)
	for op.left == op.level {
		left, ok := rest.(*ast.BinaryOperationExpr)
		if !ok || left.Op != n.Op {
			break
		}
		run, rest = append(run, left.R), tree.Unwrap(left.L)
	}
	p.expr(rest, op.left)
	for i := len(run) - 1; i >= 0; i-- {
		p.byte(' ')
		p.str(op.sql)
		p.byte(' ')
		p.expr(run[i], op.right)
	}
}

func (p *printer) in(n *ast.PatternInExpr) {
	p.operandOf(n.Expr, n.Not)
	p.str("IN ")
	if n.Sel != nil {
		p.expr(n.Sel, levelPrimary)
		return
	}
	p.byte('(')
	p.exprs(n.List)
	p.byte(')')
}

func (p *printer) like(n *ast.PatternLikeOrIlikeExpr) {
	p.operandOf(n.Expr, n.Not)
	if n.IsLike {
		p.str("LIKE ")
	} else {
		p.str("ILIKE ")
	}
	escape := n.Escape
	if pattern, v, ok := PatternOf(n); ok {
		if pattern.Text, escape, ok = PortablePattern(pattern.Text, n.Escape); !ok {
			p.fail(n)
			return
		}
		p.pattern, p.anew = v, pattern
		p.expr(n.Pattern, levelPrimary)
		p.pattern = nil
	} else {
		p.expr(n.Pattern, levelPrimary)
		if !n.EscapeExplicit {
			escape = 0
		}
	}
	if escape != 0 {
		p.str(" ESCAPE ")
		p.plainString(string(rune(escape)))
	}
}

func (p *printer) caseExpr(n *ast.CaseExpr) {
	p.str("CASE ")
	if n.Value != nil {
		p.expr(n.Value, levelAny)
		p.byte(' ')
	}
	for _, when := range n.WhenClauses {
		p.str("WHEN ")
		p.expr(when.Expr, levelAny)
		p.str(" THEN ")
		p.expr(when.Result, levelAny)
		p.byte(' ')
	}
	if n.ElseClause != nil {
		p.str("ELSE ")
		p.expr(n.ElseClause, levelAny)
		p.byte(' ')
	}
	p.str("END")
}
