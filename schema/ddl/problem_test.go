package ddl_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/asksql/asksql/schema/ddl"
	"github.com/asksql/asksql/sqlcheck"
)

func TestProblems(t *testing.T) {
	for _, tc := range []struct {
		name, text string
		want       string // beginning, the line included
	}{
		{"no SQL", "CREATE TABLE t (a INT);\n\nHello there;", `f.sql:3: "Hello" is no statement`},
		{"a fault within a statement", "CREATE TABLE u (a INT);\nCREATE TABLE t (\n  a INT,\n  b NOSUCH,\n  c INT\n);", `f.sql:4: the statement cannot be read at "NOSUCH`},
		{"lines are counted through comments", "/* one\ntwo */ -- three\n# four\nCREATE TABLE t (a INT, /* \n */ a INT)", "f.sql:4: table t has a column a already"},
		{"a table twice", "CREATE TABLE t (a INT);\nCREATE TABLE t (a INT)", "f.sql:2: there is a table t already"},
		{"but for letter case", "CREATE TABLE t (a INT);\nCREATE TABLE T (a INT)", "f.sql:2: there is a table t already, letter case aside"},
		{"no such table", "ALTER TABLE t ADD a INT", "f.sql:1: there is no table t here"},
		{"no such column", "CREATE TABLE t (a INT);\nALTER TABLE t DROP b", "f.sql:2: table t has no column b here"},
		{"a key of no column", "CREATE TABLE t (a INT, PRIMARY KEY (b))", "f.sql:1: table t has no column b here"},
		{"a view of nothing", "CREATE VIEW v AS SELECT a FROM nowhere", "f.sql:1: the columns of view v are not known"},
		{"a client's command", "source x.sql;", `f.sql:1: "source" is no statement`},
		{"what may do anything", "CALL migrate();", `f.sql:1: "CALL" is no statement`},
		{"a string without end", "CREATE TABLE t (a INT COMMENT 'x", "f.sql:1: "},
		{"a comment without end", "CREATE TABLE t (a INT);\n/* x", "f.sql:2: a string, a name in quotes or a comment begins here"},
		{"an executable comment without end", "CREATE TABLE t (a INT);\n/*!50001 CREATE TABLE u (a INT);\n/*!50001 CREATE TABLE v (a INT) */;", "f.sql:2: a string, a name in quotes or a comment begins here"},
		{"what a terminal would obey", "ALTER TABLE `\x1b[2J` ADD a INT", "f.sql:1: there is no table \ufffd[2J here"},
		{"another syntax", "SET sql_mode='ORACLE'", "f.sql:1: the sql_modes ORACLE and MSSQL"},
		{"a statement beyond all bounds", "CREATE TABLE t (a INT COMMENT '" + strings.Repeat("x", 2<<20) + "')", "f.sql:1: the statement is longer than 1024 KiB"},
		{"parentheses without end", "CREATE TABLE t (a INT DEFAULT " + strings.Repeat("(", 5000) + ")", "f.sql:1: parentheses are nested more than 1000 deep"},
		{"copies of copies", "CREATE TABLE t (" + manyColumns(4000) + ");" + copies(300), "f.sql:1: the text makes more than 1000000 columns"},
		{"more columns than a table can have", "CREATE TABLE t (" + manyColumns(5000) + ")", "f.sql:1: table t has more than 4096 columns"},
		{"several databases", "CREATE TABLE a.t (a INT); CREATE TABLE b.t (a INT)", "the text has tables in several databases: a, b"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			_, problems := read(tc.text, ddl.Options{})
			if len(problems) == 0 || !strings.HasPrefix(problems[0].String(), tc.want) {
				t.Errorf("problems %v, want first %q", problems, tc.want)
			}
		})
	}
}

// What comes after a problem is read all the same.
func TestAllProblemsAreTold(t *testing.T) {
	doc, problems := read("CREATE TABLE a (x NOSUCH);\nCREATE TABLE b (x INT);\nnonsense;\nCREATE TABLE c (x INT)", ddl.Options{})
	if len(problems) != 2 || shape(doc) != "b(x int)\nc(x int)" {
		t.Errorf("%d problems and\n%s\nwant 2 and b and c", len(problems), shape(doc))
	}
}

