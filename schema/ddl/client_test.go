package ddl_test

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/asksql/asksql/schema/ddl"
	"github.com/asksql/asksql/sqlcheck"
)

// Between two delimiters each semicolon ends a statement: the client sends them as one, the server runs them all.
func TestDelimiters(t *testing.T) {
	for name, tc := range map[string]struct{ text, want string }{
		"several statements":           {"CREATE TABLE a (id INT);\nDELIMITER //\nSET @x = 1;\nCREATE TABLE b (id INT);\nALTER TABLE a ADD phone INT;\n//\nDELIMITER ;\nCREATE TABLE c (id INT);", "a(id int, phone int)\nb(id int)\nc(id int)"},
		"one that stays to the end":    {"DELIMITER //\nCREATE TABLE a (id INT);\nCREATE TABLE b (id INT);", "a(id int)\nb(id int)"},
		"in quotes":                    {"DELIMITER '//'\nCREATE TABLE a (id INT)//\nCREATE TABLE b (id INT)//", "a(id int)\nb(id int)"},
		"a body without BEGIN":         {"DELIMITER //\nCREATE TRIGGER x BEFORE INSERT ON t FOR EACH ROW IF NEW.a THEN SET NEW.a = 1; DROP TABLE a; END IF; CREATE TABLE a (id INT)//", "a(id int)"},
		"functions called like blocks": {"DELIMITER //\nCREATE FUNCTION x() RETURNS INT RETURN IF(1, REPEAT('a', 2), CASE 1 WHEN 1 THEN IF(1, 2, 3) END); CREATE TABLE a (id INT)//", "a(id int)"},
		"loops and labels":             {"DELIMITER //\nCREATE PROCEDURE IF NOT EXISTS x() BEGIN l: LOOP LEAVE l; END LOOP l; REPEAT DO 1; UNTIL 1 END REPEAT; WHILE 0 DO DROP TABLE a; END WHILE; END; CREATE TABLE a (id INT)//", "a(id int)"},
		"handlers":                     {"DELIMITER //\nCREATE PROCEDURE x() BEGIN DECLARE EXIT HANDLER FOR SQLEXCEPTION BEGIN ROLLBACK; END; DROP TABLE a; END; CREATE TABLE a (id INT)//", "a(id int)"},
	} {
		if doc, problems := read(tc.text, ddl.Options{}); shape(doc) != tc.want || len(problems) > 0 {
			t.Errorf("%s: %s\nmakes\n%s\nwant\n%s\nproblems %v", name, tc.text, shape(doc), tc.want, problems)
		}
	}
}

func TestBlocksThatMariaDBRunsAtOnce(t *testing.T) {
	maria := ddl.Options{Dialect: sqlcheck.MariaDB}
	doc, problems := read("DELIMITER //\nBEGIN NOT ATOMIC CREATE TABLE a (id INT); ALTER TABLE a ADD b INT; END//", maria)
	if shape(doc) != "a(id int, b int)" || len(problems) > 0 {
		t.Errorf("tables %s, problems %v", shape(doc), problems)
	}
	for text, want := range map[string]string{
		"SELECT 1;\nBEGIN NOT ATOMIC IF 1 THEN CREATE TABLE a (id INT); END IF; END": "f.sql:2: a block with conditions",
		"BEGIN NOT ATOMIC CREATE TABLE a (id INT);":                                  "f.sql:1: the block of statements that begins here does not end",
		"CREATE PROCEDURE x() BEGIN SELECT 1;\nCREATE TABLE a (id INT);":             "f.sql:1: the block of statements that begins here does not end",
		"BEGIN CREATE TABLE a (id INT)":                                              "f.sql:1: BEGIN is followed by",
		"/*!99999 CREATE TABLE a (id INT); */\nSELECT 1":                             "f.sql:1: a string, a name in quotes or a comment begins here and does not end",
		"SELECT 1; DELIMITER //\nSELECT 2//":                                         "f.sql:1: DELIMITER is a command of the client only where it begins a line",
	} {
		if _, problems := read(text, maria); len(problems) == 0 || !strings.HasPrefix(problems[0].String(), want) {
			t.Errorf("%q: problems %v, want %q", text, problems, want)
		}
	}
	if _, problems := read("BEGIN NOT ATOMIC CREATE TABLE a (id INT); END", ddl.Options{}); len(problems) != 1 || !strings.Contains(problems[0].Message, "--dialect mariadb") {
		t.Errorf("MySQL runs no such block: problems %v", problems)
	}
}

