package sqlcheck

import (
	"slices"

	"github.com/asksql/asksql/sqlcheck/internal/tree"
	"github.com/pingcap/tidb/pkg/parser/ast"
)

// ONLY_FULL_GROUP_BY, as MariaDB judges it (its page "SQL_MODE"; errors 1055 and 1140). It knows no functional
// dependence, and looks at the select list only: each column there is one of GROUP BY, or the output is what
// GROUP BY names. Without GROUP BY no column may stand beside an aggregate, in ORDER BY and windows neither.
// Columns of derived tables and views that it merges are overlooked, but for those in subqueries.

func (g *groupJudge) mariaDB(n *ast.SelectStmt) {
	if !g.scope.grouped && !g.scope.isAggregated() {
		return
	}
	if g.scope.grouped {
		for i := range g.scope.outputs {
			if g.maybe = false; !g.isNamed(i) {
				g.fields(g.scope.outputs[i], inProjection)
			}
		}
		return
	}
	for i := range g.scope.outputs {
		g.fields(g.scope.outputs[i], inProjection)
	}
	if n.OrderBy != nil {
		for _, item := range n.OrderBy.Items {
			if o, computed := g.meant(item.Expr); computed {
				g.fields(o, inOrder)
			}
		}
	}
	if n.Having != nil {
		g.fields(output{expr: tree.Unwrap(n.Having.Expr)}, inHaving)
	}
	for i := range n.WindowSpecs {
		g.specs = append(g.specs, &n.WindowSpecs[i])
	}
	for i := range len(g.specs) {
		if by := g.specs[i].PartitionBy; by != nil {
			g.fieldsOf(by.Items)
		}
		if by := g.specs[i].OrderBy; by != nil {
			g.fieldsOf(by.Items)
		}
	}
}

func (g *groupJudge) fieldsOf(items []*ast.ByItem) {
	for _, item := range items {
		o, computed := g.meant(item.Expr)
		if computed && !slices.ContainsFunc(g.arguments, func(e ast.ExprNode) bool { return g.sameExpr(o.expr, e, g.written) == certainly }) {
			g.fields(o, inWindowOrder)
		}
	}
}

// isMerged reports whether MariaDB merges a derived table into the block around it.
func (rel *relation) isMerged() bool {
	return rel.body != nil && rel.body.isPlain() && !rel.body.sorted
}

func (rel *relation) isView() bool { return rel.table != nil && rel.table.view }

// readsMerged reports whether an expression reads a column of a derived table that is merged, or of what may be:
// two such expressions are never the same to MariaDB.
func (g *groupJudge) readsMerged(e ast.ExprNode) (merged, view bool) {
	v := &groupedVisitor{resolver: g.resolver, scope: g.scope, whole: true}
	v.column = func(n *ast.ColumnName) {
		if b, own := g.own(n); own {
			rel := &g.scope.relations[b.relation]
			merged = merged || rel.isMerged()
			view = view || rel.isView()
		}
	}
	v.visit(e)
	return merged, view
}

// isNamed reports whether an item of GROUP BY names an output, or is the same as it and as none before.
func (g *groupJudge) isNamed(i int) bool {
	for k := range g.groups {
		if position, ok := tree.Unwrap(g.scope.items[k].Expr).(*ast.PositionExpr); ok {
			if position.N == i+1 {
				return true
			}
			continue
		}
		if o := &g.scope.outputs[i]; !o.plain && o.expr != nil {
			merged, view := g.readsMerged(o.expr)
			if g.maybe = g.maybe || view; merged || view {
				continue
			}
		}
		if g.same(&g.groups[k], &g.scope.outputs[i]) == certainly && !slices.ContainsFunc(g.scope.outputs[:i], func(o output) bool { return g.same(&g.groups[k], &o) == certainly }) {
			return true
		}
	}
	return false
}

// fields judges the columns of an expression.
func (g *groupJudge) fields(o output, c clause) {
	if o.plain {
		g.field(o.from, c, false)
		return
	}
	v := &groupedVisitor{resolver: g.resolver, scope: g.scope, specs: &g.specs, arguments: &g.arguments, whole: true}
	v.column = func(n *ast.ColumnName) {
		if b, own := g.own(n); own {
			g.field(b, c, v.depth > 0)
		}
	}
	v.visit(o.expr)
}

// field judges a column. inSubquery says that it stands in a subquery.
func (g *groupJudge) field(b binding, c clause, inSubquery bool) {
	rel := &g.scope.relations[b.relation]
	merged := rel.isMerged()
	switch {
	case slices.Contains(g.said, b):
	case merged && !(inSubquery && g.scope.grouped): // overlooked; in a subquery no item of GROUP BY is the same
	case !merged && slices.Contains(g.scope.groups, b) && !(inSubquery && rel.isView()):
	case rel.isView(), g.maybe:
		g.said = append(g.said, b)
		g.undetermined(b)
	default:
		g.said = append(g.said, b)
		g.notGrouped(b, c)
	}
}
