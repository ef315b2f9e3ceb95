package forms_test

import (
	"strings"
	"testing"

	"github.com/asksql/asksql/sqlcheck/internal/builtin"
	"github.com/asksql/asksql/sqlcheck/internal/forms"
)

const (
	both    = builtin.MySQL | builtin.MariaDB
	mysql   = builtin.MySQL
	mariaDB = builtin.MariaDB
)

// cases are texts, what the parser is given for them, and under which dialects. Under others it is given
// the text itself.
var cases = []struct {
	why, sql, want string
	in             builtin.Dialects
}{
	{"an amount in parentheses", "SELECT d + INTERVAL (a + 1) * 2 DAY", "SELECT d + INTERVAL +(a + 1) * 2 DAY", both},
	{"one in another", "SELECT INTERVAL(a+(1)) DAY + (d - interval (b) day)", "SELECT INTERVAL+(a+(1)) DAY + (d - interval +(b) day)", both},
	{"commas further in are no arguments", "SELECT d + INTERVAL (IF(a, 1, 2)) DAY", "SELECT d + INTERVAL +(IF(a, 1, 2)) DAY", both},
	{"a comment between", "SELECT d + INTERVAL /* ( */ (a) DAY", "SELECT d + INTERVAL /* ( */ +(a) DAY", both},
	{"the function", "SELECT INTERVAL (a, 1)", "", 0},
	{"a column of that name", "SELECT t.interval (1), `interval` (1), @interval (1)", "", 0},
	{"not in strings and comments", "SELECT 'INTERVAL (1) DAY', \"INTERVAL (1)\" /* INTERVAL (1) */ -- INTERVAL (1)", "", 0},
	{"no parenthesis ends it", "SELECT INTERVAL (1", "", 0},
	{"INNER", "SELECT 1 FROM a NATURAL INNER JOIN b", "SELECT 1 FROM a NATURAL  JOIN b", both},
	{"LEFT is no INNER", "SELECT 1 FROM a NATURAL LEFT JOIN b", "", 0},
	{"SOUNDS LIKE", "SELECT a SOUNDS LIKE 'x'", "SELECT a  LIKE 'x'", both},
	{"a column called sounds", "SELECT sounds FROM t WHERE t.sounds LIKE 'x'", "", 0},
	{"INT", "SELECT CAST(a AS INT), CONVERT(a, INTEGER)", "SELECT CAST(a AS SIGNED), CONVERT(a, SIGNED)", mariaDB},
	{"VARCHAR", "SELECT CAST((a) AS varchar(20)) , CONVERT(a, VARCHAR (1))", "SELECT CAST((a) AS CHAR(20)) , CONVERT(a, CHAR (1))", mariaDB},
	{"a cast deep inside", "SELECT f(1, (g(CAST(a + CAST(b AS INT) AS INT))))", "SELECT f(1, (g(CAST(a + CAST(b AS SIGNED) AS SIGNED))))", mariaDB},
	{"VARCHAR without a length", "SELECT CAST(a AS VARCHAR), CAST(a AS INT UNSIGNED)", "", 0},
	{"an alias", "SELECT (SELECT a AS int), f(a AS int), t.cast(a AS int)", "", 0},
	{"FETCH", "SELECT a FROM t OFFSET 2 ROWS FETCH NEXT 3 ROWS ONLY", "SELECT a FROM t LIMIT 3 OFFSET 2     ", mariaDB},
	{"one row", "SELECT a FROM t offset 2 row fetch first row only", "SELECT a FROM t LIMIT 1 OFFSET 2    ", mariaDB},
	{"no FETCH", "SELECT a FROM t OFFSET 2 ROWS", "SELECT a FROM t LIMIT 18446744073709551615 OFFSET 2", mariaDB},
	{"comments stay", "SELECT a FROM t OFFSET /*1*/ 2 /*2*/ ROWS /*3*/ FETCH NEXT 3 ROWS ONLY", "SELECT a FROM t LIMIT /*1*/ 3 /*2*/ OFFSET 2 /*3*/     ", mariaDB},
	{"WITH TIES", "SELECT a FROM t OFFSET 2 ROWS FETCH NEXT 3 ROWS WITH TIES", "", 0},
	{"the OFFSET of a LIMIT", "SELECT a FROM t LIMIT 3 OFFSET 2", "", 0},
	{"no integer", "SELECT a FROM t OFFSET 2.5 ROWS", "", 0},
	{"VALUES", "VALUES (1, 2), (3, 4)", "VALUES  ROW(1, 2),  ROW(3, 4)", mariaDB},
	{"in a derived table, behind a WITH, in arms", "WITH c AS (VALUES (1)) VALUES(2) UNION ALL VALUES (3)", "WITH c AS (VALUES  ROW(1)) VALUES ROW(2) UNION ALL VALUES  ROW(3)", mariaDB},
	{"an operand", "SELECT 1 IN (VALUES ((2)), (3))", "SELECT 1 IN (VALUES  ROW((2)),  ROW(3))", mariaDB},
	{"the function VALUES", "SELECT 1, VALUES (a), 1 + VALUES (a)", "", 0},
	{"rows that are said to be", "VALUES ROW(1, 2)", "", 0},
	{"ROLLUP", "SELECT a FROM t GROUP BY ROLLUP(a, (b)) ORDER BY a", "SELECT a FROM t GROUP BY  a, (b) WITH ROLLUP  ORDER BY a", mysql},
	{"a ROLLUP that is not all", "SELECT a FROM t GROUP BY a, ROLLUP(b)", "", 0},
	{"a list of columns", "SELECT d.x FROM (SELECT 1, 2) AS d (x, `y``1`)", "SELECT d.x FROM (SELECT 1, 2) AS `\x010`  ", mysql},
	{"one without AS", "SELECT 1 FROM (VALUES ROW(1))d(x) JOIN (TABLE t) `e` (x)", "SELECT 1 FROM (VALUES ROW(1))`\x010` JOIN (TABLE t) `\x011` ", mysql},
	{"USING is no alias", "SELECT 1 FROM a JOIN (SELECT 1 AS x) USING (x)", "", 0},
	{"a list that is none", "SELECT 1 FROM (SELECT 1) d (1), (SELECT 1) e (), (SELECT 1) f (a b)", "", 0},
	{"LATERAL, which the parser knows", "SELECT 1 FROM a, LATERAL (SELECT 1) d (x)", "", 0},
	{"a CTE", "WITH c (a) AS (SELECT 1), d (b) AS (SELECT 2) SELECT 1", "", 0},
	{"an executable comment", "SELECT d + INTERVAL (a) DAY /*!80000 + 1 */", "", 0},
	{"one of MariaDB", "SELECT d + INTERVAL (a) DAY /*M! + 1 */", "", 0},
}

