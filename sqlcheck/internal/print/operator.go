package print

import (
	"github.com/pingcap/tidb/pkg/parser/opcode"
)

// A level is how tightly a construct binds (MySQL manual, 14.4.1). What binds less tightly than its
// place asks for gets parentheses.
type level uint8

const (
	levelAny level = iota
	levelOr
	levelXor
	levelAnd
	levelNot
	levelTruth   // IS TRUE, MATCH: no operand of a comparison
	levelCompare // =, <, IS NULL
	levelPredicate
	levelBitOr
	levelBitAnd
	levelShift
	levelSum
	levelProduct
	levelBitXor
	levelUnary
	levelPrimary
)

// An operator is a binary operator as it is printed.
type operator struct {
	sql   string
	level level
	// left and right are what the operands must reach at least. Where servers or sql_modes could
	// group a run differently, that is above the operator's own level.
	left, right level
}

// binaryOperator returns how a binary operator is printed; one that is unknown has no text.
func binaryOperator(op opcode.Op) operator {
	switch op {
	case opcode.LogicOr:
		return operator{"OR", levelOr, levelOr, levelXor}
	case opcode.LogicXor:
		return operator{"XOR", levelXor, levelXor, levelAnd}
	case opcode.LogicAnd:
		return operator{"AND", levelAnd, levelAnd, levelNot}
	case opcode.Or:
		return operator{"|", levelBitOr, levelBitOr, levelUnary}
	case opcode.And:
		return operator{"&", levelBitAnd, levelBitAnd, levelUnary}
	case opcode.LeftShift:
		return operator{"<<", levelShift, levelShift, levelUnary}
	case opcode.RightShift:
		return operator{">>", levelShift, levelShift, levelUnary}
	case opcode.Plus:
		return operator{"+", levelSum, levelSum, levelProduct}
	case opcode.Minus:
		return operator{"-", levelSum, levelSum, levelProduct}
	case opcode.Mul:
		return operator{"*", levelProduct, levelProduct, levelUnary}
	case opcode.Div:
		return operator{"/", levelProduct, levelProduct, levelUnary}
	case opcode.IntDiv:
		return operator{"DIV", levelProduct, levelProduct, levelUnary}
	case opcode.Mod:
		return operator{"%", levelProduct, levelProduct, levelUnary}
	case opcode.Xor:
		return operator{"^", levelBitXor, levelUnary, levelUnary}
	default:
		return operator{comparison(op), levelCompare, levelBitOr, levelBitOr}
	}
}

// comparison returns the text of a comparison, which is the same between expressions and before ANY
// and ALL, "" if op is none.
func comparison(op opcode.Op) string {
	switch op {
	case opcode.EQ:
		return "="
	case opcode.NE:
		return "<>"
	case opcode.LT:
		return "<"
	case opcode.LE:
		return "<="
	case opcode.GT:
		return ">"
	case opcode.GE:
		return ">="
	case opcode.NullEQ:
		return "<=>"
	default:
		return ""
	}
}

// unaryOperator returns how a unary operator is printed; one that is unknown has no text. Its operand
// is a primary: NOT binds more or less tightly by sql_mode, and two minus signs begin a comment.
func unaryOperator(op opcode.Op) operator {
	switch op {
	case opcode.Not, opcode.Not2:
		return operator{"NOT ", levelNot, levelPrimary, levelPrimary}
	case opcode.Minus:
		return operator{"-", levelUnary, levelPrimary, levelPrimary}
	case opcode.BitNeg:
		return operator{"~", levelUnary, levelPrimary, levelPrimary}
	default:
		return operator{}
	}
}

// Binary reports whether a binary operator can be printed.
func Binary(op opcode.Op) bool { return binaryOperator(op).sql != "" }

// Unary reports whether a unary operator can be printed.
func Unary(op opcode.Op) bool { return unaryOperator(op).sql != "" }

// Compares reports whether an operator compares two values, or two rows of as many values.
func Compares(op opcode.Op) bool { return comparison(op) != "" }

// Comparison reports whether an operator may stand before ANY and ALL (MySQL manual, 15.2.15.3).
func Comparison(op opcode.Op) bool { return comparison(op) != "" && op != opcode.NullEQ }
