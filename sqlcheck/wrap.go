package sqlcheck

import (
	"fmt"
	"math"
	"slices"

	"github.com/asksql/asksql/sqlcheck/internal/print"
	"github.com/pingcap/tidb/pkg/parser/ast"
)

// An ORDER BY that computes with a label, as in SELECT COUNT(*) AS n … ORDER BY n / 2. A server looks for a
// column n first, and its schema might have one. Where the expression cannot be repeated, the block
// becomes a derived table with names of its own, and ORDER BY reads those:
//
//	SELECT d.c1 AS n FROM (SELECT COUNT(*) AS c1 …) AS d ORDER BY d.c1 / 2
//
// ORDER BY and LIMIT stand outside, and so does WITH.

// wrap makes a derived table of a block that was resolved.
func (r *resolver) wrap(n *ast.SelectStmt, s *scope) {
	switch {
	case s.armOf != nil:
		r.fault("ORDER BY in the arm of a recursive CTE computes with an alias; repeat its expression", Node{near: "ORDER BY"})
		return
	case s.reachesOut && r.options.Dialect != MySQL:
		// Derived tables see nothing outside there.
		r.fault("ORDER BY in a subquery computes with an alias; repeat its expression", Node{near: "ORDER BY"})
		return
	}
	w := &wrapping{resolver: r, scope: s, prefix: r.freshPrefix("c"), inner: new(ast.SelectStmt)}
	w.relation = &ast.TableSource{Source: w.inner, AsName: ast.CIStr{O: r.freshWord("d")}}
	*w.inner = *n
	w.inner.With, w.inner.OrderBy, w.inner.Limit, w.inner.AfterSetOperator = nil, nil, w.boundary(), nil
	w.inner.Fields = &ast.FieldList{}
	outer := w.fields(n.Fields.Fields)
	if outer == nil {
		r.unsupported(n, "ORDER BY", "ORDER BY computes with an alias beside a column without a certain name; give it an alias")
		return
	}
	for _, use := range s.labelUses {
		r.names.Of(use.name).Column = w.called(use.output) // in HAVING it stays a label, of the new name
	}
	for _, item := range n.OrderBy.Items {
		if _, position := item.Expr.(*ast.PositionExpr); !position {
			item.Expr = w.outside(item.Expr)
		}
	}
	r.wrappers = append(r.wrappers, w.relation.AsName.O)
	*n = ast.SelectStmt{
		Kind: ast.SelectStmtKindSelect, With: n.With, Fields: &ast.FieldList{Fields: outer},
		SelectStmtOpts:   &ast.SelectStmtOpts{SQLCache: true},
		From:             &ast.TableRefsClause{TableRefs: &ast.Join{Left: w.relation}},
		OrderBy:          n.OrderBy,
		Limit:            n.Limit,
		AfterSetOperator: n.AfterSetOperator,
	}
}

// boundary returns a LIMIT that bounds nothing where an output may be another value each time: a server
// that merges the derived table would compute it again in ORDER BY. None merges one with a LIMIT (MySQL
// manual, 10.2.2.4; MariaDB's page "Derived Table Merge Optimization").
func (w *wrapping) boundary() *ast.Limit {
	if w.scope.grouped || w.scope.distinct || w.scope.oneRow || w.scope.windowed {
		return nil // it is not merged anyway
	}
	return &ast.Limit{Count: ast.NewValueExpr(uint64(math.MaxUint64), "", "")}
}

// A wrapping is a block while it becomes a derived table.
type wrapping struct {
	*resolver
	scope    *scope
	inner    *ast.SelectStmt  // the block inside
	relation *ast.TableSource // the derived table
	prefix   string           // what the names of its columns begin with
	selected []binding        // the columns that the outputs are, as they are

	labels map[*ast.ColumnName]int // what names in ORDER BY mean by labels
	places map[selected]int        // of selected
}

// A selected is a column that is selected as it is.
type selected struct {
	relation *ast.TableSource
	column   string
}

// called returns the name of an output inside.
func (w *wrapping) called(i int) string { return fmt.Sprintf("%s%d", w.prefix, i+1) }

// fields gives the outputs names of their own inside, and returns the list outside, which gives them
// their labels back. It returns nil where an output has no certain name.
func (w *wrapping) fields(list []*ast.SelectField) (outer []*ast.SelectField) {
	outputs := w.scope.outputs
	next := 0
	for _, f := range list {
		for f.WildCard != nil && next < len(outputs) && outputs[next].plain && outputs[next].expr == nil {
			// A wildcard of derived tables, which was not written out yet.
			o := &outputs[next]
			w.alias(o.from, w.scope)
			if o.name == "" {
				return nil
			}
			w.selected = append(w.selected, o.from)
			w.add(w.columnExpr(o.from, w.scope))
			outer = append(outer, w.outer(next, o.name))
			next++
		}
		if f.WildCard != nil {
			continue
		}
		if next == len(outputs) {
			return nil
		}
		o := &outputs[next]
		label := f.AsName.O
		if label == "" {
			label = o.title
		}
		if label == "" && w.canBeAlias(o.name) {
			label = o.name
		}
		if o.plain {
			w.selected = append(w.selected, o.from)
		} else {
			w.selected = append(w.selected, binding{-1, -1})
		}
		w.add(f.Expr)
		outer = append(outer, w.outer(next, label))
		next++
	}
	if next != len(outputs) {
		return nil
	}
	return outer
}

