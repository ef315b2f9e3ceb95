package evaluation

import (
	"cmp"
	"database/sql"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/asksql/asksql/internal/servertest"
	"github.com/asksql/asksql/rules"
	"github.com/asksql/asksql/schema"
	"github.com/asksql/asksql/sqlcheck"
)

// Of what people and models wrote, the checker refuses for ONLY_FULL_GROUP_BY nothing that a MySQL with the keys of
// the schemas runs in its default mode; and where the schemas say that these are all keys, it refuses or advises
// against all that the server refuses for that mode.
func TestFullGroupByAnswers(t *testing.T) {
	dbs := databases(t)
	server := servertest.Start(t, servertest.MySQL, "--lower-case-table-names=1")
	all := queries(t)
	counts := newTally("file", "records", "fails for the mode", "1055", "1140", "3065", "3066", "refused", "advised", "wrongly refused", "missed", "keys unknown: refused", "keys unknown: advised")
	for id, d := range dbs {
		db := openKeyed(t, server, d.Document())
		known := artifactWith(t, d.Document(), true)
		unknown := artifactWith(t, d.Document(), false)
		for _, f := range all {
			for _, r := range f.records {
				if r.SchemaID == id {
					holdAnswer(t, counts, f.name, r, run(t, db, r.SQL), known, unknown)
				}
			}
		}
		_ = db.Close()
	}
	t.Logf("%v", counts)
}

func holdAnswer(t *testing.T, counts *tally, name string, r record, said answer, known, unknown *schema.Artifact) {
	t.Helper()
	counts.add(name, "records")
	ungrouped := slices.Contains(byFullGroupBy, said.Errno)
	if ungrouped {
		counts.add(name, "fails for the mode", said.number())
	}
	for _, keys := range []struct {
		artifact         *schema.Artifact
		refused, advised string
	}{{known, "refused", "advised"}, {unknown, "keys unknown: refused", "keys unknown: advised"}} {
		refused, advised, other := groupedVerdict(t, r.SQL, keys.artifact)
		switch {
		case refused:
			counts.add(name, keys.refused)
		case advised:
			counts.add(name, keys.advised)
		}
		switch {
		case refused && said.Errno == 0:
			counts.add(name, "wrongly refused")
			t.Errorf("%s %s: refused, and the server runs it: %s", name, r.ID, r.SQL)
		case ungrouped && !refused && !advised && !other:
			counts.add(name, "missed")
			t.Errorf("%s %s: nothing is said, and the server says %v: %s", name, r.ID, said, r.SQL)
		}
	}
}

// groupedVerdict returns whether a text is refused for the mode, advised against, or refused for something else.
func groupedVerdict(t *testing.T, text string, artifact *schema.Artifact) (refused, advised, other bool) {
	t.Helper()
	checker, err := sqlcheck.New(rules.All(), sqlcheck.Options{Dialect: sqlcheck.MySQL})
	if err != nil {
		t.Fatal(err)
	}
	q, err := checker.Check(text, artifact.View(everything))
	var rejected *sqlcheck.RejectedError
	if errors.As(err, &rejected) {
		byMode := slices.ContainsFunc(rejected.Violations, func(v sqlcheck.Violation) bool { return strings.Contains(v.Message, "ONLY_FULL_GROUP_BY") })
		return byMode, false, !byMode
	}
	return false, slices.ContainsFunc(q.Advice(), func(a sqlcheck.Advice) bool { return a.Code == rules.UngroupedColumn.Name }), false
}

// artifactWith returns the artifact of a document for MySQL. known says that its primary keys are all keys.
func artifactWith(t *testing.T, doc *schema.Document, known bool) *schema.Artifact {
	t.Helper()
	keyed := *doc
	keyed.Dialect, keyed.Source = sqlcheck.MySQL.String(), nil
	keyed.Tables = slices.Clone(doc.Tables)
	for i := range keyed.Tables {
		if keyed.Tables[i].UniqueKeys = nil; known {
			keyed.Tables[i].UniqueKeys = [][]string{}
		}
	}
	text, err := schema.Encode(&keyed)
	if err != nil {
		t.Fatal(err)
	}
	artifact, err := schema.Decoder{}.Decode(text)
	if err != nil {
		t.Fatal(err)
	}
	return artifact
}

// openKeyed makes the tables of a document with their primary keys and connects to them.
func openKeyed(t *testing.T, server *servertest.Server, doc *schema.Document) *sql.DB {
	t.Helper()
	server.Create(t, doc)
	root := server.Open(t, servertest.Session{User: "root", Database: doc.Database})
	for _, table := range doc.Tables {
		if len(table.PrimaryKey) == 0 {
			continue
		}
		var changes []string
		for _, c := range table.Columns {
			kind := cmp.Or(c.Type, "text")
			if slices.ContainsFunc(table.PrimaryKey, func(k string) bool { return sqlcheck.Fold(k) == sqlcheck.Fold(c.Name) }) {
				if strings.Contains(kind, "text") || strings.Contains(kind, "blob") || strings.HasPrefix(kind, "varchar") {
					kind = "varchar(100)"
				}
				changes = append(changes, fmt.Sprintf("MODIFY `%s` %s NOT NULL", c.Name, kind))
			}
		}
		changes = append(changes, "ADD PRIMARY KEY (`"+strings.Join(table.PrimaryKey, "`, `")+"`)")
		if _, err := root.Exec(fmt.Sprintf("ALTER TABLE `%s` %s", table.Name, strings.Join(changes, ", "))); err != nil {
			t.Fatalf("%s: %v", table.Name, err)
		}
	}
	return server.Open(t, servertest.Session{User: servertest.Reader, Database: doc.Database, Mode: servertest.Default, StatementTimeout: patience})
}
