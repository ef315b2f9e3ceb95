package sqlcheck

import (
	"fmt"
	"github.com/asksql/asksql/sqlcheck/internal/print"
	"github.com/asksql/asksql/sqlcheck/internal/tree"
	"strings"

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
	v, literal := tree.Unwrap(o.field.Expr).(ast.ValueExpr)
	if !literal {
		return true
	}
	_, text := v.GetValue().(string) // a string's name is its value
	return !text
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

// label returns the name that a server gives to a column by an alias or an implied name: blanks in
// front are removed.
func label(name string) string {
	for name != "" && isBlank(name[0]) {
		name = name[1:]
	}
	return name
}

func isBlank(c byte) bool { return c == ' ' || c == '\t' || c == '\r' || c == '\n' }

// nameOutputs gives the columns of the statement the names that the text gave them: one that would be
// called otherwise, because its expression is printed in other words, gets an alias. Where an alias
// cannot say the name, the column has the name of the print.
func (r *resolver) nameOutputs(outputs []output) {
	for i := range outputs {
		o := &outputs[i]
		if !o.unaliased() {
			continue
		}
		name := asLabelled(o.name)
		if r.canBeAlias(name) && name != asLabelled(r.printedName(o)) {
			o.name, o.field.AsName.O = name, name
		}
	}
}

// keepLetterCase gives a column of a table the label that it was written with: servers label it so, and
// the columns of views and derived tables as they were declared.
func (r *resolver) keepLetterCase(f *ast.SelectField, o *output, written string) {
	if o.name != written {
		o.name, f.AsName.O = written, written
	}
}

// asLabelled returns the name that a server gives to an expression whose text is given: it is cut, and has
// no blanks at its end.
func asLabelled(text string) string {
	return strings.TrimRight(cutCharacters(text, maxAlias), " \t\r\n")
}

// canBeAlias reports whether an alias can say a name: servers cut blanks off its ends, and control
// characters could not be printed.
func (r *resolver) canBeAlias(name string) bool {
	return name != "" && !isBlank(name[0]) && !isBlank(name[len(name)-1]) && !hasControl(name) && (isASCII(name) || !r.options.ASCII)
}

// cutCharacters shortens a name to n characters.
func cutCharacters(name string, n int) string {
	for i := range name {
		if n--; n < 0 {
			return name[:i]
		}
	}
	return name
}
