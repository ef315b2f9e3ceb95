package builtin

import (
	"testing"

	"github.com/pingcap/tidb/pkg/parser/ast"
)

func TestCalls(t *testing.T) {
	for _, tc := range []struct {
		why  string
		expr string
		in   Dialects // where the table has the call
	}{
		{"an ordinary call", "ROUND(1.25, 1)", All},
		{"too many arguments", "ROUND(1.25, 1, 2)", 0},
		{"a quoted name is printed without quotes", "`sleep`(1)", 0},
		{"a quoted name is printed without quotes", "`round`(1.25)", All},
		{"a qualified name is a stored function", "shop.round(1.25)", 0},
		{"a qualified name is a stored function", "mysql.abs(1)", 0},
		{"ODBC", "{fn ABS(1)}", All},
		{"SQL in a name", "`1 INTO OUTFILE '/tmp/i' -- `()", 0},
		{"pairs", "JSON_OBJECT('a', 1)", All},
		{"half a pair", "JSON_OBJECT('a', 1, 'b')", 0},
		{"a path without a value", "JSON_SET('{}', '$.a')", 0},
		{"an operator with the tree of a call", "a -> '$.b'", All},
		{"an operator with the tree of a call", "a ->> '$.b'", All},
		{"an operator with the tree of a call", "1 MEMBER OF ('[1]')", MySQL | TiDB},
		{"its internal name, with its tree", "json_memberof(1, '[1]')", MySQL | TiDB},
		{"SQL's own notation", "SUBSTRING('abc' FROM 2 FOR 1)", All},
		{"SQL's own notation", "POSITION('b' IN 'abc')", All},
		{"a quoted name, same tree", "`position`('b', 'abc')", All},
		{"a quoted name, other tree", "`position`('b', 'abc', 1)", 0},

		{"no parentheses", "CURRENT_TIMESTAMP", All},
		{"no parentheses", "CURRENT_DATE", All},
		{"digits of seconds", "NOW(6)", All},
		{"more digits than any server has", "NOW(7)", 0},
		{"not a literal", "NOW(1 + 1)", 0},
		{"not a number", "NOW('3')", 0},
		{"not a number", "NOW(TRUE)", 0},
		{"a parameter", "NOW(?)", 0},
		{"a quoted name, same tree", "`curtime`(3)", All},
		{"a quoted name, other tree", "`current_date`(3)", 0},

		{"interval", "DATE_ADD(a, INTERVAL 1 DAY)", All},
		{"interval", "ADDDATE(a, INTERVAL '1:1' MINUTE_SECOND)", All},
		{"a number of days", "SUBDATE(a, 31)", All},
		{"an operator with the tree of a call", "a + INTERVAL 1 MONTH", All},
		{"an operator with the tree of a call", "a - INTERVAL 1 MONTH", All},
		{"a quoted name, other tree", "`date_add`(1)", 0},
		{"a quoted name, other tree", "`date_add`(a, 1, 'DAY')", 0},
		{"a quoted name, other tree", "`adddate`(a, 31)", 0},
		{"unit first", "TIMESTAMPDIFF(SQL_TSI_MONTH, a, b)", All},
		{"a quoted name, other tree", "`timestampadd`('MONTH', 1, a)", 0},
		{"unit first", "EXTRACT(DAY_SECOND FROM a)", All},
		{"a quoted name, other tree", "`extract`(1)", 0},
		{"a quoted name, other tree", "`extract`('DAY', a)", 0},
		{"a word of the grammar", "GET_FORMAT(TIMESTAMP, 'ISO')", All},
		{"a quoted name, other tree", "`get_format`('DATE', 'ISO')", 0},

		{"one argument", "TRIM(' a ')", All},
		{"side only", "TRIM(BOTH FROM ' a ')", All},
		{"text only", "TRIM('x' FROM 'xax')", All},
		{"side and text", "TRIM(TRAILING 'x' FROM 'xax')", All},
		{"a quoted name, same tree as TRIM('x' FROM 'xax')", "`trim`('xax', 'x')", All},
		{"a quoted name, other tree", "`trim`('xax', 'x', 3)", 0},
		{"a quoted name, other tree", "`trim`(1, 2, 3, 4)", 0},

		{"character set", "CONVERT('a' USING latin1)", All},
		{"a character set of one dialect", "CONVERT('a' USING gb18030)", MySQL},
		{"a quoted name, same tree", "`convert`('a', 'latin1')", All},
		{"a quoted name, other tree", "`convert`('a', 'klingon')", 0},
		{"a quoted name, other tree", "`convert`('a', b)", 0},
		{"a quoted name, other tree", "`convert`(1)", 0},
		{"code points", "CHAR(65, 66)", All},
		{"NULL is a code point too", "CHAR(NULL)", All},
		{"character set", "CHAR(65 USING utf8mb3)", All},
		{"a character set of one dialect", "CHAR(65 USING gb18030)", MySQL},
		{"internal name, same tree", "char_func(65, NULL)", All},
		{"internal name in capitals", "CHAR_FUNC(65, NULL)", 0},
		{"internal name, other tree", "char_func(65)", 0},
		{"internal name, other tree", "char_func(65, 66)", 0},
		{"internal name, other tree", "char_func(65, ?)", 0},
		{"a quoted name is a stored function", "`char`(65)", 0},
		{"INSERT is a function too", "INSERT('abc', 1, 1, 'x')", All},
		{"internal name, same tree", "insert_func('abc', 1, 1, 'x')", All},
		{"internal name in capitals", "INSERT_FUNC('abc', 1, 1, 'x')", 0},
		{"wrong number", "INSERT('abc', 1, 1)", 0},
		{"weight", "WEIGHT_STRING('a' AS BINARY(3))", All},
		{"a quoted name, same tree", "`weight_string`('a', 'CHAR', 3)", All},
		{"a quoted name, other tree", "`weight_string`('a', 'CHAR')", 0},
		{"a quoted name, other tree", "`weight_string`('a', 'CHAR', -3)", 0},
		{"a quoted name, other tree", "`weight_string`('a', 'CHAR) -- ', 3)", 0},
		{"a quoted name, other tree", "`weight_string`(1, 2, 3)", 0},

		{"literal", "DATE '2025-01-31'", All},
		{"literal", "TIMESTAMP '2025-01-31T23:59:59.5'", All},
		{"MariaDB takes no offset (error 1525)", "TIMESTAMP '2025-01-31T23:59:59.5+01:00'", MySQL | TiDB},
		{"ODBC literal", "{ts '2025-01-31 23:59:59'}", All},
		{"no text that needs an escape", "DATE '2025''01'", 0},
		{"no text that needs an escape", `TIME '1\\2'`, 0},
		{"no value of its kind", "{ts '20 01-31 08:00:00'}", 0},
		{"no value of its kind", "{ts '2025-01-T1 08:00:00'}", 0},
		{"no value of its kind", "{t '22 01-31 08:00:00'}", 0},
		{"no value of its kind", "{t '22 0:-21 08:00:00'}", 0},
		{"a date alone is no timestamp", "{ts '2025-01-31'}", 0},
		{"a timestamp is no date", "DATE '2025-01-31 08:00:00'", 0},
		{"a day that the month does not have", "DATE '2025-02-29'", 0},
		{"a leap day", "DATE '2024-02-29'", All},
		{"a leap day of a short year", "DATE '00-2-29'", All},
		{"zeros depend on sql_mode", "DATE '0000-00-00'", 0},
		{"digits alone", "DATE '20250131'", All},
		{"digits alone", "TIMESTAMP '20250131235959'", All},
		{"seconds alone", "TIME '59'", All},
		{"digits alone", "TIME '-8385959.5'", All},
		{"minutes past the hour", "TIME '6000'", 0},
		{"days and hours", "TIME '34 22:00'", All},
		{"past the range", "TIME '839:00:00'", 0},
		{"seven digits behind the point", "TIMESTAMP '2025-1-3 8:0:0.1234567'", All},
		{"no hour of a day", "TIMESTAMP '2025-01-31 24:00:00'", 0},
		{"nothing", "DATE ''", 0},
		{"not a literal", "{d CONCAT('2025', '-01-31')}", 0},
		{"not a text", "{t 0x31}", 0},
		{"internal name, same tree", "`'tidb``.(dateliteral`('2025-01-31')", All},
		{"internal name, other tree", "`'tidb``.(dateliteral`(20250131)", 0},
		{"internal name in capitals", "`'TIDB``.(dateliteral`('2025-01-31')", 0},

		{"all rows", "COUNT(*)", All},
		{"distinct", "COUNT(DISTINCT a, b)", All},
		{"a quoted name is a stored function", "`count`(1)", 0},
		{"distinct", "SUM(DISTINCT a)", All},
		{"distinct in TiDB only", "STD(DISTINCT a)", TiDB},
		{"synonym", "VARIANCE(a)", All},
		{"TiDB only", "APPROX_COUNT_DISTINCT(a, b)", TiDB},
		{"TiDB only", "APPROX_PERCENTILE(a, 50)", TiDB},
		{"separator", "GROUP_CONCAT(DISTINCT a, b ORDER BY a DESC SEPARATOR '; ')", All},
		{"LF and TAB are printed as they are", `GROUP_CONCAT(a SEPARATOR '\n\t')`, All},
		{"a backslash reads differently by sql_mode", `GROUP_CONCAT(a SEPARATOR '\\')`, 0},
		{"control character", `GROUP_CONCAT(a SEPARATOR '\r')`, 0},

		{"window function", "ROW_NUMBER() OVER (ORDER BY a)", All},
		{"aggregate as window function", "SUM(a) OVER w", All},
		{"all rows", "COUNT(*) OVER ()", All},
		{"MariaDB has no default", "LAG(a, 1, 0) OVER (ORDER BY a)", MySQL | TiDB},
		{"RESPECT NULLS is what all do", "LAST_VALUE(a) RESPECT NULLS OVER ()", All},
		{"parsed, not supported", "LAST_VALUE(a) IGNORE NULLS OVER ()", 0},
		{"parsed, not supported", "NTH_VALUE(a, 1) FROM LAST OVER ()", 0},
		{"distinct with OVER", "SUM(DISTINCT a) OVER ()", 0},
		{"distinct with OVER, where it means nothing", "MAX(DISTINCT a) OVER ()", MySQL | MariaDB},
		{"not on MariaDB", "JSON_ARRAYAGG(a) OVER ()", MySQL | TiDB},
		{"nowhere", "GROUP_CONCAT(a) OVER ()", 0},

		{"a sequence", "NEXTVAL(a)", 0},
		{"a sequence", "SETVAL(a, 1)", 0},
		{"a quoted name like a sequence's", "`nextval`(a)", 0},
	} {
		for _, dialect := range eachDialect {
			if got, want := accepted(t, tc.expr, Server{Dialect: dialect.d}), tc.in.Has(dialect.d); got != want {
				t.Errorf("%s: %s under %s: accepted = %t, want %t", tc.why, tc.expr, dialect.name, got, want)
			}
		}
	}
}

