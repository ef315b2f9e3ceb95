package literal

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/pingcap/tidb/pkg/parser"
	"github.com/pingcap/tidb/pkg/parser/ast"
	"github.com/pingcap/tidb/pkg/parser/format"
	"github.com/pingcap/tidb/pkg/parser/mysql"

	// It registers itself in the same variables, whoever else has done so.
	_ "github.com/pingcap/tidb/pkg/parser/test_driver"
)

// A driver is what the parser builds literals with.
type driver struct {
	name        string
	value       func(any, string, string) ast.ValueExpr
	parameter   func(int) ast.ParamMarkerExpr
	decimal     func(string) (any, error)
	hexadecimal func(string) (any, error)
	bits        func(string) (any, error)
}

func (d driver) use() {
	ast.NewValueExpr, ast.NewParamMarkerExpr = d.value, d.parameter
	ast.NewDecimal, ast.NewHexLiteral, ast.NewBitLiteral = d.decimal, d.hexadecimal, d.bits
}

// testDriver is the parser's: when the tests begin, it is the one that is registered.
var testDriver = driver{"test driver", ast.NewValueExpr, ast.NewParamMarkerExpr, ast.NewDecimal, ast.NewHexLiteral, ast.NewBitLiteral}

// ownDriver is that of this package, as it registers itself where no other is.
var ownDriver = driver{
	"own driver", newValue, func(int) ast.ParamMarkerExpr { return &parameter{} },
	func(s string) (any, error) { return newDecimal(s) },
	func(s string) (any, error) { return newHexadecimal(s) },
	func(s string) (any, error) { return newBits(s) },
}

// read parses one expression with a driver and reads the literal that it is.
func read(d driver, text string, mode mysql.SQLMode) (l Literal, err error) {
	e, err := parse(d, text, mode)
	if err != nil {
		return Literal{}, err
	}
	l, ok := Printed(e)
	if v, value := e.(ast.ValueExpr); value {
		l, ok = Read(v)
	}
	if !ok {
		return Literal{}, errors.New("refused")
	}
	return l, nil
}

func parse(d driver, text string, mode mysql.SQLMode) (e ast.ExprNode, err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("panic: %v", p)
		}
	}()
	defer testDriver.use()
	d.use()
	p := parser.New()
	p.SetSQLMode(mode)
	statements, _, err := p.ParseSQL("SELECT " + text)
	if err != nil {
		return nil, err
	}
	field := statements[0].(*ast.SelectStmt).Fields.Fields[0]
	if p, ok := field.Expr.(*ast.ParenthesesExpr); ok {
		field.Expr = p.Expr
	}
	return field.Expr, nil
}

func TestNumbersOutOfRange(t *testing.T) {
	digits := strings.Repeat("9", 66)
	for _, text := range []string{
		digits, "0." + digits[:66], digits[:33] + "." + digits[:33], strings.Repeat("9", 90), "0." + strings.Repeat("1", 90), "1e400",
		"X'ABC'", "x'0g'", "b'012'",
	} {
		for _, d := range []driver{ownDriver, testDriver} {
			if l, err := read(d, text, 0); err == nil {
				t.Errorf("%s reads %s as %+v, want it refused", d.name, text, l)
			}
		}
	}
}

func TestConstructorsRefuseWhatIsNoLiteral(t *testing.T) {
	own := ownDriver
	for _, tc := range []struct {
		make func(string) (any, error)
		text string
	}{
		{own.decimal, ""}, {own.decimal, "1a"}, {own.decimal, "1.2.3"}, {own.decimal, "-1"}, {own.decimal, "1e5"},
		{own.hexadecimal, ""}, {own.hexadecimal, "0X41"}, {own.hexadecimal, "41"}, {own.hexadecimal, "x'"}, {own.hexadecimal, "x'4"}, {own.hexadecimal, "x'4g'"}, {own.hexadecimal, "0x4g"},
		{own.bits, ""}, {own.bits, "0B1"}, {own.bits, "b'2'"}, {own.bits, "0b2"}, {own.bits, "b'"},
	} {
		if v, err := tc.make(tc.text); err == nil {
			t.Errorf("%q makes %v, want an error", tc.text, v)
		}
	}
}

// A host may print trees with the parser's own printer, in which literals print themselves.
func TestRestoreAndFormat(t *testing.T) {
	for _, tc := range []struct{ text, want string }{
		{"1", "1"}, {"1.50", "1.50"}, {"1.5e3", "1.5e3"}, {"'a''b'", "'a''b'"}, {"NULL", "NULL"}, {"TRUE", "TRUE"}, {"0x4A", "0x4a"}, {"b'01'", "b'01'"},
	} {
		v, err := parse(ownDriver, tc.text, 0)
		if err != nil {
			t.Errorf("%s: %v", tc.text, err)
			continue
		}
		var restored, formatted strings.Builder
		if err := v.Restore(format.NewRestoreCtx(format.DefaultRestoreFlags, &restored)); err != nil {
			t.Errorf("Restore of %s: %v", tc.text, err)
		}
		v.Format(&formatted)
		if restored.String() != tc.want || formatted.String() != tc.want {
			t.Errorf("%s restores to %s and formats to %s, want %s", tc.text, &restored, &formatted, tc.want)
		}
	}
}

// The rest of the parser's interface for literals, which the checker does not need.
func TestValues(t *testing.T) {
	own := ownDriver
	v := own.value("a", "utf8mb4", "utf8mb4_bin")
	if v.GetString() != "a" || v.GetDatumString() != "a" || v.GetType().GetCharset() != "utf8mb4" || v.GetType().GetCollate() != "utf8mb4_bin" {
		t.Errorf("a string is %q, %q, %s", v.GetString(), v.GetDatumString(), v.GetType())
	}
	if again := own.value(v, "", ""); again != v {
		t.Error("a value of a value is another one")
	}
	v.SetValue([]byte("b"))
	v.SetProjectionOffset(3)
	if v.GetString() != "b" || v.GetProjectionOffset() != 3 {
		t.Errorf("after SetValue: %q at %d", v.GetString(), v.GetProjectionOffset())
	}
	v.SetValue(int64(1))
	if v.GetString() != "" {
		t.Errorf("a number as a string is %q", v.GetString())
	}
	p := own.parameter(0)
	p.SetOrder(2)
	var restored, formatted strings.Builder
	if err := p.Restore(format.NewRestoreCtx(0, &restored)); err != nil || restored.String() != "?" {
		t.Errorf("a parameter restores to %q, %v", &restored, err)
	}
	if p.Format(&formatted); formatted.String() != "?" {
		t.Errorf("a parameter formats to %q", &formatted)
	}
	if _, ok := Read(p); ok {
		t.Error("a parameter is read as a literal")
	}
	unknown := own.value(struct{}{}, "", "")
	if err := unknown.Restore(format.NewRestoreCtx(0, &restored)); err == nil {
		t.Error("a value of no kind is restored")
	}
}
