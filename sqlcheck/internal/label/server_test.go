package label

import (
	"database/sql"
	"fmt"
	"os"
	"strings"
	"testing"

	_ "github.com/go-sql-driver/mysql"
	"github.com/pingcap/tidb/pkg/parser"
	"github.com/pingcap/tidb/pkg/parser/ast"

	_ "github.com/asksql/asksql/sqlcheck/internal/literal"
)

// items are expressions without an alias, over a table t with the columns a, b and `w x`.
var items = []string{
	"COUNT(*)", "count( * )", "a+b", "a  +  b", "a +\n\tb", "a /* c */ + b", "a + b /* c */", "a + b -- c\n", "a + b # c\n", "  a + b  ", "a+b\t",
	"/* c */ a + b", "/* c, */ /* d */ a + b", "-- c,\n a + b", "# c\na+b", "(/* c */ a+b)", "/**/a", "/**/ 'x' /**/", "/* é */ a+b/* é */+1",
	"a", "A", "t.a", "t . A", "`t`.`A`", "`A`", "(a)", "( t.a )", "((a))", "+a", "+ (A)", "(+a)", "+ +a", "t/**/./**/a", "`w x`", "(`w x`)", "`w x` + 1", "-a", "- (a)", "!a", "NOT a", "+(a+b)", "(a+b)", "( a + b )", "(a) + b", "(a,b) = (1,2)",
	"'x'", `"x"`, "'it''s'", `"it's"`, `"a""b"`, `'a\'b\"c'`, `'a\nb\tc\\d\%e\_f\qg'`, "N'x'", "n'x'", "_utf8mb4'x'", "_latin1 'x'", "_binary 'x'", "('x')", "+'x'", "( N'x' )",
	"'a' 'b'", "'a'\n'b'", `"a" 'b'`, "'' 'b'", "'a' ''", "('a' 'b')", "N'a' 'b'", "'a' /* c */ 'b'", "''", "'' ''", "' x'", "'x '", "'   '", "'\tx'", "'x\n'", "'\\n x'",
	`'\0'`, `'a\0b'`, `'\0x'`, `'\Z'`, `'a\Zb'`, `'\bx'`, "''''", "'''x'", "'''''x'", `'\\'`, `'\''`, "'\u00a0x'", "'\u200bx'", "'é'", "'🚀'", "'🚀é'", "CONCAT('é', '🚀')",
	"'x' = 'y'", "'x' 'y' = 'z'", "'x' COLLATE utf8mb4_bin", "BINARY 'x'", "'x' + 1", "'--' + '/*' -- c\n", "'a''' + 1", `'\'' + 1 # c` + "\n", "`a` + '`' /* ' */", `"'" + 1 -- "` + "\n",
	"NULL", "null", "(NULL)", "(null)", "+NULL", "-NULL", "NULL + 1", "TRUE", "true", "True", "(TRUE)", "(false)", "+true", "-true", "TRUE AND FALSE", "(TRUE AND a)",
	"0", "007", "(007)", "+007", "- 007", "(-1)", "1.50", "(1.0)", ".5", "(.5)", "1e3", "1E3", "(1.5e+3)", "1.5E-3", "18446744073709551616", "00018446744073709551616", "1 /* c */", "(1 /* c */)",
	"x'41'", "X'4a'", "(x'41')", "+x'41'", "0x4A", "(0x4A)", "b'01'", "0b01", "(0b01)", "_utf8mb4 x'41'", "(_utf8mb4 x'41')", "_binary 0x41",
	"CURRENT_DATE", "current_timestamp", "(current_date)", "+current_date", "(CURRENT_USER)", "( localtime )", "(utc_date)", "now()", "(now())", "CURRENT_DATE()",
	"(SELECT 1)", "( select  1 )", "((SELECT 1))", "+(SELECT 1)", "(SELECT 'x')", "(SELECT a FROM t LIMIT 1)", "EXISTS (SELECT 1)", "a IN (1, 2)", "a IN (SELECT 1)", "CASE WHEN a\n  THEN 'x'\n\tELSE ')'\nEND",
	"CAST(a AS CHAR)", "cast( a as char(3) )", "CONVERT(a, CHAR)", "IF(a, b, ',')", "GROUP_CONCAT(a ORDER BY b SEPARATOR ',')", "SUM(a) OVER (ORDER BY b)", "row_number() over ()",
	"a IS NULL", "a BETWEEN 1 AND 2", "a LIKE 'x'", "a && b", "a || b", "a DIV b", "a <> b", "a--b", "a - -b", "DATE '2020-01-01'", "date'2020-01-01'", "(DATE '2020-01-01')", "INTERVAL 1 DAY + now()", "INTERVAL(a, 1)", "{d '2020-01-01'}",
	"CONCAT('', _ascii x'5c', 'd')", "CONCAT('\r')",
	"'" + strings.Repeat("x", 254) + "é'", "'" + strings.Repeat("é", 128) + "'", "'" + strings.Repeat("🚀", 256) + "'", "'" + strings.Repeat("x", 250) + "     y'", "CONCAT('" + strings.Repeat("é", 300) + "')", "CONCAT('" + strings.Repeat("€", 300) + "')",
	strings.Repeat("1 + ", 200) + "1", strings.Repeat("1 +", 100) + "1", "(" + strings.Repeat(" ", 300) + "a+b)", "'" + strings.Repeat("x", 255) + "'",
}

