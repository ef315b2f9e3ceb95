package sqlcheck

import (
	"github.com/asksql/asksql/sqlcheck/internal/tree"
	"math"
	"math/bits"
	"strconv"
	"strings"

	"github.com/asksql/asksql/sqlcheck/internal/literal"
	"github.com/pingcap/tidb/pkg/parser/ast"
	"github.com/pingcap/tidb/pkg/parser/mysql"
	"github.com/pingcap/tidb/pkg/parser/opcode"
)

// constantValue returns the value of an expression that reads no column, and whether it is one. A
// constant that is not worth computing here counts as infinite, so that it passes no bound.
func constantValue(e ast.ExprNode) (float64, bool) {
	switch n := tree.Unwrap(e).(type) {
	case ast.ParamMarkerExpr:
		return 0, false
	case ast.ValueExpr:
		return literalValue(n), true
	case *ast.UnaryOperationExpr:
		v, ok := constantValue(n.V)
		if n.Op == opcode.Minus {
			return -v, ok
		}
		return v, ok
	case *ast.BinaryOperationExpr:
		return constantOperation(n)
	case *ast.FuncCastExpr:
		return constantCast(n)
	case *ast.FuncCallExpr, *ast.CaseExpr:
		return math.Inf(1), n.GetFlag()&(ast.FlagHasReference|ast.FlagHasSubquery|ast.FlagHasAggregateFunc|ast.FlagHasWindowFunc|ast.FlagHasVariable) == 0
	default:
		return 0, false
	}
}

// constantCast returns the value of a constant that is cast to a whole number. A negative one is a very large
// one without a sign.
func constantCast(n *ast.FuncCastExpr) (float64, bool) {
	v, constant := constantValue(n.Expr)
	if n.Tp.GetType() != mysql.TypeLonglong || v < 0 && mysql.HasUnsignedFlag(n.Tp.GetFlag()) {
		v = math.Inf(1)
	}
	return v, constant
}

func constantOperation(n *ast.BinaryOperationExpr) (float64, bool) {
	l, lok := constantValue(n.L)
	r, rok := constantValue(n.R)
	if !lok || !rok {
		return 0, false
	}
	switch n.Op {
	case opcode.Plus:
		return l + r, true
	case opcode.Minus:
		return l - r, true
	case opcode.Mul:
		return l * r, true
	case opcode.Div, opcode.IntDiv:
		return l / r, true
	default:
		return math.Inf(1), true
	}
}

// literalValue returns a literal as a server takes it for a number: text counts as far as it is one.
func literalValue(n ast.ValueExpr) float64 {
	l, ok := literal.Read(n)
	if !ok {
		return math.Inf(1)
	}
	switch l.Kind {
	case literal.Null:
		return 0
	case literal.Bool, literal.AllRows:
		return 1
	case literal.Hex:
		return bitsValue(len(strings.TrimLeft(l.Text, "0")) * 4)
	case literal.Bit:
		return bitsValue(len(strings.TrimLeft(l.Text, "0")))
	case literal.String:
		return leadingNumber(l.Text)
	default:
		v, err := strconv.ParseFloat(l.Text, 64)
		if err != nil {
			return math.Inf(1)
		}
		return v
	}
}

// bitsValue returns the largest number of that many bits.
func bitsValue(n int) float64 {
	if n > bits.UintSize-2 {
		return math.Inf(1)
	}
	return float64(uint64(1)<<n - 1)
}

func leadingNumber(s string) float64 {
	s = strings.TrimLeft(s, " \t\n")
	for end := min(len(s), 64); end > 0; end-- {
		if v, err := strconv.ParseFloat(s[:end], 64); err == nil {
			return v
		}
	}
	return 0
}
