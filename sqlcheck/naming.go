package sqlcheck

import (
	"bytes"
	"fmt"
	"strings"

	"github.com/asksql/asksql/sqlcheck/internal/forms"
	"github.com/asksql/asksql/sqlcheck/internal/label"
	"github.com/asksql/asksql/sqlcheck/internal/literal"
	"github.com/asksql/asksql/sqlcheck/internal/print"
	"github.com/asksql/asksql/sqlcheck/internal/spelling"
	"github.com/asksql/asksql/sqlcheck/internal/tree"

	"github.com/pingcap/tidb/pkg/parser/ast"
)

// The names of the columns of derived tables and CTEs. An expression without an alias has its own text
// for a name, which the print changes.

// checkNames refuses a derived table or CTE in which a name stands twice.
func (r *resolver) checkNames(outputs []output, what string) {
	if r.seen == nil {
		r.seen = make(map[spelling.Shape]bool, len(outputs))
	}
	seen, unaliased := r.seen, false
	defer clear(seen)
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
		key := shapeOf(o.name)
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
		if o.name != "" {
			r.setAlias(o)
			continue
		}
		// Nothing may refer to this one, by its name or by comparing names.
		for n := i + 1; o.field.AsName.O == ""; n += len(outputs) {
			if name := fmt.Sprintf("column_%d", n); !taken[name] {
				o.field.AsName.O = name
			}
		}
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
	return !ok || !literal.Plain(text, false) || trimmed(text) != o.name
}

// printedName returns the name that an output has in the print, "" if that is not certain.
func (r *resolver) printedName(o *output) string {
	if !o.unaliased() {
		return o.name
	}
	text, err := print.Expression(r.print[:0], o.field.Expr, &r.names, r.style())
	r.print = text[:0]
	if r.spend(len(text) / 64); err != nil || r.mayBeFiltered(o.field.Expr) {
		return "" // it is refused, or the print has derived tables in it
	}
	return string(text)
}

// mayBeFiltered reports whether the print of an expression has derived tables in the place of tables.
func (r *resolver) mayBeFiltered(e ast.ExprNode) bool {
	if r.filters == nil || len(r.mentions) == 0 || e.GetFlag()&ast.FlagHasSubquery == 0 {
		return false
	}
	f := mentionFinder{names: &r.names}
	e.Accept(&f)
	return f.found
}

// A mentionFinder looks for a mention that is printed as a derived table.
type mentionFinder struct {
	names *print.Names
	found bool
}

// Enter implements ast.Visitor.
func (f *mentionFinder) Enter(n ast.Node) (ast.Node, bool) {
	if source, ok := n.(*ast.TableSource); ok && f.names.DerivedOf(source) != nil {
		f.found = true
	}
	return n, f.found
}

// Leave implements ast.Visitor.
func (f *mentionFinder) Leave(n ast.Node) (ast.Node, bool) { return n, !f.found }

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