// positions are the places of an item in the outermost list: the first of it, the last, and neither.
var positions = []string{
	"SELECT %s FROM t", "SELECT 1 + 1, %s FROM t", "SELECT t.*, %s, b + 1 FROM t", "SELECT DISTINCT %s /* , */, ',' FROM t", "(SELECT %s FROM t) UNION SELECT NULL",
}

// TestServers: the labels are those that the servers give, wherever an item stands; and those that are
// called sayable can be said.
func TestServers(t *testing.T) {
	for _, variable := range []string{"ASKSQL_TEST_MARIADB", "ASKSQL_TEST_MYSQL"} {
		t.Run(variable, func(t *testing.T) {
			db := open(t, variable)
			for _, item := range items {
				for _, position := range positions {
					query := fmt.Sprintf(position, item)
					names, list := columns(t, db, query), parsed(t, query)
					if strings.Contains(query, "t.*") {
						names, list = names[3:], list[1:]
					}
					for i, l := range list {
						want := l.MariaDB
						if variable == "ASKSQL_TEST_MYSQL" {
							want = l.MySQL
						}
						if names[i] != want {
							t.Errorf("%q: column %d is %q, want %q", query, i, names[i], want)
						}
						alias := "SELECT 1 AS `" + strings.ReplaceAll(want, "`", "``") + "`"
						if Sayable(want) && columns(t, db, alias)[0] != want {
							t.Errorf("%q: AS gives %q", want, columns(t, db, alias)[0])
						}
					}
				}
			}
			t.Logf("%d items in %d positions", len(items), len(positions))
		})
	}
}

func open(t *testing.T, variable string) *sql.DB {
	t.Helper()
	dsn := os.Getenv(variable)
	if dsn == "" {
		t.Skipf("%s is not set; set it to a DSN such as root@unix(/run/mysqld.sock)/ to hold the labels to a server", variable)
	}
	db, err := sql.Open("mysql", dsn)
	if err != nil {
		t.Fatal(err)
	}
	db.SetMaxOpenConns(1)
	name := fmt.Sprintf("l_label_%d", os.Getpid())
	t.Cleanup(func() {
		_, _ = db.Exec("DROP DATABASE " + name)
		db.Close()
	})
	for _, q := range []string{"CREATE DATABASE " + name, "USE " + name, "CREATE TABLE t (a int, b int, `w x` int)", "SET NAMES utf8mb4, sql_mode = ''"} {
		if _, err := db.Exec(q); err != nil {
			t.Fatalf("%s: %v", q, err)
		}
	}
	return db
}

func columns(t *testing.T, db *sql.DB, query string) []string {
	t.Helper()
	rows, err := db.Query(query)
	if err != nil {
		t.Fatalf("%s: %v", query, err)
	}
	defer rows.Close()
	names, err := rows.Columns()
	if err != nil {
		t.Fatal(err)
	}
	return names
}

func parsed(t *testing.T, query string) []Label {
	t.Helper()
	statements, _, err := parser.New().ParseSQL(query)
	if err != nil {
		t.Fatalf("%s: %v", query, err)
	}
	block, ok := statements[0].(*ast.SelectStmt)
	if union, set := statements[0].(*ast.SetOprStmt); set {
		switch arm := union.SelectList.Selects[0].(type) {
		case *ast.SelectStmt:
			block, ok = arm, true
		case *ast.SetOprSelectList:
			block, ok = arm.Selects[0].(*ast.SelectStmt)
		}
	}
	if !ok {
		t.Fatalf("%s is a %T", query, statements[0])
	}
	fields := block.Fields.Fields
	last := fields[len(fields)-1]
	list := List(query[fields[0].Offset:last.Offset+len(last.OriginalText())], len(fields))
	if len(list) != len(block.Fields.Fields) {
		t.Fatalf("List(%q) = %+v", query, list)
	}
	return list
}