// What MySQL 9.7 and MariaDB 10.11 say of each comment.
func TestExecutableComments(t *testing.T) {
	for comment, want := range map[string]string{ // the servers that run it
		"/*! , x INT */": "mysql mariadb", "/*!50001 , x INT */": "mysql mariadb", "/*!50699 , x INT */": "mysql mariadb", "/*!050001 , x INT */": "mysql mariadb",
		"/*!50700 , x INT */": "mysql", "/*!50705 , x INT */": "mysql", "/*!80000 , x INT */": "mysql", "/*!080000 , x INT */": "mysql", "/*!90700 , x INT */": "mysql",
		"/*!99999 , x INT */": "", "/*!100000 , x INT */": "mariadb", "/*!101100 , x INT */": "mariadb", "/*M! , x INT */": "mariadb", "/*M!50700 , x INT */": "mariadb",
		"/*M!100000 , x INT */": "mariadb", "/*M!999999 , x INT */": "", "/*m!100000 , x INT */": "", "/*T! , x INT */": "",
		"/*!99999 , y INT /* within */ , z INT */ , x INT": "mysql mariadb", "/*!50001 , x INT /* within */ */": "mysql mariadb",
	} {
		var got []string
		for _, dialect := range []sqlcheck.Dialect{sqlcheck.MySQL, sqlcheck.MariaDB} {
			doc, problems := read("CREATE TABLE t (a INT "+comment+")", ddl.Options{Dialect: dialect, FixedDialect: true})
			if len(problems) > 0 {
				t.Errorf("%s: %v", comment, problems)
			}
			if strings.HasSuffix(shape(doc), ", x int)") {
				got = append(got, dialect.String())
			}
		}
		if strings.Join(got, " ") != want {
			t.Errorf("%s is run by %q, want %q", comment, got, want)
		}
	}
	for head, want := range map[string]string{"-- Server version\t5.7.44\n": "t(a int)", "-- Server version\t8.0.36\n": "t(a int, x int)"} {
		if doc, _ := read(head+"CREATE TABLE t (a INT /*!80016 , x INT */)", ddl.Options{}); shape(doc) != want {
			t.Errorf("%q: %s, want %s", head, shape(doc), want)
		}
	}
}

func TestFolders(t *testing.T) {
	dir := t.TempDir()
	for _, name := range []string{"2_b/up.sql", "2_b/down.sql", "001.sql", "10_c/migration.sql", "sub/002.sql", "revert/001.sql", ".git/x.sql", "sub/rows.sql.gz"} {
		path := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(name), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	files, passed, err := ddl.Open([]string{dir}, nil)
	if err != nil {
		t.Fatal(err)
	}
	var texts []string
	for _, f := range files {
		texts = append(texts, f.Text)
	}
	if want := []string{"001.sql", "2_b/up.sql", "10_c/migration.sql", "sub/002.sql"}; !slices.Equal(texts, want) {
		t.Errorf("Open reads %q, want %q", texts, want)
	}
	if len(passed) != 3 {
		t.Errorf("Open passes over %q, want down.sql, revert and rows.sql.gz", passed)
	}
	if err := os.Symlink(dir, filepath.Join(dir, "loop")); err != nil {
		t.Skip(err)
	}
	if _, _, err := ddl.Open([]string{dir}, nil); err == nil || !strings.Contains(err.Error(), "link leads to a directory") {
		t.Errorf("a link to a directory gives the error %v", err)
	}
}

func TestRenames(t *testing.T) {
	const text = "CREATE TABLE `#__users` (id INT PRIMARY KEY); CREATE TABLE `#__posts` (id INT, u INT REFERENCES `#__users` (id));"
	renames, err := ddl.ParseRenames([]string{"#__=jos_", "PREFIX_="})
	if err != nil {
		t.Fatal(err)
	}
	result := ddl.Read([]ddl.File{{Name: "f.sql", Text: text}}, ddl.Options{Renames: renames})
	if got := shape(result.Document); got != "jos_posts(id int, u int) (u)->jos_users(id)\njos_users(id int!) key(id)" || len(result.Notes) != 1 {
		t.Errorf("tables\n%s\nnotes %v, want one about PREFIX_", got, result.Notes)
	}
	result = ddl.Read([]ddl.File{{Name: "f.sql", Text: text}}, ddl.Options{})
	if len(result.Notes) != 1 || !strings.Contains(result.Notes[0].Message, "--rename-prefix") {
		t.Errorf("notes %v, want one about placeholders", result.Notes)
	}
	doc, _ := read("CREATE TABLE PREFIX_a (MY_PREFIX_b INT)", ddl.Options{Renames: renames})
	if got := shape(doc); got != "a(MY_PREFIX_b int)" {
		t.Errorf("tables %s; a placeholder is replaced within a name", got)
	}
	for _, bad := range []string{"", "x", "=x", "a=b", "#__=`; DROP", "`x=y", "xx=ä"} {
		if _, err := ddl.ParseRenames([]string{bad}); err == nil {
			t.Errorf("ParseRenames(%q) gives no error", bad)
		}
	}
}

func TestOtherEncodings(t *testing.T) {
	for name, tc := range map[string]struct{ text, want string }{
		"UTF-16":     {"\xff\xfeC\x00R\x00E\x00", "iconv -f UTF-16LE"},
		"big-endian": {"\x00C\x00R\x00E\x00A\xd8\x00", "iconv -f UTF-16BE"},
		"gzip":       {"\x1f\x8b\x08\x00", "unpack it first"},
		"Latin 1":    {"CREATE TABLE t (\n a INT COMMENT 'caf\xe9')", "on line 2"},
	} {
		_, _, err := ddl.Open([]string{"-"}, strings.NewReader(tc.text))
		if err == nil || !strings.Contains(err.Error(), "not UTF-8") || !strings.Contains(err.Error(), tc.want) {
			t.Errorf("%s: the error is %v, want one about %q", name, err, tc.want)
		}
	}
}