func TestAForeignKeyThatIsNotThere(t *testing.T) {
	const text = "CREATE TABLE t (a INT REFERENCES t (a));\nALTER TABLE t DROP FOREIGN KEY f"
	result := ddl.Read([]ddl.File{{Name: "f.sql", Text: text}}, ddl.Options{})
	if len(result.Problems) > 0 || fmt.Sprint(result.Notes) != "[f.sql:2: there is no foreign key f of t here, so that none is dropped]" {
		t.Errorf("problems %v, notes %v", result.Problems, result.Notes)
	}
}

// Names that nobody has given are found at once, however many there are.
func TestManyForeignKeys(t *testing.T) {
	const n = 20_000
	doc, problems := read("CREATE TABLE t (a INT"+strings.Repeat(", FOREIGN KEY (a) REFERENCES t (a)", n)+")", ddl.Options{})
	if len(problems) > 0 || len(doc.Tables[0].ForeignKeys) != n {
		t.Errorf("%d foreign keys, problems %v; want %d", len(doc.Tables[0].ForeignKeys), problems, n)
	}
}

func TestNothingIsSaidAboutWhatIsNotWanted(t *testing.T) {
	doc, problems := read("CREATE TABLE t (a INT); CREATE VIEW v AS SELECT x FROM nowhere", ddl.Options{Keep: func(name string) bool { return name != "v" }})
	if len(problems) != 0 || shape(doc) != "t(a int)" {
		t.Errorf("problems %v and\n%s", problems, shape(doc))
	}
}

func TestDatabases(t *testing.T) {
	for _, tc := range []struct {
		name, text, database string
		want, wantName       string
	}{
		{"none", "CREATE TABLE t (a INT)", "", "t(a int)", ""},
		{"by USE", "USE shop; CREATE TABLE t (a INT)", "", "t(a int)", "shop"},
		{"by the names of tables", "CREATE TABLE shop.t (a INT)", "", "t(a int)", "shop"},
		{"by the head of a dump", "-- Host: localhost    Database: shop\nCREATE TABLE t (a INT)", "", "t(a int)", "shop"},
		{"the one that is chosen", "CREATE TABLE a.t (x INT); CREATE TABLE b.t (y INT)", "b", "t(y int)", "b"},
		{"keys to another are left out", "CREATE TABLE a.t (x INT); CREATE TABLE b.t (y INT, FOREIGN KEY (y) REFERENCES a.t (x))", "b", "t(y int)", "b"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			doc, problems := read(tc.text, ddl.Options{Database: tc.database})
			if len(problems) > 0 || shape(doc) != tc.want || doc.Database != tc.wantName {
				t.Errorf("database %q with %s, problems %v; want %q with %s", doc.Database, shape(doc), problems, tc.wantName, tc.want)
			}
		})
	}
}

func TestADumpSaysWhichServerWroteIt(t *testing.T) {
	const dump = "-- Server version\t10.11.6-MariaDB-log\nCREATE TABLE t (a INT)"
	doc, _ := read(dump, ddl.Options{})
	if doc.Dialect != "mariadb" || doc.Source.Server != "10.11.6-MariaDB-log" {
		t.Errorf("dialect %s of server %s", doc.Dialect, doc.Source.Server)
	}
	if doc, _ = read(dump, ddl.Options{Dialect: sqlcheck.TiDB, FixedDialect: true}); doc.Dialect != "tidb" {
		t.Errorf("a dialect that is fixed becomes %s", doc.Dialect)
	}
}

