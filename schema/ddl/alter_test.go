package ddl_test

import "testing"

func TestAlter(t *testing.T) {
	const table = "CREATE TABLE u (k INT PRIMARY KEY); CREATE TABLE t (a INT PRIMARY KEY, b TEXT NOT NULL COMMENT 'old', c INT, CONSTRAINT f FOREIGN KEY (c) REFERENCES u (k));\n"
	const u = "\nu(k int!) key(k)"
	testFacts(t, []fact{
		{"add a column", table + "ALTER TABLE t ADD d DATE", `t(a int!, b text! "old", c int, d date) key(a) (c)->u(k)` + u},
		{"add several, one in front", table + "ALTER TABLE t ADD COLUMN (d DATE, e TIME), ADD f INT FIRST, ADD g INT AFTER a", `t(f int, a int!, g int, b text! "old", c int, d date, e time) key(a) (c)->u(k)` + u},
		{"add what is there already", table + "ALTER TABLE t ADD COLUMN IF NOT EXISTS b INT", `t(a int!, b text! "old", c int) key(a) (c)->u(k)` + u},
		{"drop a column and its key", table + "ALTER TABLE t DROP COLUMN c, DROP IF EXISTS z", `t(a int!, b text! "old") key(a)` + u},
		{"modify and move", table + "ALTER TABLE t MODIFY b VARCHAR(9) FIRST", "t(b varchar(9), a int!, c int) key(a) (c)->u(k)" + u},
		{"a key stays NOT NULL", table + "ALTER TABLE t MODIFY a BIGINT", `t(a bigint!, b text! "old", c int) key(a) (c)->u(k)` + u},
		{"change name and type", table + "ALTER TABLE t CHANGE c d BIGINT COMMENT 'x' AFTER a", `t(a int!, d bigint "x", b text! "old") key(a) (d)->u(k)` + u},
		{"rename at both ends of keys", table + "ALTER TABLE u RENAME COLUMN k TO kk; ALTER TABLE t RENAME COLUMN a TO aa, RENAME TO tt; RENAME TABLE u TO v", `tt(aa int!, b text! "old", c int) key(aa) (c)->v(kk)` + "\nv(kk int!) key(kk)"},
		{"change letter case", table + "ALTER TABLE t CHANGE a A INT", `t(A int!, b text! "old", c int) key(A) (c)->u(k)` + u},
		{"swap two tables", "CREATE TABLE a (x INT); CREATE TABLE b (y INT); RENAME TABLE a TO c, b TO a, c TO b", "a(y int)\nb(x int)"},
		{"keys come and go", table + "ALTER TABLE t DROP PRIMARY KEY, DROP FOREIGN KEY f, ADD PRIMARY KEY (c, a), ADD FOREIGN KEY (a) REFERENCES u (k)", `t(a int!, b text! "old", c int!) key(c, a) (a)->u(k)` + u},
		{"a key by the name that the server gives it", table + "ALTER TABLE t ADD FOREIGN KEY (a) REFERENCES u (k); ALTER TABLE t DROP FOREIGN KEY t_ibfk_1", `t(a int!, b text! "old", c int) key(a) (c)->u(k)` + u},
		{"also when the table has got another name", table + "ALTER TABLE t ADD FOREIGN KEY (a) REFERENCES u (k), ADD CONSTRAINT t_ibfk_7 FOREIGN KEY (a, c) REFERENCES u (k, k); RENAME TABLE t TO tt; ALTER TABLE tt ADD FOREIGN KEY (b) REFERENCES u (k), DROP FOREIGN KEY tt_ibfk_1, DROP FOREIGN KEY TT_ibfk_7; ALTER TABLE tt DROP FOREIGN KEY tt_ibfk_8",
			`tt(a int!, b text! "old", c int) key(a) (c)->u(k)` + u},
		{"DROP CONSTRAINT", table + "ALTER TABLE t DROP CONSTRAINT f", `t(a int!, b text! "old", c int) key(a)` + u},
		{"DROP INDEX of the primary key", table + "ALTER TABLE t DROP INDEX `PRIMARY`", `t(a int!, b text! "old", c int) (c)->u(k)` + u},
		{"a comment", table + "ALTER TABLE t COMMENT = 'new', ENGINE = InnoDB, ADD INDEX (c)", `t(a int!, b text! "old", c int) key(a) (c)->u(k) -- new` + u},
		{"visibility", table + "ALTER TABLE t ALTER COLUMN b SET INVISIBLE; ALTER TABLE t ADD d INT INVISIBLE, ALTER c SET INVISIBLE; ALTER TABLE t ALTER c SET VISIBLE", "t(a int!, c int) key(a) (c)->u(k)" + u},
		{"what changes nothing here", table + "ALTER TABLE t ALTER c SET DEFAULT (1 + 1), ALTER b DROP DEFAULT, ADD SYSTEM VERSIONING, ADD SPATIAL INDEX (b), ADD CONSTRAINT x CHECK (c > 0), ALGORITHM=INPLACE, LOCK=NONE; ALTER TABLE t CONVERT TO CHARACTER SET utf8mb4 COLLATE utf8mb4_uca1400_ai_ci; ALTER TABLE t PARTITION BY HASH (a) PARTITIONS 4; CREATE UNIQUE INDEX i ON t (c); DROP INDEX i ON t",
			`t(a int!, b text! "old", c int) key(a) (c)->u(k)` + u},
		{"MariaDB's forms", table + "ALTER ONLINE TABLE IF EXISTS t WAIT 5 ADD COLUMN d UUID DEFAULT uuid(), MODIFY COLUMN IF EXISTS zz INT; ALTER TABLE IF EXISTS nowhere ADD a INT INVISIBLE; ALTER TABLE t DROP FOREIGN KEY IF EXISTS g, DROP CONSTRAINT IF EXISTS g, DROP INDEX IF EXISTS g", `t(a int!, b text! "old", c int, d uuid) key(a) (c)->u(k)` + u},
		{"MariaDB's way to drop a key", table + "ALTER TABLE t ADD FOREIGN KEY (a) REFERENCES u (k); ALTER TABLE t DROP FOREIGN KEY IF EXISTS f, DROP CONSTRAINT IF EXISTS t_ibfk_1", `t(a int!, b text! "old", c int) key(a)` + u},
		{"drop tables", table + "DROP TABLE t, u; DROP TABLE IF EXISTS nowhere; CREATE TABLE v (a INT)", "v(a int)"},
		{"drop a database", "USE d; CREATE TABLE t (a INT); DROP DATABASE d; CREATE DATABASE d; USE d; CREATE TABLE u (a INT)", "u(a int)"},
		{"rows, rights and sessions change nothing", "CREATE TABLE t (a INT); INSERT INTO t VALUES (1), ('; DROP TABLE t'); LOCK TABLES t WRITE; UNLOCK TABLES; GRANT SELECT ON t TO x; BEGIN; COMMIT; SET NAMES utf8mb4", "t(a int)"},
	})
}
