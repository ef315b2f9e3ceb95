package sqlcheck

import (
	"slices"
	"strings"

	"github.com/asksql/asksql/sqlcheck/internal/print"
	"github.com/asksql/asksql/sqlcheck/internal/tree"
	"github.com/pingcap/tidb/pkg/parser/ast"
)

// ORDER BY of a block that becomes a derived table. What holds a label stays outside; the largest parts
// that hold none, but read something, become columns inside, since some work there only: aggregates,
// GROUPING, and whatever is also an expression of GROUP BY.

// contents is what an expression holds.
type contents struct{ label, reads bool }

// reference returns an expression that is a column of the derived table. It carries the table's name:
// ORDER BY would look for a label first.
func (w *wrapping) reference(i int) ast.ExprNode {
	name := &ast.ColumnName{Name: ast.CIStr{O: w.called(i)}}
	w.resolver.names.Bind(name, print.Binding{Relation: w.relation, Column: w.called(i)})
	return &ast.ColumnNameExpr{Name: name}
}

// outside returns an expression of ORDER BY for the block outside: what it needs beside the outputs is
// added to those.
func (w *wrapping) outside(e ast.ExprNode) ast.ExprNode {
	if w.holds == nil {
		w.holds = make(map[ast.Node]contents)
	}
	if _, looked := w.holds[e]; !looked {
		e.Accept(&contentsFinder{wrapping: w})
	}
	n, _ := e.Accept(w)
	return n.(ast.ExprNode)
}

// Enter implements ast.Visitor.
func (w *wrapping) Enter(n ast.Node) (ast.Node, bool) {
	if column, ok := n.(*ast.ColumnNameExpr); ok {
		if i := w.labelOf(column.Name); i >= 0 {
			return w.reference(i), true
		}
		return w.reference(w.column(column)), true
	}
	e, ok := n.(ast.ExprNode)
	if !ok {
		return n, false
	}
	if !w.holds[n].label {
		_, row := n.(*ast.RowExpr)
		if w.holds[n].reads && !row && (!w.scope.distinct || worksInside(n)) {
			return w.reference(w.moved(e)), true
		}
		return n, false
	}
	if worksInside(n) {
		w.fault("ORDER BY computes with an alias inside an aggregate, a window function or a subquery; repeat its expression there", Node{near: "ORDER BY"})
		return n, true
	}
	switch n := n.(type) {
	case *ast.PatternInExpr:
		if n.Sel != nil {
			n.Expr = w.beside(n.Expr, n.Sel)
			return n, true
		}
	case *ast.CompareSubqueryExpr:
		n.L = w.beside(n.L, n.R)
		return n, true
	case *ast.BinaryOperationExpr:
		if _, row := tree.Unwrap(n.L).(*ast.RowExpr); row {
			if _, query := tree.Unwrap(n.R).(*ast.SubqueryExpr); query {
				n.L = w.beside(n.L, n.R)
				return n, true
			}
		}
		if _, row := tree.Unwrap(n.R).(*ast.RowExpr); row {
			if _, query := tree.Unwrap(n.L).(*ast.SubqueryExpr); query {
				n.R = w.beside(n.R, n.L)
				return n, true
			}
		}
	}
	return n, false
}

// Leave implements ast.Visitor.
func (w *wrapping) Leave(n ast.Node) (ast.Node, bool) { return n, true }

// beside returns an expression for the block outside that is compared with the rows of a subquery. The
// subquery stays where it is, as no column could hold its rows, and so must not read those of the block.
func (w *wrapping) beside(e, query ast.ExprNode) ast.ExprNode {
	f := readsFinder{wrapping: w}
	query.Accept(&f)
	if f.found {
		w.fault("ORDER BY compares an alias with a subquery that reads the same rows; compute that in a derived table", Node{near: "ORDER BY"})
	}
	return w.outside(e)
}

// worksInside reports whether a node computes with the rows or groups of its block, so that it cannot be
// taken apart.
func worksInside(n ast.Node) bool {
	switch n := n.(type) {
	case *ast.AggregateFuncExpr, *ast.WindowFuncExpr, *ast.SubqueryExpr, *ast.ExistsSubqueryExpr, *ast.MatchAgainst, *ast.DefaultExpr:
		return true
	case *ast.FuncCallExpr:
		return strings.EqualFold(n.FnName.O, "ST_COLLECT") || strings.EqualFold(n.FnName.O, "ANY_VALUE") || strings.EqualFold(n.FnName.O, "GROUPING")
	default:
		return false
	}
}

// A contentsFinder notes what the parts of an expression hold.
type contentsFinder struct {
	*wrapping
	around []contents
}

// Enter implements ast.Visitor.
func (f *contentsFinder) Enter(n ast.Node) (ast.Node, bool) {
	here := contents{reads: worksInside(n)}
	switch n := n.(type) {
	case *ast.ColumnName:
		here.label = f.labelOf(n) >= 0
		here.reads = !here.label
	}
	f.around = append(f.around, here)
	return n, false
}

// Leave implements ast.Visitor.
func (f *contentsFinder) Leave(n ast.Node) (ast.Node, bool) {
	last := len(f.around) - 1
	here := f.around[last]
	f.around = f.around[:last]
	if last > 0 {
		f.around[last-1].label = f.around[last-1].label || here.label
		f.around[last-1].reads = f.around[last-1].reads || here.reads
	}
	if _, ok := n.(ast.ExprNode); ok {
		f.holds[n] = here
	}
	return n, true
}

// A readsFinder looks for a column of the block in a subquery.
type readsFinder struct {
	*wrapping
	found bool
}

// Enter implements ast.Visitor.
func (f *readsFinder) Enter(n ast.Node) (ast.Node, bool) {
	if name, ok := n.(*ast.ColumnName); ok {
		b := f.resolver.names.Of(name)
		f.found = f.found || f.labelOf(name) >= 0 || b != nil && slices.ContainsFunc(f.scope.relations, func(rel relation) bool { return rel.source == b.Relation })
	}
	return n, f.found
}

// Leave implements ast.Visitor.
func (f *readsFinder) Leave(n ast.Node) (ast.Node, bool) { return n, !f.found }

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
	if b := w.resolver.names.Of(n.Name); b != nil {
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
