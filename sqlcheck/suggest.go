package sqlcheck

import (
	"fmt"
	"slices"
	"strings"

	"github.com/pingcap/tidb/pkg/parser/ast"
)

// Messages about names say what would be legal instead. They are made of what a query may use, so
// that a name that does not exist and one that may not be used get the same words.

const (
	// maxCompared is how many names of the schema the suggestions for one text may look at. One outside
	// ASCII counts as many.
	maxCompared     = 1 << 15
	foreignCompared = 32
	// maxListed is how many names a message lists.
	maxListed = 8
	// maxRelationsListed is how many relations a message lists the columns of.
	maxRelationsListed = 3
)

// mayCompare reports whether another n names may be looked at for a suggestion.
func (r *resolver) mayCompare(n int) bool {
	r.compared += n
	return r.compared <= maxCompared
}

// mayLiken reports whether a name may be compared with others.
func (r *resolver) mayLiken(name string, names []string) bool {
	n := len(names)
	for _, other := range names {
		if !isASCII(other) {
			n += foreignCompared
		}
	}
	if !isASCII(name) {
		n += foreignCompared
	}
	return r.mayCompare(n)
}

// unknownInScopes says that a column's name means nothing in s or around it.
func (r *resolver) unknownInScopes(n *ast.ColumnName, s *scope) string {
	if s.clause == inSetOrder {
		return unknownInSetOrder(n, s)
	}
	var visible []relation
	for sc := s; sc != nil; sc = sc.parent {
		if e := sc.declared(n); e != nil {
			return aliasTooEarly(n.Name.O, e, sc.clause)
		}
		visible = append(visible, sc.relations[sc.lo:sc.hi]...)
	}
	if n.Table.O == "" {
		if _, alias := s.output(n.Name.O); alias == unique && s.clause.seesLabels() {
			return fmt.Sprintf("column %s is not in the schema, and its alias means nothing here; repeat the expression", excerpt(n.Name.O))
		}
		if near := r.likeAlias(n.Name.O, s); near != "" {
			return fmt.Sprintf("column %s is not in the schema; the select list has %s", excerpt(n.Name.O), near)
		}
		return r.unknownColumn(n.Name.O, visible)
	}
	for sc := s; sc != nil; sc = sc.parent {
		if i, got := sc.relation(sc.lo, sc.hi, n.Schema.O, n.Table.O, r.options.CaseSensitiveTables); got == unique {
			return r.unknownIn(n, &sc.relations[i], visible)
		}
	}
	return r.unknownQualifier(columnText(n), s, visible)
}

func unknownInSetOrder(n *ast.ColumnName, s *scope) string {
	if n.Table.O != "" {
		return fmt.Sprintf("ORDER BY of a set operation cannot qualify %s; write the column's name in the first arm: %s", excerpt(columnText(n)), outputNames(s.outputs))
	}
	return fmt.Sprintf("column %s is not in the first arm of the set operation, whose names its ORDER BY sees: %s", excerpt(n.Name.O), outputNames(s.outputs))
}

// declared returns the expression that the select list gives the name to, as an alias that the clause
// cannot see, nil if it does not.
func (s *scope) declared(n *ast.ColumnName) ast.ExprNode {
	if n.Table.O != "" || s.clause != inFrom && s.clause != inWhere && s.clause != inProjection {
		return nil
	}
	for _, f := range s.selected {
		if f.AsName.O != "" && sameName(trimmed(f.AsName.O), n.Name.O) {
			return f.Expr
		}
	}
	return nil
}

// likeAlias returns the aliases nearest to a name in a clause that sees them, "" if none is near.
func (r *resolver) likeAlias(name string, s *scope) string {
	if !s.clause.seesLabels() {
		return ""
	}
	var aliases []string
	for i := range s.outputs {
		if o := &s.outputs[i]; !o.plain && o.name != "" {
			aliases = append(aliases, o.name)
		}
	}
	if len(aliases) == 0 || !r.mayLiken(name, aliases) {
		return ""
	}
	return joined(nearestWithin(name, aliases, holdsWords))
}