// keepName is alias for a column that nothing refers to, and whose name reaches the caller: the print may
// spell its expression otherwise, and servers call it by its text.
func (r *resolver) keepName(b binding, s *scope) {
	if rel := &s.relations[b.relation]; rel.table == nil {
		o := rel.outputs[b.column]
		o.plain = false // a wildcard inside may stand for an expression further in
		switch {
		case !o.unaliased():
		case r.mayBeFiltered(o.field.Expr) && !r.sayable(o.name):
			o.field.AsName.O = r.freshWord("column")
		case r.canBeAlias(o.name) && r.printedName(&o) != o.name:
			r.setAlias(&o)
		}
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

func isBlank(c byte) bool { return c == ' ' || '\t' <= c && c <= '\r' }

// nameOutputs gives the columns of the statement the labels that servers give them in the text that was
// given: one that would be called otherwise, because its expression is printed in other words or its
// column in other letters, gets an alias. Where an alias cannot say the label, the column has that of
// the print.
func (r *resolver) nameOutputs(n *ast.SelectStmt, s *scope) {
	if n.Kind != ast.SelectStmtKindSelect || r.again || r.refused() || len(n.Fields.Fields) != len(s.outputs) {
		return
	}
	var renamed map[int]string
	given := titles{source: &r.source, fields: s.selected, mariaDB: r.options.Dialect == MariaDB}
	written := 0 // in the select list as it was written
	for i, f := range n.Fields.Fields {
		for written < len(s.selected) && s.selected[written].WildCard != nil {
			written++
		}
		if written == len(s.selected) || f != s.selected[written] {
			continue // a column that a wildcard stands for
		}
		written++
		if f.AsName.O != "" || f.WildCard != nil {
			continue
		}
		switch o := &s.outputs[i]; {
		case !o.plain:
			title := ""
			if !hasBlankAlias(f) {
				title = given.of(written - 1)
			}
			r.nameExpression(f, o, title)
		case s.relations[o.from.relation].isBaseTable():
			// Those of views and derived tables are called as they were declared.
			column := tree.Unwrap(f.Expr).(*ast.ColumnNameExpr).Name.Name.O
			if column != o.name && r.sayable(column) {
				o.title, o.name, f.AsName.O = column, column, column
				if renamed == nil {
					renamed = make(map[int]string)
				}
				renamed[i] = column
			}
		}
	}
	if renamed == nil {
		return
	}
	for _, use := range s.labelUses { // names that mean an output are printed as its label is now
		if name, ok := renamed[use.output]; ok {
			r.names.Of(use.name).Column = name
		}
	}
}

// longCall is how much of a call its label may show, in bytes: 255 characters of up to four bytes.
const longCall = 1024

// nameExpression gives an expression without an alias the label that it has in the text, if the print of
// it is another text.
func (r *resolver) nameExpression(f *ast.SelectField, o *output, title string) {
	title = strings.TrimRight(title, " ") // an alias has none at its end
	text, err := print.Expression(r.print[:0], f.Expr, &r.names, r.style())
	r.print = text[:0]
	o.title = title
	if err == nil && r.mayBeFiltered(f.Expr) {
		r.nameFiltered(f, o, title)
		return
	}
	if err != nil || string(text) == writtenText(&r.source, f) {
		return
	}
	if len(text) > longCall && bytes.HasPrefix(text, []byte("CONCAT(")) {
		text = text[:longCall]
	}
	switch printed := labelled(string(text), r.options.Dialect == MariaDB); {
	case !r.sayable(title):
		o.title = printed
	case title != printed:
		f.AsName.O = title
	}
}

// nameFiltered gives an expression whose print has derived tables in it its label, or one of its position where no
// alias can say that: the print's own would show the filters.
func (r *resolver) nameFiltered(f *ast.SelectField, o *output, title string) {
	if !r.sayable(title) {
		title = r.freshWord("column")
		o.title = title
	}
	f.AsName.O = title
}

// sayable reports whether an alias can say a label.
func (r *resolver) sayable(title string) bool {
	return label.Sayable(title) && !hasControl(title) && (isASCII(title) || !r.options.ASCII)
}

// titles are the labels of a select list in a text.
type titles struct {
	source  *forms.Text
	fields  []*ast.SelectField
	mariaDB bool
	list    []label.Label // made when it is first needed
	looked  bool
	plain   bool // the text has no comments
}

// of returns the label of the expression at position i, "" if it is not certain. That of most is their
// own text.
func (t *titles) of(i int) string {
	if !t.looked {
		t.looked = true
		sql := t.source.Written
		t.plain = !strings.ContainsAny(sql, "#") && !strings.Contains(sql, "/*") && !strings.Contains(sql, "--")
	}
	text := writtenText(t.source, t.fields[i])
	if t.plain {
		if _, literal := tree.Unwrap(t.fields[i].Expr).(ast.ValueExpr); !literal && len(text) < 255 && isPrintable(text) {
			return text
		}
		if title, ok := label.OfPlain(text); ok {
			return title
		}
	}
	if t.list == nil {
		if t.list = label.List(writtenList(t.source, t.fields), len(t.fields)); t.list == nil {
			return ""
		}
	}
	if t.mariaDB {
		return t.list[i].MariaDB
	}
	return t.list[i].MySQL
}

// writtenText returns the expression of a select list as it was written.
func writtenText(source *forms.Text, f *ast.SelectField) string {
	text := f.OriginalText()
	if !source.Changed() {
		return text
	}
	return source.As(f.Offset, f.Offset+len(text))
}

// writtenList returns a select list as it was written.
func writtenList(source *forms.Text, fields []*ast.SelectField) string {
	if len(fields) == 0 {
		return ""
	}
	last := fields[len(fields)-1]
	return source.As(fields[0].Offset, last.Offset+len(last.OriginalText()))
}

// isPrintable reports whether a text is ASCII without control characters, and has no blanks at its ends.
func isPrintable(text string) bool {
	for i := range len(text) {
		if text[i] < ' ' || text[i] >= 0x7f {
			return false
		}
	}
	return text != "" && text[0] != ' ' && text[len(text)-1] != ' '
}

// labelled returns what a server calls an expression of the print.
func labelled(text string, mariaDB bool) string {
	if len(text) < 255 && isPrintable(text) && text[0] != '\'' && text[0] != '_' && !isWord(text) {
		return text
	}
	if title, ok := label.OfPlain(text); ok {
		return title
	}
	l, _ := label.Of(text)
	if mariaDB {
		return l.MariaDB
	}
	return l.MySQL
}

// isWord reports whether a text is a single word or number.
func isWord(text string) bool {
	for i := range len(text) {
		if !tree.IsNameByte(text[i]) {
			return false
		}
	}
	return true
}

// canBeAlias reports whether an alias can say a name: servers cut blanks off its ends, and control
// characters could not be printed.
func (r *resolver) canBeAlias(name string) bool {
	return name != "" && !isBlank(name[0]) && !isBlank(name[len(name)-1]) && !hasControl(name) && (isASCII(name) || !r.options.ASCII)
}
