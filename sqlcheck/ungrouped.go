package sqlcheck

import (
	"slices"

	"github.com/asksql/asksql/sqlcheck/internal/tree"
	"github.com/pingcap/tidb/pkg/parser/ast"
)

// ONLY_FULL_GROUP_BY, as MySQL judges it (manual, 14.19.3 "MySQL Handling of GROUP BY"; errors 1055, 1140, 3065
// and 3066). MariaDB's judgement is in ungrouped_mariadb.go.

// A groupJudge has a block while it is held to ONLY_FULL_GROUP_BY.
type groupJudge struct {
	*resolver
	scope     *scope
	groups    []output          // what the items of GROUP BY mean
	strict    *dependence       // on what the schema shows
	generous  *dependence       // on what the server may have beside it, too
	said      []binding         // columns that were reported
	specs     []*ast.WindowSpec // windows of the expressions so far
	loose     []*ast.WindowSpec // those of an ORDER BY that is dropped
	soft      bool              // the window is one of those, of a derived table
	arguments []ast.ExprNode    // of window functions, for MariaDB
	maybe     bool              // the expression may be one of GROUP BY or of the select list
	forms     map[ast.ExprNode]*exprForm
	items     map[ast.ExprNode]bool // expressions of GROUP BY
}

// fullyGrouped holds a block to ONLY_FULL_GROUP_BY, if that is in force.
func (r *resolver) fullyGrouped(n *ast.SelectStmt, s *scope, as role) {
	if !r.fullGroupBy || n.Kind != ast.SelectStmtKindSelect || !s.grouped && !s.isAggregated() && !n.Distinct || r.refused() {
		return
	}
	g := &groupJudge{resolver: r, scope: s}
	for i := range s.items {
		g.groups = append(g.groups, s.item(i, r))
	}
	if r.options.Dialect == MariaDB {
		g.mariaDB(n)
		return
	}
	k := g.kept(n, as)
	if k.groups || s.isAggregated() {
		g.grouping(n, k)
	}
	if k.distinct && k.order {
		g.distinctOrder(n, k.maybe)
	}
}

// isAggregated reports whether the rows of a block are aggregated, be it in a window.
func (s *scope) isAggregated() bool { return s.aggregated+s.overSums > 0 }

// A keeping says which clauses of a block the server looks at.
type keeping struct {
	groups, order, distinct bool
	maybe                   bool // DISTINCT is dropped if a column is never NULL
}

// kept returns the clauses that the server looks at. It drops some that change nothing: in a subquery of which
// only the set of rows matters, ORDER BY without LIMIT of a scalar subquery or of an arm, and of a single row.
func (g *groupJudge) kept(n *ast.SelectStmt, as role) keeping {
	s := g.scope
	k := keeping{groups: s.grouped, order: n.OrderBy != nil, distinct: n.Distinct}
	if as.exists || as.armOfExists || as.compared {
		k.order, k.distinct = false, false
		k.groups = k.groups && (s.isAggregated() || s.having || s.rollup || s.overCalls > 0 || len(s.windows) > 0)
	}
	if n.Limit == nil && (as.scalar || as.arm) || !s.grouped && s.isAggregated() {
		k.order = false
	}
	if k.distinct && k.groups && !s.rollup && g.selectsGroups(g.dependence()) {
		k.distinct = false // the rows differ without it
	} else if k.distinct && k.groups && !s.rollup {
		k.maybe = g.selectsGroups(g.wide())
	}
	return k
}

// selectsGroups reports whether every item of GROUP BY is selected.
func (g *groupJudge) selectsGroups(d *dependence) bool {
	for i := range g.groups {
		if !g.isFixed(&g.groups[i], d) && !slices.ContainsFunc(g.scope.outputs, func(o output) bool { return g.same(&g.groups[i], &o) == certainly }) {
			return false
		}
	}
	return true
}

// isFixed reports whether an item of GROUP BY is a constant, which the server leaves out.
func (g *groupJudge) isFixed(item *output, d *dependence) bool {
	switch {
	case item.plain:
		return d.leavesOf(d.canonical(dependent{d.top, item.from.relation, item.from.column})) == 0
	case item.expr == nil:
		return false
	default:
		return item.expr.GetFlag()&ast.FlagHasSubquery == 0 && d.leavesIn(item.expr, d.top) == 0 && !d.reachesOut(item.expr, d.top) && !d.hasChance(item.expr)
	}
}

