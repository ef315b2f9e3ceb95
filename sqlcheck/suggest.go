package sqlcheck

import (
	"fmt"
	"strings"

	"github.com/pingcap/tidb/pkg/parser/ast"
)

// Messages about names say what would be legal instead. They are made of what a query may use, so
// that a name that does not exist and one that may not be used get the same words.

// maxHints is how many names of one text get a suggestion: looking for the nearest name takes time.
const maxHints = 16

// maxListed is how many names a message lists.
const maxListed = 8

// unknownTable says that a table is not there.
func (r *resolver) unknownTable(database, name string) string {
	written := excerpt(name)
	if database != "" {
		written = excerpt(database + "." + name)
	}
	message := fmt.Sprintf("table %s is not in the schema", written)
	suggester, ok := r.catalog.(Suggester)
	if r.hints++; !ok || r.hints > maxHints {
		return message
	}
	tables := suggester.Tables()
	names := make([]string, 0, len(tables))
	for _, t := range tables {
		names = append(names, t.name)
	}
	if near := nearest(name, names); len(near) > 0 {
		return message + "; it has " + strings.Join(near, ", ")
	}
	if len(names) > 0 && len(names) <= maxListed {
		return message + "; it has " + strings.Join(names, ", ")
	}
	return message
}

// unknownInScopes says that a column's name means nothing in s or around it.
func (r *resolver) unknownInScopes(n *ast.ColumnName, s *scope) string {
	if s.clause == inSetOrder {
		if n.Table.O != "" {
			return fmt.Sprintf("ORDER BY of a set operation cannot qualify %s; use the column's name in the first arm", columnText(n))
		}
		return fmt.Sprintf("column %s is not in the first arm of the set operation, whose names its ORDER BY sees: %s", excerpt(n.Name.O), outputNames(s.outputs))
	}
	var visible []relation
	for sc := s; sc != nil; sc = sc.parent {
		if n.Table.O != "" {
			if i, got := sc.relation(sc.lo, sc.hi, n.Schema.O, n.Table.O, r.options.CaseSensitiveTables); got == unique {
				return r.unknownColumn(qualifierOf(columnText(n)), n.Name.O, sc.relations[i:i+1])
			}
		}
		visible = append(visible, sc.relations[sc.lo:sc.hi]...)
	}
	if n.Table.O != "" {
		return r.unknownQualifierIn(columnText(n), visible)
	}
	return r.unknownColumn("", n.Name.O, visible)
}

// unknownColumn says that none of the relations has a column, or none that may be used.
func (r *resolver) unknownColumn(qualifier, name string, relations []relation) string {
	written := name
	if qualifier != "" {
		written = qualifier + "." + name
	}
	message := fmt.Sprintf("column %s is not in the schema", excerpt(written))
	if len(relations) == 0 {
		return message + "; there is no table to take it from"
	}
	if r.hints++; r.hints > maxHints {
		return message
	}
	var hints []string
	for i := range relations {
		rel := &relations[i]
		if near := nearest(name, rel.legal()); len(near) > 0 {
			hints = append(hints, fmt.Sprintf("%s has %s", rel.label(), strings.Join(near, ", ")))
		}
	}
	if len(hints) == 0 && len(relations) == 1 {
		if legal := relations[0].legal(); len(legal) > 0 {
			hints = append(hints, fmt.Sprintf("%s has %s", relations[0].label(), listed(legal)))
		}
	}
	if len(hints) > 0 {
		message += "; " + strings.Join(hints[:min(len(hints), maxListed)], "; ")
	}
	return message
}

// ambiguousColumn lists what a name could mean.
func (r *resolver) ambiguousColumn(n *ast.ColumnName, s *scope, m *mention) string {
	if s.hides(n) {
		return r.unknownInScopes(&m.written, m.scope)
	}
	if n.Table.O == "" {
		return fmt.Sprintf("column %s is ambiguous: %s", excerpt(n.Name.O), r.candidates(n.Name.O, s.relations[s.lo:s.hi]))
	}
	return fmt.Sprintf("column %s is ambiguous or not of the database it names; qualify it with one alias", excerpt(columnText(n)))
}

// hides reports whether none of the columns that a name could mean may be used.
func (s *scope) hides(n *ast.ColumnName) bool {
	for i := s.lo; i < s.hi; i++ {
		if c, got := s.relations[i].find(n.Name.O); got == unique && s.legal(binding{i, c}) {
			return false
		}
	}
	return n.Table.O == ""
}

// outOfScope says that a column may not be used, in the words that an unknown one gets.
func (r *resolver) outOfScope(m *mention) string {
	if m.problem != nil {
		return m.problem()
	}
	return r.unknownInScopes(&m.written, m.scope)
}

