package print

import (
	"github.com/asksql/asksql/sqlcheck/internal/tree"
	"strings"

	"github.com/asksql/asksql/sqlcheck/internal/literal"
	"github.com/pingcap/tidb/pkg/parser/ast"
	"github.com/pingcap/tidb/pkg/parser/types"
)

// escapes are the characters that a LIKE pattern may be written anew with. A backslash is none: with
// NO_BACKSLASH_ESCAPES it is no escape character by default.
const escapes = "|!#~^@$+=:;?"

// PatternOf returns a pattern that is a string literal, and the literal. It may stand in operators that leave
// its characters alone.
func PatternOf(n *ast.PatternLikeOrIlikeExpr) (literal.Literal, ast.ValueExpr, bool) {
	v, ok := literalIn(n.Pattern).(ast.ValueExpr)
	if !ok {
		return literal.Literal{}, nil, false
	}
	l, ok := literal.Read(v)
	return l, v, ok && l.Kind == literal.String && l.Charset != "binary"
}

// literalIn returns what COLLATE, BINARY and casts without a length stand round.
func literalIn(e ast.ExprNode) ast.ExprNode {
	for {
		switch n := tree.Unwrap(e).(type) {
		case *ast.SetCollationExpr:
			e = n.Expr
		case *ast.FuncCastExpr:
			if n.ExplicitCharSet || n.Tp.EvalType() != types.ETString || n.Tp.GetFlen() != types.UnspecifiedLength {
				return n
			}
			e = n.Expr
		default:
			return n
		}
	}
}

// HidesLiteral reports whether a pattern is a literal with a backslash in a cast that may cut it, where it
// cannot be written anew.
func HidesLiteral(e ast.ExprNode) bool {
	n, ok := literalIn(e).(*ast.FuncCastExpr)
	if !ok {
		return false
	}
	switch n := literalIn(n.Expr).(type) {
	case ast.ParamMarkerExpr:
		return false
	case ast.ValueExpr:
		return strings.Contains(tree.StringValue(n), `\`)
	default:
		return HidesLiteral(n)
	}
}

// PortablePattern writes a pattern so that every sql_mode reads it alike. escape is the character
// that the pattern was written with, 0 for none. It returns the pattern, the escape character that
// must be named with it, 0 for none, and false if every candidate occurs in the pattern.
func PortablePattern(pattern string, escape byte) (string, byte, bool) {
	if escape != 0 && escape != '\\' && PrintableEscape(escape) {
		return pattern, escape, true
	}
	if escape == '\\' && !strings.Contains(pattern, `\`) {
		return pattern, 0, true
	}
	if escape == 0 && !strings.Contains(pattern, `\`) {
		return pattern, 0, true
	}
	for i := 0; i < len(escapes); i++ {
		if strings.IndexByte(pattern, escapes[i]) < 0 {
			return reescape(pattern, escape, escapes[i]), escapes[i], true
		}
	}
	return "", 0, false
}

// reescape writes with the escape character to what was written with from: a wildcard that was
// escaped stays so, and everything else stands for itself.
func reescape(pattern string, from, to byte) string {
	var b strings.Builder
	b.Grow(len(pattern))
	for i := 0; i < len(pattern); i++ {
		c := pattern[i]
		if c == from && from != 0 && i+1 < len(pattern) {
			i++
			if c = pattern[i]; c == '%' || c == '_' {
				b.WriteByte(to)
			}
		}
		b.WriteByte(c)
	}
	return b.String()
}

// PrintableEscape reports whether a byte can be printed as the escape character of LIKE: it is visible ASCII and
// no backslash.
func PrintableEscape(c byte) bool { return ' ' <= c && c < 0x7f && c != '\\' }
