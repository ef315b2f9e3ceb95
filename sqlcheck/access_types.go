package sqlcheck

import (
	"errors"
	"fmt"
	"strings"

	"github.com/asksql/asksql/sqlcheck/internal/literal"
	"github.com/asksql/asksql/sqlcheck/internal/tree"
	"github.com/pingcap/tidb/pkg/parser/ast"
	"github.com/pingcap/tidb/pkg/parser/opcode"
)

// What a row rule may be made of, and what is compared with what. A server compares a number with a string by
// making a number of the string: tenant_id = 7 finds '7x' and '07'. So the two sides are of one kind.

// A valueKind is a family of types whose values compare with each other as what they are.
type valueKind uint8

const (
	otherKind valueKind = iota
	numberKind
	stringKind
	dateKind
	unknownKind // the schema does not say
)

var kindNames = [...]string{otherKind: "of a type that rules do not compare", numberKind: "a number", stringKind: "a string", dateKind: "a date", unknownKind: "of a type that the schema does not say"}

// kindOf returns the kind of a declared type.
func kindOf(declared string) valueKind {
	word := strings.ToLower(strings.TrimSpace(declared))
	if at := strings.IndexFunc(word, func(c rune) bool { return c < 'a' || c > 'z' }); at >= 0 {
		word = word[:at]
	}
	switch word {
	case "tinyint", "smallint", "mediumint", "int", "integer", "bigint", "decimal", "numeric", "dec", "fixed", "float", "double", "real", "bool", "boolean":
		return numberKind
	case "char", "varchar", "tinytext", "text", "mediumtext", "longtext", "enum", "set", "nchar", "nvarchar", "character":
		return stringKind
	case "date", "datetime", "timestamp":
		return dateKind
	case "":
		return unknownKind
	default:
		return otherKind
	}
}

func (t ParameterType) kind() valueKind {
	switch t {
	case ParameterInteger, ParameterDecimal:
		return numberKind
	case ParameterString:
		return stringKind
	case ParameterDate:
		return dateKind
	default:
		return otherKind
	}
}

// A ruleJudge holds the resolved condition of a rule to what a rule may be. No form that it knows can fail on some
// row, so that an error never tells of rows that are left out.
type ruleJudge struct {
	*resolver
	rule      *ruleCondition
	collation bool
	exact     func(ast.ExprNode) ast.ExprNode // makes bytes of a string
	mentioned map[string]bool
}

// An operandOf is one side of a comparison.
type ruleOperand struct {
	kind      valueKind
	of        string // what to call it
	column    bool
	parameter *Parameter
	literal   bool
	null      bool
}

// condition returns the condition to print: that of strings compares bytes too.
func (j *ruleJudge) condition(e ast.ExprNode) (ast.ExprNode, error) {
	switch n := tree.Unwrap(e).(type) {
	case *ast.BinaryOperationExpr:
		return j.binary(n)
	case *ast.UnaryOperationExpr:
		if n.Op != opcode.Not && n.Op != opcode.Not2 {
			return nil, errNoCondition
		}
		v, err := j.condition(n.V)
		return &ast.UnaryOperationExpr{Op: n.Op, V: v}, err
	case *ast.IsNullExpr:
		_, err := j.operand(n.Expr)
		return n, err
	case *ast.IsTruthExpr:
		v, err := j.condition(n.Expr)
		return &ast.IsTruthExpr{Expr: v, Not: n.Not, True: n.True}, err
	case *ast.BetweenExpr:
		return j.between(n)
	case *ast.PatternInExpr:
		return j.in(n)
	case *ast.ExistsSubqueryExpr:
		sub, ok := n.Sel.(*ast.SubqueryExpr)
		if !ok {
			return nil, errNoCondition
		}
		_, err := j.query(sub.Query)
		return n, err
	case *ast.ColumnNameExpr, ast.ValueExpr:
		o, err := j.operand(n.(ast.ExprNode))
		if err == nil && o.kind != numberKind {
			err = fmt.Errorf("%s is no condition; compare it with something", o.of)
		}
		return n.(ast.ExprNode), err
	default:
		return nil, errNoCondition
	}
}

var errNoCondition = errors.New("this form has no place in a row rule; compare columns, parameters and literals, with AND, OR, NOT, IS NULL, BETWEEN, IN and EXISTS")

func (j *ruleJudge) binary(n *ast.BinaryOperationExpr) (ast.ExprNode, error) {
	switch n.Op {
	case opcode.LogicAnd, opcode.LogicOr, opcode.LogicXor:
		l, err := j.condition(n.L)
		if err != nil {
			return nil, err
		}
		r, err := j.condition(n.R)
		return &ast.BinaryOperationExpr{Op: n.Op, L: l, R: r}, err
	case opcode.EQ, opcode.NE, opcode.NullEQ:
		strings, err := j.comparable(n.L, n.R)
		if err != nil || !strings {
			return n, err
		}
		bytes := &ast.BinaryOperationExpr{Op: n.Op, L: j.asBytes(n.L), R: j.asBytes(n.R)}
		if n.Op == opcode.NE {
			return bytes, nil
		}
		return both(n, bytes), nil
	case opcode.LT, opcode.LE, opcode.GT, opcode.GE:
		return n, j.ordered(n.L, n.R)
	default:
		return nil, errNoCondition
	}
}

// both returns that two conditions are true. The first one, which the second implies, lets servers use an index.
func both(a, b ast.ExprNode) ast.ExprNode {
	return &ast.BinaryOperationExpr{Op: opcode.LogicAnd, L: a, R: b}
}