// candidates lists the relations that have a column called name, or one that looks like it.
func (r *resolver) candidates(name string, relations []relation) string {
	var list []string
	for i := range relations {
		rel := &relations[i]
		for _, legal := range rel.legal() {
			if sameName(legal, name) || looksAlike(legal, name) {
				list = append(list, rel.label()+"."+legal)
			}
		}
	}
	if len(list) < 2 {
		return "qualify it with the table that it is of"
	}
	return strings.Join(list[:min(len(list), maxListed)], " or ")
}

func (r *resolver) unknownQualifier(written string, s *scope) string {
	return r.unknownQualifierIn(written, s.relations)
}

// unknownQualifierIn says that a qualifier is no table or alias of the query.
func (r *resolver) unknownQualifierIn(written string, relations []relation) string {
	qualifier := qualifierOf(written)
	var names []string
	for i := range relations {
		if relations[i].name != "" {
			names = append(names, relations[i].name)
		}
	}
	message := fmt.Sprintf("%s is not a table or alias that %s could be of here", excerpt(qualifier), excerpt(written))
	if len(names) > 0 {
		message += "; there is " + listed(names)
	}
	return message
}

// unknownFunction says that a name is no function that may be called.
func (r *resolver) unknownFunction(name string) string {
	return fmt.Sprintf("function %s is not one of the side-effect-free built-in functions of %s", excerpt(name), r.options.Dialect)
}

// starProblem says that a wildcard reaches a column that may not be used, without naming it.
func (r *resolver) starProblem(at Node, s *scope) string {
	message := fmt.Sprintf("%s stands for columns that are not in the schema; list the ones you need", at.near)
	for i := range s.relations {
		rel := &s.relations[i]
		if rel.table != nil && (at.near == "*" || sameName(at.near, rel.name+".*")) && len(rel.legal()) < rel.width() {
			return message + ": " + rel.label() + " has " + listed(rel.legal())
		}
	}
	return message
}

// legal lists the names of the columns that a query may use.
func (rel *relation) legal() []string {
	var names []string
	if rel.table != nil {
		for i := range rel.table.columns {
			if rel.table.columns[i].InScope {
				names = append(names, rel.table.columns[i].Name)
			}
		}
		return names
	}
	for i := range rel.outputs {
		if rel.outputs[i].name != "" {
			names = append(names, rel.outputs[i].name)
		}
	}
	return names
}

// label is what a message calls a relation.
func (rel *relation) label() string {
	if rel.name == "" {
		return "the derived table"
	}
	return rel.name
}

func outputNames(outputs []output) string {
	rel := relation{outputs: outputs}
	return listed(rel.legal())
}

func listed(names []string) string {
	if len(names) <= maxListed {
		return strings.Join(names, ", ")
	}
	return fmt.Sprintf("%s and %d more", strings.Join(names[:maxListed], ", "), len(names)-maxListed)
}

// nearest returns the names closest to name, if they are close: the same words in another order or
// spelling, or a few letters apart. Ties are all returned, up to three.
func nearest(name string, names []string) []string {
	const far = 1 << 10
	best, list := far, []string(nil)
	want := fold(name)
	for _, n := range names {
		d := distance(want, fold(n), best)
		switch {
		case d < best:
			best, list = d, append(list[:0], n)
		case d == best && d < far && len(list) < 3:
			list = append(list, n)
		}
	}
	return list
}

// distance is the number of edits between two names, or a large number if they are not close. A name
// that holds the other counts as close.
func distance(a, b string, atMost int) int {
	const far = 1 << 10
	if len(a) == 0 || len(a) > 64 || len(b) > 64 {
		return far
	}
	limit := min(atMost, max(1, min(len(a), len(b))/3))
	if d := edits(a, b); d <= limit {
		return d
	}
	plain := func(s string) string { return strings.ReplaceAll(s, "_", "") }
	if x, y := plain(a), plain(b); len(x) >= 3 && len(y) >= 3 && (strings.Contains(x, y) || strings.Contains(y, x)) {
		return far/2 + max(len(x), len(y)) - min(len(x), len(y))
	}
	return far
}

// edits is the Levenshtein distance, in bytes.
func edits(a, b string) int {
	var buf [65]int // names of more than 64 bytes are not compared
	row := buf[:len(b)+1]
	for j := range row {
		row[j] = j
	}
	for i := 0; i < len(a); i++ {
		diagonal := row[0]
		row[0] = i + 1
		for j := 0; j < len(b); j++ {
			cost := diagonal
			if a[i] != b[j] {
				cost++
			}
			diagonal = row[j+1]
			row[j+1] = min(cost, row[j]+1, diagonal+1)
		}
	}
	return row[len(b)]
}
