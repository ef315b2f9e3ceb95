package forms

import (
	"github.com/pingcap/tidb/pkg/parser/ast"
	"github.com/pingcap/tidb/pkg/parser/opcode"
)

// a SOUNDS LIKE b is SOUNDEX(a) = SOUNDEX(b), an operator of the kind of LIKE (MySQL manual, 14.8). The
// parser is given a LIKE b, whose operands are no larger than those of servers, and the tree gets what it
// stands for. A LIKE is known by the place of its pattern.
func (w *writer) soundsLike(i int) int {
	if w.tokens.is(i+1, "LIKE") && w.tokens.at(i+2).text != "" {
		w.replace(i, "")
		w.notes.sounds = append(w.notes.sounds, w.tokens[i+2].start)
	}
	return 0
}

// soundsLike returns what the form stands for, nil for a node that is none of it.
func (a *applier) soundsLike(n *ast.PatternLikeOrIlikeExpr) ast.ExprNode {
	if !a.take(a.notes.sounds, n.Pattern.OriginTextPosition()) || n.Not || !n.IsLike || n.EscapeExplicit {
		return nil
	}
	return &ast.BinaryOperationExpr{Op: opcode.EQ, L: soundex(n.Expr), R: soundex(n.Pattern)}
}

func soundex(e ast.ExprNode) ast.ExprNode {
	call := &ast.FuncCallExpr{FnName: ast.NewCIStr("soundex"), Args: []ast.ExprNode{e}}
	call.SetOriginTextPosition(e.OriginTextPosition())
	return call
}
