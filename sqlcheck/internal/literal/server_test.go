package literal

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"os"
	"strconv"
	"strings"
	"testing"

	"github.com/go-sql-driver/mysql"
)

// A server is one that the environment names by a data source name without a database.
type server struct {
	variable, own string // own is the default collation of a younger server, which the other lacks
}

var servers = []server{
	{"ASKSQL_TEST_MARIADB", "utf8mb4_uca1400_ai_ci"},
	{"ASKSQL_TEST_MYSQL", "utf8mb4_0900_ai_ci"},
}

// open returns one connection to the server, with a table of every kind of column and a row for each text.
func (s server) open(t *testing.T) *sql.Conn {
	t.Helper()
	dsn := os.Getenv(s.variable)
	if dsn == "" {
		t.Skipf("%s is not set; set it to a DSN such as root@unix(/run/mysqld.sock)/ to hold the literals to a server", s.variable)
	}
	db, err := sql.Open("mysql", dsn)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { db.Close() })
	conn, err := db.Conn(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	name := fmt.Sprintf("l_literal_%d", os.Getpid())
	t.Cleanup(func() {
		_, _ = conn.ExecContext(context.Background(), "DROP DATABASE "+name)
		conn.Close()
	})
	for _, q := range []string{
		"CREATE DATABASE " + name, "USE " + name,
		`CREATE TABLE t (id int PRIMARY KEY, g varchar(50) CHARACTER SET utf8mb4 COLLATE utf8mb4_general_ci, u varchar(50) CHARACTER SET utf8mb4 COLLATE utf8mb4_unicode_ci,
			o varchar(50) CHARACTER SET utf8mb4 COLLATE ` + s.own + `, b varchar(50) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin, k varchar(50) CHARACTER SET utf8mb3,
			l varchar(50) CHARACTER SET latin1, a varchar(50) CHARACTER SET ascii, v varbinary(50), j json, KEY (g), KEY (u), KEY (b), KEY (l), FULLTEXT (g))`,
		// Functions of the same name as a built-in one are not called.
		"CREATE FUNCTION CONCAT(x text, y text) RETURNS text DETERMINISTIC NO SQL RETURN 'stored'",
		"SET NAMES utf8mb4, sql_mode = ''",
	} {
		s.exec(t, conn, q)
	}
	for i, text := range append([]string{"a", "b", "café", "A"}, texts...) {
		s.exec(t, conn, fmt.Sprintf("INSERT IGNORE INTO t SELECT %d, x, x, x, x, x, x, x, x, JSON_OBJECT(x, x) FROM (SELECT %s x) d", i, reference(text, "")))
	}
	return conn
}

func (s server) exec(t *testing.T, conn *sql.Conn, query string) {
	t.Helper()
	if _, err := conn.ExecContext(t.Context(), query); err != nil {
		t.Fatalf("%s: %v", query, err)
	}
}

// texts are the strings that cannot stand in quotes in at least one of the two forms.
var texts = []string{
	`\`, `\d`, `^a\b$`, `C:\new\table`, "a\rb\x00c\x7f", `é\`, `🚀\`, `'\'`, "café", "café crème", "Łódź", strings.Repeat(`\a`, 12), strings.Repeat(`é\`, 12), `$."a\\b"`, `%\_a\%`,
}

var modes = []string{
	"DEFAULT", "'ANSI_QUOTES'", "'NO_BACKSLASH_ESCAPES'", "'PIPES_AS_CONCAT'", "'IGNORE_SPACE'", "'HIGH_NOT_PRECEDENCE'",
	"'ANSI_QUOTES,NO_BACKSLASH_ESCAPES,PIPES_AS_CONCAT,IGNORE_SPACE,HIGH_NOT_PRECEDENCE'",
}

