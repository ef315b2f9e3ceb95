package ddl_test

import (
	"bytes"
	"database/sql"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/asksql/asksql/internal/servertest"
	"github.com/asksql/asksql/schema/ddl"
)

// fragments are what scripts are made of. @ is a table that nobody has made before.
var fragments = []string{
	"CREATE TABLE @ (id INT PRIMARY KEY, name VARCHAR(20))", "CREATE TABLE IF NOT EXISTS @ (id INT, KEY (id))", "CREATE TABLE `@` (`id` INT, `a;b` INT)",
	"CREATE TABLE @ (id INT COMMENT 'a; b -- c /* d')", "CREATE TABLE @ (id INT, v INT AS (id + 1) VIRTUAL)", "CREATE TABLE @ AS SELECT 1 AS one, 'x' AS two",
	"CREATE TABLE @ LIKE base", "ALTER TABLE base ADD COLUMN c@ INT", "ALTER TABLE base ADD c@ INT, ADD d@ TEXT", "DROP TABLE IF EXISTS old@",
	"CREATE TABLE tmp@ (id INT); RENAME TABLE tmp@ TO @", "CREATE TEMPORARY TABLE @ (id INT)", "CREATE VIEW @ AS SELECT id, id + 1 AS next FROM base", "CREATE OR REPLACE VIEW @ AS SELECT * FROM base",
	"INSERT INTO base (id) VALUES (@1)", "SET @x = 'CREATE TABLE no (id INT);'", "SELECT 1", "BEGIN", "COMMIT", "START TRANSACTION", "USE other", "USE main",
	"/*!50001 CREATE TABLE @ (id INT) */", "/*!50705 CREATE TABLE @ (id INT) */", "/*!80000 CREATE TABLE @ (id INT) */", "/*!99999 CREATE TABLE @ (id INT) */", "/*M! CREATE TABLE @ (id INT) */", "/*M!100000 CREATE TABLE @ (id INT) */",
	"/*!100100 CREATE TABLE @ (id INT) */", "CREATE TABLE @ (id INT /*!80000 , eight INT */ /*!50000 , five INT */ /*M! , m INT */)", "/*!99999 CREATE TABLE @ (id INT) /* within */ ; */", "/*!50001 CREATE TABLE @ (id INT /* within */) */",
	"-- CREATE TABLE no (id INT);\n", "# it's\n", "/* it's; */", "--no comment\n",
	"CREATE TRIGGER t@ BEFORE INSERT ON base FOR EACH ROW SET NEW.id = 1", "DROP PROCEDURE IF EXISTS p@",
	"CREATE TABLE @ (a VARCHAR(9) DEFAULT 'it''s', b VARCHAR(9) DEFAULT \"x\\\"y\")", "CREATE DATABASE IF NOT EXISTS third", "CREATE TABLE other.@ (id INT)",
}

// faults are what one server or both refuse.
var faults = []string{
	"CREATE TABLE @ (id INT", "CREATE TABLE @ id INT)", "nonsense", "CREATE TABLE @ (id NOSUCH)", "BEGIN CREATE TABLE @ (id INT)", "IF 1 THEN CREATE TABLE @ (id INT)", "END", "END IF",
	"BEGIN NOT ATOMIC CREATE TABLE @ (id INT); END", "ALTER TABLE base RENAME COLUMN c@ TO e@", "CREATE TABLE base (id INT)", "DROP TABLE none",
}

