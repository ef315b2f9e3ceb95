package mariadbtest_test

import (
	"regexp"
	"testing"

	"github.com/asksql/asksql/internal/mariadbtest"
	"github.com/asksql/asksql/schema"
)

const payroll = `{"version": 1, "schemaId": "payroll", "database": "pay roll", "tables": [
	{"name": "people", "columns": [
		{"name": "id", "type": "bigint", "nullable": false}, {"name": "name", "type": "varchar(20)"},
		{"name": "salary", "type": "decimal(8,2)", "sensitive": true}, {"name": "share", "type": "decimal(2,2)"}], "primaryKey": ["id"]},
	{"name": "secrets", "columns": [{"name": "text", "sensitive": true}]},
	{"name": "order", "columns": [
		{"name": "person", "type": "bigint"}, {"name": "state", "type": "enum('new','paid')", "nullable": false}],
	 "foreignKeys": [{"columns": ["person"], "references": {"table": "people", "columns": ["id"]}}]}]}`

func decoded(tb testing.TB, text string) *schema.Artifact {
	tb.Helper()
	artifact, err := schema.Decoder{}.Decode([]byte(text))
	if err != nil {
		tb.Fatal(err)
	}
	return artifact
}

func TestServer(t *testing.T) {
	server := mariadbtest.Start(t)
	t.Run("accounts", func(t *testing.T) { testAccounts(t, server) })
	t.Run("sessions", func(t *testing.T) { testSessions(t, server) })
	t.Run("rows", func(t *testing.T) { testFill(t, server) })
}

func testAccounts(t *testing.T, server *mariadbtest.Server) {
	artifact := decoded(t, payroll)
	server.Create(t, artifact.Document())
	server.GrantColumns(t, artifact.View(schema.Policy{}))
	for _, tc := range []struct {
		fact, user, sql string
		want            uint16
	}{
		{"reads what is there", mariadbtest.Reader, "SELECT salary FROM people", 0},
		{"distinguishes letter case", mariadbtest.Reader, "SELECT salary FROM People", 1146},
		{"changes nothing", mariadbtest.Reader, "DELETE FROM people", 1142},
		{"calls no stored function", mariadbtest.Reader, "SELECT no_such_function(1)", 1370},
		{"reads the columns in scope", mariadbtest.ColumnReader, "SELECT id, name FROM people", 0},
		{"reads a table without naming a column", mariadbtest.ColumnReader, "SELECT COUNT(*) FROM `order`", 0},
		{"reads no other column", mariadbtest.ColumnReader, "SELECT salary FROM people", 1143},
		{"reads no table without one", mariadbtest.ColumnReader, "SELECT 1 FROM secrets", 1142},
	} {
		t.Run(tc.user+" "+tc.fact, func(t *testing.T) {
			db := server.Open(t, mariadbtest.Session{User: tc.user, Database: "pay roll"})
			_, err := db.Exec(tc.sql)
			if got, ok := mariadbtest.Errno(err); !ok || got != tc.want {
				t.Errorf("%s: %v, want error number %d", tc.sql, err, tc.want)
			}
		})
	}
}

func testSessions(t *testing.T, server *mariadbtest.Server) {
	for _, tc := range []struct {
		fact  string
		modes []string
		sql   string
		want  string
	}{
		{"text in double quotes", nil, `SELECT "a"`, "a"},
		{"names in double quotes", []string{"ANSI_QUOTES"}, `SELECT "a" FROM (SELECT 'b' AS a) t`, "b"},
		{"strict as by default", []string{"ANSI_QUOTES"}, `SELECT @@sql_mode LIKE '%STRICT_TRANS_TABLES%'`, "1"},
		{"a clock that stands still", nil, "SELECT CONCAT(NOW(), ' ', SYSDATE(), ' ', CURDATE())", "2024-05-17 12:34:56 2024-05-17 12:34:56 2024-05-17"},
		{"all of Unicode", nil, "SELECT CONCAT('😀', HEX('é'))", "😀C3A9"},
	} {
		t.Run(tc.fact, func(t *testing.T) {
			db := server.Open(t, mariadbtest.Session{User: mariadbtest.Reader, Modes: tc.modes})
			var got string
			if err := db.QueryRow(tc.sql).Scan(&got); err != nil || got != tc.want {
				t.Errorf("%s = %q, %v; want %q", tc.sql, got, err, tc.want)
			}
		})
	}
}

func testFill(t *testing.T, server *mariadbtest.Server) {
	artifact := decoded(t, payroll)
	server.Create(t, artifact.Document())
	server.Fill(t, artifact.Document(), mariadbtest.Rows(artifact.Document(), 30, nil))
	db := server.Open(t, mariadbtest.Session{User: mariadbtest.Reader, Database: "pay roll"})
	for _, tc := range []struct{ fact, sql, want string }{
		{"every table has its rows", "SELECT (SELECT COUNT(*) FROM people) + (SELECT COUNT(*) FROM `order`)", "60"},
		{"keys are unique", "SELECT COUNT(DISTINCT id) FROM people", "30"},
		{"references lead somewhere", "SELECT COUNT(*) FROM `order` WHERE person NOT IN (SELECT id FROM people)", "0"},
		{"some references are NULL", "SELECT COUNT(*) > 0 AND COUNT(*) < 30 FROM `order` WHERE person IS NULL", "1"},
		{"some texts are outside ASCII", "SELECT COUNT(*) > 0 FROM people WHERE LENGTH(name) > CHAR_LENGTH(name)", "1"},
	} {
		var got string
		if err := db.QueryRow(tc.sql).Scan(&got); err != nil || got != tc.want {
			t.Errorf("%s: %s = %q, %v; want %q", tc.fact, tc.sql, got, err, tc.want)
		}
	}
}

func TestServerTakesArguments(t *testing.T) {
	server := mariadbtest.Start(t, "--lower-case-table-names=1")
	artifact := decoded(t, payroll)
	server.Create(t, artifact.Document())
	db := server.Open(t, mariadbtest.Session{User: mariadbtest.Reader, Database: "pay roll"})
	if _, err := db.Exec("SELECT salary FROM People"); err != nil {
		t.Errorf("a server that is to take any letter case says %v", err)
	}
	if version := server.Version(t); !regexp.MustCompile(`^MariaDB \d+\.\d+\.\d+$`).MatchString(version) {
		t.Errorf("Version is %q", version)
	}
}
