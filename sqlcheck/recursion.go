package sqlcheck

import (
	"fmt"
	"slices"

	"github.com/asksql/asksql/sqlcheck/internal/tree"

	"github.com/pingcap/tidb/pkg/parser/ast"
)

// Recursive CTEs (MySQL manual, 15.2.20, "Recursive Common Table Expressions").

// recursiveBody resolves WITH RECURSIVE c AS (arm UNION arm …): the first arm gives the columns, and
// the later ones may read c.
func (r *resolver) recursiveBody(c *cte, n *ast.SetOprStmt, names []ast.CIStr, outer *scope) {
	if !r.down() {
		return
	}
	defer r.up()
	inner := r.with(n.With, c, outer)
	reading := make([]bool, len(n.SelectList.Selects))
	leading := true
	for i, arm := range n.SelectList.Selects {
		c.readsItself = false
		outputs := r.arm(arm, inner, outer, role{sources: true, armOf: c}, n.Limit != nil)
		leading = i == 0 || leading && isIntersect(arm)
		r.nameArm(n.SelectList.Selects, i, leading, outputs)
		if i == 0 {
			c.outputs = r.renamed(outputs, &ast.CommonTableExpression{Name: ast.NewCIStr(c.name), ColNameList: names})
			c.forming = false
			continue
		}
		reading[i] = c.readsItself
		if r.sameWidth(len(c.outputs), len(outputs)) {
			r.addSources(c.outputs, outputs)
		}
	}
	if slices.Contains(reading, true) {
		r.mixSources(c.outputs)
		r.recursiveUnion(c, n, reading)
	}
	if c.rows = c.effort.first; slices.Contains(reading, true) {
		c.rows = r.endRecursion(&c.effort)
	}
	c.rows = cutOff(n.Limit, c.rows)
	r.setOrder(n.OrderBy, len(n.SelectList.Selects), c.outputs, inner, outer)
	r.limit(n.Limit)
	r.unused(inner, c)
}

// recursiveUnion refuses what a server does not take round recursion. reading says which arms read the CTE.
func (r *resolver) recursiveUnion(c *cte, n *ast.SetOprStmt, reading []bool) {
	name := excerpt(c.name)
	at := Node{near: name}
	if r.options.Dialect == MariaDB {
		if n.OrderBy != nil || n.Limit != nil { // error 1235
			r.misuse(fmt.Sprintf("MariaDB takes no ORDER BY or LIMIT for the whole of the recursive CTE %s; put it into the query that reads %s", name, name), at)
		}
		if mixesAll(n.SelectList.Selects) { // error 1235
			r.misuse(fmt.Sprintf("MariaDB takes no mixture of operators with and without ALL in the recursive CTE %s; use UNION or UNION ALL throughout", name), at)
		}
		return
	}
	if n.OrderBy != nil { // error 1235
		r.misuse(fmt.Sprintf("%s takes no ORDER BY for the whole of the recursive CTE %s; put it into the query that reads %s", r.options.Dialect.product(), name, name), at)
	}
	for i, arm := range n.SelectList.Selects {
		began := slices.Contains(reading[:i], true)
		switch op := tree.OperatorOf(arm); {
		case (began || reading[i]) && op != nil && *op != ast.Union && *op != ast.UnionAll: // errors 3573 and 4114
			r.misuse(fmt.Sprintf("%s recurs through UNION and UNION ALL only; write what %s leaves out as a condition", r.options.Dialect.product(), name), at)
		case began && !reading[i]: // error 3574
			r.misuse(fmt.Sprintf("a part of the CTE %s that does not read it stands behind one that does; write it first", name), at)
		}
	}
}

// mixesAll reports whether a list of arms has operators of both kinds, as MariaDB counts them: INTERSECT
// behind another operator makes a derived table.
func mixesAll(arms []ast.Node) bool {
	all, distinct, leading := false, false, true
	for _, arm := range arms[1:] {
		op := tree.OperatorOf(arm)
		if leading = leading && isIntersect(arm); op == nil || isIntersect(arm) && !leading {
			continue
		}
		if *op == ast.UnionAll || *op == ast.ExceptAll || *op == ast.IntersectAll {
			all = true
		} else {
			distinct = true
		}
	}
	return all && distinct
}

