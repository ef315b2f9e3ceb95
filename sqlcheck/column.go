package sqlcheck

import (
	"fmt"
	"strings"

	"github.com/pingcap/tidb/pkg/parser/ast"
)

// column binds a column's name: to the innermost scope in which it means something, by the rules of
// the clause that it stands in there. bare says that it is a whole item of GROUP BY or ORDER BY.
//
// It returns the binding and true if the name is a column of the FROM clause of s itself.
func (r *resolver) column(n *ast.ColumnName, e ast.ExprNode, s *scope, use Use, bare bool) (binding, bool) {
	at := r.at(e, n.Name.O)
	m := mention{written: *n, scope: s, use: use, at: at}
	for sc := s; sc != nil; sc = sc.parent {
		b, outcome := r.columnIn(n, sc, sc == s, bare, &m)
		switch outcome {
		case boundColumn:
			return b, sc == s
		case boundAlias, failed:
			return binding{}, false
		}
		if sc == s && sc.clause == inSetOrder {
			break
		}
	}
	at.near = excerpt(columnText(n))
	r.recordUnknownColumn(r.unknownInScopes(n, s), at)
	return binding{}, false
}

// outcome is what binding a name in one scope gave.
type outcome uint8

const (
	nothing outcome = iota
	boundColumn
	boundAlias
	failed // reported
)

// columnIn binds a name in one scope. direct says that the name stands in the scope's own clause,
// not in a subquery of it.
func (r *resolver) columnIn(n *ast.ColumnName, s *scope, direct, bare bool, m *mention) (binding, outcome) {
	b, from := s.find(n.Schema.O, n.Table.O, n.Name.O, r.options.CaseSensitiveTables)
	switch s.clause {
	case inProjection:
		// A subquery may name an alias that stands before it; the block itself may not.
		if from == absent && !direct {
			return b, r.byAlias(n, s, m.at)
		}
	case inWindow, inGroup:
		if from == absent || from == ambiguous && bare && direct {
			if got := r.byAlias(n, s, m.at); got != nothing {
				return b, got
			}
		}
	case inOrder:
		if bare && direct || from == absent {
			if got := r.byAlias(n, s, m.at); got != nothing {
				return b, got
			}
		}
	case inSetOrder:
		return b, r.byAlias(n, s, m.at)
	case inHaving:
		return r.columnInHaving(n, s, b, from, direct, m)
	}
	return r.byColumn(n, s, b, from, m)
}

// byColumn takes what the FROM clause gave.
func (r *resolver) byColumn(n *ast.ColumnName, s *scope, b binding, from found, m *mention) (binding, outcome) {
	switch from {
	case absent:
		return b, nothing
	case suppressed:
		return b, boundAlias
	case ambiguous, confusable:
		r.recordUnknownColumn(r.ambiguousColumn(n, s, m), m.at)
		return b, failed
	}
	rel := &s.relations[b.relation]
	r.alias(b, s)
	if n.Schema.O != "" {
		n.Schema.O = rel.table.database
	}
	if n.Table.O != "" {
		n.Table.O = rel.name
	}
	r.useMerged(b, s.lo, s.hi, s, m)
	n.Name.O = rel.column(b.column)
	return b, boundColumn
}

// byAlias binds an unqualified name to the projection.
func (r *resolver) byAlias(n *ast.ColumnName, s *scope, at Node) outcome {
	if n.Table.O != "" {
		return nothing
	}
	i, got := s.output(n.Name.O)
	switch got {
	case absent:
		return nothing
	case unique:
	default:
		r.recordUnknownColumn(fmt.Sprintf("column %s is ambiguous: the projection has it more than once", n.Name.O), at)
		return failed
	}
	o := &s.outputs[i]
	setAlias(o)
	n.Name.O = o.name
	if len(o.sources) > 0 {
		r.trace = append(r.trace, traced{sources: o.sources})
	}
	return boundAlias
}

