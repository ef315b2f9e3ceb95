// Package tree holds what both the resolver and the printer read off nodes of the parser's AST.
package tree

import (
	"github.com/asksql/asksql/sqlcheck/internal/literal"
	"github.com/pingcap/tidb/pkg/parser/ast"
	"github.com/pingcap/tidb/pkg/parser/opcode"
)

// One returns the literal 1.
func One() ast.ExprNode { return ast.NewValueExpr(int64(1), "", "") }

// RowCount returns the number in a LIMIT.
func RowCount(e ast.ExprNode) (uint64, bool) {
	v, ok := e.(ast.ValueExpr)
	if !ok {
		return 0, false
	}
	if l, ok := literal.Read(v); !ok || l.Kind != literal.Integer {
		return 0, false
	}
	switch n := v.GetValue().(type) {
	case int64:
		return uint64(n), n >= 0
	case uint64:
		return n, true
	default:
		return 0, false
	}
}

// StringValue returns the text of a literal that stands for a word, "" if it is none.
func StringValue(e ast.ExprNode) string {
	if v, ok := e.(ast.ValueExpr); ok {
		if s, ok := v.GetValue().(string); ok {
			return s
		}
		return v.GetString()
	}
	return ""
}

// IntValue returns the value of a literal length. Drivers keep it as the parser made it or wider.
func IntValue(e ast.ExprNode) int {
	if v, ok := e.(ast.ValueExpr); ok {
		switch n := v.GetValue().(type) {
		case int:
			return n
		case int64:
			return int(n)
		}
	}
	return 0
}

// MayHoldNodes bounds the nodes of a text of n bytes. The densest texts are lists of one-letter names,
// "a,a,a": three nodes for two bytes. Counting takes a walk of its own, which most texts can do without.
func MayHoldNodes(n int) int { return 2*n + 16 }

// A NodeCounter counts the nodes that the parser's own visitor reaches, up to a limit.
type NodeCounter struct {
	Nodes, Limit int
}

// Enter implements ast.Visitor.
func (c *NodeCounter) Enter(n ast.Node) (ast.Node, bool) {
	c.Nodes++
	return n, c.Nodes > c.Limit
}

// Leave implements ast.Visitor.
func (c *NodeCounter) Leave(n ast.Node) (ast.Node, bool) { return n, c.Nodes <= c.Limit }

// Unwrap takes parentheses off, and unary plus, which servers take off as well: +a is a, down to the
// name of the column that it makes. A call that is the print of a string is that string.
func Unwrap(e ast.ExprNode) ast.ExprNode {
	for {
		switch n := e.(type) {
		case *ast.ParenthesesExpr:
			e = n.Expr
		case *ast.UnaryOperationExpr:
			if n.Op != opcode.Plus {
				return e
			}
			e = n.V
		case *ast.FuncCallExpr:
			if n.FnName.L == printed {
				return n.Args[0]
			}
			if l, ok := literal.Printed(n); ok {
				// A string that this project has printed. The call keeps it for the next time.
				n.FnName.L, n.Args = printed, []ast.ExprNode{ast.NewValueExpr(l.Text, "", "")}
				return n.Args[0]
			}
			return e
		default:
			return e
		}
	}
}

// printed marks a call that is the print of a string: no function has the name.
const printed = "\x00"

// SingleArm returns the block that a parenthesised arm is, if it is nothing more.
func SingleArm(n *ast.SetOprSelectList) (*ast.SelectStmt, bool) {
	if len(n.Selects) != 1 || n.OrderBy != nil || n.Limit != nil || ListWith(n) != nil {
		return nil, false
	}
	sel, ok := n.Selects[0].(*ast.SelectStmt)
	return sel, ok
}

// OperatorOf returns the set operator in front of an arm, nil for the first one.
func OperatorOf(arm ast.Node) *ast.SetOprType {
	switch arm := arm.(type) {
	case *ast.SelectStmt:
		return arm.AfterSetOperator
	case *ast.SetOprSelectList:
		return arm.AfterSetOperator
	default:
		return nil
	}
}

// ListWith returns the WITH clause of a parenthesised arm. The parser keeps that of a single SELECT
// on both the list and the SELECT.
func ListWith(n *ast.SetOprSelectList) *ast.WithClause {
	if len(n.Selects) == 1 {
		if sel, ok := n.Selects[0].(*ast.SelectStmt); ok && sel.With == n.With {
			return nil
		}
	}
	return n.With
}

// IsNameByte reports whether a byte may stand in a name without back-quotes.
func IsNameByte(c byte) bool {
	return 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || '0' <= c && c <= '9' || c == '_' || c == '$' || c >= 0x80
}

// IsLogicAnd reports whether an operation is AND.
func IsLogicAnd(n *ast.BinaryOperationExpr) bool { return n.Op == opcode.LogicAnd }
