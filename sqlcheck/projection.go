package sqlcheck

import (
	"fmt"
	"strings"

	"github.com/pingcap/tidb/pkg/parser/ast"
)

// project resolves the select list of a block into s.outputs.
func (r *resolver) project(n *ast.SelectStmt, s *scope, as role) {
	s.clause = inProjection
	if n.Kind == ast.SelectStmtKindValues {
		r.rows(n.Lists, s)
		return
	}
	if as.exists && existsStar(n) {
		r.existsStar(n, s)
		return
	}
	for _, f := range n.Fields.Fields {
		if f.Auxiliary || f.AuxiliaryColInAgg || f.AuxiliaryColInOrderBy {
			r.unknownNode(f)
		}
		if f.WildCard != nil {
			r.wildcard(f, s, as)
		} else {
			r.field(f, s, as)
		}
		if len(s.outputs) > maxBlockWidth {
			r.partial = true
			r.complexity(rowsOfOneBlock)
			return
		}
	}
}

// field resolves one expression of a select list.
func (r *resolver) field(f *ast.SelectField, s *scope, as role) {
	r.identifier(f.AsName.O, "the alias")
	start := len(r.trace)
	out := output{name: f.AsName.O}
	if column, ok := unwrap(f.Expr).(*ast.ColumnNameExpr); ok {
		f.Expr = column
		out.from, out.plain = r.column(column.Name, column, s, Named, false)
		if out.name == "" {
			out.name = column.Name.Name.O
		}
	} else {
		r.expr(f.Expr, s)
		if out.name == "" {
			out.name, out.field = impliedName(f), f
		}
	}
	if as.sources {
		out.sources = r.sourcesSince(start)
	}
	s.outputs = append(s.outputs, out)
}

// impliedName returns the name that a server gives to an expression without an alias: a string's own
// value, and else its text. It returns "" where that is not certain, so that nothing can refer to it.
func impliedName(f *ast.SelectField) string {
	switch e := unwrap(f.Expr).(type) {
	case ast.ParamMarkerExpr:
		return ""
	case ast.ValueExpr:
		if value, ok := e.GetValue().(string); ok {
			return strings.TrimLeft(value, " \t\r\n")
		}
		if e != f.Expr {
			return "" // a literal in parentheses
		}
	}
	text := strings.TrimSpace(f.OriginalText())
	if strings.Contains(text, "/*") || strings.Contains(text, "--") || strings.Contains(text, "#") {
		return "" // servers differ on comments inside it
	}
	return text
}

// wildcard expands * or t.* against the relations, so that each column is a use of its own.
func (r *resolver) wildcard(f *ast.SelectField, s *scope, as role) {
	r.facts.Blocks[len(r.facts.Blocks)-1].Starred = true
	lo, hi, ok := r.starred(f.WildCard, s)
	if !ok {
		return
	}
	at := Node{near: starText(f.WildCard)}
	s.expand(lo, hi, nil, func(b binding) {
		if len(s.outputs) > maxBlockWidth || r.partial {
			return
		}
		s.outputs = append(s.outputs, r.starColumn(b, s, lo, hi, as, at))
	})
}

// starred returns the relations that a wildcard stands for.
func (r *resolver) starred(w *ast.WildCardField, s *scope) (lo, hi int, ok bool) {
	at := Node{near: starText(w)}
	if w.Table.O == "" {
		if len(s.relations) == 0 {
			r.fault("* needs a FROM clause", at)
			return 0, 0, false
		}
		return 0, len(s.relations), true
	}
	i, outcome := s.relation(0, len(s.relations), w.Schema.O, w.Table.O, r.options.CaseSensitiveTables)
	switch outcome {
	case unique:
		rel := &s.relations[i]
		w.Table.O = rel.name
		if w.Schema.O != "" {
			w.Schema.O = rel.table.database
		}
		return i, i + 1, true
	case suppressed:
		return 0, 0, false
	default:
		r.fault(r.unknownQualifier(starText(w), s), at)
		return 0, 0, false
	}
}

func (r *resolver) starColumn(b binding, s *scope, lo, hi int, as role, at Node) output {
	rel := &s.relations[b.relation]
	start := len(r.trace)
	out := output{name: rel.column(b.column), plain: true, from: b}
	if rel.table == nil {
		// The field that an alias would go to is the one inside.
		out.field = rel.outputs[b.column].field
	} else if !rel.table.columns[b.column].InScope {
		at.near = starText(&ast.WildCardField{Table: ast.CIStr{O: rel.name}})
	}
	r.spend(1)
	r.useStarred(b, s, lo, hi, at)
	if as.sources {
		out.sources = r.sourcesSince(start)
	}
	return out
}

// useStarred records a column that a wildcard stands for. What is wrong with one that is out of
// scope is said of the wildcard, without naming the column.
func (r *resolver) useStarred(b binding, s *scope, lo, hi int, at Node) {
	m := mention{scope: s, use: Starred, at: at, problem: func() string { return r.starProblem(at, s) }}
	r.useMerged(b, lo, hi, s, &m)
}

// existsStar reports whether a block under EXISTS selects nothing but a wildcard, and no other
// clause can refer to its columns.
func existsStar(n *ast.SelectStmt) bool {
	return n.Kind == ast.SelectStmtKindSelect && len(n.Fields.Fields) == 1 && n.Fields.Fields[0].WildCard != nil &&
		!n.Distinct && n.GroupBy == nil && n.Having == nil && n.OrderBy == nil
}

// existsStar makes EXISTS (SELECT * …) an EXISTS (SELECT 1 …): it reads no column.
func (r *resolver) existsStar(n *ast.SelectStmt, s *scope) {
	f := n.Fields.Fields[0]
	if _, _, ok := r.starred(f.WildCard, s); !ok {
		return
	}
	f.WildCard, f.Expr = nil, one()
	s.outputs = append(s.outputs, output{})
}

// rows resolves VALUES ROW(…), ROW(…). MySQL calls the columns column_0, column_1 and so on
// (manual 15.2.19).
func (r *resolver) rows(lists []*ast.RowExpr, s *scope) {
	for i, row := range lists {
		if i > 0 && len(row.Values) != len(lists[0].Values) {
			r.fault(fmt.Sprintf("rows of VALUES have %d and %d columns", len(lists[0].Values), len(row.Values)), Node{})
		}
		for j, e := range row.Values {
			start := len(r.trace)
			r.expr(e, s)
			sources := r.sourcesSince(start)
			if i == 0 {
				s.outputs = append(s.outputs, output{name: fmt.Sprintf("column_%d", j), sources: sources})
			} else if j < len(s.outputs) {
				s.outputs[j].sources = unite(s.outputs[j].sources, sources)
			}
		}
	}
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
