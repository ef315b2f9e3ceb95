package sqlcheck

import (
	"strings"

	"github.com/asksql/asksql/sqlcheck/internal/builtin"
	"github.com/pingcap/tidb/pkg/parser/ast"
)

// INTERVAL 1 DAY + x. To the parser the sum ends where a sum does; to servers what stands behind the plus
// sign is a whole expression (MySQL's grammar, simple_expr), so that
//
//	INTERVAL 1 DAY + placed_at < '2025-03-01'
//
// adds a day to a truth value. Where something follows the sum, it is refused.

// beginsWithInterval reports whether a call was written as a sum that begins with INTERVAL.
func (r *resolver) beginsWithInterval(n *ast.FuncCallExpr) bool {
	const word = "INTERVAL"
	at := n.OriginTextPosition()
	return at > 0 && at+len(word) < len(r.source.SQL) && strings.EqualFold(r.source.SQL[at:at+len(word)], word)
}

// isInfix reports whether a call was written as a date and an interval with a sign between them.
func (r *resolver) isInfix(n *ast.FuncCallExpr) bool {
	at := n.OriginTextPosition()
	if f, ok := builtin.Lookup(n.FnName.O, r.server); !ok || f.Form != builtin.FormDateArith || at < 0 || at >= len(r.source.SQL) {
		return false
	}
	written := strings.TrimLeft(r.source.SQL[at:], "` ")
	return len(written) < len(n.FnName.O) || !sameName(written[:len(n.FnName.O)], n.FnName.O)
}

// intervalSums refuses the sums that something follows.
func (r *resolver) intervalSums(statement ast.Node) {
	if len(r.intervals) > 0 && !r.partial {
		f := intervalFinder{resolver: r, sums: make(map[*ast.FuncCallExpr]bool, len(r.intervals)), seen: make(map[ast.ExprNode]bool)}
		for _, sum := range r.intervals {
			f.sums[sum] = true
		}
		statement.Accept(&f)
	}
}

// An intervalFinder looks at each expression that is not itself an operand.
type intervalFinder struct {
	*resolver
	sums map[*ast.FuncCallExpr]bool // that begin with INTERVAL
	seen map[ast.ExprNode]bool      // whether something follows it
}

// Enter implements ast.Visitor.
func (f *intervalFinder) Enter(n ast.Node) (ast.Node, bool) {
	if e, ok := n.(ast.ExprNode); ok {
		f.followed(e, false)
	}
	return n, false
}

// Leave implements ast.Visitor.
func (f *intervalFinder) Leave(n ast.Node) (ast.Node, bool) { return n, true }

// followed descends along what no parentheses part, and refuses a sum that something follows.
func (f *intervalFinder) followed(e ast.ExprNode, more bool) {
	if before, seen := f.seen[e]; seen && (before || !more) {
		return // an operand: its operator has said what follows
	}
	f.seen[e] = more
	switch n := e.(type) {
	case *ast.FuncCallExpr:
		if n.FnName.O == ast.JSONMemberOf || len(n.Args) > 0 && f.isInfix(n) {
			f.followed(n.Args[0], true)
		}
		if more && f.sums[n] {
			f.unsupported(n, "INTERVAL", "servers take all that follows INTERVAL … + for the second summand; write the date first, as in placed_at + INTERVAL 1 DAY, or put the sum in parentheses")
		}
	case *ast.BinaryOperationExpr:
		f.followed(n.L, true)
		f.followed(n.R, more)
	case *ast.UnaryOperationExpr:
		f.followed(n.V, more)
	case *ast.BetweenExpr:
		f.followed(n.Expr, true)
		f.followed(n.Left, true)
		f.followed(n.Right, more)
	case *ast.PatternInExpr:
		f.followed(n.Expr, true)
	case *ast.PatternLikeOrIlikeExpr:
		f.followed(n.Expr, true)
		f.followed(n.Pattern, more || n.EscapeExplicit)
	case *ast.PatternRegexpExpr:
		f.followed(n.Expr, true)
		f.followed(n.Pattern, more)
	case *ast.IsNullExpr:
		f.followed(n.Expr, true)
	case *ast.IsTruthExpr:
		f.followed(n.Expr, true)
	case *ast.SetCollationExpr:
		f.followed(n.Expr, true)
	case *ast.CompareSubqueryExpr:
		f.followed(n.L, true)
	}
}
