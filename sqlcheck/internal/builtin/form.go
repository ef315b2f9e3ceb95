package builtin

// A Form tells how the arguments of a call are written, and which nodes the grammar builds for them.
// The parser gives an ordinary call of a back-quoted name, such as `trim`(1, 2, 3, 4), to the same
// node, so a caller must hold the arguments against the form (ArgsOK) before it reads them.
//
// Below, x, y are expressions and 'c' is a literal (ast.ValueExpr), its value in Go's type.
type Form uint8

// The forms.
const (
	// FormPlain is NAME(x, y, …). Args: x, y, ….
	FormPlain Form = iota

	// FormPrecision is NAME() or NAME(6). Args: none, or a literal from 0 to 6 (int64). The
	// parentheses are always printed, also for CURRENT_TIMESTAMP.
	FormPrecision

	// FormDateArith is NAME(x, INTERVAL y UNIT). Args: x, y, *ast.TimeUnitExpr. The operators
	// x + INTERVAL y UNIT and x - INTERVAL y UNIT are calls of date_add and date_sub, and
	// ADDDATE(x, y) has the unit DAY.
	FormDateArith

	// FormTimestampArith is NAME(UNIT, x, y). Args: *ast.TimeUnitExpr of a simple unit, x, y.
	FormTimestampArith

	// FormExtract is EXTRACT(UNIT FROM x). Args: *ast.TimeUnitExpr, x.
	FormExtract

	// FormGetFormat is GET_FORMAT(DATE, x). Args: *ast.GetFormatSelectorExpr, x.
	FormGetFormat

	// FormPosition is POSITION(x IN y). Args: x, y. x stands where the grammar has no comparison
	// or logical operator; as an argument of LOCATE it would need no parentheses, but the call
	// would come back from the print under another name.
	FormPosition

	// FormTrim is TRIM(x), TRIM(y FROM x) or TRIM(LEADING y FROM x). Args: x; x, y; or x, y,
	// *ast.TrimDirectionExpr. Where TRIM(LEADING FROM x) was written, y is a literal of one blank.
	FormTrim

	// FormConvertUsing is CONVERT(x USING charset). Args: x, 'charset' (string).
	FormConvertUsing

	// FormChar is CHAR(x, y, …) or CHAR(x, y, … USING charset). Args: x, y, …, and a last one that
	// is NULL (nil) for the first and 'charset' (string) for the second.
	FormChar

	// FormWeightString is WEIGHT_STRING(x) or WEIGHT_STRING(x AS CHAR(9)), or BINARY for CHAR.
	// Args: x; or x, 'CHAR' or 'BINARY' (string), the length (int or int64, as the driver keeps it).
	FormWeightString

	// FormDateLiteral is DATE '2025-01-31', and also ODBC's {d '2025-01-31'}. Args: the text
	// (string), which is well-formed: the grammar has no place for an introducer there, so it can be
	// printed as it is or not at all.
	FormDateLiteral
	FormTimeLiteral      // TIME '23:59:59', likewise
	FormTimestampLiteral // TIMESTAMP '2025-01-31 23:59:59', likewise

	// FormMemberOf is x MEMBER OF (y). Args: x, y.
	FormMemberOf

	// FormCount is COUNT(*), COUNT(x) or COUNT(DISTINCT x, y, …). Args: x, y, …; for COUNT(*) a
	// literal 1, which the driver may or may not tell from that of COUNT(1). Both count all rows.
	FormCount

	// FormGroupConcat is GROUP_CONCAT(x, y, … ORDER BY … SEPARATOR 'text'). Args: x, y, …, and the
	// separator (string), ',' where none was written. It has no backslash and no control character
	// but TAB and LF: the grammar has no place for a hexadecimal literal there. Where the print
	// must be ASCII, whoever prints has to look at the separator too.
	FormGroupConcat
)
