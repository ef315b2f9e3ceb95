package sqlcheck

import (
	"fmt"
	"slices"
	"strings"

	"github.com/pingcap/tidb/pkg/parser/ast"
)

// A meaning is what a column's name was bound to.
type meaning struct {
	outcome outcome
	own     bool    // to the scope that the name stands in, not to one further out
	column  binding // for boundColumn
	output  int     // for boundLabel
}

// outcome is what binding a name gave.
type outcome uint8

const (
	nothing outcome = iota
	boundColumn
	boundLabel
	failed // reported, or not worth reporting
)

// A place is where in its clause a name stands.
type place uint8

const (
	whole      place = iota // it is an item of GROUP BY, ORDER BY or PARTITION BY
	inside                  // it is part of an expression
	aggregated              // it is part of an aggregate's argument
	nested                  // it is in a subquery of the clause

	places
)

// A lookup is the order in which a server looks for an unqualified name.
type lookup uint8

const (
	columns     lookup = iota // in the FROM clause only
	columnFirst               // in the FROM clause, then in the select list
	labelFirst                // in the select list, then in the FROM clause
	labels                    // in the select list only
	outward                   // not here, but in the queries around
)

// lookups says where a name of a clause is looked for (MySQL manual, 13.2.13 "SELECT Statement", on
// aliases, and B.3.4.4; MariaDB's page "SELECT"; each row was held to MySQL 9.7 and MariaDB 10.11).
var lookups = [clauses][places]lookup{
	//              whole        inside       aggregated nested
	inFrom:        {columns, columns, columns, columns},
	inWhere:       {columns, columns, columns, columns},
	inValues:      {columns, columns, columns, columns},
	inProjection:  {columns, columns, columns, columns},
	inPartition:   {columnFirst, columnFirst, columns, columns}, // MariaDB; see lookup
	inWindowOrder: {labelFirst, columnFirst, columns, columns},  // MariaDB; see lookup
	inGroup:       {columnFirst, columnFirst, columns, columns},
	inHaving:      {labelFirst, labelFirst, columns, columns},
	inOrder:       {labelFirst, columnFirst, columns, columns},
	inSetOrder:    {labels, labels, columns, outward},
	inLabel:       {columns, columns, columns, columns},
}

// lookup returns where a name of the current clause of s is looked for. Labels in OVER are MariaDB's:
// MySQL takes a name there for a column (8.0 manual, 14.20.3).
func (r *resolver) lookup(s *scope, at place) lookup {
	if r.options.Dialect != MariaDB && (s.clause == inPartition || s.clause == inWindowOrder) {
		return columns
	}
	return lookups[s.clause][at]
}

