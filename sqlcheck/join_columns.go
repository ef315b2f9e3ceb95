package sqlcheck

import (
	"fmt"

	"github.com/asksql/asksql/sqlcheck/internal/print"
	"github.com/pingcap/tidb/pkg/parser/ast"
	"github.com/pingcap/tidb/pkg/parser/opcode"
)

// The columns that a join compares by name: USING and NATURAL (MySQL manual, 15.2.13.2).

// using resolves JOIN … USING (…): each name is a column of both operands, and one of their join. It is
// printed as conditions: on a larger schema a name could be ambiguous on one side.
func (r *resolver) using(n *ast.Join, j *joinRange, s *scope) {
	s.filtered = true
	names, on := n.Using, &ast.OnCondition{}
	n.Using = nil
	var seen nameIndex
	for i, name := range names {
		at := r.at(name, name.Name.O)
		if name.Table.O != "" || name.Schema.O != "" {
			r.unsupported(name, columnText(name), fmt.Sprintf("USING cannot qualify %s; write %s alone, or use ON", excerpt(columnText(name)), excerpt(name.Name.O)))
			continue
		}
		seen.update(i, func(i int) string { return names[i].Name.O })
		if before, _ := seen.find(name.Name.O); before >= 0 {
			r.fault(fmt.Sprintf("USING names %s twice; name it once", excerpt(name.Name.O)), at)
			return
		}
		left, lgot := r.operand(name, j.lo, j.mid, s, at)
		right, rgot := r.operand(name, j.mid, j.hi, s, at)
		if lgot == unique && rgot == unique {
			r.compare(on, left, right, s)
			r.merge(left, right, j, s)
		}
	}
	if on.Expr != nil { // else a name is refused
		n.On = on
	}
	r.orderCommon(j, s)
}

// compare adds the comparison of two columns to a condition.
func (r *resolver) compare(on *ast.OnCondition, left, right binding, s *scope) {
	equal := &ast.BinaryOperationExpr{Op: opcode.EQ, L: r.columnExpr(left, s), R: r.columnExpr(right, s)}
	if on.Expr == nil {
		on.Expr = equal
		return
	}
	on.Expr = &ast.BinaryOperationExpr{Op: opcode.LogicAnd, L: on.Expr, R: equal}
}

// columnExpr returns an expression that is a column of the FROM clause.
func (r *resolver) columnExpr(b binding, s *scope) *ast.ColumnNameExpr {
	rel := &s.relations[b.relation]
	name := &ast.ColumnName{Name: ast.CIStr{O: rel.column(b.column)}}
	r.names.Bind(name, print.Binding{Relation: rel.source, Column: name.Name.O})
	return &ast.ColumnNameExpr{Name: name}
}

// operand finds a column of USING in one operand, and records that it is used.
func (r *resolver) operand(n *ast.ColumnName, lo, hi int, s *scope, at Node) (binding, found) {
	b, outcome := s.findIn(lo, hi, "", "", n.Name.O, true)
	switch outcome {
	case unique:
		r.use(b, s, &mention{use: Joined, at: at})
	case suppressed:
	case absent:
		if r.explained.columns++; r.explained.columns > maxExplained {
			r.recordUnknownColumn(fmt.Sprintf("column %s is not in the schema on one side of USING", excerpt(n.Name.O)), at)
			break
		}
		r.recordUnknownColumn(r.words().UnknownInUsing(n.Name.O, described(s.relations[lo:hi])), at)
	default:
		r.recordUnknownColumn(r.words().AmbiguousInUsing(n.Name.O, described(s.relations[lo:hi])), at)
	}
	return b, outcome
}

// maxMerged bounds the columns that the joins of one FROM clause merge: every name that is looked up
// is held against them.
const maxMerged = 512

// merge notes that a join makes one column of two.
func (r *resolver) merge(left, right binding, j *joinRange, s *scope) {
	if len(s.merged) == maxMerged {
		r.partial = true
		r.complexity(fmt.Sprintf("the joins of a query block merge more than %d columns; join with ON", maxMerged))
		return
	}
	carrier := left
	if j.right {
		carrier = right
	}
	name := s.relations[left.relation].column(left.column)
	r.alias(left, s)
	r.alias(right, s)
	s.merged = append(s.merged, mergedColumn{name: name, lo: j.lo, hi: j.hi, carrier: carrier})
	j.common = append(j.common, name)
	s.union(left.relation, right.relation)
	s.equated(left.relation, right.relation)
}

// orderCommon puts the merged columns of a join into the order of its first operand.
func (r *resolver) orderCommon(j *joinRange, s *scope) {
	if len(j.common) < 2 {
		return
	}
	lo, hi, _, _ := j.operands()
	var ordered []string
	r.spend(s.expand(lo, hi, nil, func(b binding) {
		if name := s.relations[b.relation].column(b.column); contains(j.common, name) {
			ordered = append(ordered, name)
		}
	}))
	j.common = ordered
}

// natural resolves NATURAL JOIN: it compares every column that both operands show, without naming it. It
// is printed as conditions, because a server would compare the columns that the schema does not show too.
func (r *resolver) natural(n *ast.Join, j *joinRange, s *scope) {
	n.NaturalJoin = false
	s.turned = s.turned || j.right
	on := &ast.OnCondition{}
	for _, pair := range r.commonColumns(j, s) {
		m := &mention{use: Joined, at: Node{near: "NATURAL JOIN"}}
		r.use(pair[0], s, m)
		r.use(pair[1], s, m)
		r.compare(on, pair[0], pair[1], s)
		if r.merge(pair[0], pair[1], j, s); r.partial {
			return
		}
	}
	switch {
	case on.Expr != nil:
		s.filtered, n.On = true, on
	case n.Tp == ast.LeftJoin, n.Tp == ast.RightJoin:
		s.filtered = true
		n.On = &ast.OnCondition{Expr: ast.NewValueExpr(true, "", "")}
	default:
		n.Tp = ast.CrossJoin
	}
}

const naturalNameless = "NATURAL JOIN meets an expression without a certain name; give it an alias, or join with ON"

// commonColumns returns the pairs of columns that a natural join compares, the left operand's first,
// in the order in which * shows them.
func (r *resolver) commonColumns(j *joinRange, s *scope) (pairs [][2]binding) {
	firstLo, firstHi, lastLo, lastHi := j.operands()
	looked := s.expand(firstLo, firstHi, nil, func(first binding) {
		if r.partial {
			return
		}
		name := s.relations[first.relation].column(first.column)
		last, outcome := s.findIn(lastLo, lastHi, "", "", name, true)
		switch _, again := s.findIn(firstLo, firstHi, "", "", name, true); {
		case name == "":
			r.unsupported(nil, "NATURAL JOIN", naturalNameless)
		case outcome == absent, outcome == suppressed:
		case outcome != unique, again != unique:
			r.fault("NATURAL JOIN finds a column more than once; join with ON or USING", Node{near: "NATURAL JOIN"})
		case j.right:
			pairs = append(pairs, [2]binding{last, first})
		default:
			pairs = append(pairs, [2]binding{first, last})
		}
	})
	r.spend(looked * max(1, lastHi-lastLo))
	r.namedOnly(lastLo, lastHi, s)
	return pairs
}

// namedOnly refuses a natural join with a column whose name is not certain.
func (r *resolver) namedOnly(lo, hi int, s *scope) {
	for i := lo; i < hi; i++ {
		for k := range s.relations[i].outputs {
			if s.relations[i].outputs[k].name == "" {
				r.unsupported(nil, "NATURAL JOIN", naturalNameless)
			}
		}
	}
}
