package sqlcheck_test

import (
	"slices"
	"strings"

	"github.com/asksql/asksql/sqlcheck/internal/literal"
	"github.com/pingcap/tidb/pkg/parser/ast"
	"github.com/pingcap/tidb/pkg/parser/mysql"
)

// This file compares what a query block of the print may write in another way than the text.

// standsFor reports whether b is what an alias of the block, or of one outside, stands for.
func (c *comparison) standsFor(a *ast.ColumnNameExpr, b ast.Node) bool {
	if a.Name.Table.L != "" {
		return false
	}
	for i := range slices.Backward(c.blocks) {
		if c.isAlias(a, b, c.blocks[i].text) {
			return true
		}
	}
	return false
}

// isAlias reports whether b is what an alias of a block stands for.
func (c *comparison) isAlias(a *ast.ColumnNameExpr, b ast.Node, block *ast.SelectStmt) bool {
	if block.Fields == nil {
		return false
	}
	for _, f := range block.Fields.Fields {
		if f.Expr == nil || plain(f.Expr) == ast.Node(a) {
			continue
		}
		if labelOf(f) == a.Name.Name.L && c.same(f.Expr, b) {
			return true
		}
	}
	return false
}

// labelOf returns the name of an output in lower case: its alias, the column's own, or its text.
func labelOf(f *ast.SelectField) string {
	if f.AsName.L != "" {
		return strings.TrimLeft(f.AsName.L, " \t\r\n")
	}
	switch e := plain(f.Expr).(type) {
	case *ast.ColumnNameExpr:
		return e.Name.Name.L
	case ast.ValueExpr:
		if value, ok := e.GetValue().(string); ok {
			return strings.ToLower(strings.TrimLeft(value, " \t\r\n"))
		}
	}
	return strings.ToLower(strings.TrimSpace(f.OriginalText()))
}

// sameFields compares select lists. A wildcard of the text may have become any columns, and under EXISTS the
// constant that servers read it as.
func (c *comparison) sameFields(a, b []*ast.SelectField) bool {
	// reach[j] says that the first fields of a can be the first j of b.
	reach := make([]bool, len(b)+1)
	reach[0] = true
	for _, f := range a {
		next := make([]bool, len(b)+1)
		for j := range b {
			if f.WildCard != nil {
				next[j] = next[j] || reach[j]
				next[j+1] = next[j+1] || next[j] && isColumn(b[j]) || reach[j] && c.exists > 0 && isOne(b[j])
			} else {
				next[j+1] = reach[j] && b[j].WildCard == nil && c.same(f.Expr, b[j].Expr)
			}
		}
		if f.WildCard != nil {
			next[len(b)] = next[len(b)] || reach[len(b)]
		}
		reach = next
	}
	return reach[len(b)]
}

func isOne(f *ast.SelectField) bool {
	one, ok := f.Expr.(ast.ValueExpr)
	return ok && one.GetValue() == int64(1)
}

func isColumn(f *ast.SelectField) bool {
	if f.WildCard != nil {
		return true
	}
	_, ok := f.Expr.(*ast.ColumnNameExpr)
	return ok
}

// sameOperands compares a natural join with one that names its columns.
func (c *comparison) sameOperands(a, b *ast.Join) bool {
	return !b.NaturalJoin && max(a.Tp, ast.CrossJoin) == max(b.Tp, ast.CrossJoin) && c.same(a.Left, b.Left) && c.same(a.Right, b.Right)
}

// sameItem compares items of GROUP BY and ORDER BY, in which an alias may have become a position.
func (c *comparison) sameItem(a, b *ast.ByItem) bool {
	if a.Desc != b.Desc {
		return false
	}
	at, isPosition := position(b.Expr)
	if want, ok := position(a.Expr); ok && !isPosition {
		// In GROUP_CONCAT and OVER a number could be taken for a position, and is not printed.
		return !c.isOutput(want)
	}
	if !isPosition {
		return c.same(a.Expr, b.Expr)
	}
	if want, ok := position(a.Expr); ok {
		return at == want
	}
	if len(c.blocks) == 0 {
		return false
	}
	fields := c.blocks[len(c.blocks)-1].print.Fields.Fields
	column, ok := plain(a.Expr).(*ast.ColumnNameExpr)
	if !ok || column.Name.Table.L != "" {
		// A grouped expression that the print spells otherwise is the item that it is the same as.
		return !ok && 1 <= at && at <= len(fields) && fields[at-1].Expr != nil && c.same(a.Expr, fields[at-1].Expr)
	}
	if slices.ContainsFunc(fields, func(f *ast.SelectField) bool { return f.WildCard != nil }) {
		return true // which field is at the position cannot be told
	}
	return 1 <= at && at <= len(fields) && labelOf(fields[at-1]) == column.Name.Name.L
}

// isOutput reports whether the block orders by a position, so that a number must stay one.
func (c *comparison) isOutput(at int) bool {
	if len(c.blocks) == 0 {
		return false
	}
	for _, clause := range []*ast.OrderByClause{c.blocks[len(c.blocks)-1].text.OrderBy} {
		if clause == nil {
			continue
		}
		for _, item := range clause.Items {
			if n, ok := position(item.Expr); ok && n == at {
				return true
			}
		}
	}
	return false
}

func position(e ast.ExprNode) (int, bool) {
	switch n := plain(e).(type) {
	case *ast.PositionExpr:
		return n.N, true
	case ast.ValueExpr:
		number, ok := n.GetValue().(int64)
		return int(number), ok && n.GetType().GetFlag()&mysql.IsBooleanFlag == 0
	default:
		return 0, false
	}
}

// sameExists compares EXISTS with EXISTS, under which nobody sees the columns.
func (c *comparison) sameExists(a, b *ast.ExistsSubqueryExpr) bool {
	c.exists++
	defer func() { c.exists-- }()
	return c.same(a.Sel, b.Sel)
}

// patternOf returns what a pattern that is a literal matches, however it escapes it: a byte that
// stands for itself after a dot, a wildcard alone (MySQL manual, 14.8.1). It returns nil for others.
func patternOf(n *ast.PatternLikeOrIlikeExpr) []string {
	parts := []string{} // the operators round it first
	e := plain(n.Pattern)
	for {
		switch operator := e.(type) {
		case *ast.SetCollationExpr:
			parts = append(parts, "COLLATE "+operator.Collate)
			e = plain(operator.Expr)
			continue
		case *ast.FuncCastExpr:
			parts = append(parts, "CAST "+operator.Tp.String())
			e = plain(operator.Expr)
			continue
		}
		break
	}
	v, ok := e.(ast.ValueExpr)
	if !ok {
		return nil
	}
	l, ok := literal.Read(v)
	if !ok || l.Kind != literal.String || l.Charset != "" {
		return nil
	}
	for i := 0; i < len(l.Text); i++ {
		switch c := l.Text[i]; {
		case c == n.Escape && c != 0 && i+1 < len(l.Text):
			i++
			parts = append(parts, "."+l.Text[i:i+1])
		case c == '%' || c == '_':
			parts = append(parts, l.Text[i:i+1])
		default:
			parts = append(parts, "."+l.Text[i:i+1])
		}
	}
	return parts
}