// blocks are statements with semicolons in them, which need another delimiter.
var blocks = []string{
	"CREATE PROCEDURE p@() BEGIN IF 1 THEN DROP TABLE base; ELSEIF IF(1, 2, 3) THEN SELECT 1; END IF; CASE 1 WHEN 1 THEN SELECT CASE WHEN 1 THEN IF(1, 2, 3) ELSE 2 END; ELSE SELECT 1; END CASE; END",
	"CREATE TRIGGER t@ BEFORE INSERT ON base FOR EACH ROW IF NEW.id > 1 THEN SET NEW.id = 1; SET NEW.id = 2; END IF", "CREATE FUNCTION f@() RETURNS INT DETERMINISTIC RETURN IF(1, 2, 3)",
	"CREATE PROCEDURE IF NOT EXISTS p@() WHILE 0 DO DROP TABLE base; END WHILE", "CREATE PROCEDURE p@() l: LOOP LEAVE l; END LOOP l", "CREATE PROCEDURE p@() REPEAT SELECT REPEAT('x', 3); UNTIL 1 END REPEAT",
	"CREATE PROCEDURE p@() BEGIN DECLARE EXIT HANDLER FOR SQLEXCEPTION BEGIN ROLLBACK; END; CREATE TABLE no (id INT); END", "BEGIN NOT ATOMIC CREATE TABLE @ (id INT); ALTER TABLE @ ADD b INT; END",
	"BEGIN NOT ATOMIC IF 1 THEN CREATE TABLE @ (id INT); END IF; END", "CREATE EVENT e@ ON SCHEDULE EVERY 1 DAY DO BEGIN DELETE FROM base; END", "CREATE FUNCTION f@(a VARCHAR(9) CHARACTER SET utf8mb4) RETURNS INT DETERMINISTIC BEGIN RETURN CASE a WHEN 'x' THEN 1 ELSE 2 END; END",
	"CREATE PROCEDURE p@() BEGIN SELECT 'END; //'; /* END; */ SELECT `id` FROM base; -- END;\nEND", "CREATE PROCEDURE p@() SELECT 1", "CREATE TABLE @ (id INT); CREATE TABLE x@ (id INT)",
}

// A writer writes scripts.
type writer struct {
	*rand.Rand
	kind   servertest.Kind
	tables int
}

// statement returns a statement that the server takes, and now and then one that it may not.
func (w *writer) statement() string {
	if w.IntN(40) == 0 {
		return w.pick(faults)
	}
	return w.pick(fragments)
}

// block returns a statement with semicolons in it.
func (w *writer) block() string {
	for {
		text := w.pick(blocks)
		if w.kind == servertest.MariaDB || !strings.Contains(text, "ATOMIC") {
			return text
		}
	}
}

func (w *writer) pick(list []string) string {
	w.tables++
	return strings.ReplaceAll(list[w.IntN(len(list))], "@", "n"+strconv.Itoa(w.tables))
}

// script returns statements as the client gets them: some with another delimiter, some cut off or doubled.
func (w *writer) script() string {
	var b strings.Builder
	b.WriteString("CREATE TABLE base (id INT);\n")
	for range 4 + w.IntN(8) {
		delimiter := []string{"//", "$$", ";;", "|"}[w.IntN(4)]
		switch w.IntN(4) {
		case 0:
			fmt.Fprintf(&b, "%sDELIMITER %s\n", []string{"\n", "\n  ", "\n", "\n", "\n", "\n", " "}[w.IntN(7)], delimiter)
			for range 1 + w.IntN(3) {
				for range w.IntN(3) {
					b.WriteString(w.statement() + ";\n")
				}
				b.WriteString(w.block() + w.pick([]string{"", ";", "\n"}) + delimiter + "\n")
			}
			b.WriteString("DELIMITER ;\n")
		default:
			b.WriteString(w.statement() + w.pick([]string{";\n", ";\n", ";\n", "; ", ";;\n", " ;"}))
		}
	}
	return w.mutated(b.String())
}

// mutated returns the text, now and then with a few bytes taken out, doubled or put elsewhere.
func (w *writer) mutated(text string) string {
	if w.IntN(4) > 0 {
		return text
	}
	for range 1 + w.IntN(2) {
		at, n := w.IntN(len(text)), 1+w.IntN(12)
		end := min(at+n, len(text))
		switch w.IntN(3) {
		case 0:
			text = text[:at] + text[end:]
		case 1:
			text = text[:end] + text[at:]
		default:
			text = text[:at] + w.pick([]string{";", "'", "`", "*/", "/*", "--", "\n", "//", "END", "\"", "(", ")"}) + text[at:]
		}
	}
	return text
}

