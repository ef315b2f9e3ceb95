package servertest_test

import (
	"regexp"
	"testing"

	"github.com/asksql/asksql/internal/servertest"
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
	servertest.Each(t, func(t *testing.T, kind servertest.Kind) {
		server := servertest.Start(t, kind)
		t.Run("accounts", func(t *testing.T) { testAccounts(t, server) })
		t.Run("sessions", func(t *testing.T) { testSessions(t, server) })
		t.Run("rows", func(t *testing.T) { testFill(t, server) })
	})
}

func testAccounts(t *testing.T, server *servertest.Server) {
	artifact := decoded(t, payroll)
	server.Create(t, artifact.Document())
	server.GrantColumns(t, artifact.View(schema.Policy{}))
	for _, tc := range []struct {
		fact, user, sql string
		want            uint16
	}{
		{"reads what is there", servertest.Reader, "SELECT salary FROM people", 0},
		{"distinguishes letter case", servertest.Reader, "SELECT salary FROM People", 1146},
		{"changes nothing", servertest.Reader, "DELETE FROM people", 1142},
		{"calls no stored function", servertest.Reader, "SELECT no_such_function(1)", 1370},
		{"reads the columns in scope", servertest.ColumnReader, "SELECT id, name FROM people", 0},
		{"reads a table without naming a column", servertest.ColumnReader, "SELECT COUNT(*) FROM `order`", 0},
		{"reads no other column", servertest.ColumnReader, "SELECT salary FROM people", 1143},
		{"reads no table without one", servertest.ColumnReader, "SELECT 1 FROM secrets", 1142},
	} {
		t.Run(tc.user+" "+tc.fact, func(t *testing.T) {
			db := server.Open(t, servertest.Session{User: tc.user, Database: "pay roll"})
			_, err := db.Exec(tc.sql)
			if got, ok := servertest.Errno(err); !ok || got != tc.want {
				t.Errorf("%s: %v, want error number %d", tc.sql, err, tc.want)
			}
		})
	}
}

func testSessions(t *testing.T, server *servertest.Server) {
	for _, tc := range []struct {
		fact string
		mode servertest.Mode
		sql  string
		want string
	}{
		{"text in double quotes", servertest.Default, `SELECT "a"`, "a"},
		{"names in double quotes", servertest.Relaxed.With("ANSI_QUOTES"), `SELECT "a" FROM (SELECT 'b' AS a) t`, "b"},
		{"strict as by default", servertest.Relaxed.With("ANSI_QUOTES"), `SELECT @@sql_mode LIKE '%STRICT_TRANS_TABLES%'`, "1"},
		{"the server's own mode", servertest.Default, `SELECT @@sql_mode = @@global.sql_mode`, "1"},
		{"a clock that stands still", servertest.Default, "SELECT CONCAT(NOW(), ' ', SYSDATE(), ' ', CURDATE())", "2024-05-17 12:34:56 2024-05-17 12:34:56 2024-05-17"},
		{"all of Unicode", servertest.Default, "SELECT CONCAT('😀', HEX('é'))", "😀C3A9"},
	} {
		t.Run(tc.fact, func(t *testing.T) {
			db := server.Open(t, servertest.Session{User: servertest.Reader, Mode: tc.mode})
			var got string
			if err := db.QueryRow(tc.sql).Scan(&got); err != nil || got != tc.want {
				t.Errorf("%s = %q, %v; want %q", tc.sql, got, err, tc.want)
			}
		})
	}
}

func testFill(t *testing.T, server *servertest.Server) {
	artifact := decoded(t, payroll)
	server.Create(t, artifact.Document())
	server.Fill(t, artifact.Document(), servertest.Rows(artifact.Document(), 30, nil))
	db := server.Open(t, servertest.Session{User: servertest.Reader, Database: "pay roll"})
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

func TestCollations(t *testing.T) {
	servertest.Each(t, func(t *testing.T, kind servertest.Kind) {
		server := servertest.Start(t, kind)
		newest := map[servertest.Kind]string{servertest.MySQL: "utf8mb4_0900_ai_ci", servertest.MariaDB: "utf8mb4_uca1400_ai_ci"}
		for collation, want := range map[servertest.Collation]string{
			servertest.General: "utf8mb4_general_ci", servertest.Unicode: "utf8mb4_unicode_ci", servertest.Newest: newest[kind],
		} {
			db := server.Open(t, servertest.Session{User: servertest.Reader, Collation: collation})
			var got string
			if err := db.QueryRow("SELECT @@collation_connection").Scan(&got); err != nil || got != want {
				t.Errorf("a connection of %q has %q, %v; want %q", collation, got, err, want)
			}
		}
	})
}

func TestServerTakesArguments(t *testing.T) {
	servertest.Each(t, func(t *testing.T, kind servertest.Kind) {
		server := servertest.Start(t, kind, "--lower-case-table-names=1")
		artifact := decoded(t, payroll)
		server.Create(t, artifact.Document())
		db := server.Open(t, servertest.Session{User: servertest.Reader, Database: "pay roll"})
		if _, err := db.Exec("SELECT salary FROM People"); err != nil {
			t.Errorf("a server that is to take any letter case says %v", err)
		}
		if version := server.Version(t); !regexp.MustCompile(`^` + kind.String() + ` \d+\.\d+\.\d+$`).MatchString(version) {
			t.Errorf("Version is %q", version)
		}
	})
}
