package sqlcheck

import (
	"fmt"
	"strings"

	"github.com/asksql/asksql/sqlcheck/internal/builtin"
	"github.com/pingcap/tidb/pkg/parser/ast"
)

// Which block an aggregate belongs to, and whether it may stand where it does.

// An aggregation is a call of an aggregate function while its arguments are resolved.
type aggregation struct {
	block *scope // where it stands
	// innermost is the level of the innermost block whose columns the arguments read, of those that the
	// call stands in; -1 if they read none.
	innermost int
	// nested is the largest level of a block that an aggregate among the arguments belongs to, of those
	// that the call stands in; -1 if there is none.
	nested int
}

// inside returns the level of a block that stands in s; nil is the outside of the statement.
func (s *scope) inside() int {
	if s == nil {
		return 0
	}
	return s.level + 1
}

// takesAggregates reports whether an aggregate may stand in the current clause of s.
func (s *scope) takesAggregates() bool {
	switch s.clause {
	case inProjection, inPartition, inWindowOrder, inHaving, inOrder, inLabel:
		return true
	default: // WHERE, ON, GROUP BY, VALUES, and ORDER BY of a set operation
		return false
	}
}

// aggregate resolves a call of an aggregate function.
func (r *resolver) aggregate(n *ast.AggregateFuncExpr, s *scope) {
	f, known := builtin.LookupAggregate(n.F, r.server)
	switch {
	case known && f.AggregateOK(n, r.dialect):
		r.recordCall(f.SQL, f, n)
	case known:
		name := r.writtenName(n, n.F)
		r.recordRefusedCall(name, fmt.Sprintf("aggregate function %s does not take these arguments; look up the form that it has", strings.ToUpper(name)), n)
	default:
		name := r.writtenName(n, n.F)
		r.recordRefusedCall(name, r.unknownFunction(name), n)
	}
	r.aggregated(n, n.F, s, func() {
		r.arguments(f, n.Args, s)
		if n.Order != nil {
			r.groupConcatOrder(n, s)
		}
	})
}

// aggregated resolves the arguments of an aggregate, and finds where it belongs.
func (r *resolver) aggregated(n ast.Node, function string, s *scope, arguments func()) {
	r.aggregates++
	unknown := r.unknown
	r.aggregations = append(r.aggregations, aggregation{block: s, innermost: -1, nested: -1})
	arguments()
	last := len(r.aggregations) - 1
	a := r.aggregations[last]
	r.aggregations = r.aggregations[:last]
	r.aggregates--
	if r.unknown == unknown {
		r.place(n, function, &a, s)
	}
}

// reads notes that a column of the block s is read inside the current aggregation. Those of subqueries among
// its arguments do not matter to it.
func (r *resolver) reads(s *scope) {
	if i := len(r.aggregations) - 1; i >= r.outermost && s.level <= r.aggregations[i].block.level {
		r.aggregations[i].innermost = max(r.aggregations[i].innermost, s.level)
	}
}

// place finds the block that an aggregate belongs to, and says so if there is none.
func (r *resolver) place(n ast.Node, function string, a *aggregation, s *scope) {
	name := strings.ToUpper(r.writtenName(n, function))
	owner := r.ownerOf(a)
	switch {
	case owner == nil:
		r.misuse(misplaced(name, s.clause), r.at(n, name))
		return
	case a.nested >= owner.level:
		r.misuse(fmt.Sprintf("the aggregate %s cannot be computed over another aggregate; compute the inner one in a derived table, and aggregate over that", name), r.at(n, name))
		return
	}
	if owner != s {
		r.outward++
		if r.owners == nil {
			r.owners = make(aggregateOwners)
		}
		r.owners[n] = owner
	}
	if owner.clause != inPartition && owner.clause != inWindowOrder {
		owner.aggregated++
	} else {
		owner.overSums++
	}
	for b := a.block; ; b = b.parent {
		if b.clause == inGroup { // error 1056
			r.misuse(misplaced(name, inGroup), r.at(n, name))
		}
		if b.grouping++; b == owner {
			break
		}
	}
	if i := len(r.aggregations) - 1; i >= r.outermost {
		around := &r.aggregations[i]
		if around.block.level >= owner.level {
			around.nested = max(around.nested, owner.level)
		}
		around.nested = max(around.nested, a.nested)
	}
}

