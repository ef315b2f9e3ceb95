package sqlcheck

import (
	"slices"
	"strings"

	"github.com/asksql/asksql/sqlcheck/internal/tree"
	"github.com/pingcap/tidb/pkg/parser/ast"
	"github.com/pingcap/tidb/pkg/parser/opcode"
)

// Which outputs of a derived table are never NULL, as MySQL sees them. It says so when a name is bound, before it
// simplifies joins.

// A nullability is how certain it is that an expression may be NULL.
type nullability uint8

const (
	notNull nullability = iota
	maybeNull
	mayBeNull
)

// nullable returns whether an output of a block may be NULL.
func (r *resolver) nullable(s *scope, o *output) nullability {
	switch {
	case o.plain:
		return r.nullableColumn(s, o.from)
	case o.expr == nil:
		return maybeNull
	default:
		return r.nullableExpr(s, o.expr)
	}
}

func (r *resolver) nullableColumn(s *scope, b binding) nullability {
	rel := &s.relations[b.relation]
	switch {
	case s.isOptional(b.relation):
		return mayBeNull
	case rel.table != nil && rel.table.view:
		return maybeNull
	case rel.table != nil && rel.table.isNotNull(b.column):
		return notNull
	case rel.table != nil && rel.table.primary == nil && !rel.table.allKeys:
		return maybeNull // it may be part of a primary key
	case rel.table != nil:
		return mayBeNull
	case rel.body != nil && b.column < len(rel.body.outputs):
		return r.nullable(rel.body, &rel.body.outputs[b.column])
	default:
		return maybeNull
	}
}

// isOptional reports whether a relation is on the optional side of an outer join.
func (s *scope) isOptional(relation int) bool {
	if s.optional == nil {
		s.optional = make([]bool, len(s.relations))
		s.findOptional(s.tree, false)
	}
	return s.optional[relation]
}

func (s *scope) findOptional(n ast.ResultSetNode, optional bool) {
	switch n := n.(type) {
	case *ast.TableSource:
		if i := slices.IndexFunc(s.relations, func(rel relation) bool { return rel.source == n }); i >= 0 {
			s.optional[i] = optional
		}
	case *ast.Join:
		s.findOptional(n.Left, optional || n.Tp == ast.RightJoin)
		if n.Right != nil {
			s.findOptional(n.Right, optional || n.Tp == ast.LeftJoin)
		}
	}
}

func (r *resolver) nullableExpr(s *scope, e ast.ExprNode) nullability {
	if r.spend(1); r.partial {
		return maybeNull
	}
	switch n := tree.Unwrap(e).(type) {
	case *ast.ColumnNameExpr:
		return r.nullableName(s, n)
	case ast.ValueExpr:
		if n.GetValue() == nil {
			return mayBeNull
		}
		return notNull
	case *ast.AggregateFuncExpr:
		if strings.EqualFold(n.F, "COUNT") {
			return notNull
		}
		return mayBeNull
	case *ast.WindowFuncExpr:
		switch strings.ToUpper(n.Name) {
		case "ROW_NUMBER", "RANK", "DENSE_RANK", "COUNT", "CUME_DIST", "PERCENT_RANK":
			return notNull
		}
		return mayBeNull
	case *ast.IsNullExpr, *ast.IsTruthExpr, *ast.ExistsSubqueryExpr:
		return notNull
	case *ast.BinaryOperationExpr:
		switch n.Op {
		case opcode.NullEQ:
			return notNull
		case opcode.Div, opcode.IntDiv, opcode.Mod:
			return mayBeNull
		}
		return max(r.nullableExpr(s, n.L), r.nullableExpr(s, n.R))
	case *ast.UnaryOperationExpr:
		return r.nullableExpr(s, n.V)
	case *ast.CaseExpr:
		return r.nullableCase(s, n)
	case *ast.FuncCallExpr:
		return r.nullableCall(s, n)
	case *ast.SubqueryExpr:
		return mayBeNull
	default:
		return maybeNull
	}
}

func (r *resolver) nullableName(s *scope, n *ast.ColumnNameExpr) nullability {
	b := r.names.Of(n.Name)
	switch {
	case b == nil:
		return maybeNull
	case b.Expr != nil:
		return r.nullableExpr(s, b.Expr)
	}
	for i := range s.relations {
		if s.relations[i].source == b.Relation {
			if column, outcome := s.relations[i].find(b.Column); outcome == unique {
				return r.nullableColumn(s, binding{i, column})
			}
		}
	}
	return maybeNull
}

func (r *resolver) nullableCase(s *scope, n *ast.CaseExpr) nullability {
	if n.ElseClause == nil {
		return mayBeNull
	}
	worst := r.nullableExpr(s, n.ElseClause)
	for _, when := range n.WhenClauses {
		worst = max(worst, r.nullableExpr(s, when.Result))
	}
	return worst
}

func (r *resolver) nullableCall(s *scope, n *ast.FuncCallExpr) nullability {
	if len(n.Args) == 0 {
		return maybeNull
	}
	switch n.FnName.L {
	case "ifnull", "coalesce":
		best := mayBeNull
		for _, e := range n.Args {
			best = min(best, r.nullableExpr(s, e))
		}
		return best
	case "abs":
		return r.nullableExpr(s, n.Args[0])
	case "any_value":
		return max(maybeNull, r.nullableExpr(s, n.Args[0]))
	default:
		return maybeNull
	}
}