// column binds a column's name to the innermost scope in which it means something, and notes how it is
// printed. item says that the name is a whole item of its clause.
func (r *resolver) column(n *ast.ColumnName, e ast.ExprNode, s *scope, use Use, item bool) meaning {
	m := mention{written: writtenAs(n), scope: s, use: use, at: r.at(e, n.Name.O), item: item}
	if s.clause == inLabel {
		return r.boundAgain(n, s, &m)
	}
	for sc := s; sc != nil; sc = sc.parent {
		b := r.columnIn(n, sc, r.placeIn(sc, s, item), &m)
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

// boundAgain reads a column once more whose name stands in an expression that is printed in a second place.
func (r *resolver) boundAgain(n *ast.ColumnName, s *scope, m *mention) meaning {
	b := r.names.Of(n)
	for sc := s; sc != nil && b != nil; sc = sc.parent {
		for i := range sc.relations {
			if sc.relations[i].source != b.Relation {
				continue
			}
			if column, outcome := sc.relations[i].find(b.Column); outcome == unique {
				return r.byColumn(n, sc, binding{i, column}, unique, r.placeIn(sc, s, false), m)
			}
		}
	}
	return meaning{outcome: failed} // said already, where the expression stands
}

// placeIn returns where a name that stands in scope s stands in the clause of sc, which is s or around it.
func (r *resolver) placeIn(sc, s *scope, item bool) place {
	switch {
	case sc != s:
		return nested
	case r.aggregates > s.aggregates:
		return aggregated
	case item:
		return whole
	default:
		return inside
	}
}

// columnIn binds a name in one scope.
func (r *resolver) columnIn(n *ast.ColumnName, s *scope, at place, m *mention) meaning {
	if n.Table.O != "" && r.twoSpellings(n, s, m) {
		return meaning{outcome: failed}
	}
	b, from := s.find(n.Schema.O, n.Table.O, n.Name.O, r.options.CaseSensitiveTables)
	r.recordMet(b, from, s)
	output, label := -1, absent
	order := r.lookup(s, at)
	if n.Table.O == "" && (order != columns || at == whole || at == nested && from == absent) { // else no label is meant
		output, label = s.output(n.Name.O)
	}
	if n.Table.O == "" && at == whole && from == unique && label == unique && r.eitherOnViews(b, output, s) {
		r.recordUnknownColumn(fmt.Sprintf("%s could be the column or the label here; qualify the column, or give the label another name", excerpt(n.Name.O)), m.at)
		return meaning{outcome: failed}
	}
	switch {
	case order == outward:
		return r.notALabel(n, s, output, label, m)
	case order == labels:
		return r.byLabel(n, s, output, label, at, m)
	case label == absent:
	case order == columns && at == whole && from == ambiguous && label == unique && s.outputs[output].plain && s.isNamed(s.outputs[output].from, n.Name.O):
		b, from = s.outputs[output].from, unique // MySQL takes the one of them that is selected
	case order == columns:
	case order == labelFirst && s.clause == inHaving && groupedApart(b, from, output, label, s):
		if r.labelOrGrouped(b, output, s) {
			r.recordUnknownColumn(fmt.Sprintf("%s in HAVING is both a label and a grouped column; give the label another name", excerpt(n.Name.O)), m.at)
			return meaning{outcome: failed}
		}
	case order == labelFirst, from == absent, at == whole && (from == ambiguous || from == suppressed || s.isMerged(n.Name.O, b) && s.clause == inGroup):
		return r.byLabel(n, s, output, label, at, m)
	}
	if from == absent && at == nested {
		if n.Table.O == "" && r.namesPending(n.Name.O, s) {
			return r.pendingLabel(n, s, label, m)
		}
		if label == unique && r.seesLabelOutside(output, s, m) {
			return r.labelOutside(n, s, output, m)
		}
		return r.notALabel(n, s, output, label, m)
	}
	if at == nested && from == unique && s.clause == inHaving && m.scope.clause == inHaving && r.options.Dialect != MariaDB {
		r.recordUnknownColumn(fmt.Sprintf("%s does not see %s of the HAVING outside in a HAVING; write the condition in WHERE", r.options.Dialect.product(), excerpt(columnText(n))), m.at)
		return meaning{outcome: failed} // error 1054 with its relation, and without it another one could take it
	}
	if s.clause == inHaving && r.invisible(s, b, from, at != nested || s.grouped) {
		r.recordUnknownColumn(notInHaving(n), m.at)
		return meaning{outcome: failed}
	}
	return r.byColumn(n, s, b, from, at, m)
}

// seesLabelOutside reports whether a name in a subquery may mean an output of s, which is outside, and be
// printed as its expression: servers take a label before the subquery in the select list, and any in ORDER BY.
// Derived tables and CTEs see none, TiDB knows none, and what is aggregated, computed by a window or another
// value each time is no expression to repeat. Inside an aggregate the expression would make it one of the block
// outside, and as a whole item of a clause it could be a position.
func (r *resolver) seesLabelOutside(output int, s *scope, m *mention) bool {
	o := &s.outputs[output]
	switch {
	case r.options.Dialect == TiDB, s.level < r.labelFloor, m.item, o.broken, o.forgotten, o.expr == nil:
		return false
	case r.options.Dialect == MySQL && isMarked(o.expr), r.options.Dialect == MariaDB && m.scope.isMixedIn(s):
		return false
	case r.aggregates > s.aggregates, s.inOver > 0, m.scope.inOver > 0, m.scope.clause == inPartition, m.scope.clause == inWindowOrder:
		return false
	case s.grouped && !o.plain: // MySQL holds a part of a subquery to the columns of GROUP BY
		return false
	case s.clause == inOrder && (s.grouped || s.distinct || s.windowed || s.oneRow || s.wrapping):
		return false
	default:
		return (s.clause == inProjection || s.clause == inOrder) && r.isRepeatable(o.expr, false)
	}
}

// labelOutside binds a name in a subquery to an output of s, which is outside.
func (r *resolver) labelOutside(n *ast.ColumnName, s *scope, output int, m *mention) meaning {
	if !r.partial {
		r.spellOut(n, m.scope, s.outputs[output].expr)
	}
	return meaning{outcome: boundLabel, output: output}
}

// notALabel refuses a name in a subquery that is a label outside, of which servers do not know there, or that
// cannot be printed.
func (r *resolver) notALabel(n *ast.ColumnName, s *scope, output int, label found, m *mention) meaning {
	if label == absent || s.clause < inProjection {
		return meaning{}
	}
	instead := "repeat its expression in the subquery"
	if label != unique || r.aggregates > s.aggregates || s.clause != inProjection && s.clause != inOrder || m.item ||
		s.outputs[output].expr == nil || s.grouped || r.options.Dialect == MySQL && isMarked(s.outputs[output].expr) || !r.isRepeatable(s.outputs[output].expr, false) {
		instead = "compute it in a derived table, and put the subquery into a query over that"
	}
	r.recordUnknownColumn(fmt.Sprintf("%s is an alias of the query outside, which is not seen here; %s", excerpt(n.Name.O), instead), m.at)
	return meaning{outcome: failed}
}

// twoSpellings reports, and records, that a qualifier is a relation of s but for letter case, and one
// further out as well: which of them it names depends on the server's lower_case_table_names.
func (r *resolver) twoSpellings(n *ast.ColumnName, s *scope, m *mention) bool {
	i, outcome := s.relation(s.lo, s.hi, n.Schema.O, n.Table.O, r.options.CaseSensitiveTables)
	if outcome != unique || s.relations[i].name == n.Table.O {
		return false
	}
	for outer := s.parent; outer != nil; outer = outer.parent {
		for k := range outer.relations {
			if sameName(outer.relations[k].name, n.Table.O) {
				r.recordUnknownColumn(fmt.Sprintf("%s could be of %s or of %s outside the subquery; give one another alias",
					excerpt(columnText(n)), excerpt(s.relations[i].name), excerpt(outer.relations[k].name)), m.at)
				return true
			}
		}
	}
	return false
}

// groupedApart reports whether a name in HAVING is a label and also a column of GROUP BY that the label
// does not stand for.
func groupedApart(b binding, from found, output int, label found, s *scope) bool {
	return from == unique && label == unique && !s.outputs[output].is(b) && slices.Contains(s.groups, b)
}

// labelOrGrouped reports whether it depends on the server which of the two is meant. MySQL takes the
// column of a table, and the label over what it may merge; MariaDB takes the column too, unless the label
// is that of another column (error 1052).
func (r *resolver) labelOrGrouped(b binding, output int, s *scope) bool {
	if r.options.Dialect == MariaDB {
		return s.outputs[output].plain
	}
	return !s.relations[b.relation].isBaseTable()
}

// eitherOnViews reports whether a name in GROUP BY or OVER is a column and the label of another column, of
// which one is no base table's. MySQL takes the column of a table, but the label over a view or derived
// table that it merges.
func (r *resolver) eitherOnViews(b binding, output int, s *scope) bool {
	if r.options.Dialect == MariaDB || s.clause != inGroup && s.clause != inPartition && s.clause != inWindowOrder {
		return false
	}
	o := &s.outputs[output]
	return o.plain && !o.is(b) && !(s.relations[b.relation].isBaseTable() && s.relations[o.from.relation].isBaseTable())
}

// isMerged reports whether a name means a column that USING or NATURAL made one of several. Servers prefer
// the label to such a one.
func (s *scope) isMerged(name string, b binding) bool {
	return s.merge(name, b.relation, s.lo, s.hi) != nil
}

// isNamed reports whether a column of the FROM clause has a name.
func (s *scope) isNamed(b binding, name string) bool {
	return sameName(s.relations[b.relation].column(b.column), name)
}

// is reports whether an output is a column of the FROM clause as it is.
func (o *output) is(b binding) bool { return o.plain && o.from == b }

func (rel *relation) isBaseTable() bool { return rel.table != nil && !rel.table.view }

// byColumn takes what the FROM clause gave.
func (r *resolver) byColumn(n *ast.ColumnName, s *scope, b binding, from found, at place, m *mention) meaning {
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
		r.recordUnknownColumn(r.ambiguousColumn(n, s), m.at)
		return meaning{outcome: failed}
	}
	r.alias(b, s)
	r.use(b, s, m)
	if at == nested {
		m.scope.reachOut(s, s.relations[b.relation].source)
		s.reached++
		r.reachEffort(s)
	}
	r.bindColumn(n, s, b, at)
	return meaning{outcome: boundColumn, column: b}
}

// invisible reports whether HAVING cannot see a column of the FROM clause: it is neither selected nor
// grouped, nor inside an aggregate (MySQL manual, 15.2.13, 14.19.3). strict is false for a subquery of a
// block without GROUP BY.
func (r *resolver) invisible(s *scope, b binding, from found, strict bool) bool {
	return from == unique && strict && r.aggregates == s.aggregates && !s.selects(b)
}

func notInHaving(n *ast.ColumnName) string {
	return fmt.Sprintf("HAVING cannot see column %s, which is neither selected nor grouped; do one of these, or move the condition to WHERE", excerpt(columnText(n)))
}

// selects reports whether a column of the FROM clause is selected or grouped as it is.
func (s *scope) selects(b binding) bool {
	if len(s.outputs)+len(s.groups) > fewNames {
		return s.selectedColumns()[b]
	}
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

// selectedColumns returns the columns of the FROM clause that are selected or grouped as they are.
func (s *scope) selectedColumns() map[binding]bool {
	if s.plains == nil || s.plainsOf != len(s.outputs)+len(s.groups) {
		s.plainsOf = len(s.outputs) + len(s.groups)
		s.plains = make(map[binding]bool, s.plainsOf)
		for i := range s.outputs {
			if s.outputs[i].plain {
				s.plains[s.outputs[i].from] = true
			}
		}
		for _, g := range s.groups {
			s.plains[g] = true
		}
	}
	return s.plains
}

// A mention is one place where columns are named or implied.
type mention struct {
	written written // zero where nothing was
	scope   *scope  // where it stands
	use     Use
	at      Node
	item    bool // it is a whole item of its clause
}

// A written is a column's name as it was written. The tree's own is rewritten when it is bound.
type written struct{ database, table, name string }

func writtenAs(n *ast.ColumnName) written { return written{n.Schema.O, n.Table.O, n.Name.O} }

// node returns the name as the tree had it.
func (w written) node() *ast.ColumnName {
	return &ast.ColumnName{Schema: ast.CIStr{O: w.database}, Table: ast.CIStr{O: w.table}, Name: ast.CIStr{O: w.name}}
}

// use records that a column of a relation is read.
func (r *resolver) use(b binding, s *scope, m *mention) {
	rel := &s.relations[b.relation]
	s.link(b.relation)
	r.reads(s)
	r.columnReads++
	if rel.body != nil && b.column < len(rel.body.outputs) {
		rel.body.outputs[b.column].read = true
	}
	if rel.table != nil {
		r.recordColumn(rel.table, b.column, m)
	} else if sources := rel.outputs[b.column].sources; len(sources) > 0 {
		r.trace = append(r.trace, traced{sources: sources})
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
