package sqlcheck

import (
	"fmt"
	"math"
	"slices"

	"github.com/asksql/asksql/sqlcheck/internal/spelling"
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
	w := &wrapping{resolver: r, scope: s, inner: new(ast.SelectStmt)}
	w.reserve()
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
	names    []string         // of its columns, as far as they were made up
	taken    map[string]bool  // names that none of them may have
	selected []binding        // the columns that the outputs are, as they are

	labels map[*ast.ColumnName]int // what names in ORDER BY mean by labels
	places map[selected]int        // of selected
	holds  map[ast.Node]contents   // of the parts of ORDER BY
}

// A selected is a column that is selected as it is.
type selected struct {
	relation *ast.TableSource
	column   string
}

// called returns the name of an output inside.
func (w *wrapping) called(i int) string {
	for len(w.names) <= i {
		name := fmt.Sprintf("c%d", w.freshNumber("c", 1))
		if !w.taken[name] {
			w.names = append(w.names, name)
		}
	}
	return w.names[i]
}

// reserve notes the names that clauses inside might take for a column of the derived table: those of the
// relations, of which a wildcard may bring in more than the text has, and the labels.
func (w *wrapping) reserve() {
	w.taken = make(map[string]bool)
	for i := range w.scope.relations {
		rel := &w.scope.relations[i]
		for k := range rel.width() {
			w.take(rel.column(k))
		}
		w.spend(rel.width() / 64)
	}
	for i := range w.scope.outputs {
		w.take(w.scope.outputs[i].name)
	}
}

func (w *wrapping) take(name string) {
	if !isASCII(name) {
		name = spelling.Skeleton(name)
	}
	if name != "" && (name[0] == 'c' || name[0] == 'C') {
		w.taken[fold(name)] = true
	}
}

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
			o.expr = w.columnExpr(o.from, w.scope)
			w.add(o.expr)
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