// dependence returns what GROUP BY determines by what the schema shows.
func (g *groupJudge) dependence() *dependence {
	if g.strict == nil {
		g.strict = g.newDependence(g.scope, false, false)
	}
	return g.strict
}

// wide returns what GROUP BY may determine, by what the server may have beside that.
func (g *groupJudge) wide() *dependence {
	if g.generous == nil {
		g.generous = g.newDependence(g.scope, false, true)
	}
	return g.generous
}

// same compares what two items or outputs mean.
func (g *groupJudge) same(a, b *output) sameness {
	switch {
	case a.plain || b.plain:
		if a.plain && b.plain && a.from == b.from {
			return certainly
		}
		return never
	case a.expr == nil || b.expr == nil:
		return never
	case a.expr == b.expr:
		return certainly
	default:
		x, y := tree.Unwrap(a.expr), tree.Unwrap(b.expr)
		switch {
		case x == y:
			return certainly
		case (x.GetFlag()|y.GetFlag())&ast.FlagHasSubquery != 0:
			return never
		}
		return g.formOf(x).same(g.formOf(y))
	}
}

// formOf is form, made once for each expression.
func (g *groupJudge) formOf(e ast.ExprNode) *exprForm {
	f := g.forms[e]
	if f == nil {
		if g.forms == nil {
			g.forms = make(map[ast.ExprNode]*exprForm)
		}
		called := g.written
		if g.options.Dialect != MariaDB {
			called = g.dependence().called
		}
		f = g.form(e, called)
		g.forms[e] = f
	}
	return f
}

// isItem reports whether an expression is an item of GROUP BY, by its label or position.
func (g *groupJudge) isItem(o *output) bool {
	if g.items == nil {
		g.items = make(map[ast.ExprNode]bool, len(g.groups))
		for i := range g.groups {
			if !g.groups[i].plain && g.groups[i].expr != nil {
				g.items[g.groups[i].expr] = true
			}
		}
	}
	return !o.plain && o.expr != nil && g.items[o.expr]
}

// grouping judges a block that makes groups of its rows.
func (g *groupJudge) grouping(n *ast.SelectStmt, k keeping) {
	for i := range g.scope.outputs {
		g.whole(g.scope.outputs[i], inProjection)
	}
	if n.OrderBy != nil {
		for _, item := range n.OrderBy.Items {
			if o, computed := g.meant(item.Expr); computed && k.order {
				g.whole(o, inOrder)
			} else if computed {
				before := len(g.specs)
				g.walker(nil).visit(o.expr) // its windows stay, but for some of derived tables
				g.loose = append(g.loose, g.specs[before:]...)
			}
		}
	}
	if n.Having != nil {
		g.whole(output{expr: tree.Unwrap(n.Having.Expr)}, inHaving)
	}
	for i := range n.WindowSpecs {
		g.specs = append(g.specs, &n.WindowSpecs[i])
	}
	for i := 0; i < len(g.specs); i++ {
		g.soft = g.scope.body && slices.Contains(g.loose, g.specs[i])
		g.window(g.specs[i])
	}
}

func (g *groupJudge) window(spec *ast.WindowSpec) {
	var items []*ast.ByItem
	if spec.PartitionBy != nil {
		items = append(items, spec.PartitionBy.Items...)
	}
	if spec.OrderBy != nil {
		items = append(items, spec.OrderBy.Items...)
	}
	for _, item := range items {
		if o, computed := g.meant(item.Expr); computed {
			g.whole(o, inWindowOrder)
		}
	}
}

// meant returns what an item of a clause means. It reports false for an output, which is judged by itself.
func (g *groupJudge) meant(e ast.ExprNode) (o output, computed bool) {
	e = tree.Unwrap(e)
	switch n := e.(type) {
	case *ast.PositionExpr:
		return o, false
	case *ast.ColumnNameExpr:
		switch b := g.names.Of(n.Name); {
		case b == nil || b.Relation == nil && b.Expr == nil:
			return o, false
		case b.Expr != nil:
			return output{expr: tree.Unwrap(b.Expr)}, true
		}
		if b, own := g.own(n.Name); own {
			return output{plain: true, from: b, expr: n}, true
		}
	}
	return output{expr: e}, true
}

