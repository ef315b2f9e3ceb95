package sqlcheck

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"github.com/asksql/asksql/sqlcheck/internal/literal"
	"github.com/asksql/asksql/sqlcheck/internal/tree"
	"github.com/pingcap/tidb/pkg/parser/ast"
	"github.com/pingcap/tidb/pkg/parser/opcode"
)

// A ParameterType is what the values of a parameter are.
type ParameterType uint8

// The types. The zero value is none of them.
const (
	ParameterInteger ParameterType = iota + 1
	ParameterString
	ParameterDate
	ParameterDecimal
)

func (t ParameterType) known() bool { return ParameterInteger <= t && t <= ParameterDecimal }

// String returns the type as access files have it.
func (t ParameterType) String() string {
	if !t.known() {
		return "unknown"
	}
	return [...]string{"integer", "string", "date", "decimal"}[t-1]
}

// A Parameter is what a row rule may mention as @Name. A list stands in parentheses behind IN only.
type Parameter struct {
	Name string // lower-case letters, digits and underscores
	Type ParameterType
	List bool
}

// A Value is what a parameter is in one request: one or several literals of its type. Only ParseValue makes one.
type Value struct {
	of    Parameter
	texts []string
}

const (
	maxValue  = 1024 // bytes of a value
	maxValues = 1000 // of a list
)

// ParseValue reads the value of a parameter. A parameter that is no list has exactly one. The error says what a
// value must be, and never repeats it.
func ParseValue(p Parameter, texts ...string) (Value, error) {
	switch {
	case !p.Type.known():
		return Value{}, fmt.Errorf("the parameter %s has no type", p.Name)
	case !p.List && len(texts) != 1:
		return Value{}, fmt.Errorf("%s takes one value", p.Name)
	case len(texts) > maxValues:
		return Value{}, fmt.Errorf("%s takes at most %d values", p.Name, maxValues)
	}
	for _, text := range texts {
		if wrong := p.Type.wrong(text); wrong != "" {
			return Value{}, fmt.Errorf("%s takes %s", p.Name, wrong)
		}
	}
	return Value{p, slices.Clone(texts)}, nil
}

// wrong returns what a value of the type must be, "" if the text is one.
func (t ParameterType) wrong(text string) string {
	switch t {
	case ParameterInteger:
		if !isInteger(text) {
			return "a whole number of 64 bits, written in digits"
		}
	case ParameterDecimal:
		if !isDecimalNumber(text) {
			return fmt.Sprintf("a number of at most %d digits, 30 of them behind a point, without an exponent", literal.MaxDigits)
		}
	case ParameterDate:
		if _, err := time.Parse(time.DateOnly, text); err != nil || strings.HasPrefix(text, "0000") {
			return "a date such as 2026-01-31"
		}
	case ParameterString:
		if len(text) > maxValue || !utf8.ValidString(text) || strings.IndexFunc(text, unicode.IsControl) >= 0 {
			return fmt.Sprintf("text in UTF-8 of at most %d bytes, without control characters", maxValue)
		}
	default:
		return "nothing"
	}
	return ""
}

// isInteger reports whether a text is a number of 64 bits as it is printed: without plus and leading zeros.
func isInteger(text string) bool {
	if i, err := strconv.ParseInt(text, 10, 64); err == nil {
		return strconv.FormatInt(i, 10) == text
	}
	u, err := strconv.ParseUint(text, 10, 64)
	return err == nil && strconv.FormatUint(u, 10) == text
}

func isDecimalNumber(text string) bool {
	digits := strings.TrimPrefix(text, "-")
	whole, fraction, point := strings.Cut(digits, ".")
	isDigits := func(s string) bool { return s != "" && strings.Trim(s, "0123456789") == "" }
	if !isDigits(whole) || point && !isDigits(fraction) || len(whole) > 1 && whole[0] == '0' {
		return false
	}
	return len(whole)+len(fraction) <= literal.MaxDigits && len(fraction) <= 30
}

// appendTo writes the literals. An empty list is NULL, which neither IN nor NOT IN is ever true for.
func (v Value) appendTo(buf []byte, ascii bool) []byte {
	if len(v.texts) == 0 {
		return append(buf, "NULL"...)
	}
	for i, text := range v.texts {
		if i > 0 {
			buf = append(buf, ", "...)
		}
		switch v.of.Type {
		case ParameterInteger, ParameterDecimal:
			buf = append(buf, text...)
		default:
			buf = literal.Append(buf, literal.Literal{Kind: literal.String, Text: text}, ascii)
		}
	}
	return buf
}

// is reports whether expressions are exactly the literals of the value.
func (v Value) is(list []ast.ExprNode) bool {
	if len(v.texts) == 0 {
		l, ok := literalOf(list)
		return ok && l.Kind == literal.Null
	}
	if len(list) != len(v.texts) {
		return false
	}
	for i, e := range list {
		if !v.isOne(e, v.texts[i]) {
			return false
		}
	}
	return true
}

func literalOf(list []ast.ExprNode) (literal.Literal, bool) {
	if len(list) != 1 {
		return literal.Literal{}, false
	}
	v, ok := list[0].(ast.ValueExpr)
	if !ok {
		return literal.Literal{}, false
	}
	return literal.Read(v)
}

func (v Value) isOne(e ast.ExprNode, text string) bool {
	e = tree.Unwrap(e)
	number := v.of.Type == ParameterInteger || v.of.Type == ParameterDecimal
	if minus, ok := e.(*ast.UnaryOperationExpr); ok && number && minus.Op == opcode.Minus && strings.HasPrefix(text, "-") {
		e, text = minus.V, text[1:]
	}
	l, ok := literalOf([]ast.ExprNode{e})
	switch {
	case !ok || l.Text != text:
		return false
	case number:
		return l.Kind == literal.Integer || l.Kind == literal.Decimal
	default:
		return l.Kind == literal.String && (l.Charset == "" || l.Charset == "utf8mb4") // as literal.Append writes what is in no smaller one
	}
}
