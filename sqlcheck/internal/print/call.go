package print

import (
	"github.com/asksql/asksql/sqlcheck/internal/builtin"
	"github.com/asksql/asksql/sqlcheck/internal/tree"
	"github.com/pingcap/tidb/pkg/parser/ast"
)

// called writes what is called.
func (p *printer) called(e ast.ExprNode) {
	switch n := e.(type) {
	case *ast.FuncCallExpr:
		p.call(n)
	case *ast.AggregateFuncExpr:
		p.aggregate(n)
	case *ast.WindowFuncExpr:
		p.windowCall(n)
	case *ast.FuncCastExpr:
		p.cast(n)
	case *ast.MatchAgainst:
		p.match(n)
	default:
		p.fail(e)
	}
}

// levelOfCall is that of the few calls that are not written as one.
func levelOfCall(n *ast.FuncCallExpr) level {
	if n.FnName.O == ast.JSONMemberOf {
		return levelPredicate
	}
	return levelPrimary
}

// call writes a scalar function under the table's own spelling of its name, never the text given.
func (p *printer) call(n *ast.FuncCallExpr) {
	f, ok := builtin.Lookup(n.FnName.O, p.Server)
	if !ok || !f.CallOK(n, p.Dialect) {
		p.configured(n)
		return
	}
	a := n.Args
	switch f.Form {
	case builtin.FormPlain, builtin.FormPrecision:
		p.plainCall(f.SQL, a)
	case builtin.FormDateArith:
		p.dateArith(f, a)
	case builtin.FormTimestampArith, builtin.FormGetFormat:
		p.str(f.SQL + "(")
		p.word(a[0])
		p.str(", ")
		p.exprs(a[1:])
		p.byte(')')
	case builtin.FormExtract:
		p.str(f.SQL + "(")
		p.word(a[0])
		p.str(" FROM ")
		p.exprs(a[1:])
		p.byte(')')
	case builtin.FormPosition:
		p.str(f.SQL + "(")
		p.expr(a[0], levelBitOr)
		p.str(" IN ")
		p.expr(a[1], levelAny)
		p.byte(')')
	case builtin.FormTrim:
		p.trim(f, a)
	case builtin.FormDateLiteral, builtin.FormTimeLiteral, builtin.FormTimestampLiteral:
		p.str(f.SQL + " ")
		p.plainString(tree.StringValue(a[0]))
	case builtin.FormMemberOf:
		p.expr(a[0], levelBitOr)
		p.str(" MEMBER OF (")
		p.expr(a[1], levelPrimary)
		p.byte(')')
	default:
		p.charsetCall(f, a)
	}
}

// charsetCall writes the forms with the name of a character set, or a type, behind the arguments.
func (p *printer) charsetCall(f *builtin.Function, a []ast.ExprNode) {
	last := len(a) - 1
	p.str(f.SQL + "(")
	switch f.Form {
	case builtin.FormConvertUsing:
		p.exprs(a[:last])
		p.str(" USING " + tree.StringValue(a[last]))
	case builtin.FormChar:
		p.exprs(a[:last])
		if charset := tree.StringValue(a[last]); charset != "" {
			p.str(" USING " + charset)
		}
	case builtin.FormWeightString:
		p.expr(a[0], levelAny)
		if last == 2 {
			p.str(" AS " + tree.StringValue(a[1]) + "(")
			p.integer(tree.IntValue(a[2]))
			p.byte(')')
		}
	default:
		p.fail(f)
	}
	p.byte(')')
}

// configured writes a function of Options.Functions: the resolver has held its name against them.
func (p *printer) configured(n *ast.FuncCallExpr) {
	for i := 0; i < len(n.FnName.O); i++ {
		if c := n.FnName.O[i]; !tree.IsNameByte(c) || c >= 0x80 {
			p.fail(n)
			return
		}
	}
	if n.Schema.O != "" {
		p.fail(n)
		return
	}
	p.plainCall(n.FnName.O, n.Args)
}

// plainCall leaves no blank before the parenthesis: without IGNORE_SPACE it would be no call.
func (p *printer) plainCall(name string, args []ast.ExprNode) {
	p.str(name)
	p.byte('(')
	p.exprs(args)
	p.byte(')')
}

// dateArith writes DATE_ADD and its kind. ADDDATE(x, n) has the tree of ADDDATE(x, INTERVAL n DAY);
// without INTERVAL, n may begin with a parenthesis.
func (p *printer) dateArith(f *builtin.Function, a []ast.ExprNode) {
	p.str(f.SQL + "(")
	p.expr(a[0], levelAny)
	p.str(", ")
	unit, _ := a[2].(*ast.TimeUnitExpr)
	if unit.Unit == ast.TimeUnitDay && (f.SQL == "ADDDATE" || f.SQL == "SUBDATE") {
		p.expr(a[1], levelAny)
		p.byte(')')
		return
	}
	p.str("INTERVAL ")
	p.expr(a[1], levelAny)
	p.byte(' ')
	p.word(unit)
	p.byte(')')
}

// trim writes TRIM(x), TRIM(y FROM x) and TRIM(LEADING y FROM x).
func (p *printer) trim(f *builtin.Function, a []ast.ExprNode) {
	p.str(f.SQL + "(")
	if len(a) == 3 {
		p.word(a[2])
		p.byte(' ')
	}
	if len(a) > 1 {
		p.expr(a[1], levelAny)
		p.str(" FROM ")
	}
	p.expr(a[0], levelAny)
	p.byte(')')
}