// columnInHaving binds a name in HAVING, which sees the projection and the columns that are
// selected or grouped, and inside an aggregate every column (MySQL manual, 15.2.13, 14.19.3). Where
// an alias hides a column, servers and clauses disagree on which is meant, so both must be allowed.
func (r *resolver) columnInHaving(n *ast.ColumnName, s *scope, b binding, from found, direct bool, m *mention) (binding, outcome) {
	got := r.byAlias(n, s, m.at)
	if got == failed {
		return b, failed
	}
	if got == boundAlias {
		if from == unique {
			r.useMerged(b, s.lo, s.hi, s, m)
		}
		return b, boundAlias
	}
	if from == unique && r.aggregates == s.aggregates && (direct || s.grouped) && !s.selects(b) && s.legal(b) {
		r.recordUnknownColumn(fmt.Sprintf("HAVING cannot see column %s: it is neither selected nor grouped", columnText(n)), m.at)
		return b, failed
	}
	return r.byColumn(n, s, b, from, m)
}

// legal reports whether a query may use a column of the FROM clause.
func (s *scope) legal(b binding) bool {
	t := s.relations[b.relation].table
	return t == nil || t.columns[b.column].InScope
}

// selects reports whether a column of the FROM clause is selected or grouped as it is.
func (s *scope) selects(b binding) bool {
	for i := range s.outputs {
		if s.outputs[i].plain && s.outputs[i].from == b {
			return true
		}
	}
	for _, g := range s.groups {
		if g == b {
			return true
		}
	}
	return false
}

// A mention is one place where columns are named or implied.
type mention struct {
	written ast.ColumnName // as it was written; zero where nothing was
	scope   *scope         // where it stands
	use     Use
	at      Node
	// problem gives the words for a column that is out of scope. Nil asks for those that an unknown
	// name would get.
	problem func() string
}

// use records that a column of a relation is read.
func (r *resolver) use(b binding, s *scope, m *mention) {
	s.link(b.relation)
	rel := &s.relations[b.relation]
	if rel.table != nil {
		r.recordColumn(rel.table, b.column, m)
		return
	}
	if sources := rel.outputs[b.column].sources; len(sources) > 0 {
		r.trace = append(r.trace, traced{sources: sources})
	}
}

// useMerged records the use of a column. What USING or NATURAL made one with it is read as well,
// unless the name was qualified.
func (r *resolver) useMerged(b binding, lo, hi int, s *scope, m *mention) {
	r.use(b, s, m)
	if m.written.Table.O == "" {
		s.eachMerged(b, lo, hi, func(part binding) { r.use(part, s, m) })
	}
}

// eachMerged calls yield for the other columns within [lo, hi) that b is merged with.
func (s *scope) eachMerged(b binding, lo, hi int, yield func(binding)) {
	if len(s.merged) == 0 {
		return
	}
	name := s.relations[b.relation].column(b.column)
	for i, end := b.relation+1, s.mergedEnd(name, b.relation, lo, hi); i < end; i++ {
		if c, got := s.relations[i].find(name); got == unique {
			yield(binding{i, c})
		}
	}
}

// alias gives a column of a derived table or CTE that is an expression without an alias the alias
// that it is referred to by: its implied name is the text of the expression, which the print
// changes.
func (r *resolver) alias(b binding, s *scope) {
	if rel := &s.relations[b.relation]; rel.table == nil {
		setAlias(&rel.outputs[b.column])
	}
}

func setAlias(o *output) {
	if o.field != nil && o.field.AsName.O == "" {
		o.field.AsName.O = o.name
	}
}

// columnText returns a column's name as it was written.
func columnText(n *ast.ColumnName) string {
	if n.Table.O == "" {
		return n.Name.O
	}
	if n.Schema.O == "" {
		return n.Table.O + "." + n.Name.O
	}
	return n.Schema.O + "." + n.Table.O + "." + n.Name.O
}

// qualifierOf returns what stands before the last dot of a name that was written.
func qualifierOf(written string) string {
	if i := strings.LastIndexByte(written, '.'); i > 0 {
		return written[:i]
	}
	return ""
}
