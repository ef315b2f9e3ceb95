package ddl

import (
	"fmt"
	"strings"

	"github.com/pingcap/tidb/pkg/parser/ast"

	"github.com/asksql/asksql/rules"
	"github.com/asksql/asksql/schema"
	"github.com/asksql/asksql/sqlcheck"
)

// viewLimits returns wide limits: a server has taken the query already.
func viewLimits() sqlcheck.Limits {
	return sqlcheck.Limits{Bytes: 256 << 10, Depth: 1000, Nodes: 100_000, Relations: 1000, Unlinked: 1000}
}

// project returns the columns of the result of a query: their names as the server gives them, and
// types and comments where they are columns of tables. All are said to be NULL at times.
func (r *replay) project(query, database string) ([]schema.Column, error) {
	checked, err := r.check(query, database)
	if err != nil {
		return nil, reasonOf(err)
	}
	outputs := checked.Facts().Projection
	columns := make([]schema.Column, len(outputs))
	fields := plainFields(checked.String(), len(outputs))
	for i, out := range outputs {
		columns[i].Name = out.Name
		if fields != nil && fields[i] && len(out.Columns) == 1 {
			columns[i].Type, columns[i].Description = r.about(out.Columns[0])
		}
	}
	return columns, nameAll(columns, query)
}

// check checks a query over the tables there are. A column that is not part of * may be named in a
// view, so a query that is refused without them is checked with them.
func (r *replay) check(query, database string) (*sqlcheck.Query, error) {
	checker, err := sqlcheck.New(rules.All(), sqlcheck.Options{
		Dialect: r.dialect, Limits: viewLimits(), Functions: calledIn(query), FullGroupBy: sqlcheck.FullGroupByOff,
	})
	if err != nil {
		return nil, err
	}
	checked, err := checker.Check(query, catalog{r, database, visible})
	if err != nil {
		if again, err := checker.Check(query, catalog{r, database, everything}); err == nil {
			return again, nil
		}
	}
	return checked, err
}

// calledIn returns whatever in a query may be the name of a function: a view may call any, and runs
// nowhere here.
func calledIn(query string) []string {
	var names []string
	l := newLexer(query)
	for t, ok := l.next(); ok; t, ok = l.next() {
		if name, isName := t.name(); isName && l.at(l.pos) == '(' && isFunctionName(name) {
			names = append(names, name)
		}
	}
	return names
}

func isFunctionName(name string) bool {
	return name != "" && !isDigit(name[0]) && strings.Trim(strings.ToLower(name), "abcdefghijklmnopqrstuvwxyz0123456789_") == ""
}

// A catalog shows the tables of a replay to the queries of views.
type catalog struct {
	*replay
	database string // that unqualified names are in
	shown    int    // visible or everything
}

// What a catalog shows of tables.
const (
	visible    = iota // columns that are part of *
	everything        // all columns
)

// Table implements sqlcheck.Catalog.
func (c catalog) Table(db, name string) *sqlcheck.Table {
	if db == "" {
		db = c.database
	}
	t := c.tables[newTableKey(db, name)]
	if t == nil || t.columns == nil {
		return nil
	}
	if t.shown[c.shown] == nil {
		t.shown[c.shown] = t.asShown(c.shown)
	}
	return t.shown[c.shown]
}

func (t *table) asShown(what int) *sqlcheck.Table {
	var columns []sqlcheck.Column
	for _, c := range t.columns {
		if what == everything || !c.invisible {
			columns = append(columns, sqlcheck.Column{Name: c.Name, InScope: true})
		}
	}
	return sqlcheck.NewTable(t.database, t.name, columns)
}

// about returns the type and the comment of a column that a query uses.
func (r *replay) about(c sqlcheck.BaseColumn) (kind, comment string) {
	t := r.tables[newTableKey(c.Table.Database(), c.Table.Name())]
	i, err := t.find(c.Column.Name)
	if err != nil {
		return "", ""
	}
	return t.columns[i].Type, t.columns[i].Description
}

// plainFields reports for each of the n columns of a checked query's result whether it is a column
// of a table as it is. It returns nil where that cannot be told: behind a derived table or CTE, and
// in a set operation, one column of a table may be anything.
func plainFields(checked string, n int) []bool {
	node, err := parse(checked, mode{})
	sel, ok := node.(*ast.SelectStmt)
	if err != nil || !ok || sel.With != nil || sel.Fields == nil || len(sel.Fields.Fields) != n || sel.From == nil || !onlyTables(sel.From.TableRefs) {
		return nil
	}
	plain := make([]bool, n)
	for i, field := range sel.Fields.Fields {
		_, plain[i] = field.Expr.(*ast.ColumnNameExpr)
	}
	return plain
}

// onlyTables reports whether a FROM clause has tables only.
func onlyTables(n ast.ResultSetNode) bool {
	switch n := n.(type) {
	case nil:
		return true
	case *ast.Join:
		return n != nil && onlyTables(n.Left) && onlyTables(n.Right)
	case *ast.TableSource:
		_, ok := n.Source.(*ast.TableName)
		return ok
	}
	return false
}

// nameAll names the columns that are expressions without an alias: by their text, as the server
// does.
func nameAll(columns []schema.Column, query string) error {
	var texts []string
	for i := range columns {
		if columns[i].Name != "" {
			continue
		}
		if texts == nil {
			texts = fieldTexts(query)
		}
		if len(texts) != len(columns) || texts[i] == "" {
			return fmt.Errorf("its column %d has no name", i+1)
		}
		columns[i].Name = texts[i]
	}
	return nil
}

// fieldTexts returns the texts of the expressions that a query selects; nil if it has wildcards.
func fieldTexts(query string) []string {
	node, err := parse(query, mode{})
	sel := firstSelect(node)
	if err != nil || sel == nil || sel.Fields == nil {
		return nil
	}
	var texts []string
	for _, field := range sel.Fields.Fields {
		if field.WildCard != nil {
			return nil
		}
		texts = append(texts, strings.TrimSpace(field.Text()))
	}
	return texts
}

// firstSelect returns the query block that gives a result its names; nil if it is none.
func firstSelect(node ast.Node) *ast.SelectStmt {
	for {
		switch n := node.(type) {
		case *ast.SelectStmt:
			return n
		case *ast.SetOprStmt:
			if n.SelectList == nil {
				return nil
			}
			node = n.SelectList
		case *ast.SetOprSelectList:
			if len(n.Selects) == 0 {
				return nil
			}
			node = n.Selects[0]
		default:
			return nil
		}
	}
}
