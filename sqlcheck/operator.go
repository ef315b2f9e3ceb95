package sqlcheck

import (
	"github.com/pingcap/tidb/pkg/parser/ast"
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

// comparisons print the same between expressions and before ANY and ALL.
var comparisons = map[opcode.Op]string{
	opcode.EQ: "=", opcode.NE: "<>", opcode.LT: "<", opcode.LE: "<=", opcode.GT: ">", opcode.GE: ">=",
	opcode.NullEQ: "<=>",
}

var binaryOperators = func() map[opcode.Op]operator {
	table := map[opcode.Op]operator{
		opcode.LogicOr:    {"OR", levelOr, levelOr, levelXor},
		opcode.LogicXor:   {"XOR", levelXor, levelXor, levelAnd},
		opcode.LogicAnd:   {"AND", levelAnd, levelAnd, levelNot},
		opcode.Or:         {"|", levelBitOr, levelBitOr, levelUnary},
		opcode.And:        {"&", levelBitAnd, levelBitAnd, levelUnary},
		opcode.LeftShift:  {"<<", levelShift, levelShift, levelUnary},
		opcode.RightShift: {">>", levelShift, levelShift, levelUnary},
		opcode.Plus:       {"+", levelSum, levelSum, levelProduct},
		opcode.Minus:      {"-", levelSum, levelSum, levelProduct},
		opcode.Mul:        {"*", levelProduct, levelProduct, levelUnary},
		opcode.Div:        {"/", levelProduct, levelProduct, levelUnary},
		opcode.IntDiv:     {"DIV", levelProduct, levelProduct, levelUnary},
		opcode.Mod:        {"%", levelProduct, levelProduct, levelUnary},
		opcode.Xor:        {"^", levelBitXor, levelUnary, levelUnary},
	}
	for op, sql := range comparisons {
		table[op] = operator{sql, levelCompare, levelBitOr, levelBitOr}
	}
	return table
}()

// unaryOperators print in front of an operand that is a primary: NOT binds more or less tightly by
// sql_mode, and two minus signs would begin a comment.
var unaryOperators = map[opcode.Op]operator{
	opcode.Not:    {"NOT ", levelNot, levelPrimary, levelPrimary},
	opcode.Not2:   {"NOT ", levelNot, levelPrimary, levelPrimary},
	opcode.Minus:  {"-", levelUnary, levelPrimary, levelPrimary},
	opcode.Plus:   {"+", levelUnary, levelPrimary, levelPrimary},
	opcode.BitNeg: {"~", levelUnary, levelPrimary, levelPrimary},
}

func isLogicAnd(n *ast.BinaryOperationExpr) bool { return n.Op == opcode.LogicAnd }

func isUnaryPlus(n *ast.UnaryOperationExpr) bool { return n.Op == opcode.Plus }