// reference writes a text as its author would have to, who knows the sql_mode.
func reference(text, mode string) string {
	if !strings.Contains(mode, "NO_BACKSLASH_ESCAPES") {
		text = strings.ReplaceAll(text, `\`, `\\`)
	}
	return "'" + strings.ReplaceAll(text, "'", "''") + "'"
}

// places are what a literal may be part of. § stands for it.
var places = strings.Split(strings.TrimSpace(`
SELECT HEX(§), CHARSET(§), COLLATION(§), COERCIBILITY(§), LENGTH(§), CHAR_LENGTH(§), MD5(§)
SELECT § AS x
SELECT CONCAT(§, 'x'), CONCAT('É', §), CONCAT(§, §)
SELECT COLLATION(CONCAT(§, 'É')), COERCIBILITY(CONCAT('É', §)), COERCIBILITY(CONCAT(§, §))
SELECT § = 'É', 'x' < §, § = §, § <=> 'CAFÉ', § <> UPPER(§)
SELECT § IN ('a', §), 'a' IN (§, 'É'), § NOT IN ('a', NULL)
SELECT § BETWEEN 'a' AND 'É', 'a' BETWEEN § AND §
SELECT CASE § WHEN 'a' THEN 1 WHEN § THEN 2 END, CASE WHEN TRUE THEN § ELSE 'É' END
SELECT IF(1, §, 'É'), COALESCE(NULL, §), NULLIF(§, 'É'), GREATEST(§, 'É'), FIELD('É', §, §), ELT(1, §, 'É'), FIND_IN_SET('É', §)
SELECT § LIKE 'É%', § LIKE § ESCAPE '|', 'É' LIKE CONCAT('%', §) ESCAPE '|'
SELECT § REGEXP '.', 'É' REGEXP 'a|É'
SELECT § UNION SELECT 'É' ORDER BY 1
SELECT 'É' UNION ALL SELECT § UNION ALL SELECT g FROM t WHERE id < 2
SELECT COLLATION(x), COERCIBILITY(x) FROM (SELECT § AS x UNION SELECT 'É') d
SELECT COLLATION(x), COERCIBILITY(x), HEX(x) FROM (SELECT § AS x) d
WITH RECURSIVE c AS (SELECT 1 AS n, § AS x UNION ALL SELECT n + 1, x FROM c WHERE n < 3) SELECT n, x, COLLATION(x) FROM c
SELECT id FROM t WHERE g = § ORDER BY id
SELECT id FROM t WHERE u = § OR o = § ORDER BY id
SELECT id FROM t WHERE b = § OR b > § ORDER BY id
SELECT id FROM t WHERE k = § ORDER BY id
SELECT id FROM t WHERE l = § ORDER BY id
SELECT id FROM t WHERE a = § ORDER BY id
SELECT id FROM t WHERE v = § ORDER BY id
SELECT id FROM t WHERE l = IF(id > 5, §, 'a') OR a = IF(id > 5, §, 'a') ORDER BY id
SELECT id FROM t WHERE CONCAT(l, §) = CONCAT(l, 'É') OR COALESCE(l, §) = § ORDER BY id
SELECT id FROM t WHERE g IN (§, 'É') ORDER BY id
SELECT id FROM t WHERE b IN ('a', §) AND l NOT IN ('b', §) ORDER BY id
SELECT id FROM t WHERE g BETWEEN § AND 'zz' ORDER BY id
SELECT id FROM t WHERE u LIKE § ESCAPE '|' OR l LIKE § ESCAPE '|' ORDER BY id
SELECT id FROM t WHERE o REGEXP CONCAT('a', 'b', §) ORDER BY id
SELECT id FROM t WHERE b REGEXP § ORDER BY id
SELECT id FROM t WHERE INSTR(g, §) OR LOCATE(§, o) > 1 ORDER BY id
SELECT id FROM t WHERE MATCH (g) AGAINST (§) ORDER BY id
SELECT id FROM t WHERE MATCH (g) AGAINST (§ IN BOOLEAN MODE) ORDER BY id
SELECT id FROM t WHERE § IN (SELECT u FROM t) ORDER BY id
SELECT id FROM t WHERE § = ANY (SELECT b FROM t) AND (id, g) <> (1, §) ORDER BY id
SELECT id FROM t WHERE JSON_UNQUOTE(JSON_EXTRACT(j, '$.a')) = § OR JSON_CONTAINS(j, JSON_QUOTE(§)) ORDER BY id
SELECT JSON_EXTRACT('{"a\\\\b": 1}', §)
SELECT id, JSON_EXTRACT(j, §) FROM t ORDER BY id
SELECT id FROM t WHERE JSON_SEARCH(j, 'one', §) IS NOT NULL OR JSON_SEARCH(j, 'one', 'a', '|') = § ORDER BY id
SELECT JSON_OBJECT(§, §), JSON_ARRAY(§), JSON_QUOTE(§), JSON_VALID(§)
SELECT GROUP_CONCAT(§ ORDER BY id SEPARATOR '-'), MAX(§), COUNT(DISTINCT §) FROM t
SELECT GROUP_CONCAT(CONCAT(g, §) ORDER BY id SEPARATOR '-') FROM t
SELECT REPLACE(g, §, 'É'), REPLACE(l, 'a', §), SUBSTRING_INDEX(o, §, 1), TRIM(LEADING § FROM u), INSERT(b, 1, 1, §), LPAD(g, 9, §) FROM t ORDER BY id
SELECT COUNT(*), § AS x FROM t GROUP BY x
SELECT COUNT(*) FROM t GROUP BY CONCAT(g, §) ORDER BY CONCAT(g, §)
SELECT MAX(id) FROM t GROUP BY l HAVING MAX(g) > § ORDER BY § DESC, MAX(id)
SELECT LAG(g, 1, §) OVER (ORDER BY id) FROM t ORDER BY id
SELECT FIRST_VALUE(§) OVER (PARTITION BY § ORDER BY id) FROM t ORDER BY id
SELECT DATE_FORMAT('2024-02-03', §), STR_TO_DATE(§, '%Y'), STR_TO_DATE('2024', CONCAT('%Y', §))
SELECT § + 1, § * 2, -§, § IS NULL, NOT §, § AND TRUE
SELECT CAST(§ AS CHAR), CAST(§ AS BINARY), BINARY §, CONVERT(§ USING latin1), CAST(§ AS SIGNED)
SELECT § COLLATE utf8mb4_bin = 'É', COLLATION(§ COLLATE utf8mb4_unicode_ci)
SELECT g, g || § FROM t ORDER BY id
SELECT UPPER(§), REVERSE(§), LEFT(§, 1), HEX(WEIGHT_STRING(§)), ASCII(§), QUOTE(§), TO_BASE64(§)
SELECT CONCAT(NOW(), §) = 'a', CONCAT(1, §), CONCAT_WS(§, 'É', 1, g), EXTRACTVALUE('<a>1</a>', '/a') = § FROM t
SELECT CONCAT('ab', §) FROM t WHERE g = SUBSTR(CONCAT(§, 'É'), 1, 2) ORDER BY id
`), "\n")

// answer is what a server says to a query: its rows, or the number of its error.
func answer(t *testing.T, conn *sql.Conn, query string) string {
	t.Helper()
	rows, err := conn.QueryContext(t.Context(), query)
	var refused *mysql.MySQLError
	if errors.As(err, &refused) {
		return fmt.Sprintf("error %d", refused.Number)
	}
	if err != nil {
		t.Fatalf("%s: %v", query, err)
	}
	defer rows.Close()
	columns, err := rows.ColumnTypes()
	if err != nil {
		t.Fatal(err)
	}
	var b strings.Builder
	row, into := make([]sql.RawBytes, len(columns)), make([]any, len(columns))
	for i := range row {
		into[i] = &row[i]
		b.WriteString(columns[i].DatabaseTypeName() + " ")
	}
	for rows.Next() {
		if err := rows.Scan(into...); err != nil {
			t.Fatal(err)
		}
		for _, v := range row {
			fmt.Fprintf(&b, "%t %q ", v == nil, v)
		}
		b.WriteByte('\n')
	}
	if err := rows.Err(); errors.As(err, &refused) {
		return fmt.Sprintf("error %d", refused.Number)
	}
	return b.String()
}

// TestServers: wherever a string may stand, its print gives what the string gives that is written for
// the sql_mode in quotes: rows, types of columns, and errors.
func TestServers(t *testing.T) {
	for _, s := range servers {
		t.Run(s.variable, func(t *testing.T) {
			conn := s.open(t)
			ran := 0
			for _, collation := range []string{"utf8mb4_general_ci", "utf8mb4_unicode_ci", s.own, "utf8mb4_bin"} {
				for _, mode := range modes {
					s.exec(t, conn, "SET NAMES utf8mb4 COLLATE "+collation+", sql_mode = "+mode)
					ran += alike(t, conn, collation, mode)
				}
			}
			t.Logf("%d prints ran", ran)
		})
	}
}

// alike holds the prints of all texts to the texts, and returns how many it ran.
func alike(t *testing.T, conn *sql.Conn, collation, mode string) (ran int) {
	t.Helper()
	for _, text := range texts {
		for _, place := range places {
			want := answer(t, conn, strings.ReplaceAll(place, "§", reference(text, mode)))
			for _, ascii := range []bool{false, true} {
				print := string(Append(nil, Literal{Kind: String, Text: text}, ascii))
				if print == reference(text, mode) || strings.HasPrefix(print, "_utf8mb4") {
					continue // the second has a collation of its own: see appendText
				}
				ran++
				if got := answer(t, conn, strings.ReplaceAll(place, "§", print)); got != want {
					t.Errorf("%s, sql_mode %s: %s with %s is\n%s, with the string in quotes\n%s", collation, mode, place, print, got, want)
				}
			}
		}
	}
	return ran
}

// TestServersASCII: the ASCII form has the same value on connections of other character sets, beside
// their literals too.
func TestServersASCII(t *testing.T) {
	for _, s := range servers {
		t.Run(s.variable, func(t *testing.T) {
			conn := s.open(t)
			for _, charset := range strings.Fields("latin1 cp1251 koi8r gbk sjis cp932 big5 ujis euckr ascii utf8mb3 utf8mb4") {
				s.exec(t, conn, "SET NAMES "+charset)
				for _, text := range append([]string{"🚀", "\uffff", "a"}, texts...) {
					print := string(Append(nil, Literal{Kind: String, Text: text}, true))
					for _, tc := range []struct{ query, want string }{
						{"SELECT HEX(CONVERT(§ USING utf8mb4))", fmt.Sprintf("%X", text)},
						{"SELECT HEX(CONVERT(CASE WHEN 1 THEN § ELSE 'b' END USING utf8mb4))", fmt.Sprintf("%X", text)},
						{"SELECT § = § AND § IN ('b', §) AND CONCAT(§, 'b') = CONCAT(§, 'b')", "1"},
						{"SELECT COUNT(DISTINCT b) FROM t WHERE b = §", map[bool]string{true: "0", false: "1"}[text == "🚀" || text == "\uffff"]},
					} {
						got := answer(t, conn, strings.ReplaceAll(tc.query, "§", print))
						if !strings.Contains(got, strconv.Quote(tc.want)) {
							t.Errorf("%s: %s with %s is %swant %s", charset, tc.query, print, got, tc.want)
						}
					}
				}
			}
		})
	}
}

// TestServersPlan: a print is a constant, for which a server makes the plan that it makes for a literal.
func TestServersPlan(t *testing.T) {
	for _, s := range servers {
		t.Run(s.variable, func(t *testing.T) {
			conn := s.open(t)
			s.exec(t, conn, "INSERT INTO t (id, g, u, b, l) WITH RECURSIVE n AS (SELECT 100 AS i UNION ALL SELECT i + 1 FROM n WHERE i < 900) SELECT i, i, i, i, i FROM n")
			for _, where := range []string{"g = §", "u = §", "b = §", "l = §", "g IN (§, 'x')", "b > § AND b < 'b'", "b LIKE CONCAT(§, 'x')", "g BETWEEN § AND §", "MATCH (g) AGAINST (§)"} {
				for _, text := range []string{`a\b`, `\d`, `café\`} {
					query := "EXPLAIN FORMAT=TRADITIONAL SELECT id, l, u FROM t WHERE " + where
					want := answer(t, conn, strings.ReplaceAll(query, "§", reference(text, "")))
					print := string(Append(nil, Literal{Kind: String, Text: text}, false))
					if got := answer(t, conn, strings.ReplaceAll(query, "§", print)); got != want || strings.HasPrefix(got, "error") {
						t.Errorf("%s with %s:\n%swith the string in quotes:\n%s", query, print, got, want)
					}
				}
			}
		})
	}
}
