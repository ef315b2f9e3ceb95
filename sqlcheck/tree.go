package sqlcheck

import (
	"github.com/asksql/asksql/sqlcheck/internal/literal"
	"github.com/pingcap/tidb/pkg/parser/ast"
)

// one returns the literal 1.
func one() ast.ExprNode { return ast.NewValueExpr(int64(1), "", "") }

// rowCount returns the number in a LIMIT.
func rowCount(e ast.ExprNode) (uint64, bool) {
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

// stringValue returns the text of a literal that stands for a word, "" if it is none.
func stringValue(e ast.ExprNode) string {
	if v, ok := e.(ast.ValueExpr); ok {
		if s, ok := v.GetValue().(string); ok {
			return s
		}
		return v.GetString()
	}
	return ""
}

// intValue returns the value of a literal length. Drivers keep it as the parser made it or wider.
func intValue(e ast.ExprNode) int {
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

// bound keeps, lowers or adds the LIMIT of a statement, so that it returns maxRows rows at most. An
// offset is kept.
func bound(n ast.StmtNode, maxRows uint64) RowLimit {
	limit := limitOf(n)
	if *limit == nil {
		*limit = &ast.Limit{Count: ast.NewValueExpr(maxRows, "", "")}
		return RowLimit{Rows: maxRows, Source: LimitAdded}
	}
	if count, ok := rowCount((*limit).Count); ok && count <= maxRows {
		return RowLimit{Rows: count, Source: LimitQuery}
	}
	(*limit).Count = ast.NewValueExpr(maxRows, "", "")
	return RowLimit{Rows: maxRows, Source: LimitLowered}
}

// ownLimit returns the LIMIT that a statement was written with.
func ownLimit(n ast.StmtNode) RowLimit {
	limit := limitOf(n)
	if *limit == nil {
		return RowLimit{}
	}
	count, _ := rowCount((*limit).Count)
	return RowLimit{Rows: count, Source: LimitQuery}
}

// limitOf returns where the top-level LIMIT of a query is kept.
func limitOf(n ast.StmtNode) **ast.Limit {
	switch n := n.(type) {
	case *ast.SelectStmt:
		return &n.Limit
	case *ast.SetOprStmt:
		return &n.Limit
	default:
		none := (*ast.Limit)(nil)
		return &none
	}
}

// mayHoldNodes bounds the nodes of a text of n bytes. The densest texts are lists of one-letter names,
// "a,a,a": three nodes for two bytes. Counting takes a walk of its own, which most texts can do without.
func mayHoldNodes(n int) int { return 2*n + 16 }

// A nodeCounter counts the nodes that the parser's own visitor reaches, up to a limit.
type nodeCounter struct {
	nodes, limit int
}

// Enter implements ast.Visitor.
func (c *nodeCounter) Enter(n ast.Node) (ast.Node, bool) {
	c.nodes++
	return n, c.nodes > c.limit
}

// Leave implements ast.Visitor.
func (c *nodeCounter) Leave(n ast.Node) (ast.Node, bool) { return n, c.nodes <= c.limit }
