package ddl_test

import (
	"strings"
	"testing"
)

func TestCreate(t *testing.T) {
	testFacts(t, []fact{
		{"types are spelt as MySQL 8 spells them", "CREATE TABLE t (a INTEGER, b INT(11) UNSIGNED, c BOOL, d NUMERIC(5), e REAL, f YEAR(4), g CHAR, h BIT)",
			"t(a int, b int unsigned, c tinyint(1), d decimal(5,0), e double, f year, g char(1), h bit(1))"},
		{"a length chooses among the texts", "CREATE TABLE t (a TEXT(60), b TEXT(70), c BLOB(200), d BLOB(70000), e TEXT(5000000), f NVARCHAR(3))",
			"t(a tinytext, b text, c tinyblob, d mediumblob, e longtext, f varchar(3))"},
		{"members of an ENUM keep their quotes", `CREATE TABLE t (a ENUM('it''s', "b", 'c,)'), b SET('x','y'))`, "t(a enum('it''s','b','c,)'), b set('x','y'))"},
		{"and are escaped as servers show them", `CREATE TABLE t (a ENUM('a\\b', 'c\nd', 'e\'f'))`, `t(a enum('a\\b','c\nd','e''f'))`},
		{"padding is kept, for it shows", "CREATE TABLE t (a INT(5) ZEROFILL)", "t(a int(5) unsigned zerofill)"},
		{"a key is never NULL", "CREATE TABLE t (a INT, b INT NULL, PRIMARY KEY (a))", "t(a int!, b int) key(a)"},
		{"a key in the column", "CREATE TABLE t (a INT KEY, b INT UNIQUE)", "t(a int!, b int) key(a)"},
		{"SERIAL is short for much", "CREATE TABLE t (a SERIAL)", "t(a bigint unsigned!)"},
		{"a key is spelt as the column is", "CREATE TABLE t (`Id` INT, PRIMARY KEY (ID))", "t(Id int!) key(Id)"},
		{"foreign keys of both forms", "CREATE TABLE u (x INT PRIMARY KEY); CREATE TABLE t (a INT REFERENCES u (x), b INT, FOREIGN KEY (b) REFERENCES U (X) ON DELETE CASCADE)",
			"t(a int, b int) (a)->u(x) (b)->u(x)\nu(x int!) key(x)"},
		{"a foreign key without columns is to the primary key", "CREATE TABLE u (x INT PRIMARY KEY); CREATE TABLE t (a INT REFERENCES u)", "t(a int) (a)->u(x)\nu(x int!) key(x)"},
		{"a foreign key to a table that comes later", "CREATE TABLE t (a INT, FOREIGN KEY (a) REFERENCES u (x)); CREATE TABLE u (x INT)", "t(a int) (a)->u(x)\nu(x int)"},
		{"comments with quotes, backslashes and emoji", `CREATE TABLE t (a INT COMMENT 'it''s "a" \\ 🎉\n') COMMENT='x\'y'`, `t(a int "it's \"a\" \\ 🎉\n") -- x'y`},
		{"generated columns", "CREATE TABLE t (a INT, b INT AS (a + 1), c INT GENERATED ALWAYS AS (a * 2) STORED NOT NULL, d INT AS (a) PERSISTENT)",
			"t(a int, b int generated, c int! generated, d int generated)"},
		{"LIKE copies all but foreign keys", "CREATE TABLE u (x INT PRIMARY KEY, y INT REFERENCES u (x)) COMMENT 'c'; CREATE TABLE t LIKE u", "t(x int!, y int) key(x) -- c\nu(x int!, y int) key(x) (y)->u(x) -- c"},
		{"a query gives columns", "CREATE TABLE u (x INT, y DATE); CREATE TABLE t (n INT, y TIME) AS SELECT x, y, x + 1 AS z FROM u", "t(n int, x int, y time, z)\nu(x int, y date)"},
		{"IF NOT EXISTS does nothing to one that does", "CREATE TABLE t (a INT); CREATE TABLE IF NOT EXISTS t (b INT)", "t(a int)"},
		{"OR REPLACE does", "CREATE TABLE t (a INT); CREATE OR REPLACE TABLE t (b INT)", "t(b int)"},
		{"temporary tables are gone at the end", "CREATE TEMPORARY TABLE t (a INT)", ""},
		{"indexes of all kinds are none of an artifact's business", "CREATE TABLE t (a VARCHAR(9), p POINT NOT NULL, FULLTEXT (a) WITH PARSER ngram, SPATIAL INDEX (p), KEY ((lower(a))), INDEX (a(3) DESC) INVISIBLE, CHECK (a <> ''))",
			"t(a varchar(9), p point!)"},
		{"defaults of all kinds too", "CREATE TABLE t (a INT DEFAULT (1 + 2), b CHAR(36) DEFAULT uuid() NOT NULL, c INT DEFAULT -1, d TIMESTAMP(3) DEFAULT current_timestamp(3) ON UPDATE current_timestamp(3), e INT DEFAULT NULL, f BIT DEFAULT b'0')",
			"t(a int, b char(36)!, c int, d timestamp(3), e int, f bit(1))"},
		{"an expression that is all depth", "CREATE TABLE t (a INT DEFAULT (" + strings.Repeat("- ", 500_000) + "1))", "t(a int)"},
		{"JSON as MariaDB has it", "CREATE TABLE t (a LONGTEXT CHARACTER SET utf8mb4 COLLATE utf8mb4_bin CHECK (json_valid(`a`)), b LONGTEXT)", "t(a json, b longtext)"},
		{"types that only MariaDB has", "CREATE TABLE t (a UUID NOT NULL, b INET6, c INET4 DEFAULT '1.2.3.4')", "t(a uuid!, b inet6, c inet4)"},
		{"columns called like types", "CREATE TABLE t (point INT, uuid UUID, geometry POINT)", "t(point int, uuid uuid, geometry point)"},
		{"reserved words that MariaDB does not reserve", "CREATE TABLE t (rank INT, a INT)", "t(rank int, a int)"},
		{"invisible columns are left out", "CREATE TABLE t (a INT, b INT INVISIBLE, c INT /*!80023 INVISIBLE */)", "t(a int)"},
		{"and the keys that need one", "CREATE TABLE t (a INT, b INT INVISIBLE, PRIMARY KEY (b), FOREIGN KEY (b) REFERENCES t (a))", "t(a int)"},
		{"system versioning", "CREATE TABLE t (a INT PRIMARY KEY, s TIMESTAMP(6) AS ROW START INVISIBLE, PERIOD FOR SYSTEM_TIME (s, e), e TIMESTAMP(6) GENERATED ALWAYS AS ROW END) WITH SYSTEM VERSIONING PARTITION BY SYSTEM_TIME",
			"t(a int!, e timestamp(6)! generated) key(a)"},
		{"compressed columns and options of engines", "CREATE TABLE t (a TEXT COMPRESSED=zlib DEFAULT 'x' COMMENT 'c') ENGINE=Aria `page_compressed`='on' TRANSACTIONAL=1 COLLATE=utf8mb4_uca1400_ai_ci COMMENT='d'",
			`t(a text "c") -- d`},
		{"partitions, and their comments", "CREATE TABLE t (a INT) COMMENT 'c' PARTITION BY RANGE (a) (PARTITION p VALUES LESS THAN (1) COMMENT = 'p')", "t(a int) -- c"},
		{"names in double quotes where they are", "SET sql_mode = 'ANSI_QUOTES'; CREATE TABLE \"t\" (\"a b\" INT)", "t(a b int)"},
		{"a user variable is no mode", `SET @sql_mode = 'ANSI_QUOTES'; CREATE TABLE t (a INT COMMENT "x"); SET @@sql_mode = 'ANSI_QUOTES'; CREATE TABLE "u" (a INT)`, `t(a int "x")` + "\nu(a int)"},
		{"of several comments, the last counts", "CREATE TABLE t (a INT) COMMENT 'c' COMMENT 'd'; ALTER TABLE t COMMENT 'e' COMMENT 'f'", "t(a int) -- f"},
		{"backslashes where they stand for themselves", `SET SESSION sql_mode='NO_BACKSLASH_ESCAPES'; CREATE TABLE t (a INT COMMENT 'x\'); SET sql_mode=@old; CREATE TABLE u (a INT COMMENT 'x\'')`,
			`t(a int "x\\")` + "\n" + `u(a int "x'")`},
	})
}
