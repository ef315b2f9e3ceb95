package sqlcheck

import (
	"strings"

	"github.com/asksql/asksql/sqlcheck/internal/literal"
	"github.com/pingcap/tidb/pkg/parser/ast"
)

// escapes are the characters that a LIKE pattern may be written anew with. A backslash is none: with
// NO_BACKSLASH_ESCAPES it is no escape character by default.
const escapes = "|!#~^@$+=:;?"

// patternText returns the value of a pattern that is a plain string literal.
func patternText(n *ast.PatternLikeOrIlikeExpr) (string, bool) {
	v, ok := unwrap(n.Pattern).(ast.ValueExpr)
	if !ok {
		return "", false
	}
	l, ok := literal.Read(v)
	return l.Text, ok && l.Kind == literal.String && l.Charset == ""
}

// portablePattern writes a pattern so that every sql_mode reads it alike. escape is the character
// that the pattern was written with, 0 for none. It returns the pattern, the escape character that
// must be named with it, 0 for none, and false if every candidate occurs in the pattern.
func portablePattern(pattern string, escape byte) (string, byte, bool) {
	if escape != 0 && escape != '\\' && printableEscape(escape) {
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

func printableEscape(c byte) bool { return ' ' <= c && c < 0x7f && c != '\\' }
