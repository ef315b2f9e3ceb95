package evaluation

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/asksql/asksql/internal/servertest"
	"github.com/asksql/asksql/schema"
	"github.com/asksql/asksql/schema/bundle"
	"github.com/asksql/asksql/schema/ddl"
	"github.com/asksql/asksql/schema/live"
	"github.com/asksql/asksql/sqlcheck"
)

// What is read of a server is what is read of the text that it was made of, and of a dump of it.
func TestBundle(t *testing.T) {
	server := servertest.Start(t, servertest.MariaDB, "--default-storage-engine=InnoDB")
	t.Run("samples", func(t *testing.T) { testSamples(t, server) })
	t.Run("schemas", func(t *testing.T) { testSchemas(t, server) })
}

const samples = "../../schema/ddl/testdata"

// testSamples loads each sample that a MariaDB can hold.
func testSamples(t *testing.T, server *servertest.Server) {
	for _, name := range []string{"sakila", "employees", "world", "northwind", "chinook", "plant"} {
		t.Run(name, func(t *testing.T) {
			text, err := os.ReadFile(filepath.Join(samples, name+".sql"))
			if err != nil {
				t.Fatal(err)
			}
			database := databaseOf(string(text), name)
			client(t, server, "", "CREATE OR REPLACE DATABASE "+quoted(database))
			client(t, server, database, string(text))
			written := fromText(t, name, string(text), "")
			running := fromServer(t, server, database)
			compareDocuments(t, "the server", running, "the text", written)
			compareDocuments(t, "the server", running, "its dump", fromText(t, "dump", dump(t, server, database), ""))
		})
	}
}

// databaseOf returns the name that a sample gives its database.
func databaseOf(text, name string) string {
	if strings.Contains(text, "`Chinook`") {
		return "Chinook"
	}
	return name
}

// client runs SQL as a user of the mariadb program would.
func client(t *testing.T, server *servertest.Server, database, text string) {
	t.Helper()
	cmd := exec.Command("mariadb", "--no-defaults", "--user=root", "--socket="+server.Socket(), "--default-character-set=utf8mb4", database)
	cmd.Stdin = strings.NewReader(text)
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("mariadb: %v\n%.1000s", err, out)
	}
}

// dump returns a dump of a database without its rows.
func dump(t *testing.T, server *servertest.Server, database string) string {
	t.Helper()
	cmd := exec.Command("mariadb-dump", "--no-defaults", "--user=root", "--socket="+server.Socket(), "--no-data", "--routines", "--triggers", database)
	var stderr strings.Builder
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("mariadb-dump: %v\n%s", err, &stderr)
	}
	return string(out)
}

// fromServer returns the schema of a database as the server tells it.
func fromServer(t *testing.T, server *servertest.Server, database string) *schema.Document {
	t.Helper()
	return bundled(t, readServer(t, server, database))
}

// readServer returns what is read of a server, before an artifact is made of it.
func readServer(t *testing.T, server *servertest.Server, database string) *schema.Document {
	t.Helper()
	s, err := live.Open(live.Config{DSN: "root@unix(" + server.Socket() + ")/" + database})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	result, err := s.Read(context.Background(), live.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return result.Document
}

// fromText returns the schema that DDL makes.
func fromText(t *testing.T, name, text, database string) *schema.Document {
	t.Helper()
	result := ddl.Read([]ddl.File{{Name: name, Text: text}}, ddl.Options{Dialect: sqlcheck.MariaDB, FixedDialect: true, Database: database})
	for _, p := range result.Problems {
		t.Errorf("%v", p)
	}
	return bundled(t, result.Document)
}

// bundled returns the content of the artifact that is made of a document.
func bundled(t *testing.T, doc *schema.Document) *schema.Document {
	t.Helper()
	text, _, err := bundle.Make(doc, bundle.Options{SchemaID: "s"})
	if err != nil {
		t.Fatal(err)
	}
	artifact, err := schema.Decoder{}.Decode(text)
	if err != nil {
		t.Fatal(err)
	}
	return artifact.Document()
}

// compareDocuments holds two documents to be equal but for what the text of DDL cannot say: the
// source, and of the columns of views the types of expressions, and whether they are NULL at times.
func compareDocuments(t *testing.T, gotName string, got *schema.Document, wantName string, want *schema.Document) {
	t.Helper()
	a, b := comparable(got, want), comparable(want, got)
	if a == b {
		return
	}
	x, y := strings.Split(a, "\n"), strings.Split(b, "\n")
	for i := range min(len(x), len(y)) {
		if x[i] != y[i] {
			t.Errorf("line %d of the artifact of %s is\n%s\nthat of %s is\n%s", i+1, gotName, x[i], wantName, y[i])
			if i > 0 {
				t.Logf("behind %s", x[i-1])
			}
			return
		}
	}
	t.Errorf("the artifact of %s has %d lines, that of %s %d", gotName, len(x), wantName, len(y))
}

// astral matches what MariaDB's own tables about tables cannot hold, and keep as a question mark.
var astral = regexp.MustCompile(`[\x{10000}-\x{10ffff}]`)

// comparable returns the text of a document without what cannot be compared with other.
func comparable(doc, other *schema.Document) string {
	same := *doc
	same.Source = nil
	same.Tables = nil
	for i, table := range doc.Tables {
		if table.Kind == schema.KindView {
			table.Columns = append([]schema.Column(nil), table.Columns...)
			for j := range table.Columns {
				c := &table.Columns[j]
				c.Nullable = nil
				if i < len(other.Tables) && j < len(other.Tables[i].Columns) && (c.Type == "" || other.Tables[i].Columns[j].Type == "") {
					c.Type = ""
				}
			}
		}
		same.Tables = append(same.Tables, table)
	}
	text, err := schema.Encode(&same)
	if err != nil {
		return err.Error()
	}
	return astral.ReplaceAllString(string(text), "?")
}
