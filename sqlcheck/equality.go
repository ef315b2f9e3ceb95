package sqlcheck

import (
	"slices"

	"github.com/asksql/asksql/sqlcheck/internal/tree"
	"github.com/pingcap/tidb/pkg/parser/ast"
	"github.com/pingcap/tidb/pkg/parser/opcode"
)

// Which relations of a block conditions compare for equality. A server finds the rows of the one by those of
// the other; without it, it has to try each pair.

// An equality says that rows of a relation are found by equality: by those of another one of the block, or by
// what is outside of it or of several relations, for which with is -1.
type equality struct{ of, with int }

// equate notes what a condition that has been resolved compares for equality.
func (r *resolver) equate(e ast.ExprNode, s *scope) {
	r.sieve(e, s)
	if len(s.relations) < 2 && s.parent == nil {
		return
	}
	for _, q := range r.equalities(e, s) {
		if q.with < 0 {
			s.relations[q.of].found = true
		} else {
			s.equated(q.of, q.with)
		}
	}
}

// sieve notes that a condition keeps the rows of one relation that have one of some values.
func (r *resolver) sieve(e ast.ExprNode, s *scope) {
	column := ast.ExprNode(nil)
	switch n := tree.Unwrap(e).(type) {
	case *ast.PatternInExpr:
		if !n.Not {
			column = n.Expr
		}
	case *ast.BinaryOperationExpr:
		if n.Op != opcode.EQ {
			return
		}
		if _, constant := constantValue(n.R); constant {
			column = n.L
		} else if _, constant := constantValue(n.L); constant {
			column = n.R
		}
	}
	if column == nil || !isColumn(tree.Unwrap(column)) {
		return
	}
	if of := r.readsOf(column, s); of.one() {
		s.relations[of.first].sieved = true
	}
}

// equalities returns the equalities that hold wherever a condition does.
func (r *resolver) equalities(e ast.ExprNode, s *scope) []equality {
	n, ok := tree.Unwrap(e).(*ast.BinaryOperationExpr)
	if !ok {
		return nil
	}
	switch n.Op {
	case opcode.LogicAnd:
		return append(r.equalities(n.L, s), r.equalities(n.R, s)...)
	case opcode.LogicOr: // what both sides say
		left := r.equalities(n.L, s)
		if len(left) == 0 {
			return nil
		}
		right := r.equalities(n.R, s)
		return slices.DeleteFunc(left, func(q equality) bool {
			return !slices.Contains(right, q) && !slices.Contains(right, equality{q.with, q.of})
		})
	case opcode.EQ, opcode.NullEQ:
		return r.compares(n.L, n.R, s)
	default:
		return nil
	}
}

// compares returns what the comparison of two expressions for equality says. One of them must be a column: an
// expression may have few values.
func (r *resolver) compares(left, right ast.ExprNode, s *scope) []equality {
	left, right = tree.Unwrap(left), tree.Unwrap(right)
	if l, ok := left.(*ast.RowExpr); ok {
		var list []equality
		if row, ok := right.(*ast.RowExpr); ok && len(l.Values) == len(row.Values) {
			for i := range l.Values {
				list = append(list, r.compares(l.Values[i], row.Values[i], s)...)
			}
		}
		return list
	}
	if !isColumn(left) {
		left, right = right, left
	}
	if !isColumn(left) {
		return nil
	}
	a, b := r.readsOf(left, s), r.readsOf(right, s)
	switch {
	case a.one() && b.one() && a.first != b.first:
		return []equality{{a.first, b.first}}
	case a.one() && (b.several || b.outside) && !b.has(a.first):
		return []equality{{a.first, -1}}
	case a.outside && b.one() && isColumn(right):
		return []equality{{b.first, -1}}
	default:
		return nil
	}
}

func isColumn(e ast.ExprNode) bool {
	_, ok := e.(*ast.ColumnNameExpr)
	return ok
}

// A reads is what an expression reads: relations of a block, or what is outside of it.
type reads struct {
	first   int // the first relation of the block that it reads, -1 if it reads none
	several bool
	outside bool
	set     [4]uint64 // of the first relations
}

// one reports whether one relation of the block is read, and nothing else.
func (f *reads) one() bool { return f.first >= 0 && !f.several && !f.outside }

// has reports whether a relation of the block may be read.
func (f *reads) has(relation int) bool {
	return relation >= 64*len(f.set) || f.set[relation/64]&(1<<(relation%64)) != 0
}

func (f *reads) add(relation int) {
	if f.first < 0 {
		f.first = relation
	}
	f.several = f.several || f.first != relation
	if relation < 64*len(f.set) {
		f.set[relation/64] |= 1 << (relation % 64)
	}
}

// readsOf returns what an expression reads that has been resolved in a block.
func (r *resolver) readsOf(e ast.ExprNode, s *scope) reads {
	if c, ok := e.(*ast.ColumnNameExpr); ok { // most are one
		f := sideFinder{names: r, scope: s, reads: reads{first: -1}}
		f.column(c.Name)
		return f.reads
	}
	f := &sideFinder{names: r, scope: s, reads: reads{first: -1}}
	e.Accept(f)
	return f.reads
}

// A sideFinder gathers the relations that one side of a comparison reads.
type sideFinder struct {
	names *resolver
	scope *scope
	reads
}

// Enter implements ast.Visitor.
func (f *sideFinder) Enter(n ast.Node) (ast.Node, bool) {
	switch n := n.(type) {
	case *ast.SubqueryExpr, *ast.ExistsSubqueryExpr:
		f.outside = true // it has one value for each row that it reads, which is nobody's here
		return n, true
	case *ast.ColumnName:
		f.column(n)
	}
	return n, false
}

// Leave implements ast.Visitor.
func (f *sideFinder) Leave(n ast.Node) (ast.Node, bool) { return n, true }

// column notes a name that was bound.
func (f *sideFinder) column(n *ast.ColumnName) {
	b := f.names.names.Of(n)
	if b == nil || b.Relation == nil {
		return
	}
	for i := range f.scope.relations {
		if f.scope.relations[i].source == b.Relation {
			f.add(i)
			return
		}
	}
	f.outside = true
}