// own returns the column of the block that a name means.
func (g *groupJudge) own(n *ast.ColumnName) (binding, bool) {
	b := g.names.Of(n)
	if b == nil || b.Relation == nil {
		return binding{}, false
	}
	for i := range g.scope.relations {
		if g.scope.relations[i].source == b.Relation {
			column, outcome := g.scope.relations[i].find(b.Column)
			return binding{i, column}, outcome == unique
		}
	}
	return binding{}, false
}

// whole judges an expression: it may be one of GROUP BY as a whole, or else its columns are looked at.
func (g *groupJudge) whole(o output, c clause) {
	if g.maybe = false; g.isItem(&o) || o.plain && slices.Contains(g.scope.groups, o.from) {
		return
	}
	if o.expr != nil && !o.plain && tree.Unwrap(o.expr).GetFlag()&ast.FlagHasAggregateFunc != 0 {
		g.beside(o, c)
		return
	}
	for i := range g.groups {
		if same := g.same(&g.groups[i], &o); same == certainly {
			return
		} else if same == possibly {
			g.maybe = true
		}
	}
	if c != inProjection && g.selected(o) {
		return
	}
	if o.plain {
		g.column(o.from, c)
	} else if o.expr != nil {
		g.walker(func(b binding) { g.column(b, c) }).visit(o.expr)
	}
}

// beside judges an expression that has an aggregate, which no item of GROUP BY has. An aggregate alone is one
// value of the group, and needs no comparison.
func (g *groupJudge) beside(o output, c clause) {
	_, alone := tree.Unwrap(o.expr).(*ast.AggregateFuncExpr)
	if !alone && c != inProjection && g.selected(o) {
		return
	}
	g.walker(func(b binding) { g.column(b, c) }).visit(o.expr)
}

// selected reports whether an expression is one of the select list as a whole, where it has been judged.
func (g *groupJudge) selected(o output) bool {
	for i := range g.scope.outputs {
		if same := g.same(&g.scope.outputs[i], &o); same == certainly {
			g.walker(nil).visit(o.expr)
			return true
		} else if same == possibly {
			g.maybe = true
		}
	}
	return false
}

// walker returns a visitor that calls column for each column of the block.
func (g *groupJudge) walker(column func(binding)) *groupedVisitor {
	v := &groupedVisitor{resolver: g.resolver, scope: g.scope, specs: &g.specs}
	v.column = func(n *ast.ColumnName) {
		if b, own := g.own(n); own && column != nil {
			column(b)
		}
	}
	return v
}

// column judges a column of the block that stands outside of aggregates.
func (g *groupJudge) column(b binding, c clause) {
	if slices.Contains(g.scope.groups, b) || slices.Contains(g.said, b) {
		return
	}
	if g.dependence().determined(g.strict.canonical(dependent{g.strict.top, b.relation, b.column})) {
		return
	}
	g.said = append(g.said, b)
	unsure := g.maybe || g.soft || g.options.Dialect == TiDB && c != inProjection && c != inOrder
	if unsure || g.wide().determined(g.generous.canonical(dependent{g.generous.top, b.relation, b.column})) {
		g.undetermined(b)
	} else {
		g.notGrouped(b, c)
	}
}

// distinctOrder judges ORDER BY of SELECT DISTINCT, where keys do not count.
func (g *groupJudge) distinctOrder(n *ast.SelectStmt, maybe bool) {
	for _, item := range n.OrderBy.Items {
		o, computed := g.meant(item.Expr)
		if !computed {
			continue
		}
		best := never
		for i := range g.scope.outputs {
			best = max(best, g.same(&g.scope.outputs[i], &o))
		}
		if best == certainly {
			continue
		}
		v := g.walker(func(b binding) {
			if !slices.ContainsFunc(g.scope.outputs, func(o output) bool { return o.is(b) }) {
				g.notSelected(b, maybe || best == possibly)
			}
		})
		v.aggregate = func() { g.aggregateNotSelected(maybe || best == possibly || g.options.Dialect == TiDB) }
		v.visit(o.expr)
	}
}
