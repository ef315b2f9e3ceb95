package sqlcheck

import (
	"fmt"
	"slices"
	"strings"

	"github.com/asksql/asksql/sqlcheck/internal/label"
	"github.com/asksql/asksql/sqlcheck/internal/print"
	"github.com/asksql/asksql/sqlcheck/internal/tree"
	"github.com/pingcap/tidb/pkg/parser/ast"
)

// project resolves the select list of a block into s.outputs.
func (r *resolver) project(n *ast.SelectStmt, s *scope, as role) {
	s.clause = inProjection
	if n.Kind == ast.SelectStmtKindValues {
		r.rows(n.Lists, s)
		if as.sources {
			r.valuesReach(s, as)
		}
		if r.subqueries > 0 && r.options.Dialect == MariaDB {
			r.checkNames(s.outputs, "the derived table that MariaDB makes of VALUES") // error 1060
		}
		return
	}
	fields := n.Fields.Fields
	if n.Kind == ast.SelectStmtKindTable {
		n.Kind = ast.SelectStmtKindSelect // TABLE t is SELECT * FROM t
	}
	n.Fields.Fields = fields[:0]
	if slices.ContainsFunc(fields, func(f *ast.SelectField) bool { return f.WildCard != nil }) {
		n.Fields.Fields = make([]*ast.SelectField, 0, len(fields)) // it gets others than were written
	}
	s.outputs = slices.Grow(s.outputs, min(len(fields), maxBlockWidth+1))
	for i, f := range fields {
		s.selecting, s.mixed = i, isMixed(f.Expr)
		s.windowed = s.windowed || f.Expr != nil && f.Expr.GetFlag()&ast.FlagHasWindowFunc != 0
		if f.Auxiliary || f.AuxiliaryColInAgg || f.AuxiliaryColInOrderBy {
			r.unknownNode(f)
		}
		switch {
		case f.WildCard != nil && r.isConstantStar(n, as):
			n.Fields.Fields = append(n.Fields.Fields, f)
			r.constantStar(f, s)
		case f.WildCard != nil:
			r.wildcard(f, n.Fields, s, as)
		default:
			n.Fields.Fields = append(n.Fields.Fields, f)
			r.field(f, s, as)
		}
		if len(s.outputs) > maxBlockWidth {
			r.partial = true
			r.complexity(rowsOfOneBlock)
		}
		if r.partial {
			return
		}
	}
}

// field resolves one expression of a select list.
func (r *resolver) field(f *ast.SelectField, s *scope, as role) {
	f.AsName.O = trimmed(f.AsName.O)
	r.joinedStrings(f)
	r.identifier(f.AsName.O, "the alias")
	start, unknown := len(r.trace), r.unknown
	grouping, overCalls, reached := s.grouping, s.overCalls, s.reached
	s.computed = len(s.outputs)
	out := output{name: f.AsName.O, expr: f.Expr}
	if column, ok := tree.Unwrap(f.Expr).(*ast.ColumnNameExpr); ok {
		f.Expr, out.expr = column, column
		b := r.column(column.Name, column, s, Named, false)
		out.from, out.plain = b.column, b.outcome == boundColumn && b.own
		out.outer = b.outcome == boundColumn && !b.own
		if out.name == "" {
			out.name = r.columnCalled(column.Name)
			if b.outcome == boundLabel {
				out.field = f // it is printed as an expression, which has another name
			}
		}
		if b.outcome == boundLabel {
			_, out.outer = tree.Unwrap(r.names.Of(column.Name).Expr).(*ast.ColumnNameExpr)
			out.forgotten = f.AsName.O != ""
		}
	} else {
		r.expr(f.Expr, s)
		if out.name == "" {
			out.name, out.field = r.impliedName(f), f
		}
	}
	out.broken = r.unknown > unknown
	out.depends = s.reached > reached
	out.groups, out.windows = s.grouping > grouping, s.overCalls > overCalls
	if as.sources {
		out.sources = r.sourcesSince(start)
	}
	s.outputs = append(s.outputs, out)
}

