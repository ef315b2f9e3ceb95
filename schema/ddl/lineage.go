package ddl

import (
	"slices"
	"strings"

	"github.com/pingcap/tidb/pkg/parser/ast"
	"github.com/pingcap/tidb/pkg/parser/format"

	"github.com/asksql/asksql/schema"
	"github.com/asksql/asksql/sqlcheck"
)

// A ColumnName names a column of a table.
type ColumnName struct{ Table, Column string }

// A Derivation says which columns a generated column, or a column of a view, is computed from. Those of a view may be
// columns of another view.
type Derivation struct {
	ColumnName
	From []ColumnName
}

// Definitions are what makes columns: the queries of views by name, and the expressions of generated columns.
type Definitions struct {
	Views     map[string]string
	Generated map[ColumnName]string
}

// Derive returns what the columns of a document are computed from, as the checker resolves the definitions. What it
// cannot resolve is left out.
func Derive(doc *schema.Document, d Definitions) []Derivation {
	dialect, err := sqlcheck.ParseDialect(doc.Dialect)
	if err != nil {
		return nil
	}
	r := newReplay(Options{Dialect: dialect, Database: doc.Database})
	for i := range doc.Tables {
		t := &table{database: doc.Database, name: doc.Tables[i].Name}
		for _, c := range doc.Tables[i].Columns {
			t.columns = append(t.columns, column{Column: c, expression: d.Generated[ColumnName{t.name, c.Name}]})
		}
		if query, ok := d.Views[t.name]; ok {
			t.view = &view{query: query}
		}
		r.tables[newTableKey(t.database, t.name)] = t
	}
	return r.derivations()
}

// derivations returns what columns are computed from.
func (r *replay) derivations() []Derivation {
	var all []Derivation
	for _, t := range r.sorted() {
		if t.view != nil {
			all = append(all, r.ofView(t)...)
			continue
		}
		for _, c := range t.columns {
			if from := r.ofExpression(t, c.expression); from != nil {
				all = append(all, Derivation{ColumnName{t.name, c.Name}, from})
			}
		}
	}
	return all
}

// ofView returns what the columns of a view are computed from.
func (r *replay) ofView(t *table) []Derivation {
	checked, err := r.check(t.view.query, t.database)
	if err != nil || len(checked.Facts().Projection) != len(t.columns) {
		return nil
	}
	var all []Derivation
	for i, out := range checked.Facts().Projection {
		all = append(all, Derivation{ColumnName{t.name, t.columns[i].Name}, names(out.Columns)})
	}
	return all
}

// ofExpression returns the columns of the table that an expression is computed from. Where the checker takes it for no
// query, those whose names are in it.
func (r *replay) ofExpression(t *table, expression string) []ColumnName {
	if expression == "" {
		return nil
	}
	checked, err := r.check("SELECT ("+expression+") FROM "+qualified(t.database, t.name), t.database)
	if err == nil && len(checked.Facts().Projection) == 1 {
		return names(checked.Facts().Projection[0].Columns)
	}
	var from []ColumnName
	l := newLexer(expression)
	for word, ok := l.next(); ok; word, ok = l.next() {
		name, isName := word.name()
		if i, err := t.find(name); isName && err == nil {
			from = append(from, ColumnName{t.name, t.columns[i].Name})
		}
	}
	return from
}

func names(columns []sqlcheck.BaseColumn) []ColumnName {
	list := make([]ColumnName, 0, len(columns))
	for _, c := range columns {
		list = append(list, ColumnName{c.Table.Name(), c.Column.Name})
	}
	return slices.Compact(list)
}

// expressionText returns an expression as text that every sql_mode reads alike, "" if it cannot be written.
func expressionText(e ast.ExprNode) string {
	var b strings.Builder
	if e == nil || e.Restore(format.NewRestoreCtx(format.DefaultRestoreFlags, &b)) != nil {
		return ""
	}
	return b.String()
}
