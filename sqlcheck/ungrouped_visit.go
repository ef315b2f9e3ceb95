package sqlcheck

import (
	"github.com/asksql/asksql/sqlcheck/internal/builtin"
	"github.com/pingcap/tidb/pkg/parser/ast"
)

// A groupedVisitor finds what an expression of a grouped block reads outside of aggregates, in its subqueries
// too.
type groupedVisitor struct {
	*resolver
	scope     *scope
	column    func(*ast.ColumnName) // called for each name of a column
	aggregate func()                // called for each aggregate of the block; may be nil
	specs     *[]*ast.WindowSpec    // gets the windows of the block; may be nil
	whole     bool                  // subqueries are looked at with all their clauses
	arguments *[]ast.ExprNode       // gets what window functions take, which then is not looked at; may be nil
	depth     int                   // subqueries around
	dropped   map[ast.Node]bool     // clauses of subqueries that the server does not look at
}

func (v *groupedVisitor) visit(e ast.ExprNode) {
	if e != nil {
		e.Accept(v)
	}
}

// Enter implements ast.Visitor.
func (v *groupedVisitor) Enter(n ast.Node) (ast.Node, bool) {
	switch n := n.(type) {
	case *ast.ColumnName:
		if b := v.names.Of(n); b != nil && b.Expr != nil {
			v.visit(b.Expr)
			return n, true
		}
		v.column(n)
	case *ast.AggregateFuncExpr:
		return n, v.isOwn(n)
	case *ast.WindowFuncExpr:
		if v.depth == 0 {
			v.over(n)
			return n, true
		}
	case *ast.FuncCallExpr:
		if f, known := builtin.Lookup(n.FnName.O, v.server); known && f.Aggregates {
			return n, v.isOwn(n)
		}
		return n, n.FnName.L == "any_value" || n.FnName.L == "grouping"
	case *ast.ExistsSubqueryExpr:
		v.drop(n.Sel, true)
	case *ast.PatternInExpr:
		v.drop(n.Sel, true)
	case *ast.CompareSubqueryExpr:
		v.drop(n.R, true)
	case *ast.SubqueryExpr:
		v.drop(n, false)
		v.depth++
	case *ast.OrderByClause, *ast.GroupByClause:
		return n, v.dropped[n]
	}
	return n, false
}

// Leave implements ast.Visitor.
func (v *groupedVisitor) Leave(n ast.Node) (ast.Node, bool) {
	if _, query := n.(*ast.SubqueryExpr); query {
		v.depth--
	}
	return n, true
}

// isOwn reports whether an aggregate is one of the block, and tells of it.
func (v *groupedVisitor) isOwn(n ast.Node) bool {
	owner := v.owners[n]
	own := owner == v.scope || owner == nil && v.depth == 0
	if own && v.aggregate != nil {
		v.aggregate()
	}
	return own
}

// over looks at the arguments of a window function. Its window is judged by itself.
func (v *groupedVisitor) over(n *ast.WindowFuncExpr) {
	if v.specs != nil && !n.Spec.OnlyAlias {
		*v.specs = append(*v.specs, &n.Spec)
	}
	if v.arguments != nil {
		*v.arguments = append(*v.arguments, n.Args...)
		return
	}
	for _, e := range n.Args {
		v.visit(e)
	}
}

// drop notes the clauses of a subquery that the server does not look at: see kept.
func (v *groupedVisitor) drop(e ast.ExprNode, predicate bool) {
	sub, ok := e.(*ast.SubqueryExpr)
	if !ok || v.whole {
		return
	}
	if v.dropped == nil {
		v.dropped = make(map[ast.Node]bool)
	}
	v.dropIn(sub.Query, predicate)
}

func (v *groupedVisitor) dropIn(n ast.Node, predicate bool) {
	switch n := n.(type) {
	case *ast.SelectStmt:
		if n.OrderBy != nil && (predicate || n.Limit == nil) {
			v.dropped[n.OrderBy] = true
		}
		if n.GroupBy != nil && predicate && n.Having == nil && !n.GroupBy.Rollup && len(n.WindowSpecs) == 0 && !computesGroups(n.Fields) {
			v.dropped[n.GroupBy] = true
		}
	case *ast.SetOprStmt:
		v.dropIn(n.SelectList, predicate)
	case *ast.SetOprSelectList:
		for _, a := range n.Selects {
			v.dropIn(a, predicate)
		}
	}
}

// computesGroups reports whether a select list has an aggregate or a window function.
func computesGroups(list *ast.FieldList) bool {
	if list == nil {
		return false
	}
	for _, f := range list.Fields {
		if f.Expr != nil && f.Expr.GetFlag()&(ast.FlagHasAggregateFunc|ast.FlagHasWindowFunc) != 0 {
			return true
		}
	}
	return false
}
