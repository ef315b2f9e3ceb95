package sqlcheck

import (
	"github.com/asksql/asksql/sqlcheck/internal/tree"
	"github.com/pingcap/tidb/pkg/parser/ast"
)

// bound keeps, lowers or adds the LIMIT of a statement, so that it returns maxRows rows at most. An
// offset is kept.
func bound(n ast.StmtNode, maxRows uint64) RowLimit {
	limit := limitOf(n)
	if *limit == nil {
		*limit = &ast.Limit{Count: ast.NewValueExpr(maxRows, "", "")}
		return RowLimit{Rows: maxRows, Source: LimitAdded}
	}
	if count, ok := tree.RowCount((*limit).Count); ok && count <= maxRows {
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
	count, _ := tree.RowCount((*limit).Count)
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
