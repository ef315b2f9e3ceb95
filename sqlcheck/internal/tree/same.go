package tree

import (
	"math"

	"github.com/asksql/asksql/sqlcheck/internal/literal"
	"github.com/pingcap/tidb/pkg/parser/ast"
	"github.com/pingcap/tidb/pkg/parser/opcode"
)

// Same reports whether an expression is what another one, the pattern, says, node for node and field for field. A
// user variable in the pattern is a parameter: is reports whether expressions are what one of a name stands for. Of
// the lists behind IN, one that is a parameter alone stands for the whole list.
//
// Columns of the table that the pattern is over are called as own says.
//
// Only what a row rule may be made of is compared. All else is the same as nothing, itself included.
func Same(pattern, e ast.ExprNode, own Own, is func(parameter string, list []ast.ExprNode) bool) bool {
	return (&sameness{own, is}).expr(pattern, e)
}

// An Own is the table that a pattern is over: its names in the pattern, and what it is called in what is compared.
type Own struct{ Database, Table, Called string }

type sameness struct {
	own Own
	is  func(string, []ast.ExprNode) bool
}

// bare takes parentheses off. Unlike Unwrap it writes to no node: patterns are shared.
func bare(e ast.ExprNode) ast.ExprNode {
	for {
		p, ok := e.(*ast.ParenthesesExpr)
		if !ok {
			return e
		}
		e = p.Expr
	}
}

func (s *sameness) expr(a, b ast.ExprNode) bool {
	if a == nil || b == nil {
		return a == nil && b == nil
	}
	a, b = bare(a), bare(b)
	switch a := a.(type) {
	case *ast.VariableExpr:
		return !a.IsSystem && a.Value == nil && s.is(a.Name, []ast.ExprNode{b})
	case *ast.ColumnNameExpr:
		b, ok := b.(*ast.ColumnNameExpr)
		return ok && s.column(a.Name, b.Name)
	case ast.ParamMarkerExpr:
		return false
	case ast.ValueExpr:
		b, ok := b.(ast.ValueExpr)
		return ok && sameLiteral(a, b)
	case *ast.BinaryOperationExpr:
		b, ok := b.(*ast.BinaryOperationExpr)
		return ok && a.Op == b.Op && isCondition(a.Op) && s.expr(a.L, b.L) && s.expr(a.R, b.R)
	case *ast.UnaryOperationExpr:
		b, ok := b.(*ast.UnaryOperationExpr)
		return ok && a.Op == b.Op && (a.Op == opcode.Not || a.Op == opcode.Not2 || a.Op == opcode.Minus) && s.expr(a.V, b.V)
	case *ast.IsNullExpr:
		b, ok := b.(*ast.IsNullExpr)
		return ok && a.Not == b.Not && s.expr(a.Expr, b.Expr)
	case *ast.IsTruthExpr:
		b, ok := b.(*ast.IsTruthExpr)
		return ok && a.Not == b.Not && a.True == b.True && s.expr(a.Expr, b.Expr)
	case *ast.BetweenExpr:
		b, ok := b.(*ast.BetweenExpr)
		return ok && a.Not == b.Not && s.expr(a.Expr, b.Expr) && s.expr(a.Left, b.Left) && s.expr(a.Right, b.Right)
	case *ast.PatternInExpr:
		b, ok := b.(*ast.PatternInExpr)
		return ok && a.Not == b.Not && s.expr(a.Expr, b.Expr) && s.in(a, b)
	default:
		return s.other(a, b)
	}
}

func (s *sameness) other(a, b ast.ExprNode) bool {
	switch a := a.(type) {
	case *ast.ExistsSubqueryExpr:
		b, ok := b.(*ast.ExistsSubqueryExpr)
		return ok && a.Not == b.Not && s.expr(a.Sel, b.Sel)
	case *ast.SubqueryExpr:
		b, ok := b.(*ast.SubqueryExpr)
		return ok && s.result(a.Query, b.Query)
	case *ast.FuncCastExpr:
		b, ok := b.(*ast.FuncCastExpr)
		return ok && a.FunctionType == b.FunctionType && a.FunctionType == ast.CastFunction && !a.ExplicitCharSet && !b.ExplicitCharSet &&
			a.Tp.Equal(b.Tp) && s.expr(a.Expr, b.Expr)
	case *ast.FuncCallExpr:
		b, ok := b.(*ast.FuncCallExpr)
		return ok && (a.FnName.L == "convert" || a.FnName.L == "rtrim") && a.FnName.L == b.FnName.L && a.Schema.O == "" && b.Schema.O == "" && a.Tp == b.Tp && s.exprs(a.Args, b.Args)
	default:
		return false
	}
}

func (s *sameness) exprs(a, b []ast.ExprNode) bool {
	if len(a) != len(b) {
		return false
	}
	for i := range a {
		if !s.expr(a[i], b[i]) {
			return false
		}
	}
	return true
}

func (s *sameness) in(a, b *ast.PatternInExpr) bool {
	if a.Sel != nil || b.Sel != nil {
		return a.Sel != nil && b.Sel != nil && a.List == nil && b.List == nil && s.expr(a.Sel, b.Sel)
	}
	if len(a.List) == 1 {
		if v, ok := bare(a.List[0]).(*ast.VariableExpr); ok {
			return !v.IsSystem && v.Value == nil && s.is(v.Name, b.List)
		}
	}
	return s.exprs(a.List, b.List)
}