// word writes an argument that is a word of the grammar.
func (p *printer) word(e ast.ExprNode) {
	switch n := e.(type) {
	case *ast.TimeUnitExpr:
		unit, ok := builtin.Unit(n.Unit)
		if !ok {
			p.fail(n)
		}
		p.str(unit)
	case *ast.TrimDirectionExpr:
		p.str(n.Direction.String())
	case *ast.GetFormatSelectorExpr:
		switch n.Selector {
		case ast.GetFormatSelectorDate:
			p.str("DATE")
		case ast.GetFormatSelectorTime:
			p.str("TIME")
		case ast.GetFormatSelectorDatetime:
			p.str("DATETIME")
		default:
			p.fail(n)
		}
	default:
		p.fail(e)
	}
}

func (p *printer) aggregate(n *ast.AggregateFuncExpr) {
	f, ok := builtin.LookupAggregate(n.F, p.Server)
	if !ok || !f.AggregateOK(n, p.Dialect) {
		p.fail(n)
		return
	}
	p.str(f.SQL)
	p.byte('(')
	if n.Distinct {
		p.str("DISTINCT ")
	}
	args := n.Args
	if f.Form == builtin.FormGroupConcat {
		args = args[:len(args)-1]
	}
	p.exprs(args)
	if f.Form == builtin.FormGroupConcat {
		p.orderBy(n.Order)
		if s := tree.StringValue(n.Args[len(args)]); s != "," {
			p.str(" SEPARATOR ")
			p.plainString(s)
		}
	}
	p.byte(')')
}

func (p *printer) cast(n *ast.FuncCastExpr) {
	tp, ok := builtin.CastType(n.Tp, n.ExplicitCharSet, p.Dialect)
	switch {
	case !ok:
		p.fail(n)
	case n.FunctionType == ast.CastBinaryOperator:
		p.str("BINARY ")
		p.expr(n.Expr, levelPrimary)
	case n.FunctionType == ast.CastFunction, n.FunctionType == ast.CastConvertFunction:
		p.str("CAST(")
		p.expr(n.Expr, levelAny)
		p.str(" AS " + tp + ")")
	default:
		p.fail(n)
	}
}

func (p *printer) match(n *ast.MatchAgainst) {
	p.str("MATCH (")
	for i, c := range n.ColumnNames {
		p.comma(i)
		p.column(c)
	}
	p.str(") AGAINST (")
	p.expr(n.Against, levelBitOr)
	if n.Modifier.IsBooleanMode() {
		p.str(" IN BOOLEAN MODE")
	}
	if n.Modifier.WithQueryExpansion() {
		p.str(" WITH QUERY EXPANSION")
	}
	p.byte(')')
}

func (p *printer) windows(specs []ast.WindowSpec) {
	for i := range specs {
		if i == 0 {
			p.str(" WINDOW ")
		}
		p.comma(i)
		p.name(specs[i].Name.O)
		p.str(" AS ")
		p.windowSpec(&specs[i])
	}
}

func (p *printer) windowCall(n *ast.WindowFuncExpr) {
	f, ok := builtin.LookupWindow(n.Name, p.Server)
	if !ok || !f.WindowOK(n, p.Dialect) {
		p.fail(n)
		return
	}
	p.str(f.SQL)
	p.byte('(')
	if n.Distinct {
		p.str("DISTINCT ")
	}
	p.exprs(n.Args)
	p.str(") OVER ")
	if n.Spec.OnlyAlias {
		p.name(n.Spec.Name.O)
		return
	}
	p.windowSpec(&n.Spec)
}

// windowSpec writes the inside of a window, its parts parted by blanks.
func (p *printer) windowSpec(n *ast.WindowSpec) {
	p.byte('(')
	start := len(p.buf)
	if n.Ref.O != "" {
		p.name(n.Ref.O)
	}
	if n.PartitionBy != nil {
		p.blank(start)
		p.str("PARTITION BY ")
		p.items(n.PartitionBy.Items)
	}
	if n.OrderBy != nil {
		p.blank(start)
		p.str("ORDER BY ")
		p.items(n.OrderBy.Items)
	}
	if n.Frame != nil {
		p.blank(start)
		p.frame(n.Frame)
	}
	p.byte(')')
}

// blank writes a blank unless nothing was written since start.
func (p *printer) blank(start int) {
	if len(p.buf) > start {
		p.byte(' ')
	}
}

func (p *printer) frame(n *ast.FrameClause) {
	unit, ok := builtin.Frame(n.Type)
	if !ok {
		p.fail(n)
	}
	p.str(unit + " BETWEEN ")
	p.frameBound(&n.Extent.Start)
	p.str(" AND ")
	p.frameBound(&n.Extent.End)
}

func (p *printer) frameBound(n *ast.FrameBound) {
	if n.Type == ast.CurrentRow {
		p.str("CURRENT ROW")
		return
	}
	switch {
	case n.UnBounded:
		p.str("UNBOUNDED")
	case n.Expr == nil:
		p.fail(n)
	case n.Unit != ast.TimeUnitInvalid:
		p.str("INTERVAL ")
		p.expr(n.Expr, levelAny)
		p.byte(' ')
		p.word(&ast.TimeUnitExpr{Unit: n.Unit})
	default:
		p.expr(n.Expr, levelPrimary)
	}
	p.str(map[ast.BoundType]string{ast.Preceding: " PRECEDING", ast.Following: " FOLLOWING"}[n.Type])
}
