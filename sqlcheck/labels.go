package sqlcheck

import (
	"fmt"

	"github.com/asksql/asksql/sqlcheck/internal/label"
	"github.com/asksql/asksql/sqlcheck/internal/literal"
	"github.com/asksql/asksql/sqlcheck/internal/print"
	"github.com/asksql/asksql/sqlcheck/internal/tree"

	"github.com/pingcap/tidb/pkg/parser/ast"
)

// The names of the columns of derived tables and CTEs. An expression without an alias has its own text
// for a name, which the print changes.

// checkNames refuses a derived table or CTE in which a name stands twice.
func (r *resolver) checkNames(outputs []output, what string) {
	seen := make(map[string]bool, len(outputs))
	unaliased := false
	for i := range outputs {
		o := &outputs[i]
		unaliased = unaliased || o.unaliased()
		if o.name == "" {
			continue
		}
		r.outerBlanks(o.name, "a column name of "+what)
		if o.field == nil || o.field.AsName.O != "" { // an implied name is not printed unless it is used
			r.identifier(o.name, "a column name of "+what)
		}
		key := fold(o.name)
		if !isASCII(key) {
			key = skeleton(key)
		}
		if seen[key] {
			r.fault(fmt.Sprintf("%s has the column name %s twice; give one an alias", what, excerpt(o.name)), Node{near: excerpt(o.name)})
			return
		}
		seen[key] = true
	}
	if unaliased && len(outputs) > 1 {
		r.nameApart(outputs)
	}
}

// nameApart gives expressions that have other names as they are printed than as they were written an
// alias where the print would have a name twice: the name that they had, or one of their position where
// that is not certain and so nothing can refer to it.
func (r *resolver) nameApart(outputs []output) {
	taken := make(map[string]bool, 2*len(outputs))
	alike := false
	for i := range outputs {
		name := fold(r.printedName(&outputs[i]))
		alike = alike || name != "" && taken[name]
		taken[name], taken[fold(outputs[i].name)] = true, true
	}
	for i := range outputs {
		o := &outputs[i]
		if !alike || !o.unaliased() {
			continue
		}
		for n := i + 1; o.name == ""; n += len(outputs) {
			if name := fmt.Sprintf("column_%d", n); !taken[name] {
				o.name = name
			}
		}
		r.setAlias(o)
	}
}

// unaliased reports whether an output is an expression without an alias, which its print names.
func (o *output) unaliased() bool {
	if o.field == nil || o.field.AsName.O != "" || o.plain {
		return false
	}
	v, isLiteral := tree.Unwrap(o.field.Expr).(ast.ValueExpr)
	if !isLiteral {
		return true
	}
	text, ok := v.GetValue().(string) // a string's name is its value, if it is printed as one
	return !ok || !literal.Plain(text, false)
}

// printedName returns the name that an output has in the print, "" if that is not certain.
func (r *resolver) printedName(o *output) string {
	if !o.unaliased() {
		return o.name
	}
	text, err := print.Expression(r.print[:0], o.field.Expr, &r.names, print.Style{Dialect: r.dialect, ASCII: r.options.ASCII})
	r.print = text[:0]
	if r.spend(len(text) / 64); err != nil {
		return "" // it is refused
	}
	return string(text)
}

// setAlias gives an expression without an alias its implied name as one.
func (r *resolver) setAlias(o *output) {
	if o.field != nil && o.field.AsName.O == "" {
		r.identifier(o.name, "the name of the expression")
		o.field.AsName.O = o.name
	}
}

// alias gives a column of a derived table or CTE that is an expression without an alias the alias
// that it is referred to by.
func (r *resolver) alias(b binding, s *scope) {
	if rel := &s.relations[b.relation]; rel.table == nil {
		r.setAlias(&rel.outputs[b.column])
	}
}

// trimmed returns the name that a server gives to a column by an alias or an implied name: blanks in
// front are removed.
func trimmed(name string) string {
	for name != "" && isBlank(name[0]) {
		name = name[1:]
	}
	return name
}

func isBlank(c byte) bool { return c == ' ' || c == '\t' || c == '\r' || c == '\n' }

// nameOutputs gives the columns of the statement the labels that servers give them in the text that was
// given: one that would be called otherwise, because its expression is printed in other words or its
// column in other letters, gets an alias. Where an alias cannot say the label, the column has that of
// the print.
func (r *resolver) nameOutputs(n *ast.SelectStmt, s *scope) {
	if n.Kind != ast.SelectStmtKindSelect || len(r.source.inserted) > 0 || r.refused() || len(n.Fields.Fields) != len(s.outputs) {
		return
	}
	given := label.List(r.source.sql, s.selected)
	if given == nil {
		return
	}
	written := 0 // in the select list as it was written
	for i, f := range n.Fields.Fields {
		for written < len(s.selected) && s.selected[written].WildCard != nil {
			written++
		}
		if written == len(s.selected) || f != s.selected[written] {
			continue // a column that a wildcard stands for
		}
		title := r.labelOf(given[written])
		written++
		o := &s.outputs[i]
		if f.AsName.O != "" || f.WildCard != nil || o.plain && !s.relations[o.from.relation].isBaseTable() || o.outer {
			continue
		}
		printed := r.labelOfPrint(f.Expr)
		if o.title = title; title == "" {
			o.title = printed
		} else if title != printed {
			f.AsName.O = title
		}
	}
}

// labelOf returns what the server of the dialect calls a column, "" if no alias can say it.
func (r *resolver) labelOf(l label.Label) string {
	title := l.MySQL
	if r.options.Dialect == MariaDB {
		title = l.MariaDB
	}
	if !label.Sayable(title) || hasControl(title) || r.options.ASCII && !isASCII(title) {
		return ""
	}
	return title
}

// labelOfPrint returns what a server calls an expression of the print.
func (r *resolver) labelOfPrint(e ast.ExprNode) string {
	text, err := print.Expression(r.print[:0], e, &r.names, print.Style{Dialect: r.dialect, ASCII: r.options.ASCII})
	r.print = text[:0]
	if err != nil {
		return ""
	}
	l, _ := label.Of(string(text))
	if r.options.Dialect == MariaDB {
		return l.MariaDB
	}
	return l.MySQL
}

// canBeAlias reports whether an alias can say a name: servers cut blanks off its ends, and control
// characters could not be printed.
func (r *resolver) canBeAlias(name string) bool {
	return name != "" && !isBlank(name[0]) && !isBlank(name[len(name)-1]) && !hasControl(name) && (isASCII(name) || !r.options.ASCII)
}