// Whatever a server has made of a script, the reading of the script has too, or it names a place that it could not
// read. Where all could be read and the server refused nothing, neither has more than the other.
func TestScriptsAgainstServers(t *testing.T) {
	client, err := exec.LookPath("mariadb")
	if err != nil {
		t.Skip("the mariadb client is not installed")
	}
	scripts, seed := 15, uint64(1)
	if text := os.Getenv("ASKSQL_DDL_SCRIPTS"); text != "" {
		scripts, _ = strconv.Atoi(text)
	}
	if text := os.Getenv("ASKSQL_DDL_SEED"); text != "" {
		seed, _ = strconv.ParseUint(text, 10, 64)
	}
	servertest.Each(t, func(t *testing.T, kind servertest.Kind) {
		server := servertest.Start(t, kind)
		db := server.Open(t, servertest.Session{User: "root"})
		told := 0
		for i := range scripts {
			w := &writer{Rand: rand.New(rand.NewPCG(seed, uint64(i))), kind: kind}
			text := w.script()
			made, refused := ran(t, db, client, server.Socket(), text)
			result := ddl.Read([]ddl.File{{Name: "f.sql", Text: text}}, ddl.Options{Dialect: kind.Dialect(), FixedDialect: true, Database: "main"})
			var got []string
			for _, table := range result.Document.Tables {
				for _, c := range table.Columns {
					got = append(got, strings.ToLower(table.Name+"."+c.Name))
				}
			}
			if len(result.Problems) > 0 {
				told++
				continue
			}
			for _, name := range made {
				table, _, _ := strings.Cut(name, ".")
				noted := slices.ContainsFunc(result.Notes, func(n ddl.Finding) bool { return strings.Contains(n.Message, "table "+table+" ") })
				if !slices.Contains(got, name) && !noted {
					t.Errorf("script %d: %s is not read, and no problem told\n%s", i, name, text)
				}
			}
			for _, name := range got {
				if !refused && !slices.Contains(made, name) {
					t.Errorf("script %d: %s is read, though the server has none\n%s", i, name, text)
				}
			}
			if t.Failed() {
				return
			}
		}
		t.Logf("%d scripts; in %d of them a place is told that cannot be read", scripts, told)
		if told == scripts {
			t.Error("no script was read")
		}
	})
}

// ran has the client run a script in a new database and returns the columns that are there afterwards, and whether the
// server refused a statement.
func ran(t *testing.T, db *sql.DB, client, socket, text string) (columns []string, refused bool) {
	t.Helper()
	for _, statement := range []string{"DROP DATABASE IF EXISTS main", "DROP DATABASE IF EXISTS other", "DROP DATABASE IF EXISTS third", "CREATE DATABASE main", "CREATE DATABASE other"} {
		if _, err := db.Exec(statement); err != nil {
			t.Fatal(err)
		}
	}
	command := exec.Command(client, "--no-defaults", "--force", "--socket="+socket, "--user=root", "main")
	command.Stdin = strings.NewReader(text)
	var stderr bytes.Buffer
	command.Stderr = &stderr
	err := command.Run()
	rows, queryErr := db.Query("SELECT LOWER(CONCAT(TABLE_NAME, '.', COLUMN_NAME)) FROM information_schema.COLUMNS WHERE TABLE_SCHEMA = 'main'")
	if queryErr != nil {
		t.Fatal(queryErr)
	}
	defer rows.Close()
	for rows.Next() {
		var name string
		if err := rows.Scan(&name); err != nil {
			t.Fatal(err)
		}
		columns = append(columns, name)
	}
	return columns, err != nil || stderr.Len() > 0
}
