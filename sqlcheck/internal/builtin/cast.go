package builtin

import (
	"fmt"

	"github.com/pingcap/tidb/pkg/parser/charset"
	"github.com/pingcap/tidb/pkg/parser/mysql"
	"github.com/pingcap/tidb/pkg/parser/types"
)

const (
	maxPrecision        = 6  // digits of seconds
	maxDecimalPrecision = 65 // digits of a DECIMAL
)

// CastType returns the spelling of the type that CAST and CONVERT convert to in dialect d, and
// whether d has it. explicitCharset tells whether the query names a character set
// (ast.FuncCastExpr.ExplicitCharSet); without one, CHAR has that of the connection.
//
// The parser keeps the width of no FLOAT: up to 24 it is FLOAT, above DOUBLE, as REAL is. Refused are
// ARRAY, which is for indexes, and VECTOR, which is TiDB's alone and not supported here.
func CastType(tp *types.FieldType, explicitCharset bool, d Dialects) (string, bool) {
	if tp == nil || tp.IsArray() || !All.Has(d) {
		return "", false
	}
	switch tp.GetType() {
	case mysql.TypeVarString, mysql.TypeString:
		return stringType(tp, explicitCharset, d)
	case mysql.TypeLonglong:
		if mysql.HasUnsignedFlag(tp.GetFlag()) {
			return "UNSIGNED", true
		}
		return "SIGNED", true
	case mysql.TypeNewDecimal:
		return decimalType(tp)
	case mysql.TypeDouble:
		return "DOUBLE", true
	case mysql.TypeFloat:
		return "FLOAT", true
	case mysql.TypeDate:
		return "DATE", true
	case mysql.TypeDatetime:
		return secondsType("DATETIME", tp)
	case mysql.TypeDuration:
		return secondsType("TIME", tp)
	case mysql.TypeYear: // MariaDB 10.11 answers 1064, as to JSON
		return "YEAR", (MySQL | TiDB).Has(d)
	case mysql.TypeJSON:
		return "JSON", (MySQL | TiDB).Has(d)
	default:
		return "", false
	}
}

// stringType returns CHAR or BINARY with its length and character set.
func stringType(tp *types.FieldType, explicitCharset bool, d Dialects) (string, bool) {
	if tp.GetCharset() == charset.CharsetBin {
		// CHAR(5) BINARY is the one way to a TypeVarString that has a length and no explicit
		// character set. To a server it is CHAR in a binary collation; BINARY(5) would pad it.
		if tp.GetType() == mysql.TypeVarString && !explicitCharset && tp.GetFlen() != types.UnspecifiedLength {
			return "", false
		}
		return withLength("BINARY", tp.GetFlen()), true
	}
	name := withLength("CHAR", tp.GetFlen())
	if !explicitCharset {
		return name, true
	}
	return name + " CHARACTER SET " + tp.GetCharset(), Charset(tp.GetCharset(), d)
}

func withLength(name string, length int) string {
	if length == types.UnspecifiedLength {
		return name
	}
	return fmt.Sprintf("%s(%d)", name, length)
}

func decimalType(tp *types.FieldType) (string, bool) {
	m, d := tp.GetFlen(), tp.GetDecimal()
	switch {
	case m < 0 || m > maxDecimalPrecision || d < 0 || d > m:
		return "", false
	case d == 0:
		return fmt.Sprintf("DECIMAL(%d)", m), true
	default:
		return fmt.Sprintf("DECIMAL(%d, %d)", m, d), true
	}
}

// secondsType returns name with the number of digits of its seconds.
func secondsType(name string, tp *types.FieldType) (string, bool) {
	switch d := tp.GetDecimal(); {
	case d == types.UnspecifiedLength || d == 0:
		return name, true
	case d < 0 || d > maxPrecision:
		return "", false
	default:
		return fmt.Sprintf("%s(%d)", name, d), true
	}
}