// ownerOf returns the block whose rows an aggregate is computed over: its own where it reads columns of that,
// and else one further out, if there it stands where it may (MySQL manual, 14.19.3 "on outer references";
// both servers have this order of choice). It returns nil if there is none, which is error 1111.
func (r *resolver) ownerOf(a *aggregation) *scope {
	own := a.block
	if a.innermost == own.level || a.innermost < 0 && own.takesAggregates() {
		if own.takesAggregates() {
			return own
		}
		return nil
	}
	var owner *scope
	for s := own.parent; s != nil && s.level >= a.innermost; s = s.parent {
		if s.takesAggregates() && (owner == nil || s.level == a.innermost || r.options.Dialect != MariaDB) {
			owner = s
		}
	}
	if owner == nil && own.takesAggregates() {
		return own
	}
	return owner
}

// misplaced says that an aggregate stands where none may.
func misplaced(name string, c clause) string {
	switch c {
	case inGroup:
		return fmt.Sprintf("the aggregate %s cannot stand in GROUP BY; group by columns, or compute it in a derived table and group that", name)
	case inSetOrder:
		return fmt.Sprintf("the aggregate %s cannot stand in ORDER BY of a set operation; select it in the arms and order by its name", name)
	case inValues:
		return fmt.Sprintf("the aggregate %s cannot stand in VALUES; write SELECT", name)
	default:
		return fmt.Sprintf("the aggregate %s cannot stand in WHERE or ON; write the condition in HAVING, or compare with a subquery that selects it", name)
	}
}

// groupedOutput refuses an output that GROUP BY names although it is computed from the groups (errors 1056
// and 4015).
func (r *resolver) groupedOutput(o *output, name string) {
	name = excerpt(name)
	switch {
	case o.windows:
		r.misuse(fmt.Sprintf("GROUP BY %s means a column that a window function computes; compute it in a derived table, and group that", name), Node{near: name})
	case o.groups:
		r.misuse(fmt.Sprintf("GROUP BY %s means a column that an aggregate computes; group by the columns that are selected beside it", name), Node{near: name})
	}
}

// ordered refuses ORDER BY where a server does not take it. aggregates says that it would make one row of
// the rows that it orders.
func (r *resolver) ordered(n *ast.SelectStmt, aggregates bool) {
	at := Node{near: "ORDER BY"}
	if aggregates && r.options.Dialect == MySQL { // error 3029
		r.misuse("ORDER BY computes an aggregate of rows that are not grouped; add GROUP BY, or leave the aggregate out", at)
	}
	if n.GroupBy != nil && n.GroupBy.Rollup && r.options.Dialect == MariaDB { // error 1221
		r.misuse("MariaDB takes no ORDER BY beside WITH ROLLUP; select from a derived table, and order that: SELECT … FROM (SELECT … WITH ROLLUP) AS d ORDER BY …", at)
	}
}

// groupConcatOrder resolves ORDER BY in GROUP_CONCAT, where a position is one of the arguments.
func (r *resolver) groupConcatOrder(n *ast.AggregateFuncExpr, s *scope) {
	for _, item := range n.Order.Items {
		if at, ok := ordinal(item.Expr); ok {
			if at < 1 || at >= len(n.Args) {
				r.fault(fmt.Sprintf("position %d is out of range for %s of GROUP_CONCAT; name the column", at, counted(len(n.Args)-1, "argument")), r.at(n, ""))
				continue
			}
			if !r.spell(n.Args[at-1]) {
				return
			}
			item.Expr = n.Args[at-1] // written out: a number is a position to some servers only
		}
		r.expr(item.Expr, s)
	}
}

// seal begins a derived table or CTE. Where that sees no block outside, aggregates round it have nothing to do
// with those inside. It returns what outermost is to be afterwards.
func (r *resolver) seal(outer *scope) int {
	was := r.outermost
	if outer == nil {
		r.outermost = len(r.aggregations)
	}
	return was
}