func (s *sameness) column(a, b *ast.ColumnName) bool {
	table := a.Table.O
	if a.Schema.O == s.own.Database && table == s.own.Table {
		table = s.own.Called
	}
	return a.Schema.O == b.Schema.O && table == b.Table.O && a.Name.O == b.Name.O
}

func sameLiteral(a, b ast.ValueExpr) bool {
	x, readable := literal.Read(a)
	y, ok := literal.Read(b)
	return readable && ok && x == y && x.Kind != literal.AllRows
}

func isCondition(op opcode.Op) bool {
	switch op {
	case opcode.LogicAnd, opcode.LogicOr, opcode.LogicXor, opcode.EQ, opcode.NE, opcode.LT, opcode.LE, opcode.GT, opcode.GE, opcode.NullEQ:
		return true
	default:
		return false
	}
}

// result compares a FROM clause, what stands in it, and the query of a subquery.
func (s *sameness) result(a, b ast.ResultSetNode) bool {
	switch a := a.(type) {
	case nil:
		return b == nil
	case *ast.SelectStmt:
		b, ok := b.(*ast.SelectStmt)
		return ok && s.block(a, b)
	case *ast.Join:
		b, ok := b.(*ast.Join)
		return ok && a.Tp == b.Tp && a.Using == nil && b.Using == nil && !a.NaturalJoin && !b.NaturalJoin && !a.StraightJoin && !b.StraightJoin &&
			s.result(a.Left, b.Left) && s.result(a.Right, b.Right) && s.on(a.On, b.On)
	case *ast.TableSource:
		b, ok := b.(*ast.TableSource)
		return ok && a.AsName.O == b.AsName.O && !a.Lateral && !b.Lateral && a.ColumnNames == nil && b.ColumnNames == nil && s.result(a.Source, b.Source)
	case *ast.TableName:
		b, ok := b.(*ast.TableName)
		return ok && PlainTable(a) && PlainTable(b) && a.Schema.O == b.Schema.O && a.Name.O == b.Name.O
	default:
		return false
	}
}

func (s *sameness) on(a, b *ast.OnCondition) bool {
	if a == nil || b == nil {
		return a == nil && b == nil
	}
	return s.expr(a.Expr, b.Expr)
}

// block compares query blocks of SELECT, FROM and WHERE.
func (s *sameness) block(a, b *ast.SelectStmt) bool {
	if !plainButLimit(a) || !plainButLimit(b) || !sameFence(a.Limit, b.Limit) || a.Distinct != b.Distinct || len(a.Fields.Fields) != len(b.Fields.Fields) {
		return false
	}
	for i, f := range a.Fields.Fields {
		g := b.Fields.Fields[i]
		if f.WildCard != nil || g.WildCard != nil || f.AsName.O != g.AsName.O || !s.expr(f.Expr, g.Expr) {
			return false
		}
	}
	if (a.From == nil) != (b.From == nil) || a.From != nil && !s.result(a.From.TableRefs, b.From.TableRefs) {
		return false
	}
	return s.expr(a.Where, b.Where)
}

// PlainBlock reports whether a block has nothing but SELECT, FROM and WHERE.
func PlainBlock(n *ast.SelectStmt) bool { return n.Limit == nil && plainButLimit(n) }

func sameFence(a, b *ast.Limit) bool {
	x, ok := Fence(a)
	y, also := Fence(b)
	return ok && also && x == y
}

// Fence reports whether a LIMIT is of more rows than there are; ok is false for one of fewer.
func Fence(n *ast.Limit) (fenced, ok bool) {
	if n == nil {
		return false, true
	}
	count, number := RowCount(n.Count)
	fenced = number && count == math.MaxUint64 && n.Offset == nil
	return fenced, fenced
}

func plainButLimit(n *ast.SelectStmt) bool {
	return n.Kind == ast.SelectStmtKindSelect && n.Fields != nil && n.GroupBy == nil && n.Having == nil && n.WindowSpecs == nil && n.OrderBy == nil &&
		n.LockInfo == nil && n.SelectIntoOpt == nil && n.With == nil && n.Lists == nil && n.AfterSetOperator == nil &&
		n.TableHints == nil && PlainOptions(n.SelectStmtOpts) && !n.AsViewSchema
}

// PlainOptions reports whether a block has none of the words that may stand behind SELECT, DISTINCT aside.
func PlainOptions(o *ast.SelectStmtOpts) bool {
	if o == nil {
		return true
	}
	return !o.SQLBigResult && !o.SQLBufferResult && !o.SQLSmallResult && !o.CalcFoundRows && !o.StraightJoin && o.Priority == 0 && len(o.TableHints) == 0 && !o.ExplicitAll
}

// PlainTable reports whether a mention of a table has a name and nothing else.
func PlainTable(n *ast.TableName) bool {
	return len(n.IndexHints) == 0 && len(n.PartitionNames) == 0 && n.TableSample == nil && n.AsOf == nil && !n.IsAlias
}
