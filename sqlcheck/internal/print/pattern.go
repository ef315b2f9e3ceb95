package print

import (
	"github.com/asksql/asksql/sqlcheck/internal/tree"
	"strings"

	"github.com/asksql/asksql/sqlcheck/internal/literal"
	"github.com/pingcap/tidb/pkg/parser/ast"
)

// escapes are the characters that a LIKE pattern may be written anew with. A backslash is none: with
// NO_BACKSLASH_ESCAPES it is no escape character by default.
const escapes = "|!#~^@$+=:;?"

// PatternOf returns a pattern that is a string literal.
func PatternOf(n *ast.PatternLikeOrIlikeExpr) (literal.Literal, bool) {
	v, ok := tree.Unwrap(n.Pattern).(ast.ValueExpr)
	if !ok {
		return literal.Literal{}, false
	}
	l, ok := literal.Read(v)
	return l, ok && l.Kind == literal.String && l.Charset != "binary"
}

// HidesLiteral reports whether a pattern is a literal with a backslash inside an operator, where it
// cannot be written anew.
func HidesLiteral(e ast.ExprNode) bool {
	var inner ast.ExprNode
	switch n := tree.Unwrap(e).(type) {
	case *ast.SetCollationExpr:
		inner = n.Expr
	case *ast.FuncCastExpr:
		inner = n.Expr
	case ast.ParamMarkerExpr:
		return false
	case ast.ValueExpr:
		return strings.Contains(tree.StringValue(n), `\`)
	default:
		return false
	}
	return HidesLiteral(inner)
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

func PrintableEscape(c byte) bool { return ' ' <= c && c < 0x7f && c != '\\' }
