package sqlcheck

import (
	"fmt"
	"strings"

	"github.com/pingcap/tidb/pkg/parser/ast"
)

// The columns that a join compares by name: USING and NATURAL (MySQL manual, 15.2.13.2).

// using resolves JOIN … USING (…): each name is a column of both operands, and one of their join.
func (r *resolver) using(names []*ast.ColumnName, j *joinRange, s *scope) {
	s.filtered = true
	for i, n := range names {
		at := r.at(n, n.Name.O)
		if n.Table.O != "" || n.Schema.O != "" {
			r.unsupported(n, columnText(n), fmt.Sprintf("USING cannot qualify %s; write %s alone, or use ON", excerpt(columnText(n)), excerpt(n.Name.O)))
			continue
		}
		for _, before := range names[:i] {
			if sameName(before.Name.O, n.Name.O) {
				r.fault(fmt.Sprintf("USING names %s twice; name it once", excerpt(n.Name.O)), at)
				return
			}
		}
		left, lgot := r.operand(n, j.lo, j.mid, s, at)
		right, rgot := r.operand(n, j.mid, j.hi, s, at)
		switch {
		case lgot != unique || rgot != unique:
		case s.legal(left) && s.legal(right):
			n.Name.O = s.relations[left.relation].column(left.column)
			r.merge(left, right, j, s)
		case s.legal(left): // the other one is refused; it makes the name no less certain
			s.merged = append(s.merged, mergedColumn{name: n.Name.O, lo: j.lo, hi: j.hi, carrier: left})
		default:
			s.merged = append(s.merged, mergedColumn{name: n.Name.O, lo: j.lo, hi: j.hi, carrier: right})
		}
	}
	r.orderCommon(j, s)
}

// operand finds a column of USING in one operand, and records that it is used.
func (r *resolver) operand(n *ast.ColumnName, lo, hi int, s *scope, at Node) (binding, found) {
	b, outcome := s.findIn(lo, hi, "", "", n.Name.O, true)
	unknown := func() string { return r.unknownInUsing(n.Name.O, s.relations[lo:hi]) }
	switch outcome {
	case unique:
		r.use(b, s, &mention{use: Joined, at: at, problem: unknown})
	case suppressed:
	case absent:
		r.recordUnknownColumn(unknown(), at)
	default:
		r.recordUnknownColumn(fmt.Sprintf("column %s of USING is ambiguous on one side; %s", excerpt(n.Name.O), r.candidates(n.Name.O, s.relations[lo:hi])), at)
	}
	return b, outcome
}

// unknownInUsing says that one side of a join does not have a column.
func (r *resolver) unknownInUsing(name string, side []relation) string {
	message := fmt.Sprintf("column %s is not in the schema on one side of USING", excerpt(name))
	if hints := r.likeColumns(name, side); len(hints) > 0 {
		message += "; " + strings.Join(hints, "; ")
	}
	return message + "; join with ON where the names differ"
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

// natural resolves NATURAL JOIN: it compares every column that both operands have, without naming
// it. It is printed as USING with the columns found, because a server may have columns that the
// schema does not show. An account does not need to be allowed to read a column that is compared, so
// this check is the only one.
func (r *resolver) natural(n *ast.Join, j *joinRange, s *scope) {
	for _, pair := range r.commonColumns(j, s) {
		// The names are not the query's own words, so no message may say them.
		m := &mention{use: Joined, at: Node{near: "NATURAL JOIN"}, problem: func() string {
			return "NATURAL JOIN compares columns that are not in the schema; join with ON or USING"
		}}
		r.use(pair[0], s, m)
		r.use(pair[1], s, m)
		r.merge(pair[0], pair[1], j, s)
		n.Using = append(n.Using, &ast.ColumnName{Name: ast.CIStr{O: s.relations[pair[0].relation].column(pair[0].column)}})
	}
	n.NaturalJoin = false
	switch {
	case n.Using != nil:
		s.filtered = true
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
