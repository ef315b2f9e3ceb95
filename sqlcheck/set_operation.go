package sqlcheck

import (
	"fmt"
	"slices"

	"github.com/asksql/asksql/sqlcheck/internal/tree"
	"github.com/pingcap/tidb/pkg/parser/ast"
)

// UNION, INTERSECT and EXCEPT.

// setOperation resolves UNION, INTERSECT and EXCEPT. Its columns have the names of the first arm and
// the sources of all of them.
func (r *resolver) setOperation(n *ast.SetOprStmt, ctes *cte, outer *scope, as role) []output {
	r.limitCompared(n.Limit, as)
	inner := r.with(n.With, ctes, outer)
	// Which rows the arms have matters, not only whether they have some. Under EXISTS servers take a
	// wildcard in an arm for a constant all the same, before they compare the arms.
	as.exists, as.armOfExists = false, as.exists || as.armOfExists
	before := len(r.armCTEs)
	outputs := r.arms(n.SelectList, inner, outer, as, n.Limit != nil)
	rows := cutOff(n.Limit, r.had)
	r.setOrder(n.OrderBy, len(n.SelectList.Selects), outputs, inner, outer)
	r.armCTEs = r.armCTEs[:before]
	r.limit(n.Limit)
	r.unused(inner, ctes)
	r.had = rows
	r.last = nil
	return outputs
}

func (r *resolver) arms(list *ast.SetOprSelectList, ctes *cte, outer *scope, as role, limited bool) []output {
	var outputs []output
	for i, arm := range list.Selects {
		list.Selects[i] = r.unbracedArm(arm)
	}
	rows := 0.0
	as.arm = as.arm || len(list.Selects) > 1
	leading := true // no operator but INTERSECT so far
	for i, arm := range list.Selects {
		if op := tree.OperatorOf(arm); i > 0 && op != nil && (*op == ast.ExceptAll || *op == ast.IntersectAll) && r.options.Dialect == TiDB {
			r.misuse("TiDB has no EXCEPT ALL and no INTERSECT ALL; leave ALL out, or number equal rows and compare the numbers too", Node{near: "ALL"})
		}
		if r.weight > r.limits.Relations {
			r.partial = true // what is refused already need not be resolved
			r.checkWeight()
			return outputs
		}
		leading = i == 0 || leading && isIntersect(arm)
		apart := !leading && intersects(list.Selects, i) || len(list.Selects) > 1 && isSetOperation(arm)
		as.names = as.names && i == 0
		got := r.armApart(apart, arm, ctes, outer, as, limited)
		r.nameArm(list.Selects, i, leading, got)
		rows += r.had
		if i == 0 {
			outputs = got
			continue
		}
		if r.sameWidth(len(outputs), len(got)) && as.sources {
			r.addSources(outputs, got)
		}
	}
	for i := range outputs {
		// What a set operation returns is no column of one FROM clause.
		outputs[i].plain, outputs[i].outer, outputs[i].expr = false, false, nil
	}
	r.had = rows
	return outputs
}

// nameArm holds the columns of an arm of which MariaDB makes a derived table to names that differ (error 1060).
// leading says that no operator but INTERSECT stands before it.
func (r *resolver) nameArm(arms []ast.Node, i int, leading bool, outputs []output) {
	operand := !leading && intersects(arms, i) && !isIntersect(arms[i])
	if r.options.Dialect == MariaDB && (operand || isSetOperation(arms[i]) || len(arms) == 1) {
		r.checkNames(outputs, "the derived table that MariaDB makes of an arm")
	}
}

// armApart is arm. Where apart says so, MariaDB makes a derived table of it, which sees nothing outside.
func (r *resolver) armApart(apart bool, n ast.Node, ctes *cte, outer *scope, as role, limited bool) []output {
	if !apart || r.options.Dialect != MariaDB {
		return r.arm(n, ctes, outer, as, limited)
	}
	as.compared = false
	r.setApart++
	defer func() { r.setApart-- }()
	return r.arm(n, ctes, nil, as, limited)
}

