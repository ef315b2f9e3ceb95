package sqlcheck

import (
	"fmt"

	"github.com/asksql/asksql/sqlcheck/internal/tree"
	"github.com/pingcap/tidb/pkg/parser/ast"
)

// Mentions of tables whose rows are filtered. The first reading notes them, and the print has a derived table in the
// place of each. The second reading knows those derived tables by their trees, takes each for the mention that it
// was made of, and refuses every other mention: nothing is left in the print that reads such a table otherwise.

// A filteredMention is a mention of a table in a query.
type filteredMention struct {
	filter *tableFilter
}

// filterMention notes that a mention of a table reads only some of its rows.
func (r *resolver) filterMention(n *ast.TableName, source *ast.TableSource, t *Table) {
	if r.rule != nil && r.rule.mention(n, source, t) {
		return
	}
	f := r.filters.of(t)
	switch {
	case f == nil:
		r.unsupported(nil, t.name, fmt.Sprintf("the table %s has no rule that says which of its rows may be read; leave it out", excerpt(t.name)))
	case f.text == "":
		r.allRows = append(r.allRows, source)
	case !r.again:
		r.mentions = append(r.mentions, filteredMention{f})
		r.names.Derive(source, t.database, t.name, "", &shownRows{r.filters, f, &r.places}, false)
	case r.names.DerivedOf(source) == nil:
		r.unsupported(nil, t.name, "the print reads rows of a table that are not filtered")
	}
}

// finishMentions settles what the tables inside of the derived tables are called, when it is known what those are, and
// which of them no server is to merge: all, or those that stay apart.
func (r *resolver) finishMentions(fenceAll bool) (fenced bool) {
	list := r.names.Deriveds()
	for i := range list {
		f := r.mentions[i].filter
		list[i].Alias = f.alias(list[i].Outside())
		list[i].Fenced = fenceAll || f.isApart()
		fenced = fenced || list[i].Fenced
	}
	return fenced
}

// isApart reports whether no server is ever to merge the derived table: a column of a view may be an expression that
// fails; and MySQL 9.7 gives a row twice, or none, where it has made a semi-join of a filter that looks into other tables
// inside of an outer join or a NOT IN.
func (f *tableFilter) isApart() bool { return f.view || len(f.names) > 0 }

// alias returns what the table is called inside of a derived table of a name, "" for its own name. It keeps that where
// the condition looks into a relation of the other name, whose columns could be taken for its own.
func (f *tableFilter) alias(outside string) string {
	if outside == f.table.name {
		return ""
	}
	shape := shapeOf(outside)
	for _, name := range f.names {
		if shapeOf(name) == shape {
			return ""
		}
	}
	return outside
}

// unwrapMentions puts mentions into the places of the derived tables that were made of them.
func (r *resolver) unwrapMentions(statements []ast.StmtNode) {
	for _, n := range statements {
		n.Accept(&unwrapper{r})
	}
}

type unwrapper struct{ *resolver }

// Enter implements ast.Visitor.
func (u *unwrapper) Enter(n ast.Node) (ast.Node, bool) {
	source, ok := n.(*ast.TableSource)
	if !ok {
		return n, false
	}
	block, ok := source.Source.(*ast.SelectStmt)
	if !ok || source.Lateral || source.ColumnNames != nil || source.AsName.O == "" {
		return n, false
	}
	table, alias, fenced, ok := u.filters.mentionIn(block, source.AsName.O)
	if !ok {
		return n, false
	}
	f := u.filters.access.tables[tableKey{table.Schema.O, table.Name.O}]
	source.Source = table
	u.mentions = append(u.mentions, filteredMention{f})
	u.names.Derive(source, table.Schema.O, table.Name.O, alias, &shownRows{u.filters, f, &u.places}, fenced)
	return n, true
}

// Leave implements ast.Visitor.
func (u *unwrapper) Leave(n ast.Node) (ast.Node, bool) { return n, true }

// mentionIn returns the table that a block reads if it is what a mention of it is printed as: exactly its filter
// over exactly the table, which has its own name or that of the derived table. Which columns it selects, the text of
// the next print says.
func (f *Filters) mentionIn(n *ast.SelectStmt, outside string) (table *ast.TableName, alias string, fenced, ok bool) {
	if n.From == nil || n.Where == nil || n.GroupBy != nil || n.Having != nil || n.WindowSpecs != nil || n.OrderBy != nil ||
		n.LockInfo != nil || n.SelectIntoOpt != nil || n.With != nil || n.Distinct || n.Kind != ast.SelectStmtKindSelect ||
		n.Lists != nil || n.AfterSetOperator != nil || n.TableHints != nil || !tree.PlainOptions(n.SelectStmtOpts) || n.AsViewSchema {
		return nil, "", false, false
	}
	join := n.From.TableRefs
	if join.Right != nil || join.On != nil || join.Using != nil || join.NaturalJoin {
		return nil, "", false, false
	}
	source, ok := join.Left.(*ast.TableSource)
	if !ok || source.AsName.O != "" && source.AsName.O != outside || source.Lateral || source.ColumnNames != nil {
		return nil, "", false, false
	}
	if table, ok = source.Source.(*ast.TableName); !ok || !tree.PlainTable(table) {
		return nil, "", false, false
	}
	filter := f.access.tables[tableKey{table.Schema.O, table.Name.O}]
	if filter == nil || filter.tree == nil || !columnsOnly(n.Fields) {
		return nil, "", false, false
	}
	if fenced, ok = tree.Fence(n.Limit); !ok {
		return nil, "", false, false
	}
	alias = source.AsName.O
	own := tree.Own{Database: table.Schema.O, Table: table.Name.O, Called: visibleName(alias, table.Name.O)}
	return table, alias, fenced, tree.Same(filter.tree, n.Where, own, f.is)
}

// columnsOnly reports whether a select list is names without qualifiers, or the literal 1.
func columnsOnly(list *ast.FieldList) bool {
	if list == nil || len(list.Fields) == 0 {
		return false
	}
	for _, f := range list.Fields {
		if f.WildCard != nil || f.AsName.O != "" {
			return false
		}
		switch e := f.Expr.(type) {
		case *ast.ColumnNameExpr:
			if e.Name.Table.O != "" || e.Name.Schema.O != "" {
				return false
			}
		case ast.ValueExpr:
			if count, ok := tree.RowCount(e); !ok || count != 1 || len(list.Fields) != 1 {
				return false
			}
		default:
			return false
		}
	}
	return true
}