// asBytes returns a side of a comparison of strings so that it compares by its bytes in utf8mb4. A literal is those.
// The last blanks of a CHAR are not its own: those that the sql_mode PAD_CHAR_TO_FULL_LENGTH adds are taken off.
func (j *ruleJudge) asBytes(e ast.ExprNode) ast.ExprNode {
	column, ok := tree.Unwrap(e).(*ast.ColumnNameExpr)
	if !ok {
		return e
	}
	if c := j.columnOf(column); c != nil && isFixed(c.Type) {
		e = &ast.FuncCallExpr{FnName: ast.NewCIStr("rtrim"), Args: []ast.ExprNode{e}}
	}
	return j.exact(e)
}

// isFixed reports whether a declared type of strings is one of a fixed length.
func isFixed(declared string) bool {
	length := strings.ToLower(strings.TrimSpace(declared))
	if at := strings.IndexByte(length, '('); at >= 0 {
		length = length[:at]
	}
	return strings.Contains(length, "char") && !strings.Contains(length, "var") && kindOf(declared) == stringKind
}

func (j *ruleJudge) between(n *ast.BetweenExpr) (ast.ExprNode, error) {
	if err := j.ordered(n.Expr, n.Left); err != nil {
		return nil, err
	}
	return n, j.ordered(n.Expr, n.Right)
}

// ordered holds two sides of a comparison by order to each other. That of strings is always by collation.
func (j *ruleJudge) ordered(l, r ast.ExprNode) error {
	strings, err := j.comparable(l, r)
	if err == nil && strings {
		err = errors.New("strings are ordered by collation only; compare them with = or IN, or let the rule compare by collation")
	}
	return err
}

// comparable holds two sides of a comparison to each other, and reports whether they are strings that are to be
// compared by their bytes.
func (j *ruleJudge) comparable(l, r ast.ExprNode) (exact bool, err error) {
	a, err := j.operand(l)
	if err != nil {
		return false, err
	}
	b, err := j.operand(r)
	if err != nil {
		return false, err
	}
	return j.compare(a, b)
}

func (j *ruleJudge) compare(a, b ruleOperand) (exact bool, err error) {
	for _, o := range [...]ruleOperand{a, b} {
		if o.parameter != nil && o.parameter.List {
			return false, fmt.Errorf("%s is a list, which stands in parentheses behind IN only", o.of)
		}
	}
	switch {
	case a.null || b.null:
		return false, errors.New("a comparison with NULL is never true; write IS NULL")
	case !a.column && !b.column:
		return false, fmt.Errorf("%s and %s are compared, and neither is a column; compare one with a column", a.of, b.of)
	case a.literal && b.kind == dateKind && a.kind == stringKind, b.literal && a.kind == dateKind && b.kind == stringKind:
		return false, nil // a date is written as a string
	case a.kind == otherKind || a.kind == unknownKind:
		return false, fmt.Errorf("%s is %s", a.of, kindNames[a.kind])
	case b.kind == otherKind || b.kind == unknownKind:
		return false, fmt.Errorf("%s is %s", b.of, kindNames[b.kind])
	case a.kind != b.kind:
		return false, fmt.Errorf("%s is %s and %s is %s, and a server would convert one to compare them", a.of, kindNames[a.kind], b.of, kindNames[b.kind])
	}
	return a.kind == stringKind && !j.collation, nil
}

// operand returns what one side of a comparison is: a column, a parameter or a literal.
func (j *ruleJudge) operand(e ast.ExprNode) (ruleOperand, error) {
	switch n := tree.Unwrap(e).(type) {
	case *ast.ColumnNameExpr:
		return j.columnOperand(n)
	case *ast.VariableExpr:
		p := j.rule.known[n.Name]
		if j.mentioned == nil {
			j.mentioned = make(map[string]bool)
		}
		j.mentioned[p.Name] = true
		return ruleOperand{kind: p.Type.kind(), of: "@" + p.Name, parameter: &p}, nil
	case *ast.UnaryOperationExpr:
		o, err := j.operand(n.V)
		if err != nil || n.Op != opcode.Minus || !o.literal || o.kind != numberKind {
			return o, errNoCondition
		}
		return o, nil
	case ast.ValueExpr:
		l, _ := literal.Read(n)
		o := ruleOperand{kind: otherKind, of: "the literal", literal: true}
		switch l.Kind {
		case literal.Integer, literal.Decimal, literal.Float, literal.Bool:
			o.kind, o.of = numberKind, l.Text
		case literal.String:
			if l.Charset != "" || !literal.Plain(l.Text, false) {
				return o, errors.New("a string in a row rule has no backslash, control character or character set")
			}
			o.kind, o.of = stringKind, "'"+excerpt(l.Text)+"'"
		case literal.Null:
			o.null, o.of = true, "NULL"
		}
		return o, nil
	default:
		return ruleOperand{}, errNoCondition
	}
}

func (j *ruleJudge) columnOperand(n *ast.ColumnNameExpr) (ruleOperand, error) {
	b := j.names.Of(n.Name)
	if b == nil || b.Relation == nil || b.Expr != nil {
		return ruleOperand{}, errNoCondition
	}
	t := j.rule.tables[b.Relation]
	if t == nil {
		return ruleOperand{}, errors.New("a row rule reads tables only; write no derived table or CTE in it")
	}
	c := t.Column(b.Column)
	if c == nil {
		return ruleOperand{}, errNoCondition
	}
	return ruleOperand{kind: kindOf(c.Type), of: "the column " + excerpt(t.name+"."+c.Name), column: true}, nil
}

// columnOf returns the column that columnOperand has found.
func (j *ruleJudge) columnOf(n *ast.ColumnNameExpr) *Column {
	b := j.names.Of(n.Name)
	if b == nil || j.rule.tables[b.Relation] == nil {
		return nil
	}
	return j.rule.tables[b.Relation].Column(b.Column)
}