// hasBlankAlias reports whether an expression has an alias without a character. It is printed without: no
// alias says that label in another text.
func hasBlankAlias(f *ast.SelectField) bool {
	text := strings.TrimRight(f.OriginalText(), " \t\r\n\v\f`'\"") // cheap to tell from most
	if len(text) > len(f.OriginalText())-2 {
		return false
	}
	var last [2]string
	scanWords(f.OriginalText(), func(word string) { last[0], last[1] = word, last[0] })
	text = strings.TrimRight(f.OriginalText(), " \t\r\n\v\f")
	switch last[0] {
	case "`":
		_, column := f.Expr.(*ast.ColumnNameExpr)
		opening := strings.TrimRight(strings.TrimSuffix(text, "`"), " ")
		return strings.HasSuffix(opening, "`") && !strings.HasSuffix(opening, "``") && (!column || strings.EqualFold(last[1], "AS"))
	case "'", `"`:
		return strings.EqualFold(last[1], "AS") && (strings.HasSuffix(text, "''") || strings.HasSuffix(text, `""`))
	default:
		return false
	}
}

// columnCalled returns what a column is called: by its declaration where its name was bound.
func (r *resolver) columnCalled(n *ast.ColumnName) string {
	if b := r.names.Of(n); b != nil && b.Expr == nil {
		return b.Column
	}
	return n.Name.O
}

// joinedStrings refuses a string with an introducer and another string behind it, as _binary 'a' 'b': servers
// join them, and the parser takes the second one for an alias.
func (r *resolver) joinedStrings(f *ast.SelectField) {
	text := f.OriginalText()
	if f.AsName.O == "" || !strings.ContainsAny(text, `'"`) {
		return
	}
	var last [3]string
	scanWords(text, func(word string) { last[0], last[1], last[2] = word, last[0], last[1] })
	if isQuote(last[0]) && isQuote(last[1]) && (strings.HasPrefix(last[2], "_") || strings.EqualFold(last[2], "n")) {
		r.unsupported(f.Expr, f.AsName.O, "servers join the two strings here; write one string, or AS before an alias")
	}
}

func isQuote(word string) bool { return word == "'" || word == `"` }

// impliedName returns the name that a server gives to an expression without an alias: a string's own
// value, and else its text. It returns "" where that is not certain, so that nothing can refer to it.
func (r *resolver) impliedName(f *ast.SelectField) string {
	switch e := tree.Unwrap(f.Expr).(type) {
	case ast.ParamMarkerExpr:
		return ""
	case ast.ValueExpr:
		if value, ok := e.GetValue().(string); ok {
			if _, plain := label.OfPlain(f.OriginalText()); !plain && r.options.Dialect != MariaDB {
				if l, ok := label.Of(f.OriginalText()); ok && !l.Same() {
					return trimmed(l.MySQL) // of strings that stand side by side, MySQL takes the first one
				}
			}
			return trimmed(value)
		}
		if e != f.Expr {
			return "" // a literal in parentheses
		}
	}
	if hasBlankAlias(f) {
		return ""
	}
	text := strings.TrimSpace(writtenText(&r.source, f))
	if hasControl(text) {
		return "" // a line break: nothing that can be printed as a name
	}
	if strings.Contains(text, "/*") || strings.Contains(text, "--") || strings.Contains(text, "#") {
		return "" // servers differ on comments inside it
	}
	return text
}

