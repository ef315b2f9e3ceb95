package sqlcheck

import (
	"github.com/asksql/asksql/sqlcheck/internal/literal"
	"github.com/asksql/asksql/sqlcheck/internal/tree"
	"github.com/pingcap/tidb/pkg/parser/ast"
)

// pattern notes a regular expression, if it is written as a string, that repeats what repeats.
func (r *resolver) pattern(pattern ast.ExprNode, n ast.Node) {
	v, ok := tree.Unwrap(pattern).(ast.ValueExpr)
	if !ok {
		return
	}
	if l, ok := literal.Read(v); ok && l.Kind == literal.String && repeatsRepetition(l.Text) {
		r.recordCostlyPattern(n)
	}
}

// repeatsRepetition reports whether a regular expression has a repeated group with a repetition in it. It
// reads the common part of the syntax of ICU (MySQL) and PCRE (MariaDB): groups, classes, escapes.
func repeatsRepetition(pattern string) bool {
	repeats := []bool{false} // whether each group that is open has a repetition, outermost first
	for i := 0; i < len(pattern); i++ {
		switch pattern[i] {
		case '\\':
			i++
		case '[':
			i = endOfClass(pattern, i)
		case '(':
			repeats = append(repeats, false)
		case ')':
			if len(repeats) == 1 {
				continue // it closes nothing
			}
			inner, again := repeats[len(repeats)-1], i+1 < len(pattern) && isRepetition(pattern[i+1:])
			if inner && again {
				return true
			}
			repeats = repeats[:len(repeats)-1]
			repeats[len(repeats)-1] = repeats[len(repeats)-1] || inner
		case '*', '+', '{':
			if isRepetition(pattern[i:]) {
				repeats[len(repeats)-1] = true
			}
		}
	}
	return false
}

// isRepetition reports whether a text begins with a repetition that has no upper bound.
func isRepetition(text string) bool {
	switch text[0] {
	case '*', '+':
		return true
	case '{':
		for i := 1; i < len(text); i++ {
			switch c := text[i]; {
			case c == ',':
				return i+1 < len(text) && text[i+1] == '}'
			case c < '0' || c > '9':
				return false
			}
		}
	}
	return false
}

// endOfClass returns the place of the bracket that closes a class.
func endOfClass(pattern string, at int) int {
	for i := at + 1; i < len(pattern); i++ {
		switch {
		case pattern[i] == '\\':
			i++
		case pattern[i] == ']' && i > at+1 && !(i == at+2 && pattern[at+1] == '^'):
			return i
		}
	}
	return len(pattern)
}