// mayRead reports whether a block of scope s may read the recursive CTE whose body is being resolved:
// only the FROM clause of an arm may, not a subquery. MariaDB takes derived tables for part of it.
func (r *resolver) mayRead(c *cte, s *scope) bool {
	return s.armOf == c || r.options.Dialect == MariaDB && r.subqueries == c.subqueries
}

// readInSubquery says that a recursive CTE is read where it may not be.
func (r *resolver) readInSubquery(c *cte) {
	name := excerpt(c.name)
	r.misuse(fmt.Sprintf("the recursive part of the CTE %s reads it in a subquery; read %s in FROM of that part, once", name, name), Node{near: name})
}

// outerJoined refuses a join that keeps rows for which the recursive CTE has none: servers do not
// take that (MySQL error 3576, MariaDB 4008).
func (r *resolver) outerJoined(n *ast.Join, j *joinRange, s *scope) {
	lo, hi := j.mid, j.hi
	switch n.Tp {
	case ast.LeftJoin:
	case ast.RightJoin:
		lo, hi = j.lo, j.mid
	default:
		return
	}
	for i := lo; i < hi; i++ {
		if name := excerpt(s.relations[i].name); s.relations[i].recursive {
			r.misuse(fmt.Sprintf("the recursive part of a CTE reads %s as the optional side of an outer join; use an inner join, or turn it round", name), Node{near: name})
		}
	}
}

// recursion holds a block that reads a recursive CTE, whose arm it stands in, to bounds.
func (r *resolver) recursion(n *ast.SelectStmt, s *scope) {
	recursive := -1
	for i := range s.relations {
		switch {
		case !s.relations[i].recurs():
		case recursive < 0:
			recursive = i
			r.recursiveArm(i, s)
			r.recursiveClauses(n, &s.relations[i], s)
		default:
			name := excerpt(s.relations[i].name)
			r.misuse(fmt.Sprintf("the recursive part of a CTE reads it more than once, again as %s; read it once", name), Node{near: name})
		}
	}
}

// recurs reports whether a relation has the rows of the recursive CTE whose arm this is.
func (rel *relation) recurs() bool { return rel.recursive || rel.rereads }

// recursiveArm holds the arm of a recursive CTE to bounds: nothing else ends the recursion, and a
// relation that no condition links to it multiplies the rows with every round.
func (r *resolver) recursiveArm(at int, s *scope) {
	name := excerpt(s.relations[at].name)
	if s.relations[at].recursive && !s.filtered && !s.limited {
		r.complexityAt(Node{near: name}, fmt.Sprintf("the recursive part that reads %s has no WHERE, ON or LIMIT that could end it; add a condition such as a largest depth", name))
	}
	for i := range s.relations {
		if s.unsure {
			return
		}
		if !s.relations[i].oneRow && !s.relations[i].recurs() && s.root(i) != s.root(at) {
			other := excerpt(s.relations[i].name)
			r.complexityAt(Node{near: other}, fmt.Sprintf("no condition links %s to %s in the recursive part of a CTE, so its rows multiply with every round; join them ON their keys", other, name))
			return
		}
	}
}

// recursiveClauses holds the clauses of a recursive arm to those that a server takes there: each round is
// computed over the rows of the last one only.
func (r *resolver) recursiveClauses(n *ast.SelectStmt, rel *relation, s *scope) {
	if !rel.recursive || s.armOf == nil {
		return
	}
	name := excerpt(rel.name)
	at := Node{near: name}
	strict := r.options.Dialect != MariaDB
	if s.aggregated > 0 || s.overCalls > 0 || strict && s.grouped { // errors 3575 and 4008
		r.misuse(fmt.Sprintf("the recursive part that reads %s takes no aggregate, window function or GROUP BY; compute them in the query that reads the CTE", name), at)
	}
	if strict && (n.Distinct || n.OrderBy != nil || n.Limit != nil) { // error 1235
		r.misuse(fmt.Sprintf("the recursive part that reads %s takes no DISTINCT, ORDER BY or LIMIT of its own in %s; write UNION for DISTINCT, and bound the depth in WHERE", name, r.options.Dialect.product()), at)
	}
}

// mixSources gives every column the sources of all: with each round an arm that reads its own CTE
// may move a value from one column into another.
func (r *resolver) mixSources(outputs []output) {
	var all columnSet
	for i := range outputs {
		r.spend(len(outputs[i].sources))
		for _, c := range outputs[i].sources {
			all.add(c)
		}
	}
	for i := range outputs {
		outputs[i].sources = all.list
	}
}
