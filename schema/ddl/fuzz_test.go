package ddl_test

import (
	"os"
	"path/filepath"
	"testing"
	"unicode/utf8"

	"github.com/asksql/asksql/schema"
	"github.com/asksql/asksql/schema/ddl"
)

// Whatever the text, reading it ends without a panic, and what comes out of it is the same each time.
func FuzzRead(f *testing.F) {
	samples, err := filepath.Glob("testdata/*.sql")
	if err != nil {
		f.Fatal(err)
	}
	for _, path := range samples {
		text, err := os.ReadFile(path)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(string(text))
	}
	for _, text := range []string{
		"ALTER TABLE t ADD (", "CREATE TABLE t LIKE t", "CREATE VIEW v AS", "DELIMITER\n;", "/*!", "/*!50001", "CREATE TABLE t (a INT", "RENAME TABLE a TO a",
		"CREATE TABLE `` (`` INT)", "CREATE TABLE t (a INT REFERENCES t); ALTER TABLE t RENAME TO u", "CREATE VIEW v AS SELECT * FROM v", "SET sql_mode=", "CREATE", "ALTER TABLE t MODIFY", "ALTER TABLE t CHANGE a", "ALTER TABLE t ADD COLUMN", "CREATE TABLE t (a", "ALTER TABLE t COMMENT", "CREATE TABLE t (a INT) COMMENT",
	} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		doc, problems := read(text, ddl.Options{})
		again, others := read(text, ddl.Options{})
		if shape(doc) != shape(again) || len(problems) != len(others) {
			t.Errorf("two readings differ:\n%s\n%s", shape(doc), shape(again))
		}
		if _, err := schema.Encode(doc); err != nil && utf8.ValidString(text) {
			t.Errorf("the document of a text in UTF-8 is not encoded: %v", err)
		}
	})
}