// intersects reports whether arm i is an operand of INTERSECT.
func intersects(arms []ast.Node, i int) bool {
	return isIntersect(arms[i]) || i+1 < len(arms) && isIntersect(arms[i+1])
}

// isIntersect reports whether INTERSECT stands in front of an arm.
func isIntersect(arm ast.Node) bool {
	op := tree.OperatorOf(arm)
	return op != nil && (*op == ast.Intersect || *op == ast.IntersectAll)
}

// isSetOperation reports whether an arm is one of its own, in parentheses.
func isSetOperation(arm ast.Node) bool {
	list, ok := arm.(*ast.SetOprSelectList)
	return ok && (len(list.Selects) > 1 || len(list.Selects) == 1 && isSetOperation(list.Selects[0]))
}

func (r *resolver) arm(n ast.Node, ctes *cte, outer *scope, as role, limited bool) []output {
	switch n := n.(type) {
	case *ast.SelectStmt:
		if n.With != nil && r.options.Dialect == MariaDB {
			r.unsupported(n, "WITH", "MariaDB takes no WITH in an arm of a set operation; put it in front of the whole query")
		} else if n.With != nil && ctes != nil {
			r.withInParentheses()
		}
		r.armLimited = limited
		outputs, _ := r.selectStmt(n, ctes, outer, as)
		r.leaveArm(n.With)
		return outputs
	case *ast.SetOprSelectList:
		if !r.down() {
			return nil
		}
		defer r.up()
		r.limitCompared(n.Limit, as)
		with := tree.ListWith(n)
		if with != nil && ctes != nil {
			r.withInParentheses()
		}
		inner := r.with(with, ctes, outer)
		outputs := r.arms(n, inner, outer, as, limited || n.Limit != nil)
		rows := cutOff(n.Limit, r.had)
		r.setOrder(n.OrderBy, len(n.Selects), outputs, inner, outer)
		r.limit(n.Limit)
		r.unused(inner, ctes)
		r.leaveArm(with)
		r.had = rows
		return outputs
	default:
		r.unknownNode(n)
		return nil
	}
}

// leaveArm notes the names of the WITH of an arm. To MySQL 9.7 they are those of the arms behind it too:
//
//	(WITH t AS (…) SELECT … FROM t) UNION SELECT … FROM t
//	                                                    the CTE, which ends with its parentheses to the standard
func (r *resolver) leaveArm(with *ast.WithClause) {
	if with == nil {
		return
	}
	for _, c := range with.CTEs {
		r.armCTEs = append(r.armCTEs, c.Name.O)
	}
}

func (r *resolver) sameWidth(first, other int) bool {
	if first == other {
		return true
	}
	if !r.partial && first > 0 && other > 0 {
		r.fault(fmt.Sprintf("the arms of a set operation have %d and %d columns; select as many in each", first, other), Node{})
	}
	return false
}

// setOrder resolves ORDER BY of a set operation, which sees the names of its first arm and nothing
// else (MySQL manual, 15.2.18). Of a single arm, MariaDB 10.11 crashes on many subqueries there.
func (r *resolver) setOrder(n *ast.OrderByClause, arms int, outputs []output, ctes *cte, outer *scope) {
	if n == nil {
		return
	}
	if arms == 1 && r.options.Dialect == MariaDB && slices.ContainsFunc(n.Items, func(item *ast.ByItem) bool { return item.Expr.GetFlag()&ast.FlagHasSubquery != 0 }) {
		r.unsupported(nil, "ORDER BY", "a subquery in the ORDER BY behind a query in parentheses is not supported for MariaDB; select from a derived table, and order that")
	}
	s := r.newScope()
	s.parent, s.ctes, s.clause, s.level = outer, ctes, inSetOrder, outer.inside()
	s.outputs = append(s.outputs, outputs...)
	r.order(n.Items, s, len(outputs))
}

// takeArmLimit returns whether a LIMIT stands behind the set operation whose arm begins, and forgets
// it: the blocks inside the arm are not cut by it.
func (r *resolver) takeArmLimit() bool {
	limited := r.armLimited
	r.armLimited = false
	return limited
}