var reservedWords = map[string]bool{"USING": true, "IN": true}

func reserved(word string) bool { return reservedWords[strings.ToUpper(word)] }

func TestRewrite(t *testing.T) {
	for _, tc := range cases {
		t.Run(tc.why, func(t *testing.T) {
			for _, d := range []builtin.Dialects{builtin.MySQL, builtin.MariaDB, builtin.TiDB} {
				want := tc.sql
				if tc.in.Has(d) {
					want = tc.want
				}
				if got := forms.Rewrite(tc.sql, d, reserved); got.SQL != want || got.Written != tc.sql {
					t.Errorf("dialect %d: %q is read as %q, want %q", d, tc.sql, got.SQL, want)
				}
			}
		})
	}
}

// A place in what the parser reads is the place where its token was written.
func TestOffset(t *testing.T) {
	const sql = "SELECT CAST(lag AS INT), d + INTERVAL (1) DAY FROM t OFFSET 1 ROWS FETCH FIRST 2 ROWS ONLY -- end"
	text := forms.Rewrite(sql, mariaDB, reserved)
	at := strings.Index(text.SQL, "lag")
	text.Quote(at, at+3)
	for _, word := range []string{"SELECT", "CAST", "lag", "AS", "d +", "INTERVAL", "(1)", "DAY", "FROM", "-- end"} {
		if got, want := text.Offset(strings.Index(text.SQL, word)), strings.Index(sql, word); got != want {
			t.Errorf("%s is at %d, want %d in %q", word, got, want, text.SQL)
		}
	}
	for read, written := range map[string]string{"SIGNED": "INT", "+(1)": "(1)", "`lag`": "lag", "CAST(`lag` AS SIGNED)": "CAST(lag AS INT)", "d + INTERVAL +(1) DAY": "d + INTERVAL (1) DAY"} {
		from := strings.Index(text.SQL, read)
		if got := text.As(from, from+len(read)); got != written {
			t.Errorf("%q was written as %q, want %q", read, got, written)
		}
		if text.IsWritten(from, from+len(read)) {
			t.Errorf("%q is said to be written", read)
		}
	}
	if got := text.Offset(-1); got != -1 {
		t.Errorf("an unknown place is at %d", got)
	}
	if got := text.Offset(len(text.SQL)); got != len(sql) {
		t.Errorf("the end is at %d, want %d", got, len(sql))
	}
}