// aliasTooEarly says that an alias of the select list is not seen in a clause.
func aliasTooEarly(name string, e ast.ExprNode, in clause) string {
	switch {
	case in == inProjection:
		return fmt.Sprintf("%s is an alias, which the select list itself cannot use; repeat its expression, or select from a derived table that has it", excerpt(name))
	case e.GetFlag()&ast.FlagHasWindowFunc != 0:
		return fmt.Sprintf("%s is an alias of a window function, which WHERE and ON cannot see; filter on it in a query round this one", excerpt(name))
	}
	return fmt.Sprintf("%s is an alias of the select list, which WHERE and ON cannot see; repeat its expression, or filter on it in HAVING", excerpt(name))
}

// unknownIn says that a relation that a name is qualified with does not have the column.
func (r *resolver) unknownIn(n *ast.ColumnName, rel *relation, visible []relation) string {
	if others := r.having(n.Name.O, visible, "."+asWritten(n.Name.O)); len(others) > 0 {
		return fmt.Sprintf("%s has no column %s; write %s", rel.label(), excerpt(n.Name.O), strings.Join(others, " or "))
	}
	if tables := r.elsewhere(n.Name.O); len(tables) > 0 && rel.table != nil {
		return fmt.Sprintf("%s has no column %s; join a table that has it: %s", rel.label(), excerpt(n.Name.O), joined(tables))
	}
	message := fmt.Sprintf("column %s is not in the schema", excerpt(columnText(n)))
	if whole := r.unquoted(n.Name.O, rel); whole != "" {
		return fmt.Sprintf("%s; write %s.%s, in back-quotes", message, asWritten(rel.name), whole)
	}
	if legal := rel.legal(); len(legal) > 0 && r.mayLiken(n.Name.O, legal) {
		message += "; " + rel.has(suggested(n.Name.O, legal))
	}
	return message
}

// having returns the relations that have a column that may be used, each followed by what is given.
func (r *resolver) having(name string, relations []relation, followed string) []string {
	var list []string
	for i := range relations {
		rel := &relations[i]
		if _, got := rel.find(name); got == unique && rel.name != "" && len(list) < maxListed {
			list = append(list, excerpt(asWritten(rel.name)+followed))
		}
	}
	return list
}

// unknownColumn says that none of the relations has a column, or none that may be used.
func (r *resolver) unknownColumn(name string, relations []relation) string {
	message := fmt.Sprintf("column %s is not in the schema", excerpt(name))
	if len(relations) == 0 {
		return message + "; there is no table to take it from: write a FROM clause"
	}
	if qualifier, column, dotted := strings.Cut(name, "."); dotted {
		return fmt.Sprintf("%s in one pair of back-quotes is one name; quote each part, as in `%s`.`%s`", excerpt(name), excerpt(qualifier), excerpt(column))
	}
	if table := r.tableCalled(name, relations); table != "" {
		return fmt.Sprintf("%s is a table, not a column; name one of its columns: %s", excerpt(name), table)
	}
	if tables := r.elsewhere(name); len(tables) > 0 && readsTable(relations) {
		return fmt.Sprintf("no table of this query has a column %s; join one that has it: %s", excerpt(name), joined(tables))
	}
	for i := range relations {
		if whole := r.unquoted(name, &relations[i]); whole != "" {
			return fmt.Sprintf("%s; write %s, in back-quotes", message, whole)
		}
	}
	if hints := r.likeColumns(name, relations); len(hints) > 0 {
		return message + "; " + strings.Join(hints, "; ")
	}
	return message
}

// likeColumns says which relations have columns like the name, and if none has, which columns they
// have.
func (r *resolver) likeColumns(name string, relations []relation) (hints []string) {
	var lists [][]string
	for i := range relations {
		legal := relations[i].legal()
		if !r.mayLiken(name, legal) {
			return hints
		}
		lists = append(lists, legal)
		if near := nearest(name, legal); len(near) > 0 && len(hints) < maxListed {
			if hint := relations[i].has(joined(near)); !slices.Contains(hints, hint) {
				hints = append(hints, hint)
			}
		}
	}
	if len(hints) > 0 || len(relations) > maxRelationsListed {
		return hints
	}
	for i, legal := range lists {
		if len(legal) > 0 {
			hints = append(hints, relations[i].has(listed(legal)))
		}
	}
	return hints
}

