package sqlcheck

import (
	"fmt"
	"strings"

	"github.com/pingcap/tidb/pkg/parser/ast"
)

// A meaning is what a column's name was bound to.
type meaning struct {
	outcome outcome
	own     bool    // to the scope that the name stands in, not to one further out
	column  binding // for boundColumn
	output  int     // for boundAlias
}

// outcome is what binding a name gave.
type outcome uint8

const (
	nothing outcome = iota
	boundColumn
	boundAlias
	failed // reported, or not worth reporting
)

// column binds a column's name: to the innermost scope in which it means something, by the rules of
// the clause that it stands in there. bare says that it is a whole item of GROUP BY or ORDER BY.
func (r *resolver) column(n *ast.ColumnName, e ast.ExprNode, s *scope, use Use, bare bool) meaning {
	m := mention{written: writtenAs(n), scope: s, use: use, at: r.at(e, n.Name.O)}
	for sc := s; sc != nil; sc = sc.parent {
		b := r.columnIn(n, sc, sc == s, bare, &m)
		if b.outcome != nothing {
			b.own = sc == s
			return b
		}
		if sc == s && sc.clause == inSetOrder {
			break
		}
	}
	m.at.near = excerpt(columnText(n))
	r.recordUnknownColumn(r.unknownInScopes(n, s), m.at)
	return meaning{outcome: failed}
}

// columnIn binds a name in one scope. direct says that the name stands in the scope's own clause,
// not in a subquery of it.
func (r *resolver) columnIn(n *ast.ColumnName, s *scope, direct, bare bool, m *mention) meaning {
	b, from := s.find(n.Schema.O, n.Table.O, n.Name.O, r.options.CaseSensitiveTables)
	alias := absent
	at := -1
	if n.Table.O == "" {
		at, alias = s.output(n.Name.O)
	}
	hidden := from == unique && !s.legal(b)
	if n.Table.O == "" && (hidden || from == ambiguous || from == confusable) && s.excused(n.Name.O) {
		return meaning{outcome: failed}
	}
	switch {
	case !direct:
		return r.fromSubquery(n, s, b, from, alias, m)
	case hidden && s.clause >= inWindow && alias == unique && s.outputs[at].broken:
		return meaning{outcome: failed} // said already, of the output
	case s.clause == inSetOrder:
		return r.byAlias(n, s, at, alias, keepAlias, m)
	case s.clause == inHaving:
		return r.columnInHaving(n, s, b, from, at, alias, m)
	case s.clause == inOrder && bare && alias != absent:
		return r.byAlias(n, s, at, alias, keepAlias, m)
	case s.clause == inGroup && bare && alias != absent && from != unique && from != confusable:
		return r.byAlias(n, s, at, alias, printPosition, m)
	case s.clause == inWindow && bare && alias != absent && from == ambiguous,
		(s.clause == inOrder || s.clause == inGroup || s.clause == inWindow) && alias != absent && from == absent:
		return r.byAlias(n, s, at, alias, spellOut, m)
	case (s.clause == inGroup || s.clause == inWindow) && bare && alias == unique && from == unique &&
		(!s.outputs[at].plain || s.outputs[at].from != b):
		// A server on which another table has the column too would take the alias.
		n.Table.O = s.relations[b.relation].name
	}
	return r.byColumn(n, s, b, from, m)
}

// fromSubquery binds a name that stands in a subquery of a clause of s. Servers let it mean an alias
// of s where no column has the name; but they would take it for a column that the schema does not
// show first, so that is refused.
func (r *resolver) fromSubquery(n *ast.ColumnName, s *scope, b binding, from, alias found, m *mention) meaning {
	hidden := from == unique && !s.legal(b)
	if (from == absent || hidden) && alias != absent && s.clause != inFrom && s.clause != inWhere {
		r.recordUnknownColumn(fmt.Sprintf("%s is an alias of the query outside; repeat its expression in the subquery", excerpt(n.Name.O)), m.at)
		return meaning{outcome: failed}
	}
	if s.clause == inSetOrder {
		return meaning{}
	}
	if s.clause == inHaving && r.invisible(s, b, from, s.grouped) {
		r.recordUnknownColumn(notInHaving(n), m.at)
		return meaning{outcome: failed}
	}
	if from == unique && s.legal(b) && r.captured(n, s, b, m) {
		return meaning{outcome: failed}
	}
	return r.byColumn(n, s, b, from, m)
}

// captured reports, and records, that a scope between s and the name has a table of the name that
// would qualify it: a server might find the column there.
func (r *resolver) captured(n *ast.ColumnName, s *scope, b binding, m *mention) bool {
	name := s.relations[b.relation].name
	for sc := m.scope; sc != s && sc != nil; sc = sc.parent {
		for i := range sc.relations {
			if sameName(sc.relations[i].name, name) || looksAlike(sc.relations[i].name, name) {
				r.recordUnknownColumn(fmt.Sprintf("column %s would be of %s outside the subquery, but %s inside hides it; use another alias inside",
					excerpt(columnText(n)), excerpt(name), excerpt(sc.relations[i].name)), m.at)
				return true
			}
		}
	}
	// The print says which table it is of, so that no column inside can be taken for it.
	n.Table.O = name
	return false
}