// wildcard expands * or t.* to the columns of the schema, each a use of its own. They are printed one
// by one: a server may have columns that the schema does not show. Derived tables and CTEs have no
// others, so their wildcard stays unless a join has merged one of their columns.
func (r *resolver) wildcard(f *ast.SelectField, list *ast.FieldList, s *scope, as role) {
	if s.block >= 0 {
		r.facts.Blocks[s.block].Starred = true
	}
	lo, hi, ok := r.starRange(f.WildCard, s)
	if !ok || slices.ContainsFunc(s.relations[lo:hi], func(rel relation) bool { return rel.unknown }) {
		r.uncertain++
	}
	if !ok {
		return
	}
	if f.WildCard.Table.O == "" && s.turnsInside() {
		r.unsupported(nil, "*", "MySQL and MariaDB differ on the order of * where a RIGHT JOIN stands inside a join with USING or NATURAL; name the columns")
		return
	}
	at, width := Node{near: excerpt(starText(f.WildCard))}, 0
	for i := lo; i < hi; i++ {
		width += s.relations[i].width()
	}
	if len(s.outputs)+width > maxBlockWidth && len(s.merged) == 0 {
		r.partial = true
		r.complexity(rowsOfOneBlock)
		return
	}
	if r.repeated(s.relations[lo:hi]); r.partial {
		return
	}
	s.outputs = slices.Grow(s.outputs, min(width, maxBlockWidth))
	if behind := f.WildCard.Table.O == "" && len(s.outputs) > 0; len(s.merged) == 0 && !s.turned && !as.armOfExists && !behind && s.derivedOnly(lo, hi) {
		r.bindStar(f.WildCard, lo, s)
		list.Fields = append(list.Fields, f)
		r.spend(s.expand(lo, hi, nil, func(b binding) {
			if as.names {
				r.keepName(b, s)
			}
			s.outputs = append(s.outputs, r.starColumn(b, s, as, at))
		}))
		return
	}
	r.spend(s.expand(lo, hi, nil, func(b binding) {
		if len(s.outputs) > maxBlockWidth || r.partial {
			return
		}
		field, out := r.starField(b, s), r.starColumn(b, s, as, at)
		out.expr = field.Expr
		list.Fields, s.outputs = append(list.Fields, field), append(s.outputs, out)
	}))
}

// repeated notes that a wildcard stands for the columns of relations, and refuses too many columns that
// another wildcard of the block has shown already.
func (r *resolver) repeated(relations []relation) {
	for i := range relations {
		if rel := &relations[i]; rel.starred {
			r.restarred += rel.width()
		}
		relations[i].starred = true
	}
	if r.restarred > maxRestarred {
		r.partial = true
		r.complexity(fmt.Sprintf("the wildcards show more than %d columns again; write each wildcard once", maxRestarred))
	}
}

// turnsInside reports whether a RIGHT JOIN with a condition is an operand, or part of one, of a join that
// compares columns by name.
func (s *scope) turnsInside() bool {
	for i := range s.joins {
		inner := &s.joins[i]
		for k := i + 1; k < len(s.joins) && inner.right && !inner.named; k++ {
			if outer := &s.joins[k]; outer.named && outer.lo <= inner.lo && inner.hi <= outer.hi {
				return true
			}
		}
	}
	return false
}

func (s *scope) derivedOnly(lo, hi int) bool {
	for i := lo; i < hi; i++ {
		if s.relations[i].table != nil {
			return false
		}
	}
	return true
}

// bindStar notes whose columns a wildcard stands for.
func (r *resolver) bindStar(w *ast.WildCardField, lo int, s *scope) {
	if w.Table.O == "" {
		r.names.BindStar(w, nil)
		return
	}
	r.names.BindStar(w, s.relations[lo].source)
}

// starField writes a column that a wildcard stands for.
func (r *resolver) starField(b binding, s *scope) *ast.SelectField {
	name := &ast.ColumnName{Name: ast.CIStr{O: s.relations[b.relation].column(b.column)}}
	r.bindColumn(name, s, b, inside)
	if name.Name.O == "" {
		r.unsupported(nil, "", "a wildcard reaches an expression without a certain name; give it an alias where it is selected")
	}
	r.alias(b, s)
	if r.starred++; r.starred > maxStarred {
		r.partial = true
		r.complexity(fmt.Sprintf("the wildcards stand for more than %d columns; name the ones you need", maxStarred))
	}
	return &ast.SelectField{Expr: &ast.ColumnNameExpr{Name: name}}
}

// starRange returns the relations that a wildcard stands for.
func (r *resolver) starRange(w *ast.WildCardField, s *scope) (lo, hi int, ok bool) {
	at := Node{near: excerpt(starText(w))}
	if w.Table.O == "" {
		if len(s.relations) == 0 {
			r.fault("* needs a FROM clause; write one, or list expressions", at)
			return 0, 0, false
		}
		return 0, len(s.relations), true
	}
	i, outcome := s.relation(0, len(s.relations), w.Schema.O, w.Table.O, r.options.CaseSensitiveTables)
	switch outcome {
	case unique:
		return i, i + 1, true
	case suppressed:
		return 0, 0, false
	default:
		r.fault(r.unknownQualifier(starText(w), s, described(s.relations)), at)
		return 0, 0, false
	}
}