// tableCalled returns the columns of the visible relation that a name is the name of, "" if none is.
func (r *resolver) tableCalled(name string, relations []relation) string {
	for i := range relations {
		rel := &relations[i]
		if sameName(rel.name, name) || rel.table != nil && sameName(rel.table.name, name) {
			return listed(rel.legal())
		}
	}
	return ""
}

func readsTable(relations []relation) bool {
	for i := range relations {
		if relations[i].table != nil {
			return true
		}
	}
	return false
}

// elsewhere returns the tables of the schema that have a column that may be used.
func (r *resolver) elsewhere(column string) []string {
	var list []string
	tables := r.tables()
	looked := len(tables) / 8 // a look-up is cheap, unless it must ask what a server might take for the name
	if !isASCII(column) {
		looked = len(tables) * foreignCompared
	}
	if !r.mayCompare(looked) {
		return nil
	}
	for _, t := range tables {
		if c := t.Column(column); c != nil && len(list) < maxNearest {
			list = append(list, t.name)
		}
	}
	return list
}

// tables returns the tables that a query may use, nil if the catalog does not tell.
func (r *resolver) tables() []*Table {
	if suggester, ok := r.catalog.(Suggester); ok {
		return suggester.Tables()
	}
	return nil
}

// confusableColumn says what a server might take for the name: another alias, or a column, which may be out
// of scope.
func (r *resolver) confusableColumn(n *ast.ColumnName, s *scope, m *mention) string {
	if n.Table.O != "" {
		if i, got := s.relation(s.lo, s.hi, n.Schema.O, n.Table.O, r.options.CaseSensitiveTables); got == confusable {
			return fmt.Sprintf("%s in %s could be taken for %s; use other aliases", excerpt(n.Table.O), excerpt(columnText(n)), s.relations[i].label())
		}
	}
	return r.unknownInScopes(m.written.node(), m.scope)
}

// ambiguousColumn lists what a name could mean.
func (r *resolver) ambiguousColumn(n *ast.ColumnName, s *scope) string {
	if visible := s.relations[s.lo:s.hi]; n.Table.O == "" {
		return fmt.Sprintf("column %s is ambiguous; %s", excerpt(n.Name.O), r.candidates(n.Name.O, visible))
	}
	return fmt.Sprintf("column %s is ambiguous or not of the database it names; qualify it with one alias", excerpt(columnText(n)))
}

// candidates says how to write a name that several relations have so that it means one column.
func (r *resolver) candidates(name string, relations []relation) string {
	return "write " + strings.Join(r.having(name, relations, "."+asWritten(name)), " or ")
}

// legal lists the names of the columns that a query may use.
func (rel *relation) legal() []string {
	if rel.table != nil {
		return rel.table.legal()
	}
	var names []string
	for i := range rel.outputs {
		if rel.outputs[i].name != "" {
			names = append(names, rel.outputs[i].name)
		}
	}
	return names
}

func (t *Table) legal() []string {
	var names []string
	for i := range t.columns {
		names = append(names, t.columns[i].Name)
	}
	return names
}

// label is what a message calls a relation.
func (rel *relation) label() string {
	if rel.name == "" {
		return "the derived table"
	}
	return excerpt(rel.name)
}

func (rel *relation) has(columns string) string { return rel.label() + " has " + columns }

func outputNames(outputs []output) string {
	rel := relation{outputs: outputs}
	return listed(rel.legal())
}

// suggested returns the names nearest to one, or if none is near, all of them.
func suggested(name string, names []string) string {
	if near := nearest(name, names); len(near) > 0 {
		return joined(near)
	}
	return listed(names)
}

// counted returns a number with the name of what it counts.
func counted(n int, what string) string {
	if n == 1 {
		return "1 " + what
	}
	return fmt.Sprintf("%d %ss", n, what)
}

func listed(names []string) string {
	if len(names) <= maxListed {
		return joined(names)
	}
	return fmt.Sprintf("%s and %d more", joined(names[:maxListed]), len(names)-maxListed)
}
