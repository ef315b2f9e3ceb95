// Package literal reads the literals of a parsed query and writes them in a form that no sql_mode
// can re-read. It is the parser's value driver too: the parser builds literals through constructors
// that its user must provide.
package literal

import (
	"encoding/hex"
	"fmt"
	"math"
	"reflect"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/pingcap/tidb/pkg/parser/ast"
	"github.com/pingcap/tidb/pkg/parser/mysql"
)

// A Kind tells what a literal is.
type Kind uint8

// The kinds. The zero value is none of them.
const (
	Null    Kind = iota + 1
	Bool         // TRUE, FALSE
	Integer      // digits that fit into 64 bits
	Decimal      // exact digits
	Float        // digits with an exponent
	String       // text, and bytes with an introducer
	Hex          // 0x… or x'…'
	Bit          // b'…'
	AllRows      // what the parser puts for the * of COUNT(*)
)

// MaxDigits is the largest number of digits of an exact number (MySQL manual, 13.1.3).
const MaxDigits = 65

// A Literal is one literal as it was written.
type Literal struct {
	Kind Kind
	// Text holds the digits of a number, the value of a string, TRUE or FALSE.
	Text string
	// Charset is the introducer of a string without its underscore, "" where it has none. One that
	// names utf8mb4 says something too: the string has the default collation of the server instead
	// of the connection's.
	Charset string
	// Quoted marks x'…' as opposed to 0x…: MariaDB reads the first as a string, the second as a
	// number where one is wanted.
	Quoted bool
	// Foreign marks hexadecimal digits of a driver that does not keep which of the two they were.
	Foreign bool
}

// Read returns the literal in v, whichever driver made it, and false for what it does not
// understand: parameters, values that are no literals, character sets whose bytes the parser and
// the server decode differently.
func Read(v ast.ValueExpr) (Literal, bool) {
	if _, parameter := v.(ast.ParamMarkerExpr); parameter {
		return Literal{}, false
	}
	tp := v.GetType()
	charset := ""
	if tp.GetFlag()&mysql.UnderScoreCharsetFlag != 0 {
		charset = tp.GetCharset()
	}
	switch x := v.GetValue().(type) {
	case nil:
		return Literal{Kind: Null}, true
	case bool:
		return boolean(x), true
	case int:
		return Literal{Kind: AllRows}, x == 1
	case int64:
		if tp.GetFlag()&mysql.IsBooleanFlag != 0 {
			return boolean(x != 0), true
		}
		return Literal{Kind: Integer, Text: strconv.FormatInt(x, 10)}, x >= 0
	case uint64:
		return Literal{Kind: Integer, Text: strconv.FormatUint(x, 10)}, true
	case float64:
		return Literal{Kind: Float, Text: float(x)}, !math.IsInf(x, 0) && !math.IsNaN(x)
	case decimal:
		return exact(string(x))
	case hexadecimal:
		return hexLiteral(string(x), charset)
	case bits:
		return Literal{Kind: Bit, Text: string(x)}, charset == ""
	case string:
		return text(x, charset)
	case []byte:
		return text(string(x), charset)
	default:
		return foreign(x, tp.GetFlag()&mysql.UnsignedFlag != 0, charset)
	}
}

func boolean(b bool) Literal {
	if b {
		return Literal{Kind: Bool, Text: "TRUE"}
	}
	return Literal{Kind: Bool, Text: "FALSE"}
}

// float writes a double so that reading it back gives the same one, always with an exponent: digits
// without one would be an exact number.
func float(x float64) string {
	mantissa, exponent, _ := strings.Cut(strconv.FormatFloat(x, 'e', -1, 64), "e")
	exponent = strings.TrimPrefix(exponent, "+")
	sign := ""
	if strings.HasPrefix(exponent, "-") {
		sign, exponent = "-", exponent[1:]
	}
	exponent = strings.TrimLeft(exponent, "0")
	if exponent == "" {
		exponent = "0"
	}
	return mantissa + "e" + sign + exponent
}

func exact(digits string) (Literal, bool) {
	count := 0
	for i := 0; i < len(digits); i++ {
		switch c := digits[i]; {
		case '0' <= c && c <= '9':
			count++
		case c != '.':
			return Literal{}, false
		}
	}
	ok := 0 < count && count <= MaxDigits && strings.Count(digits, ".") <= 1
	return Literal{Kind: Decimal, Text: digits}, ok
}

// hexLiteral reads hexadecimal digits. With an introducer they are the bytes of a string.
func hexLiteral(source, charset string) (Literal, bool) {
	quoted := source[0] != '0'
	digits := source[2:]
	if charset == "" {
		return Literal{Kind: Hex, Text: digits, Quoted: quoted}, true
	}
	if len(digits)%2 == 1 {
		digits = "0" + digits
	}
	b, err := hex.DecodeString(digits)
	if err != nil {
		return Literal{}, false
	}
	return text(string(b), charset)
}

// text reads a string. The parser hands over the bytes between the quotes; only for these character
// sets do they mean the same to the server.
func text(value, charset string) (Literal, bool) {
	switch charset {
	case "", "utf8mb4":
		return Literal{Kind: String, Text: value, Charset: charset}, utf8.ValidString(value)
	case "utf8", "utf8mb3":
		return Literal{Kind: String, Text: value, Charset: "utf8"}, utf8.ValidString(value)
	case "ascii":
		return Literal{Kind: String, Text: value, Charset: charset}, isASCII(value)
	case "binary":
		return Literal{Kind: String, Text: value, Charset: "binary"}, true
	default:
		return Literal{}, false
	}
}

// foreign reads what another driver made of a number or of hexadecimal and bit digits.
func foreign(value any, isHex bool, charset string) (Literal, bool) {
	if v := reflect.ValueOf(value); v.Kind() == reflect.Slice && v.Type().Elem().Kind() == reflect.Uint8 {
		digits := hex.EncodeToString(v.Bytes())
		if isHex {
			l, ok := hexLiteral("0x"+digits, charset)
			l.Foreign = true
			return l, ok
		}
		return Literal{Kind: Bit, Text: bitDigits(v.Bytes())}, charset == ""
	}
	if s, ok := value.(fmt.Stringer); ok {
		return exact(s.String())
	}
	return Literal{}, false
}

func bitDigits(b []byte) string {
	var s strings.Builder
	for _, x := range b {
		fmt.Fprintf(&s, "%08b", x)
	}
	return s.String()
}