// What no text parses to, and a tree may hold.
func TestArgsOKRefusesOtherTrees(t *testing.T) {
	x := parseExpr(t, "a")
	day := &ast.TimeUnitExpr{Unit: ast.TimeUnitDay}
	side := &ast.TrimDirectionExpr{Direction: ast.TrimLeading}
	for _, tc := range []struct {
		why  string
		form Form
		args []ast.ExprNode
	}{
		{"a unit among expressions", FormPlain, []ast.ExprNode{x, day}},
		{"a side among expressions", FormPlain, []ast.ExprNode{side}},
		{"nothing", FormPlain, []ast.ExprNode{nil}},
		{"a table", FormPlain, []ast.ExprNode{&ast.TableNameExpr{}}},
		{"no such unit", FormDateArith, []ast.ExprNode{x, x, &ast.TimeUnitExpr{}}},
		{"no such side", FormTrim, []ast.ExprNode{x, x, &ast.TrimDirectionExpr{Direction: 9}}},
		{"a unit of two parts", FormTimestampArith, []ast.ExprNode{&ast.TimeUnitExpr{Unit: ast.TimeUnitDayHour}, x, x}},
		{"no such selector", FormGetFormat, []ast.ExprNode{&ast.GetFormatSelectorExpr{Selector: 9}, x}},
		{"no separator", FormGroupConcat, nil},
		{"no such form", Form(200), nil},
	} {
		if ArgsOK(tc.form, tc.args, MySQL) {
			t.Errorf("%s: ArgsOK(%d, …) = true, want false", tc.why, tc.form)
		}
	}
}
