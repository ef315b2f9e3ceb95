package evaluation

import (
	"database/sql"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/asksql/asksql/internal/servertest"
	"github.com/asksql/asksql/llm/builtin"
	"github.com/asksql/asksql/schema"
	"github.com/asksql/asksql/sqlcheck"
)

// What the builtin generator answers of questions with real rows, whose values are known to the artifact, has the
// rows of the gold query. Questions name values without quotes, and no references are declared.
func TestBuiltinRows(t *testing.T) {
	dump := sharedPath(t, "answers", "geography.sql")
	records := readLines[record](t, sharedPath(t, "answers", "geography.jsonl"))
	for _, kind := range []servertest.Kind{servertest.MariaDB, servertest.MySQL} {
		t.Run(kind.String(), func(t *testing.T) {
			db := loadDump(t, servertest.Start(t, kind), dump)
			doc := fromText(t, "dump", readDump(t, dump), "")
			addValues(t, db, doc)
			view, checker := artifactOf(t, doc).View(schema.Policy{Values: true}), newCheckers(t)[sqlcheck.MySQL]
			answers, same := 0, 0
			for _, r := range records {
				j := judgement{t: t}
				j.ask(builtin.New(), checker, view, r.Question)
				if j.sql == "" {
					continue
				}
				answers++
				// Its names are those of another server, in capitals; its values are in small letters, as the rows are.
				if sameRows(t, db, j.sql, strings.ToLower(r.SQL)) {
					same++
				} else {
					t.Errorf("%q\ngives %s\n gold %s", r.Question, j.sql, r.SQL)
				}
			}
			const least = 50
			t.Logf("%d of %d questions are answered, %d of them with the rows of the gold query", answers, len(records), same)
			if answers < least {
				t.Errorf("%d questions are answered, want %d at least", answers, least)
			}
		})
	}
}

func readDump(t *testing.T, path string) string {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// loadDump runs a dump in a database of its own.
func loadDump(t *testing.T, server *servertest.Server, path string) *sql.DB {
	t.Helper()
	const name = "dumped"
	root := server.Open(t, servertest.Session{User: "root"})
	if _, err := root.Exec("CREATE DATABASE " + name); err != nil {
		t.Fatal(err)
	}
	db := server.Open(t, servertest.Session{User: "root", Database: name})
	db.SetMaxOpenConns(1) // the settings of a dump are those of its connection
	for statement := range strings.SplitSeq(readDump(t, path), ";\n") {
		if _, err := db.Exec(statement); err != nil && !strings.Contains(err.Error(), "1065") { // nothing but a comment
			t.Fatalf("%v: %.200s", err, statement)
		}
	}
	return db
}

// addValues adds to the columns of texts the values that they have.
func addValues(t *testing.T, db *sql.DB, doc *schema.Document) {
	t.Helper()
	for i := range doc.Tables {
		for j := range doc.Tables[i].Columns {
			c := &doc.Tables[i].Columns[j]
			if !strings.Contains(c.Type, "text") {
				continue
			}
			rows, said := dataSet{db}.ask(t, 0, fmt.Sprintf("SELECT DISTINCT `%s` FROM `%s` WHERE `%[1]s` <> ''", c.Name, doc.Tables[i].Name))
			if said.Errno != 0 {
				t.Fatal(said)
			}
			for _, row := range rows {
				c.Values = append(c.Values, row[0])
			}
		}
	}
}

func sameRows(t *testing.T, db *sql.DB, query, other string) bool {
	t.Helper()
	set := dataSet{db}
	got, said := set.ask(t, 0, query)
	want, otherSaid := set.ask(t, 0, other)
	return said.Errno == 0 && otherSaid.Errno == 0 && slices.EqualFunc(got.sorted(), want.sorted(), slices.Equal)
}