// byColumn takes what the FROM clause gave.
func (r *resolver) byColumn(n *ast.ColumnName, s *scope, b binding, from found, m *mention) meaning {
	switch from {
	case absent:
		return meaning{}
	case suppressed:
		return meaning{outcome: failed}
	case confusable:
		m.at.near = excerpt(columnText(n))
		r.recordUnknownColumn(r.confusableColumn(n, s, m), m.at)
		return meaning{outcome: failed}
	case ambiguous:
		r.recordUnknownColumn(r.ambiguousColumn(n, s, m), m.at)
		return meaning{outcome: failed}
	}
	rel := &s.relations[b.relation]
	r.alias(b, s)
	if !r.use(b, s, m) {
		return meaning{outcome: failed}
	}
	if n.Schema.O != "" {
		n.Schema.O = rel.table.database
	}
	if n.Table.O != "" {
		n.Table.O = rel.name
	}
	n.Name.O = rel.column(b.column)
	return meaning{outcome: boundColumn, column: b}
}

// A spelling says how a name that means an alias is printed.
type spelling uint8

const (
	keepAlias     spelling = iota // as the alias: every server looks at aliases first
	printPosition                 // as the position of what it names
	spellOut                      // as the expression that it names
)

// byAlias binds an unqualified name to the projection. Where a server would look for a column of the
// name first, it could find one that the schema does not show; there the alias is not printed.
func (r *resolver) byAlias(n *ast.ColumnName, s *scope, at int, alias found, how spelling, m *mention) meaning {
	switch alias {
	case absent:
		return meaning{}
	case unique:
	default:
		r.recordUnknownColumn(fmt.Sprintf("column %s is ambiguous: the select list has it more than once; give one another alias", excerpt(n.Name.O)), m.at)
		return meaning{outcome: failed}
	}
	o := &s.outputs[at]
	if o.broken {
		return meaning{outcome: failed}
	}
	if o.expr != nil && (how == spellOut || how == keepAlias && o.outer) {
		if r.spellOut(n, o.expr); !r.partial {
			r.expr(o.expr, s)
		}
	} else {
		r.setAlias(o)
		n.Name.O = o.name
		if len(o.sources) > 0 {
			r.trace = append(r.trace, traced{sources: o.sources})
		}
	}
	return meaning{outcome: boundAlias, output: at}
}

// columnInHaving binds a name in HAVING, which sees the projection and the columns that are
// selected or grouped, and inside an aggregate every column (MySQL manual, 15.2.13, 14.19.3). Where
// an alias hides a column, servers and clauses disagree on which is meant, so both must be allowed.
func (r *resolver) columnInHaving(n *ast.ColumnName, s *scope, b binding, from found, at int, alias found, m *mention) meaning {
	switch {
	case alias == absent, from == unique && r.aggregates > s.aggregates:
	case r.aggregates > s.aggregates && from == suppressed:
		return meaning{outcome: failed} // of a table that is refused; the alias may be of this very name
	case r.aggregates > s.aggregates:
		return r.byAlias(n, s, at, alias, spellOut, m) // inside an aggregate, columns come first
	default:
		if from == unique && !r.use(b, s, m) {
			return meaning{outcome: failed}
		}
		return r.byAlias(n, s, at, alias, keepAlias, m)
	}
	if r.invisible(s, b, from, true) {
		r.recordUnknownColumn(notInHaving(n), m.at)
		return meaning{outcome: failed}
	}
	return r.byColumn(n, s, b, from, m)
}

// invisible reports whether HAVING cannot see a column of the FROM clause: it is neither selected nor
// grouped, nor inside an aggregate. strict is false for a subquery of a block without GROUP BY.
func (r *resolver) invisible(s *scope, b binding, from found, strict bool) bool {
	return from == unique && strict && r.aggregates == s.aggregates && !s.selects(b) && s.legal(b)
}

func notInHaving(n *ast.ColumnName) string {
	return fmt.Sprintf("HAVING cannot see column %s, which is neither selected nor grouped; do one of these, or move the condition to WHERE", excerpt(columnText(n)))
}

// legal reports whether a query may use a column of the FROM clause.
func (s *scope) legal(b binding) bool { return s.relations[b.relation].allows(b.column) }

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
	written written // zero where nothing was
	scope   *scope  // where it stands
	use     Use
	at      Node
	// problem gives the words for a column that is out of scope. Nil asks for those that an unknown
	// name would get.
	problem func() string
}

// A written is a column's name as it was written. The tree's own is rewritten when it is bound.
type written struct{ database, table, name string }

func writtenAs(n *ast.ColumnName) written { return written{n.Schema.O, n.Table.O, n.Name.O} }

// node returns the name as the tree had it.
func (w written) node() *ast.ColumnName {
	return &ast.ColumnName{Schema: ast.CIStr{O: w.database}, Table: ast.CIStr{O: w.table}, Name: ast.CIStr{O: w.name}}
}

// use records that a column of a relation is read. It reports whether it may be.
func (r *resolver) use(b binding, s *scope, m *mention) bool {
	rel := &s.relations[b.relation]
	if !s.legal(b) {
		r.recordHiddenColumn(rel.table, b.column, m)
		return false
	}
	s.link(b.relation)
	s.reads++
	if rel.table != nil {
		r.recordColumn(rel.table, b.column, m)
	} else if sources := rel.outputs[b.column].sources; len(sources) > 0 {
		r.trace = append(r.trace, traced{sources: sources})
	}
	return true
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