// outer returns the field outside for an output.
func (w *wrapping) outer(output int, label string) *ast.SelectField {
	o := &w.scope.outputs[output]
	o.field, o.plain = &ast.SelectField{Expr: w.reference(output), AsName: ast.CIStr{O: label}}, false
	return o.field
}

// add adds an output inside and returns its position.
func (w *wrapping) add(e ast.ExprNode) int {
	at := len(w.inner.Fields.Fields)
	w.inner.Fields.Fields = append(w.inner.Fields.Fields, &ast.SelectField{Expr: e, AsName: ast.CIStr{O: w.called(at)}})
	return at
}

// reference returns an expression that is a column of the derived table.
func (w *wrapping) reference(i int) ast.ExprNode {
	name := &ast.ColumnName{Name: ast.CIStr{O: w.called(i)}}
	w.names.Bind(name, print.Binding{Relation: w.relation, Column: w.called(i), Alone: true})
	return &ast.ColumnNameExpr{Name: name}
}

// outside returns an expression of ORDER BY for the block outside: what it needs beside the outputs is
// added to those.
func (w *wrapping) outside(e ast.ExprNode) ast.ExprNode {
	n, _ := e.Accept(w)
	return n.(ast.ExprNode)
}

// Enter implements ast.Visitor.
func (w *wrapping) Enter(n ast.Node) (ast.Node, bool) {
	switch n := n.(type) {
	case *ast.ColumnNameExpr:
		if i := w.labelOf(n.Name); i >= 0 {
			return w.reference(i), true
		}
		return w.reference(w.column(n)), true
	case *ast.AggregateFuncExpr, *ast.WindowFuncExpr, *ast.SubqueryExpr, *ast.ExistsSubqueryExpr, *ast.MatchAgainst:
		return w.reference(w.moved(n.(ast.ExprNode))), true
	}
	return n, false
}

// Leave implements ast.Visitor.
func (w *wrapping) Leave(n ast.Node) (ast.Node, bool) { return n, true }

// labelOf returns the output that a name means by its label, -1 if it means something else.
func (w *wrapping) labelOf(n *ast.ColumnName) int {
	if w.labels == nil {
		w.labels = make(map[*ast.ColumnName]int, len(w.scope.labelUses))
		for _, use := range w.scope.labelUses {
			if _, noted := w.labels[use.name]; !noted {
				w.labels[use.name] = use.output
			}
		}
	}
	if output, ok := w.labels[n]; ok {
		return output
	}
	return -1
}

// column returns the output inside that is a column of the FROM clause.
func (w *wrapping) column(n *ast.ColumnNameExpr) int {
	if b := w.names.Of(n.Name); b != nil {
		if w.places == nil {
			w.places = make(map[selected]int, len(w.selected))
			for i, from := range w.selected {
				if from.relation < 0 {
					continue
				}
				rel := &w.scope.relations[from.relation]
				key := selected{rel.source, rel.column(from.column)}
				if _, noted := w.places[key]; !noted {
					w.places[key] = i
				}
			}
		}
		if i, ok := w.places[selected{b.Relation, b.Column}]; ok {
			return i
		}
	}
	return w.moved(n)
}

// moved adds an expression to the outputs inside and returns its position.
func (w *wrapping) moved(e ast.ExprNode) int {
	if w.scope.distinct {
		w.fault("ORDER BY of SELECT DISTINCT computes with an alias and with what is not selected; select it too", Node{near: "ORDER BY"})
	}
	return w.add(e)
}

// isWrapper reports whether a block of a print is one that the first reading has put round another.
func (r *resolver) isWrapper(n *ast.SelectStmt) bool {
	if len(r.wrappers) == 0 || n.From == nil || n.From.TableRefs.Right != nil {
		return false
	}
	source, ok := n.From.TableRefs.Left.(*ast.TableSource)
	return ok && slices.Contains(r.wrappers, source.AsName.O)
}

// refused reports whether something was found already that refuses the text.
func (r *resolver) refused() bool {
	return r.partial || r.unknown > 0 || len(r.found) > 0 || len(r.facts.Faults) > 0 || len(r.facts.Writes) > 0 || len(r.facts.Variables) > 0
}
