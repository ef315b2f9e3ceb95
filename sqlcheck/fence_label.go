package sqlcheck

import (
	"slices"

	"github.com/pingcap/tidb/pkg/parser/ast"
)

// groupsByLabel reports whether a block groups, sorts or partitions by a column that is called like another thing that
// it selects. Over a table MySQL takes the column, over a derived table that it merges the label, qualified or not:
//
//	SELECT o.placed_at AS total FROM orders o GROUP BY o.total
func (f *failureFinder) groupsByLabel(n *ast.SelectStmt) bool {
	if n.Fields == nil || n.GroupBy == nil && n.OrderBy == nil && n.WindowSpecs == nil {
		return false
	}
	v := labelVisitor{failureFinder: f, fields: n.Fields.Fields}
	if n.GroupBy != nil {
		n.GroupBy.Accept(&v)
	}
	if n.OrderBy != nil {
		n.OrderBy.Accept(&v)
	}
	for i := range n.WindowSpecs {
		n.WindowSpecs[i].Accept(&v)
	}
	return v.found
}

// groupsUnderWindow reports whether a block has GROUP BY and a window. Over merged derived tables MariaDB 10.11 takes a
// name in the window for an ambiguous one (error 1052), and ends where the window is not used.
func (f *failureFinder) groupsUnderWindow(n *ast.SelectStmt) bool {
	if f.options.Dialect != MariaDB || n.GroupBy == nil || n.Fields == nil {
		return false
	}
	return n.WindowSpecs != nil || slices.ContainsFunc(n.Fields.Fields, func(field *ast.SelectField) bool {
		return field.Expr != nil && field.Expr.GetFlag()&ast.FlagHasWindowFunc != 0
	})
}

// A labelVisitor looks for the name of a column that is the label of something else.
type labelVisitor struct {
	*failureFinder
	fields []*ast.SelectField
	found  bool
}

// Enter implements ast.Visitor.
func (v *labelVisitor) Enter(n ast.Node) (ast.Node, bool) {
	if name, ok := n.(*ast.ColumnNameExpr); ok {
		if b := v.names.Of(name.Name); b != nil && b.Expr != nil {
			b.Expr.Accept(v) // a label that is printed as what it stands for
		}
		for _, field := range v.fields {
			v.found = v.found || v.isLabelOf(name, field)
		}
	}
	return n, v.found
}

// Leave implements ast.Visitor.
func (v *labelVisitor) Leave(n ast.Node) (ast.Node, bool) { return n, !v.found }

func (v *labelVisitor) isLabelOf(name *ast.ColumnNameExpr, field *ast.SelectField) bool {
	meant := v.names.Of(name.Name)
	if meant == nil || meant.Relation == nil {
		return false // it is a label
	}
	selected, plain := field.Expr.(*ast.ColumnNameExpr)
	label := field.AsName.O
	if plain {
		b := v.names.Of(selected.Name)
		if b != nil && b.Relation == meant.Relation && b.Column == meant.Column {
			return false
		}
		if label == "" && b != nil {
			label = b.Column
		}
	}
	return label != "" && sameName(label, meant.Column)
}
