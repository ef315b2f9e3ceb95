package evaluation

import (
	"cmp"
	"database/sql"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/asksql/asksql/internal/servertest"
	"github.com/asksql/asksql/schema"
	"github.com/asksql/asksql/sqlcheck"
)

// testSchemas makes a database of each schema of the queries. What is read of the server and of its
// dump is the same, and with either, no query is refused that is accepted with the original.
func testSchemas(t *testing.T, server *servertest.Server) {
	dbs := databases(t)
	counts := newTally("schema", "tables", "columns", "foreign keys", "refused by the server", "queries", "accepted")
	gold := map[string][]record{}
	for _, f := range files(t, "gold") {
		for _, r := range f.records {
			gold[r.SchemaID] = append(gold[r.SchemaID], r)
		}
	}
	checker := newCheckers(t)[sqlcheck.MySQL]
	for id, d := range dbs {
		t.Run(id, func(t *testing.T) {
			doc := d.Document()
			for range build(t, server, doc) {
				counts.add("all", "refused by the server")
			}
			running := fromServer(t, server, doc.Database)
			dumped := fromText(t, "dump", dump(t, server, doc.Database), "")
			compareDocuments(t, "the server", running, "its dump", dumped)
			countParts(counts, running)
			compareVerdicts(t, checker, d.Artifact, artifactOf(t, running), gold[id], counts)
		})
	}
	t.Logf("databases made of schemas, and people's queries against what was read of them%v", counts)
}

func countParts(counts *tally, doc *schema.Document) {
	for _, table := range doc.Tables {
		counts.add("all", "tables")
		for range table.Columns {
			counts.add("all", "columns")
		}
		for range table.ForeignKeys {
			counts.add("all", "foreign keys")
		}
	}
}

func artifactOf(t *testing.T, doc *schema.Document) *schema.Artifact {
	t.Helper()
	text, err := schema.Encode(doc)
	if err != nil {
		t.Fatal(err)
	}
	artifact, err := schema.Decoder{}.Decode(text)
	if err != nil {
		t.Fatal(err)
	}
	return artifact
}

// compareVerdicts holds every query that is accepted with the original to be accepted with what was
// read, and to print the same.
func compareVerdicts(t *testing.T, checker *sqlcheck.Checker, original, read *schema.Artifact, records []record, counts *tally) {
	t.Helper()
	for _, r := range records {
		counts.add("all", "queries")
		want, err := checker.Check(r.SQL, original.View(everything))
		if err != nil {
			continue
		}
		got, err := checker.Check(r.SQL, read.View(everything))
		switch {
		case err != nil:
			t.Errorf("%s: %v", r.ID, err)
		case got.String() != want.String():
			t.Errorf("%s prints %s, want %s", r.ID, got, want)
		default:
			counts.add("all", "accepted")
		}
	}
}

// build makes a database with the tables, comments and keys of a schema. It returns the keys that
// the server does not take: some schemas have keys of different types, or to what is no key.
func build(t *testing.T, server *servertest.Server, doc *schema.Document) (refused []string) {
	t.Helper()
	db := server.Open(t, servertest.Session{User: "root"})
	run := func(statement string) error {
		_, err := db.Exec(statement)
		return err
	}
	name := quoted(doc.Database)
	for _, statement := range []string{"DROP DATABASE IF EXISTS " + name, "CREATE DATABASE " + name} {
		if err := run(statement); err != nil {
			t.Fatal(err)
		}
	}
	for _, table := range doc.Tables {
		if err := run(createTable(name, table)); err != nil {
			t.Fatalf("%v: %s", err, createTable(name, table))
		}
	}
	for _, table := range doc.Tables {
		for _, statement := range keysOf(name, table) {
			if run(statement) != nil {
				refused = append(refused, statement)
			}
		}
	}
	return refused
}

// createTable returns the statement that makes a table with comments.
func createTable(database string, t schema.Table) string {
	var columns []string
	for _, c := range t.Columns {
		line := quoted(c.Name) + " " + cmp.Or(c.Type, "text")
		if c.NotNull() {
			line += " NOT NULL"
		}
		columns = append(columns, line+" COMMENT "+commentText(c.Description))
	}
	return fmt.Sprintf("CREATE TABLE %s.%s (%s) COMMENT %s", database, quoted(t.Name), strings.Join(columns, ", "), commentText(t.Description))
}

// commentText returns a comment of the length that the server takes.
func commentText(s string) string {
	if runes := []rune(s); len(runes) > 1000 {
		s = string(runes[:1000])
	}
	return "'" + strings.NewReplacer("'", "''", `\`, `\\`).Replace(s) + "'"
}

// keysOf returns the statements that add the keys of a table. Columns of text get a length, without
// which the server takes no key.
func keysOf(database string, t schema.Table) []string {
	table := database + "." + quoted(t.Name)
	var all []string
	if len(t.PrimaryKey) > 0 {
		all = append(all, fmt.Sprintf("ALTER TABLE %s ADD PRIMARY KEY (%s)", table, strings.Join(keyParts(t), ", ")))
	}
	for _, k := range t.ForeignKeys {
		all = append(all, fmt.Sprintf("ALTER TABLE %s ADD FOREIGN KEY (%s) REFERENCES %s.%s (%s)",
			table, quotedList(k.Columns), database, quoted(k.References.Table), quotedList(k.References.Columns)))
	}
	return all
}

func keyParts(t schema.Table) []string {
	var parts []string
	for _, name := range t.PrimaryKey {
		part := quoted(name)
		at := slices.IndexFunc(t.Columns, func(c schema.Column) bool { return sqlcheck.Fold(c.Name) == sqlcheck.Fold(name) })
		if at >= 0 && cmp.Or(t.Columns[at].Type, "text") == "text" {
			part += "(100)"
		}
		parts = append(parts, part)
	}
	return parts
}

func quotedList(names []string) string {
	var list []string
	for _, name := range names {
		list = append(list, quoted(name))
	}
	return strings.Join(list, ", ")
}

// status returns a counter of the server.
func status(t *testing.T, db *sql.DB, name string) int {
	t.Helper()
	var variable string
	var value int
	if err := db.QueryRow("SHOW GLOBAL STATUS LIKE '"+name+"'").Scan(&variable, &value); err != nil {
		t.Fatal(err)
	}
	return value
}
