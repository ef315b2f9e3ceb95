package builtin

import (
	"github.com/pingcap/tidb/pkg/parser/ast"
	"github.com/pingcap/tidb/pkg/parser/mysql"
)

// CallOK reports whether n is a call that f has in dialect d, one of its own: the number of
// arguments, their shape, and no database before the name (that would be a stored function).
func (f *Function) CallOK(n *ast.FuncCallExpr, d Dialects) bool {
	return f.Kind == Scalar && n.Schema.O == "" && f.argsOK(n.Args, d)
}

// AggregateOK is CallOK for a call of an aggregate.
func (f *Function) AggregateOK(n *ast.AggregateFuncExpr, d Dialects) bool {
	return f.Kind == Aggregate &&
		(n.Order == nil || f.Form == FormGroupConcat) &&
		(!n.Distinct || f.Distinct.Has(d)) &&
		(n.Distinct || f.Form != FormCount || len(n.Args) == 1) &&
		f.argsOK(n.Args, d)
}

// WindowOK is CallOK for a call with OVER. It does not look at the window. No dialect has IGNORE
// NULLS or FROM LAST (MySQL 8.0 manual, 14.20.5).
func (f *Function) WindowOK(n *ast.WindowFuncExpr, d Dialects) bool {
	return f.Kind == Window &&
		!n.IgnoreNull && !n.FromLast &&
		(!n.Distinct || f.Distinct.Has(d)) &&
		f.argsOK(n.Args, d)
}

func (f *Function) argsOK(args []ast.ExprNode, d Dialects) bool {
	return f.Dialects.Has(d) && f.Arity(len(args)) && ArgsOK(f.Form, args, d)
}

// ArgsOK reports whether args have the shape that the grammar builds for form, and name only
// character sets that dialect d has. How many a function may have is for Arity to say.
func ArgsOK(form Form, args []ast.ExprNode, d Dialects) bool {
	switch form {
	case FormPlain, FormCount:
		return expressions(args)
	case FormPrecision:
		return len(args) == 0 || len(args) == 1 && precision(args[0])
	case FormDateArith:
		return len(args) == 3 && expressions(args[:2]) && unit(args[2])
	case FormTimestampArith:
		return len(args) == 3 && simpleUnit(args[0]) && expressions(args[1:])
	case FormExtract:
		return len(args) == 2 && unit(args[0]) && expressions(args[1:])
	case FormGetFormat:
		return len(args) == 2 && formatSelector(args[0]) && expressions(args[1:])
	case FormPosition, FormMemberOf:
		return len(args) == 2 && expressions(args)
	case FormTrim:
		return trim(args)
	case FormConvertUsing:
		return len(args) == 2 && expressions(args[:1]) && charsetName(args[1], d)
	case FormChar:
		return char(args, d)
	case FormWeightString:
		return weightString(args)
	case FormDateLiteral, FormTimeLiteral, FormTimestampLiteral:
		return len(args) == 1 && temporal(form, args[0], d)
	case FormGroupConcat:
		last := len(args) - 1
		return last >= 1 && expressions(args[:last]) && separator(args[last])
	default:
		return false
	}
}

// expressions reports whether none of args is a node that stands for a word of the grammar. Which
// expressions a query may have is not decided here.
func expressions(args []ast.ExprNode) bool {
	for _, arg := range args {
		switch arg.(type) {
		case nil, *ast.TimeUnitExpr, *ast.TrimDirectionExpr, *ast.GetFormatSelectorExpr, *ast.TableNameExpr:
			return false
		}
	}
	return true
}

func trim(args []ast.ExprNode) bool {
	switch len(args) {
	case 1, 2:
		return expressions(args)
	case 3:
		side, ok := args[2].(*ast.TrimDirectionExpr)
		return ok && expressions(args[:2]) && side.Direction >= ast.TrimBoth && side.Direction <= ast.TrimTrailing
	default:
		return false
	}
}

func char(args []ast.ExprNode, d Dialects) bool {
	last := len(args) - 1
	if last < 1 || !expressions(args[:last]) {
		return false
	}
	v, ok := literal(args[last])
	return ok && v == nil || charsetName(args[last], d)
}

func weightString(args []ast.ExprNode) bool {
	switch len(args) {
	case 1:
		return expressions(args)
	case 3:
		as, _ := literal(args[1])
		length, ok := literalInt(args[2])
		return expressions(args[:1]) && (as == "CHAR" || as == "BINARY") && ok && length >= 0
	default:
		return false
	}
}

func unit(n ast.ExprNode) bool {
	u, ok := n.(*ast.TimeUnitExpr)
	if !ok {
		return false
	}
	_, ok = Unit(u.Unit)
	return ok
}

func simpleUnit(n ast.ExprNode) bool {
	u, ok := n.(*ast.TimeUnitExpr)
	return ok && SimpleUnit(u.Unit)
}

func formatSelector(n ast.ExprNode) bool {
	s, ok := n.(*ast.GetFormatSelectorExpr)
	return ok && s.Selector >= ast.GetFormatSelectorDate && s.Selector <= ast.GetFormatSelectorDatetime
}

func charsetName(n ast.ExprNode, d Dialects) bool {
	v, _ := literal(n)
	name, ok := v.(string)
	return ok && Charset(name, d)
}

// precision is the number of digits after the seconds' point.
func precision(n ast.ExprNode) bool {
	v, ok := literalInt(n)
	return ok && 0 <= v && v <= maxPrecision
}

func separator(n ast.ExprNode) bool {
	v, _ := literal(n)
	text, ok := v.(string)
	for i := range len(text) {
		c := text[i]
		if c == '\\' || c == 0x7f || c < ' ' && c != '\t' && c != '\n' {
			return false
		}
	}
	return ok
}

// literal returns the value of a literal, whoever made it. A parameter is an ast.ValueExpr too,
// one whose value is NULL, and no literal.
func literal(n ast.ExprNode) (value any, ok bool) {
	if _, parameter := n.(ast.ParamMarkerExpr); parameter {
		return nil, false
	}
	v, ok := n.(ast.ValueExpr)
	if !ok {
		return nil, false
	}
	return v.GetValue(), true
}

// literalInt returns the value of a literal whole number. Drivers differ in what they keep: TRUE may
// be an int64 with a flag, and lengths in the grammar may stay the int that the parser made.
func literalInt(n ast.ExprNode) (int64, bool) {
	v, ok := literal(n)
	if !ok || n.GetType().GetFlag()&mysql.IsBooleanFlag != 0 {
		return 0, false
	}
	switch v := v.(type) {
	case int:
		return int64(v), true
	case int64:
		return v, true
	default:
		return 0, false
	}
}