// starColumn records a column that a wildcard stands for.
func (r *resolver) starColumn(b binding, s *scope, as role, at Node) output {
	rel := &s.relations[b.relation]
	start := len(r.trace)
	out := output{name: rel.column(b.column), plain: true, from: b}
	if rel.table == nil {
		// The field that an alias would go to is the one inside.
		out.field = rel.outputs[b.column].field
	}
	r.spend(1)
	r.use(b, s, &mention{use: Starred, at: at})
	if as.sources {
		out.sources = r.sourcesSince(start)
	}
	return out
}

// isConstantStar reports whether servers take a wildcard of the block for a constant: under EXISTS nobody
// sees the columns. MySQL does not where HAVING might name one.
func (r *resolver) isConstantStar(n *ast.SelectStmt, as role) bool {
	return (as.exists || as.armOfExists) && (n.Having == nil || r.options.Dialect == MariaDB)
}

// constantStar makes EXISTS (SELECT * …) an EXISTS (SELECT 1 …): it reads no column, and no clause can name
// one by it.
func (r *resolver) constantStar(f *ast.SelectField, s *scope) {
	if _, _, ok := r.starRange(f.WildCard, s); !ok {
		r.uncertain++
		return
	}
	f.WildCard, f.Expr = nil, tree.One()
	s.outputs = append(s.outputs, output{})
}

// rows resolves VALUES ROW(…), ROW(…). MySQL calls the columns column_0, column_1 and so on
// (manual 15.2.19); MariaDB calls them as it would call the expressions of the first row in a select list.
func (r *resolver) rows(lists []*ast.RowExpr, s *scope) {
	s.clause = inValues
	mariaDB := r.options.Dialect == MariaDB
	for i, row := range lists {
		if len(row.Values) == 0 { // error 3942
			r.misuse("a row of VALUES has no column; give it one", Node{near: "ROW"})
		}
		if i > 0 && len(row.Values) != len(lists[0].Values) {
			r.fault(fmt.Sprintf("rows of VALUES have %d and %d columns; give each row as many", len(lists[0].Values), len(row.Values)), Node{})
		}
		for j, e := range row.Values {
			start, reads, blocks := len(r.trace), r.columnReads, len(r.facts.Blocks)
			r.expr(e, s)
			if mariaDB && r.columnReads > reads && len(r.facts.Blocks) == blocks { // error 4100
				r.misuse("a row of VALUES reads no column; write SELECT", r.at(e, "VALUES"))
			}
			sources := r.sourcesSince(start)
			r.spend(len(sources))
			if i == 0 {
				out := output{name: fmt.Sprintf("column_%d", j), sources: sources}
				if mariaDB {
					out.name = r.rowName(e)
				}
				s.outputs = append(s.outputs, out)
			} else if j < len(s.outputs) {
				s.outputs[j].sources = unite(s.outputs[j].sources, sources)
			}
		}
	}
}

// valuesReach refuses VALUES as a table where it reads another query than the one that it is a LATERAL
// table of: MySQL 9.7 then gives it the values of other rows.
//
//	FROM a, LATERAL (VALUES ROW(a.x)) v          FROM a, LATERAL (SELECT * FROM (VALUES ROW(a.x)) v) d
//	                            ok                                                    of any row
func (r *resolver) valuesReach(s *scope, as role) {
	for _, outer := range s.passing {
		if !as.lateral || !slices.ContainsFunc(s.parent.relations, func(rel relation) bool { return rel.source == outer }) {
			r.unsupported(nil, "VALUES", "a column of a query outside is not supported in VALUES here; write SELECT … UNION ALL SELECT … for its rows")
			return
		}
	}
}

// rowName returns what MariaDB calls a column of VALUES by a value of the first row: as it is printed, so that
// names mean in the print what they mean here.
func (r *resolver) rowName(e ast.ExprNode) string {
	text, err := print.Expression(r.print[:0], e, &r.names, r.style())
	r.print = text[:0]
	if r.spend(len(text) / 64); err != nil || r.mayBeFiltered(e) {
		return "" // it is refused, or the print has derived tables in it
	}
	return labelled(string(text), true)
}

func starText(w *ast.WildCardField) string {
	switch {
	case w.Schema.O != "":
		return w.Schema.O + "." + w.Table.O + ".*"
	case w.Table.O != "":
		return w.Table.O + ".*"
	default:
		return "*"
	}
}
