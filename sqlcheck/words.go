package sqlcheck

import (
	"fmt"
	"slices"
	"sync"

	"github.com/asksql/asksql/sqlcheck/internal/builtin"
	"github.com/asksql/asksql/sqlcheck/internal/suggest"
	"github.com/pingcap/tidb/pkg/parser/ast"
)

// What is refused is worded by package suggest. This file gathers what it needs, once something is
// refused.

// maxExplained is how many unknown names of each kind are held against the schema for what was meant: nobody
// reads on, and each costs a walk through the names.
const maxExplained = 32

// words returns the adviser of the text.
func (r *resolver) words() *suggest.Advisor {
	if r.advisor == nil {
		tables := sync.OnceValue(r.suggested)
		r.advisor = &suggest.Advisor{
			Quoter:    quoter(),
			Text:      r.source.SQL,
			Product:   r.options.Dialect.product(),
			Functions: sync.OnceValue(func() []string { return builtin.Names(r.server) }),
			Schema: suggest.Schema{
				Tables: sync.OnceValue(func() []string { return namesOf(tables()) }),
				Having: func(column string, most int) []string { return havingColumn(tables(), column, most) },
				Called: r.tableCalled,
			},
		}
	}
	return r.advisor
}

func quoter() suggest.Quoter {
	return suggest.Quoter{Reserved: func(word string) bool { return reserved()[word] }}
}

// suggested returns the tables that a query may use, nil if the catalog does not tell.
func (r *resolver) suggested() []*Table {
	suggester, ok := r.catalog.(Suggester)
	if !ok {
		return nil
	}
	tables := suggester.Tables()
	if slices.ContainsFunc(tables, isHidden) {
		tables = slices.DeleteFunc(slices.Clone(tables), isHidden)
	}
	return tables
}

// isHidden reports whether a table shows no column: then it is not there.
func isHidden(t *Table) bool { return len(t.columns) == 0 }

func namesOf(tables []*Table) []string {
	names := make([]string, len(tables))
	for i, t := range tables {
		names[i] = t.name
	}
	return names
}

// havingColumn returns the first tables that have a column.
func havingColumn(tables []*Table, column string, most int) []string {
	var list []string
	for _, t := range tables {
		if t.Column(column) != nil && len(list) < most {
			list = append(list, t.name)
		}
	}
	return list
}

func (r *resolver) tableCalled(name string) (string, bool) {
	t := r.lookupTable("", name)
	if t == nil {
		return "", false
	}
	return t.name, true
}

// described returns relations as suggestions see them.
func described(relations []relation) []suggest.Relation { return appendDescribed(nil, relations) }

func appendDescribed(list []suggest.Relation, relations []relation) []suggest.Relation {
	for i := range relations {
		list = append(list, relations[i].described())
	}
	return list
}

func (rel *relation) described() suggest.Relation {
	d := suggest.Relation{Name: rel.name, Columns: columnsOf{rel}}
	if t := rel.table; t != nil {
		d.IsTable, d.Database, d.Table = true, t.database, t.name
	}
	return d
}

// columnsOf are the columns of a relation that can be named.
type columnsOf struct{ *relation }

// Len implements suggest.Columns.
func (c columnsOf) Len() int { return c.width() }

// Has implements suggest.Columns.
func (c columnsOf) Has(name string) bool {
	_, outcome := c.find(name)
	return outcome == unique
}

// Names implements suggest.Columns.
func (c columnsOf) Names() []string {
	if c.names != nil {
		return c.names
	}
	names := make([]string, 0, c.width())
	for i := range c.width() {
		if name := c.column(i); name != "" || c.table != nil {
			names = append(names, name)
		}
	}
	c.names = names
	return names
}

