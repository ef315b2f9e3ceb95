package sqlcheck

import (
	"strings"

	"github.com/asksql/asksql/sqlcheck/internal/literal"
	"github.com/asksql/asksql/sqlcheck/internal/tree"
	"github.com/pingcap/tidb/pkg/parser/ast"
	"github.com/pingcap/tidb/pkg/parser/opcode"
)

// isMarked reports whether MySQL takes an expression, where it stands itself, for something else than a name
// that means it: a truth value is true or false to JSON functions, not 1 or 0, and a hexadecimal or bit literal
// is a number to bit operators, not a string of bytes (MySQL manual, 14.12 and 14.17.1).
func isMarked(e ast.ExprNode) bool {
	switch n := tree.Unwrap(e).(type) {
	case ast.ValueExpr:
		l, ok := literal.Read(n)
		return !ok || l.Kind == literal.Bool || l.Kind == literal.Hex || l.Kind == literal.Bit || l.Charset == "binary"
	case *ast.UnaryOperationExpr:
		return n.Op == opcode.Not || n.Op == opcode.Not2 || n.Op == opcode.Plus && isMarked(n.V)
	case *ast.BinaryOperationExpr:
		switch n.Op {
		case opcode.LogicAnd, opcode.LogicOr, opcode.LogicXor, opcode.EQ, opcode.NE, opcode.LT, opcode.LE, opcode.GT, opcode.GE, opcode.NullEQ:
			return true
		}
		return false
	case *ast.BetweenExpr, *ast.PatternInExpr, *ast.IsNullExpr, *ast.IsTruthExpr, *ast.PatternLikeOrIlikeExpr, *ast.PatternRegexpExpr:
		return true
	case *ast.FuncCallExpr:
		return isPredicate(n.FnName.L)
	default:
		return false
	}
}

// isBytes reports whether a marked expression is a literal of bytes.
func isBytes(e ast.ExprNode) bool {
	v, ok := tree.Unwrap(e).(ast.ValueExpr)
	if !ok {
		return false
	}
	l, ok := literal.Read(v)
	return !ok || l.Kind != literal.Bool
}

// isPredicate reports whether a function of MySQL returns a truth value.
func isPredicate(function string) bool {
	switch function {
	case "isnull", "strcmp", "regexp_like", "json_valid", "json_contains", "json_contains_path", "json_overlaps", "json_memberof",
		"json_schema_valid", "member_of":
		return true
	}
	for _, prefix := range [...]string{"is_", "st_", "mbr"} {
		if strings.HasPrefix(function, prefix) {
			return true // of the spatial ones more than those that do
		}
	}
	return false
}
