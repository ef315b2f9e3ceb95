package ddl_test

import "testing"

func TestViews(t *testing.T) {
	const table = "CREATE TABLE t (a INT PRIMARY KEY, b DATE NOT NULL COMMENT 'when', c INT INVISIBLE);\n"
	const is = `t(a int!, b date! "when") key(a)` + "\n"
	testFacts(t, []fact{
		{"columns have their names, types and comments", table + "CREATE VIEW v AS SELECT a, b AS day, a + 1 AS next FROM t", is + `view v(a int, day date "when", next)`},
		{"names behind the view's", table + "CREATE VIEW v (x, y) AS SELECT a, b FROM t", is + `view v(x int, y date "when")`},
		{"an expression is named by its text", table + "CREATE VIEW v AS SELECT COUNT(*), a+1 FROM t", is + "view v(COUNT(*), a+1)"},
		{"* is what was there then", table + "CREATE VIEW v AS SELECT * FROM t; ALTER TABLE t ADD z INT", `t(a int!, b date! "when", z int) key(a)` + "\n" + `view v(a int, b date "when")`},
		{"an invisible column can be named", table + "CREATE VIEW v AS SELECT c, a FROM t", is + "view v(c int, a int)"},
		{"a view of a view that comes later, by its stand-in", table + "CREATE VIEW w AS SELECT 1 AS a; CREATE VIEW v AS SELECT a FROM w; DROP VIEW w; CREATE VIEW w AS SELECT a FROM t", is + "view v(a int)\nview w(a int)"},
		{"or without one", table + "CREATE VIEW v AS SELECT a FROM w; CREATE VIEW w AS SELECT a FROM t", is + "view v(a int)\nview w(a int)"},
		{"a set operation has the names of its first query", table + "CREATE VIEW v AS SELECT a FROM t UNION ALL SELECT 2", is + "view v(a)"},
		{"a type is not guessed behind a derived table", table + "CREATE VIEW v AS SELECT x FROM (SELECT UPPER(b) AS x FROM t) d", is + "view v(x)"},
		{"a function of one's own", table + "CREATE VIEW v AS SELECT my_tax(a) AS tax FROM t", is + "view v(tax)"},
		{"the forms of the statement", table + "CREATE ALGORITHM=MERGE DEFINER=`a`@`%` SQL SECURITY INVOKER VIEW IF NOT EXISTS v AS SELECT a FROM t WITH LOCAL CHECK OPTION; ALTER VIEW v AS SELECT b FROM t; CREATE OR REPLACE VIEW w AS SELECT a FROM t WITH CHECK OPTION", is + `view v(b date "when")` + "\nview w(a int)"},
		{"a query that is not understood, with names", table + "CREATE VIEW v (x) AS SELECT j.x FROM t, JSON_TABLE('[]', '$[*]' COLUMNS (x INT PATH '$')) j", is + "view v(x)"},
		{"or with a stand-in", table + "CREATE VIEW v AS SELECT 1 AS `x`; DROP VIEW IF EXISTS v; CREATE VIEW v AS SELECT j.x FROM t, JSON_TABLE('[]', '$[*]' COLUMNS (x INT PATH '$')) j", is + "view v(x)"},
		{"names in double quotes where they are", "SET sql_mode = 'ANSI_QUOTES'; " + table + `CREATE VIEW "v" AS SELECT "a", "t"."b" AS "x""y", 'it''s \\' AS s FROM "t"; CREATE TABLE "w" AS SELECT "b" FROM "t"`, is + `view v(a int, x"y date "when", s)` + "\nw(b date \"when\")"},
		{"backslashes where they stand for themselves", "SET sql_mode = 'NO_BACKSLASH_ESCAPES'; " + table + `CREATE VIEW v AS SELECT a, '\' AS s FROM t WHERE 'it''s' <> '\'`, is + "view v(a int, s)"},
		{"DROP VIEW drops no table", table + "DROP VIEW IF EXISTS t", is[:len(is)-1]},
	})
}