// unknownInScopes says that a column's name means nothing in s or around it.
func (r *resolver) unknownInScopes(n *ast.ColumnName, s *scope) string {
	if r.explained.columns++; r.explained.columns > maxExplained {
		return fmt.Sprintf("column %s is not in the schema", excerpt(n.Name.O))
	}
	if s.clause == inSetOrder {
		return r.words().UnknownInSetOrder(columnText(n), n.Table.O != "", columnsOf{&relation{outputs: s.outputs}})
	}
	visible := r.visible[:0]
	defer func() { r.visible = emptied(visible) }()
	for sc := s; sc != nil; sc = sc.parent {
		if e := sc.declared(n); e != nil {
			return suggest.AliasTooEarly(n.Name.O, unseen(e, sc.clause))
		}
		visible = appendDescribed(visible, sc.relations[sc.lo:sc.hi])
	}
	if n.Table.O == "" {
		return r.words().UnknownColumn(n.Name.O, s.labels(n.Name.O), visible)
	}
	for sc := s; sc != nil; sc = sc.parent {
		if i, got := sc.relation(sc.lo, sc.hi, n.Schema.O, n.Table.O, r.options.CaseSensitiveTables); got == unique {
			rel := sc.relations[i].described()
			return r.words().UnknownColumnOf(&rel, n.Name.O, columnText(n), visible)
		}
	}
	return r.unknownQualifier(columnText(n), s, visible)
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

// unseen returns why a clause does not see the alias of an expression.
func unseen(e ast.ExprNode, from clause) suggest.Unseen {
	switch {
	case from == inProjection:
		return suggest.SameSelectList
	case e.GetFlag()&ast.FlagHasWindowFunc != 0:
		return suggest.BeforeWindows
	default:
		return suggest.BeforeSelectList
	}
}

// labels returns the labels that the clause sees, for a name that is sought among them.
func (s *scope) labels(sought string) (labels suggest.Labels) {
	if !s.clause.seesLabels() {
		return labels
	}
	_, outcome := s.output(sought)
	labels.Has = outcome == unique
	for i := range s.outputs {
		if o := &s.outputs[i]; !o.plain && o.name != "" {
			labels.Aliases = append(labels.Aliases, o.name)
		}
	}
	return labels
}

// confusableColumn says what a server might take the name for: another alias, or a column, which may be out
// of scope.
func (r *resolver) confusableColumn(n *ast.ColumnName, s *scope, m *mention) string {
	if n.Table.O != "" {
		if i, got := s.relation(s.lo, s.hi, n.Schema.O, n.Table.O, r.options.CaseSensitiveTables); got == confusable {
			rel := s.relations[i].described()
			return suggest.TakenFor(n.Table.O, columnText(n), &rel)
		}
	}
	return r.unknownInScopes(m.written.node(), m.scope)
}

// ambiguousColumn lists what a name could mean.
func (r *resolver) ambiguousColumn(n *ast.ColumnName, s *scope) string {
	if n.Table.O != "" {
		return suggest.AmbiguousQualified(columnText(n))
	}
	return r.words().Ambiguous(n.Name.O, described(s.relations[s.lo:s.hi]))
}

// unknownFunction says that a name is no function that may be called.
func (r *resolver) unknownFunction(name string) string {
	if r.explained.functions++; r.explained.functions > maxExplained {
		return fmt.Sprintf("function %s is not one of the side-effect-free built-in functions of %s", excerpt(name), r.options.Dialect.product())
	}
	if other := builtin.OnOthers(name, r.server); other != nil {
		return r.words().FunctionOfOthers(name, r.versions(other))
	}
	return r.words().UnknownFunction(name)
}

// versions says which versions of the server have a function that this one has not.
func (r *resolver) versions(f *builtin.Function) suggest.Versions {
	v := suggest.Versions{Product: r.options.Dialect.product()}
	if r.server.Version != 0 {
		v.Server = r.server.Version.String()
	}
	if f.Since > 0 && (r.server.Version == 0 || r.server.Version < f.Since) {
		v.Since = f.Since.String()
	} else if f.Until > 0 {
		v.Until = f.Until.String()
	}
	return v
}

// unknownTable says that a table is not there.
func (r *resolver) unknownTable(database, name string, s *scope) string {
	if r.explained.tables++; r.explained.tables > maxExplained {
		return fmt.Sprintf("table %s is not in the schema", excerpt(name))
	}
	return r.words().UnknownTable(database, name, r.namesake(database, name, s))
}

// namesake returns what the text has of the name of a table.
func (r *resolver) namesake(database, name string, s *scope) suggest.Namesake {
	if database != "" {
		if c, outcome := s.ctes.find(name, r.options.CaseSensitiveTables); outcome == unique {
			return suggest.Namesake{Kind: suggest.CTEInDatabase, Name: c.name}
		}
		return suggest.Namesake{}
	}
	if kind := r.unseenCTE(name); kind != suggest.NoNamesake {
		return suggest.Namesake{Kind: kind}
	}
	for sc := s; sc != nil; sc = sc.parent {
		if sc.hasRelation(name) {
			return suggest.Namesake{Kind: suggest.AliasAround}
		}
	}
	return suggest.Namesake{}
}

// A formingCTE is one whose body is being resolved: that at position i of its WITH clause.
type formingCTE struct {
	with *ast.WithClause
	i    int
}

// unseenCTE returns why a CTE that the text defines is not seen.
func (r *resolver) unseenCTE(name string) suggest.NamesakeKind {
	for _, f := range r.forming {
		for i, n := range f.with.CTEs[f.i:] {
			switch {
			case !sameName(n.Name.O, name):
			case i == 0:
				return suggest.CTEItself
			default:
				return suggest.CTELater
			}
		}
	}
	if contains(r.defined, name) {
		return suggest.CTEOutOfSight
	}
	return suggest.NoNamesake
}

// unknownQualifier says that a qualifier is no table or alias that is visible from s. The last part of
// written is the column.
func (r *resolver) unknownQualifier(written string, s *scope, visible []suggest.Relation) string {
	qualifier := qualifierOf(written)
	return r.words().UnknownQualifier(written, qualifier, visible, func() suggest.Sight { return r.sight(qualifier, s) })
}

// sight returns why a relation that the text has cannot be seen from s.
func (r *resolver) sight(qualifier string, s *scope) suggest.Sight {
	for sc := s; sc != nil; sc = sc.parent {
		switch {
		case sc.clause != inFrom:
		case sc.hasRelation(qualifier):
			return suggest.OtherSide
		case joinsLater(sc.tree, qualifier):
			return suggest.JoinedLater
		}
	}
	if !r.words().MayCompare(r.used) {
		return suggest.Nowhere
	}
	for _, sc := range r.scopes[:r.used] {
		switch {
		case !sc.hasRelation(qualifier):
		case sc.done:
			return suggest.InsideOther
		case r.setApart > 0:
			return suggest.OutsideArm
		default:
			return suggest.OutsideDerived
		}
	}
	return suggest.Nowhere
}

// hasRelation reports whether a relation of the FROM clause, as far as it was read, has the name.
func (s *scope) hasRelation(name string) bool {
	for i := range s.relations {
		if sameName(s.relations[i].name, name) {
			return true
		}
	}
	return false
}

// joinsLater reports whether a FROM clause has a table or alias of the name.
func joinsLater(n ast.ResultSetNode, name string) bool {
	switch n := n.(type) {
	case *ast.Join:
		for left := n; left != nil; {
			if left.Right != nil && joinsLater(left.Right, name) {
				return true
			}
			next, ok := left.Left.(*ast.Join)
			if !ok {
				return joinsLater(left.Left, name)
			}
			left = next
		}
	case *ast.TableSource:
		if table, ok := n.Source.(*ast.TableName); ok && n.AsName.O == "" {
			return sameName(table.Name.O, name)
		}
		return sameName(n.AsName.O, name)
	}
	return false
}

// For messages that are written where they are said.

func excerpt(s string) string { return suggest.Excerpt(s) }

func cut(s string, n int) string { return suggest.Cut(s, n) }

func counted(n int, what string) string { return suggest.Counted(n, what) }

func listed(names []string) string { return quoter().Listed(names) }
