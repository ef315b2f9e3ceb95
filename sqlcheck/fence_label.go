package sqlcheck

import "github.com/pingcap/tidb/pkg/parser/ast"

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

// A labelVisitor looks for the name of a column that is the label of something else.
type labelVisitor struct {
	*failureFinder
	fields []*ast.SelectField
	found  bool
}

// Enter implements ast.Visitor.
func (v *labelVisitor) Enter(n ast.Node) (ast.Node, bool) {
	if name, ok := n.(*ast.ColumnNameExpr); ok {
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
