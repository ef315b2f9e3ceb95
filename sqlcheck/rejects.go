package sqlcheck

import (
	"github.com/asksql/asksql/sqlcheck/internal/builtin"
	"github.com/asksql/asksql/sqlcheck/internal/tree"
	"github.com/pingcap/tidb/pkg/parser/ast"
	"github.com/pingcap/tidb/pkg/parser/opcode"
)

// Which rows of an outer join a condition leaves out because they are NULL.

// rejectedBy returns the leaves of which a condition leaves out rows that are all NULL.
func (d *dependence) rejectedBy(parts []conjunct) (set leafSet) {
	for i := range parts {
		set |= d.rejectedByPart(&parts[i])
	}
	return set
}

func (d *dependence) rejectedByPart(p *conjunct) leafSet { return d.rejects(p.expr, p.in, p.not) }

// rejects returns the leaves for which an expression is not true, or with not is not false, if their columns are
// NULL. The generous answer has those too for which a server may find out.
func (d *dependence) rejects(e ast.ExprNode, f *frame, not bool) leafSet {
	switch n := tree.Unwrap(e).(type) {
	case *ast.ColumnNameExpr:
		return d.rejectsColumn(n, f)
	case *ast.BinaryOperationExpr:
		return d.rejectsBinary(n, f, not)
	case *ast.UnaryOperationExpr:
		return d.rejects(n.V, f, not != isNot(n))
	case *ast.IsNullExpr:
		if n.Not != not {
			return d.rejects(n.Expr, f, false)
		}
		return 0
	case *ast.IsTruthExpr:
		if d.generous || !n.Not && !not {
			return d.rejects(n.Expr, f, n.True == 0)
		}
		return 0
	case *ast.BetweenExpr:
		if n.Not != not {
			return d.rejects(n.Expr, f, false) | d.rejects(n.Left, f, false)&d.rejects(n.Right, f, false)
		}
		return d.rejects(n.Expr, f, false) | d.rejects(n.Left, f, false) | d.rejects(n.Right, f, false)
	case *ast.PatternInExpr:
		return d.rejectsIn(n, f, not)
	case *ast.PatternLikeOrIlikeExpr:
		return d.rejects(n.Expr, f, false) | d.rejects(n.Pattern, f, false)
	case *ast.PatternRegexpExpr:
		return d.rejects(n.Expr, f, false) | d.rejects(n.Pattern, f, false)
	case *ast.FuncCastExpr:
		return d.rejects(n.Expr, f, false)
	case *ast.SetCollationExpr:
		return d.rejects(n.Expr, f, false)
	case *ast.FuncCallExpr:
		return d.rejectsCall(n, f)
	case *ast.RowExpr:
		var set leafSet
		for _, v := range n.Values {
			set |= d.rejects(v, f, false)
		}
		return set
	case *ast.CompareSubqueryExpr:
		if d.generous {
			return d.rejects(n.L, f, false)
		}
		return 0
	default:
		return 0
	}
}

func (d *dependence) rejectsColumn(n *ast.ColumnNameExpr, f *frame) leafSet {
	if b := d.names.Of(n.Name); b != nil && b.Expr != nil {
		return d.rejects(b.Expr, f, false)
	}
	c, local := d.columnOf(n.Name, f)
	if !local {
		return 0
	}
	if p := c.in.at[c.relation]; p.inner != nil {
		if e := p.inner.scope.outputs[c.column].expr; e != nil {
			if d.steps++; d.steps > maxSteps {
				return 0
			}
			return d.rejects(e, p.inner, false)
		}
	}
	return d.leavesOf(c)
}

func (d *dependence) rejectsBinary(n *ast.BinaryOperationExpr, f *frame, not bool) leafSet {
	if n.Op == opcode.NullEQ {
		return 0
	}
	l, r := d.rejects(n.L, f, not), d.rejects(n.R, f, not)
	switch {
	case tree.IsLogicAnd(n) != isOr(n):
		if tree.IsLogicAnd(n) != not {
			return l | r
		}
		if d.generous {
			// A constant does not count.
			if d.isConstant(n.L, f) {
				return r
			}
			if d.isConstant(n.R, f) {
				return l
			}
		}
		return l & r
	default:
		return d.rejects(n.L, f, false) | d.rejects(n.R, f, false)
	}
}

func (d *dependence) rejectsIn(n *ast.PatternInExpr, f *frame, not bool) leafSet {
	if n.Sel != nil {
		if n.Not == not || d.generous {
			return d.rejects(n.Expr, f, false)
		}
		return 0
	}
	set := ^leafSet(0)
	for _, e := range n.List {
		set &= d.rejects(e, f, false)
	}
	if len(n.List) == 0 {
		set = 0
	}
	return set | d.rejects(n.Expr, f, false)
}

// keepsNull reports whether a function is NULL where one of its arguments is. Of a function that is not known,
// the generous answer is that it might be.
func (d *dependence) keepsNull(n *ast.FuncCallExpr) bool {
	f, known := builtin.Lookup(n.FnName.O, d.server)
	if !known {
		return d.generous
	}
	switch f.Name {
	case "coalesce", "ifnull", "isnull", "if", "concat_ws", "any_value", "grouping", "interval", "nullif", "elt", "field", "make_set", "export_set", "char", "quote":
		return false
	case "abs", "ceil", "ceiling", "floor", "round", "sign", "sqrt", "mod", "power", "pow", "exp", "ln", "log",
		"year", "month", "day", "dayofmonth", "dayofweek", "dayofyear", "weekday", "week", "quarter", "hour", "minute", "second", "date", "last_day", "to_days", "datediff", "date_format", "monthname", "dayname",
		"lower", "lcase", "upper", "ucase", "length", "char_length", "character_length", "concat", "substring", "substr", "left", "right", "trim", "ltrim", "rtrim", "replace", "reverse":
		return true
	default:
		return d.generous
	}
}

func (d *dependence) rejectsCall(n *ast.FuncCallExpr, f *frame) (set leafSet) {
	if !d.keepsNull(n) {
		return 0
	}
	for _, e := range n.Args {
		set |= d.rejects(e, f, false)
	}
	return set
}

// isNeverNull reports whether an output of the block is never NULL there. The generous answer has those too that
// a server may find out about.
func (d *dependence) isNeverNull(o *output) bool {
	n := d.nullable(d.scope, o)
	return n == notNull || n == maybeNull && d.generous
}

func isOr(n *ast.BinaryOperationExpr) bool { return n.Op == opcode.LogicOr }

// isNot reports whether an operation is NOT. The parser has two of them.
func isNot(n *ast.UnaryOperationExpr) bool { return n.Op == opcode.Not || n.Op == opcode.Not2 }
