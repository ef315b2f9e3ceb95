package sqlcheck

import (
	"fmt"
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
	reads := false
	for i, arm := range n.SelectList.Selects {
		c.readsItself = false
		outputs := r.arm(arm, inner, outer, role{sources: true, armOf: c}, n.Limit != nil)
		if i == 0 {
			c.outputs = r.renamed(outputs, &ast.CommonTableExpression{Name: ast.NewCIStr(c.name), ColNameList: names})
			c.forming = false
			continue
		}
		reads = reads || c.readsItself
		if r.sameWidth(len(c.outputs), len(outputs)) {
			r.addSources(c.outputs, outputs)
		}
	}
	if reads {
		r.mixSources(c.outputs)
		r.recursiveUnion(c, n)
	}
	r.setOrder(n.OrderBy, c.outputs, inner, outer)
	r.limit(n.Limit)
	r.unused(inner, c)
}

// recursiveUnion refuses what MariaDB does not take round recursion (error 1235): a clause of the whole
// body, and UNION beside UNION ALL.
func (r *resolver) recursiveUnion(c *cte, n *ast.SetOprStmt) {
	if r.options.Dialect != MariaDB {
		return
	}
	name := excerpt(c.name)
	if n.Limit != nil || n.OrderBy != nil {
		r.unsupported(nil, name, fmt.Sprintf("MariaDB takes no ORDER BY or LIMIT for the whole of the recursive CTE %s; put it into the query that reads %s", name, name))
	}
	all, distinct := false, false
	for _, arm := range n.SelectList.Selects[1:] {
		switch op := tree.OperatorOf(arm); {
		case op == nil:
		case *op == ast.UnionAll:
			all = true
		case *op == ast.Union:
			distinct = true
		}
	}
	if all && distinct {
		r.unsupported(nil, name, fmt.Sprintf("MariaDB takes no mixture of UNION and UNION ALL in the recursive CTE %s; use one of them throughout", name))
	}
}

// mayRead reports whether a block of scope s may read the recursive CTE whose body is being resolved:
// only the FROM clause of an arm may, not a subquery. MariaDB takes derived tables for part of it.
func (r *resolver) mayRead(c *cte, s *scope) bool {
	return s.armOf == c || r.options.Dialect == MariaDB && r.subqueries == c.subqueries
}

// readInSubquery says that a recursive CTE is read where it may not be.
func (r *resolver) readInSubquery(c *cte) {
	name := excerpt(c.name)
	r.complexityAt(Node{near: name}, fmt.Sprintf("the recursive part of the CTE %s reads it in a subquery; read %s in FROM of that part, once", name, name))
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
			r.complexityAt(Node{near: name}, fmt.Sprintf("the recursive part of a CTE reads %s as the optional side of an outer join; use an inner join, or turn it round", name))
		}
	}
}

// recursion holds a block that reads a recursive CTE, whose arm it stands in, to bounds.
func (r *resolver) recursion(s *scope) {
	recursive := -1
	for i := range s.relations {
		switch {
		case !s.relations[i].recurs():
		case recursive < 0:
			recursive = i
			r.recursiveArm(i, s)
		default:
			name := excerpt(s.relations[i].name)
			r.complexityAt(Node{near: name}, fmt.Sprintf("the recursive part of a CTE reads it more than once, again as %s; read it once", name))
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
