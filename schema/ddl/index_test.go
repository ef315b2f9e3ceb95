package ddl_test

import (
	"fmt"
	"testing"

	"github.com/asksql/asksql/schema/ddl"
)

// Unique keys are followed through every statement that makes, changes or drops one. [] says that there is none.
func TestUniqueKeys(t *testing.T) {
	const table = "CREATE TABLE t (a INT PRIMARY KEY, b VARCHAR(9), c INT NOT NULL, d TEXT, UNIQUE KEY bc (b, c));\n"
	for _, tc := range []struct{ name, text, want string }{
		{"none", "CREATE TABLE t (a INT PRIMARY KEY, b INT, KEY (b))", "[]"},
		{"of all forms", "CREATE TABLE t (a INT UNIQUE, b INT UNIQUE KEY, c INT, UNIQUE (c, a), UNIQUE INDEX i (b, c), CONSTRAINT k UNIQUE (C))", "[[a] [b] [c a] [b c] [c]]"},
		{"in the spelling of the columns", "CREATE TABLE t (`Id` INT, UNIQUE (ID))", "[[Id]]"},
		{"over the beginnings of values and over expressions there is none", "CREATE TABLE t (a VARCHAR(9), b TEXT, UNIQUE (a(3)), UNIQUE (b(5)), UNIQUE ((a + 1)), UNIQUE (a, b(5)))", "[]"},
		{"the length of the column is all of it", "CREATE TABLE t (a VARCHAR(9), UNIQUE (a(9)))", "[[a]]"},
		{"an invisible column", "CREATE TABLE t (a INT, b INT INVISIBLE, UNIQUE (b), UNIQUE (a, b), UNIQUE (a))", "[[a]]"},
		{"beside what only MariaDB has", "CREATE TABLE t (a UUID DEFAULT uuid() UNIQUE, b VARCHAR(9), c INT, UNIQUE KEY k (b(3)), UNIQUE (c), UNIQUE ((a)), KEY (b))", "[[a] [c]]"},
		{"CREATE INDEX", table + "CREATE UNIQUE INDEX i ON t (c); CREATE INDEX j ON t (d(5))", "[[b c] [c]]"},
		{"DROP INDEX", table + "DROP INDEX bc ON t", "[]"},
		{"ALTER TABLE", table + "ALTER TABLE t ADD UNIQUE (c), ADD UNIQUE INDEX x (a, c), ADD CONSTRAINT y UNIQUE (b), DROP INDEX bc, DROP CONSTRAINT y", "[[c] [a c]]"},
		{"under the name that the server gives", table + "ALTER TABLE t ADD UNIQUE (c), ADD INDEX (c), ADD UNIQUE (c, a); ALTER TABLE t DROP INDEX c_2, DROP KEY c_3", "[[b c] [c]]"},
		{"renamed", table + "ALTER TABLE t RENAME INDEX bc TO x, CHANGE b bb INT; ALTER TABLE t DROP INDEX bc", "[[bb c]]"},
		{"without a column", table + "ALTER TABLE t DROP COLUMN b", "[[c]]"},
		{"without its only column", "CREATE TABLE t (a INT, b INT UNIQUE); ALTER TABLE t DROP b", "[]"},
		{"a column that becomes unique", table + "ALTER TABLE t MODIFY c INT UNIQUE, ADD e INT UNIQUE", "[[b c] [c] [e]]"},
		{"LIKE", "CREATE TABLE u (a INT UNIQUE); CREATE TABLE t LIKE u; ALTER TABLE u DROP INDEX a; DROP TABLE u", "[[a]]"},
		{"an index that cannot be read leaves it open", table + "CREATE UNIQUE INDEX i ON t (c) SOMETHING ELSE", "<nil>"},
		{"a view has none that is known", "CREATE TABLE u (a INT UNIQUE); CREATE VIEW t AS SELECT a FROM u; DROP TABLE u", "<nil>"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			doc, problems := read(tc.text, ddl.Options{})
			got := "<nil>"
			if keys := doc.Tables[0].UniqueKeys; keys != nil {
				got = fmt.Sprint(keys)
			}
			if len(doc.Tables) != 1 || got != tc.want {
				t.Errorf("%s\nhas the unique keys %s, want %s; problems %v", tc.text, got, tc.want, problems)
			}
		})
	}
}