// Bodies of routines are passed over as a whole, with or without a delimiter of their own.
func TestRoutines(t *testing.T) {
	for name, text := range map[string]string{
		"one statement":               "CREATE TRIGGER x BEFORE INSERT ON t FOR EACH ROW SET NEW.a = 1; CREATE TABLE t (a INT)",
		"a block":                     "CREATE DEFINER=`a`@`b` PROCEDURE x() BEGIN DECLARE i INT; IF 1 THEN SELECT 1; END IF; WHILE 0 DO SELECT 2; END WHILE; CASE i WHEN 1 THEN SELECT CASE 1 WHEN 1 THEN 2 END; END CASE; BEGIN END; END; CREATE TABLE t (a INT)",
		"a delimiter":                 "DELIMITER //\nCREATE FUNCTION x() RETURNS INT BEGIN RETURN 1; END//\nDELIMITER ;\nCREATE TABLE t (a INT);",
		"a delimiter behind a number": "DELIMITER $$\nCREATE FUNCTION x() RETURNS INT RETURN 1$$\nDELIMITER ;\nCREATE TABLE t (a INT);",
		"another":                     "delimiter $$\nCREATE EVENT x ON SCHEDULE EVERY 1 DAY DO BEGIN SELECT 1; END$$\ndelimiter ;\nCREATE TABLE t (a INT);",
		"as a dump has it":            "DELIMITER ;;\n/*!50003 CREATE*/ /*!50017 DEFINER=`a`@`b`*/ /*!50003 TRIGGER x BEFORE INSERT ON t FOR EACH ROW BEGIN SET NEW.a = 1; END */;;\nDELIMITER ;\nCREATE TABLE t (a INT);",
	} {
		result := ddl.Read([]ddl.File{{Name: "f.sql", Text: text}}, ddl.Options{})
		if len(result.Problems) > 0 || len(result.Notes) != 1 || shape(result.Document) != "t(a int)" {
			t.Errorf("%s: problems %v, notes %v, tables %s", name, result.Problems, result.Notes, shape(result.Document))
		}
	}
}

func manyColumns(n int) string {
	var list []string
	for i := range n {
		list = append(list, fmt.Sprintf("c%d INT", i))
	}
	return strings.Join(list, ", ")
}

func copies(n int) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, "CREATE TABLE t%d LIKE t;", i)
	}
	return b.String()
}

// The ways in which the mysql client writes what SHOW CREATE TABLE gives.
func TestShowCreateTable(t *testing.T) {
	const want = "t(a int \"x\\ty\")\nu(b int)\nview v(a int \"x\\ty\")"
	for name, text := range map[string]string{
		"statements alone": "CREATE TABLE `t` (\n  `a` int COMMENT 'x\\ty'\n) ENGINE=InnoDB\nCREATE TABLE `u` (\n  `b` int\n)\n\nCREATE ALGORITHM=UNDEFINED VIEW `v` AS select `t`.`a` AS `a` from `t`",
		"with \\G": "*************************** 1. row ***************************\n       Table: t\nCreate Table: CREATE TABLE `t` (\n  `a` int COMMENT 'x\\ty'\n) ENGINE=InnoDB\n" +
			"*************************** 1. row ***************************\n       Table: u\nCreate Table: CREATE TABLE `u` (\n  `b` int\n)\n" +
			"*************************** 1. row ***************************\n                View: v\n         Create View: CREATE ALGORITHM=UNDEFINED VIEW `v` AS select `t`.`a` AS `a` from `t`\ncharacter_set_client: utf8mb4\ncollation_connection: utf8mb4_general_ci\n",
		"raw": "Table\tCreate Table\nt\tCREATE TABLE `t` (\n  `a` int COMMENT 'x\\ty'\n) ENGINE=InnoDB\nTable\tCreate Table\nu\tCREATE TABLE `u` (\n  `b` int\n)\n" +
			"View\tCreate View\tcharacter_set_client\tcollation_connection\nv\tCREATE VIEW `v` AS select `t`.`a` AS `a` from `t`\tutf8mb4\tutf8mb4_general_ci\n",
		"a note and columns with tabs": "-- t\tCREATE all\nCREATE TABLE t (\n\ta\tINT\tCOMMENT 'x\\ty'\n);\n/* the next */\tCREATE TABLE u (\n\tb\tint\n);\nCREATE VIEW v AS SELECT\n\ta\nFROM\tt",
		"escaped":                      "t\tCREATE TABLE `t` (\\n  `a` int COMMENT 'x\\\\ty'\\n) ENGINE=InnoDB\nu\tCREATE TABLE `u` (\\n  `b` int\\n)\nv\tCREATE VIEW `v` AS select `t`.`a` AS `a` from `t`\tutf8mb4\tutf8mb4_general_ci\n",
	} {
		doc, problems := read(text, ddl.Options{})
		if shape(doc) != want || len(problems) > 0 {
			t.Errorf("%s: %s\nwant\n%s\nproblems %v", name, shape(doc), want, problems)
		}
	}
}
