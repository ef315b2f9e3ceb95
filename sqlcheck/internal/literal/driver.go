package literal

import (
	"errors"
	"io"
	"strconv"
	"strings"

	"github.com/pingcap/tidb/pkg/parser/ast"
	"github.com/pingcap/tidb/pkg/parser/format"
)

// The parser looks its constructors up in package variables, so registering them takes an init. A
// host that brings a driver of its own keeps it: Read understands both. The parser's test driver
// would be the alternative; it panics on decimals of more than 81 digits and forgets how a literal
// was written.
func init() {
	if ast.NewValueExpr != nil {
		return
	}
	ast.NewValueExpr = newValue
	ast.NewParamMarkerExpr = func(int) ast.ParamMarkerExpr { return &parameter{} }
	ast.NewDecimal = func(s string) (any, error) { return newDecimal(s) }
	ast.NewHexLiteral = func(s string) (any, error) { return newHexadecimal(s) }
	ast.NewBitLiteral = func(s string) (any, error) { return newBits(s) }
}

type (
	decimal     string // the digits as written
	hexadecimal string // 0x… or x'… without the closing quote
	bits        string // zeros and ones
)

func newDecimal(s string) (decimal, error) {
	if _, ok := exact(s); !ok {
		return "", errors.New("an exact number has at most 65 digits")
	}
	// Digits that fit into 64 bits are an integer, unless the lexer has cut a token apart: it reads
	// 0b0e as a number 0 and a name, where a server sees one name.
	if _, err := strconv.ParseUint(s, 10, 64); err == nil {
		return "", errors.New("an exact number has a point, or more digits than an integer")
	}
	return decimal(s), nil
}

// newHexadecimal takes x'…' and 0x… (MySQL manual, 11.1.4): pairs of digits between quotes, any
// number of them after 0x.
func newHexadecimal(s string) (hexadecimal, error) {
	prefix, digits, quoted := "0x", "", false
	switch {
	case strings.HasPrefix(s, "0x"):
		digits = s[2:]
	case len(s) >= 3 && (s[0] == 'x' || s[0] == 'X') && s[1] == '\'':
		prefix, digits, quoted = "x'", strings.TrimSuffix(s[2:], "'"), true
	default:
		return "", errors.New("a hexadecimal literal is x'…' or 0x…")
	}
	if quoted && len(digits)%2 == 1 {
		return "", errors.New("x'…' takes pairs of hexadecimal digits")
	}
	for i := 0; i < len(digits); i++ {
		if !strings.Contains("0123456789abcdefABCDEF", digits[i:i+1]) {
			return "", errors.New("a hexadecimal literal holds the digits 0-9 and A-F")
		}
	}
	return hexadecimal(prefix + strings.ToLower(digits)), nil
}

// newBits takes b'…' and 0b… (MySQL manual, 11.1.5).
func newBits(s string) (bits, error) {
	digits := ""
	switch {
	case strings.HasPrefix(s, "0b"):
		digits = s[2:]
	case len(s) >= 3 && (s[0] == 'b' || s[0] == 'B') && s[1] == '\'':
		digits = strings.TrimSuffix(s[2:], "'")
	default:
		return "", errors.New("a bit literal is b'…' or 0b…")
	}
	if strings.Trim(digits, "01") != "" {
		return "", errors.New("a bit literal holds the digits 0 and 1")
	}
	return bits(digits), nil
}

// value is a literal of the tree.
type value struct {
	ast.TexprNode
	value      any
	projection int
}

func newValue(v any, charset, collation string) ast.ValueExpr {
	if made, ok := v.(ast.ValueExpr); ok {
		return made
	}
	n := &value{value: v, projection: -1}
	n.Type.SetCharset(charset)
	n.Type.SetCollate(collation)
	return n
}

func (n *value) GetValue() any              { return n.value }
func (n *value) SetValue(v any)             { n.value = v }
func (n *value) GetProjectionOffset() int   { return n.projection }
func (n *value) SetProjectionOffset(at int) { n.projection = at }
func (n *value) GetDatumString() string     { return n.GetString() }

func (n *value) GetString() string {
	switch v := n.value.(type) {
	case string:
		return v
	case []byte:
		return string(v)
	default:
		return ""
	}
}

// Accept implements ast.Node.
func (n *value) Accept(v ast.Visitor) (ast.Node, bool) {
	node, _ := v.Enter(n)
	return v.Leave(node)
}

// Restore implements ast.Node, for hosts that print trees of their own with the parser.
func (n *value) Restore(ctx *format.RestoreCtx) error {
	l, ok := Read(n)
	if !ok {
		return errors.New("a literal that has no form safe to print")
	}
	ctx.WritePlain(string(Append(nil, l, false)))
	return nil
}

// Format implements ast.ExprNode.
func (n *value) Format(w io.Writer) {
	if l, ok := Read(n); ok {
		_, _ = w.Write(Append(nil, l, false))
	}
}

// parameter is a question mark. The checker refuses it; only the parser needs to build it.
type parameter struct {
	value
	order int
}

func (n *parameter) SetOrder(order int) { n.order = order }

// Accept implements ast.Node.
func (n *parameter) Accept(v ast.Visitor) (ast.Node, bool) {
	node, _ := v.Enter(n)
	return v.Leave(node)
}

// Restore implements ast.Node.
func (n *parameter) Restore(ctx *format.RestoreCtx) error {
	ctx.WritePlain("?")
	return nil
}

// Format implements ast.ExprNode.
func (n *parameter) Format(w io.Writer) { _, _ = io.WriteString(w, "?") }
