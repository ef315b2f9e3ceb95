package sqlcheck

import (
	"fmt"
	"strings"

	"github.com/asksql/asksql/sqlcheck/internal/builtin"
	"github.com/pingcap/tidb/pkg/parser/ast"
)

// windowCall resolves a call with OVER.
func (r *resolver) windowCall(n *ast.WindowFuncExpr, s *scope) {
	f, known := builtin.LookupWindow(n.Name, r.dialect)
	switch {
	case known && f.WindowOK(n, r.dialect):
		r.recordCall(f.SQL, f, n)
	case known:
		r.recordRefusedCall(n.Name, fmt.Sprintf("function %s does not take these arguments with OVER", strings.ToUpper(n.Name)), n)
	default:
		r.recordRefusedCall(n.Name, fmt.Sprintf("function %s cannot be used with OVER here", strings.ToUpper(n.Name)), n)
	}
	r.arguments(f, n.Args, s)
	if n.Spec.OnlyAlias {
		r.windowName(n.Spec.Name.O, &n.Spec.Name, s)
		return
	}
	if n.Spec.Name.O != "" {
		r.unknownNode(n)
	}
	r.windowSpec(&n.Spec, s)
}

// maxWindows is how many windows a server takes in one query block (MySQL manual, 14.20.4).
const maxWindows = 127

// windowClause resolves WINDOW name AS (…), … of a block.
func (r *resolver) windowClause(specs []ast.WindowSpec, s *scope) {
	if len(specs) > maxWindows {
		r.partial = true
		r.complexity("a query block defines more than 127 windows; define fewer")
		return
	}
	for i := range specs {
		spec := &specs[i]
		r.identifier(spec.Name.O, "the window name")
		for j := range i {
			if sameName(specs[j].Name.O, spec.Name.O) || looksAlike(specs[j].Name.O, spec.Name.O) {
				r.fault(fmt.Sprintf("window %s is defined twice", excerpt(spec.Name.O)), Node{near: excerpt(spec.Name.O)})
			}
		}
		if spec.OnlyAlias {
			r.unsupported(nil, "a window that is only another one's name")
		}
		r.windowSpec(spec, s)
	}
	r.windowCycle(specs)
}

// windowCycle refuses windows that are defined by each other.
func (r *resolver) windowCycle(specs []ast.WindowSpec) {
	for i := range specs {
		at := i
		for range specs {
			next := findWindow(specs, specs[at].Ref.O)
			if next < 0 {
				break
			}
			if at = next; at == i {
				r.fault(fmt.Sprintf("window %s is defined by itself", excerpt(specs[i].Name.O)), Node{near: excerpt(specs[i].Name.O)})
				return
			}
		}
	}
}

func findWindow(specs []ast.WindowSpec, name string) int {
	for i := range specs {
		if name != "" && sameName(specs[i].Name.O, name) {
			return i
		}
	}
	return -1
}

// windowName binds the name of a window, which is known in its own block only.
func (r *resolver) windowName(name string, to *ast.CIStr, s *scope) {
	i := findWindow(s.windows, name)
	if i < 0 {
		r.fault(fmt.Sprintf("window %s is not defined in this query block", excerpt(name)), Node{near: excerpt(name)})
		return
	}
	to.O = s.windows[i].Name.O
}

// windowSpec resolves the inside of a window. Its names mean columns first and aliases second.
func (r *resolver) windowSpec(n *ast.WindowSpec, s *scope) {
	if n.Ref.O != "" {
		r.windowName(n.Ref.O, &n.Ref, s)
	}
	was := s.clause
	s.clause = inWindow
	if n.PartitionBy != nil {
		r.windowItems(n.PartitionBy.Items, s)
	}
	if n.OrderBy != nil {
		r.windowItems(n.OrderBy.Items, s)
	}
	s.clause = was
	if n.Frame != nil {
		r.frame(n.Frame, s)
	}
}

// windowItems resolves PARTITION BY and ORDER BY of a window, where MySQL refuses a position
// (manual 14.20.4) and others take it for a constant.
func (r *resolver) windowItems(items []*ast.ByItem, s *scope) {
	for _, item := range items {
		if at, ok := ordinal(item.Expr); ok {
			item.Expr = &ast.PositionExpr{N: at}
			if r.options.Dialect == MySQL {
				r.fault(fmt.Sprintf("position %d cannot be used in a window; name the column", at), Node{})
			}
			continue
		}
		if column, ok := unwrap(item.Expr).(*ast.ColumnNameExpr); ok {
			item.Expr = column
			r.column(column.Name, column, s, Named, true)
			continue
		}
		r.expr(item.Expr, s)
	}
}

func (r *resolver) frame(n *ast.FrameClause, s *scope) {
	if _, ok := builtin.Frame(n.Type); !ok {
		r.unsupported(n, "this kind of window frame")
	}
	for _, bound := range []*ast.FrameBound{&n.Extent.Start, &n.Extent.End} {
		r.frameBound(bound, s)
	}
}

func (r *resolver) frameBound(n *ast.FrameBound, s *scope) {
	switch n.Type {
	case ast.Preceding, ast.Following, ast.CurrentRow:
	default:
		r.unknownNode(n)
	}
	if n.Unit != ast.TimeUnitInvalid {
		_, ok := builtin.Unit(n.Unit)
		if !ok || !builtin.FrameInterval(r.dialect) {
			r.unsupported(n, "an interval in a window frame")
		}
	}
	if n.Expr != nil {
		r.expr(n.Expr, s)
	}
}
