package main_test

import (
	"database/sql"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/asksql/asksql/internal/servertest"
	"github.com/asksql/asksql/schema"
)

const shopDDL = `CREATE TABLE customers (id INT PRIMARY KEY, name VARCHAR(99), email VARCHAR(99));
CREATE TABLE orders (id INT PRIMARY KEY, customer_id INT, FOREIGN KEY (customer_id) REFERENCES customers (id));`

func TestBundleDDL(t *testing.T) {
	shop := file(t, "shop.sql", shopDDL)
	broken := file(t, "broken.sql", "CREATE TABLE a (x INT);\nCREATE TABLE b (x NOSUCH);")
	for _, tc := range []struct {
		name           string
		args           []string
		stdin          string
		code           int
		stdout, stderr string // words
	}{
		{"a file", []string{"--id", "shop", "--ddl", shop}, "", 0, `{"name": "email", "type": "varchar(99)"}`, "customers.email: its name says an e-mail address"},
		{"standard input", []string{"--id", "shop", "--ddl", "-"}, shopDDL, 0, `"schemaId": "shop"`, "look sensitive"},
		{"several files behind one flag", []string{"--id", "x", "--ddl", shop, file(t, "more.sql", "CREATE TABLE more (a INT)")}, "", 0, `"name": "more"`, ""},
		{"a folder", []string{"--id", "x", "--ddl", filepath.Dir(shop)}, "", 0, `"name": "orders"`, ""},
		{"the name of a database", []string{"--database", "shop", "--ddl", shop}, "", 0, `"database": "shop"`, ""},
		{"a dialect", []string{"--id", "x", "--dialect", "tidb", "--ddl", shop}, "", 0, `"dialect": "tidb"`, ""},
		{"some tables", []string{"--id", "x", "--tables", "orders", "--ddl", shop}, "", 0, `"name": "orders"`, "refers to customers, which is not in the artifact"},
		{"suggestions", []string{"--id", "x", "--accept-suggestions", "--ddl", shop}, "", 0, `{"name": "email", "type": "varchar(99)", "sensitive": true}`, "were marked"},
		{"patterns", []string{"--id", "x", "--sensitive", file(t, "s.txt", "*.name"), "--ddl", shop}, "", 0, `{"name": "name", "type": "varchar(99)", "sensitive": true}`, ""},
		{"patterns that match nothing", []string{"--id", "x", "--sensitive", file(t, "s.txt", "*.emial"), "--ddl", shop}, "", 0, `"tables"`, "line 1: *.emial of the patterns matches no column"},
		{"what can be read of what cannot", []string{"--id", "x", "--lenient", "--ddl", broken}, "", 0, `"name": "a"`, "broken.sql:2: the statement cannot be read"},
		{"what cannot be read", []string{"--id", "x", "--ddl", broken}, "", 2, "", "broken.sql:2: the statement cannot be read"},
		{"no name", []string{"--ddl", shop}, "", 2, "", "--id"},
		{"nothing to read", []string{"--id", "x"}, "", 2, "", "--ddl"},
		{"two things to read", []string{"--ddl", shop, "--dsn", "u@tcp(h)/d"}, "", 2, "", "--dsn"},
		{"no such file", []string{"--ddl", "nowhere.sql"}, "", 2, "", "nowhere.sql"},
		{"what a terminal would obey in an error", []string{"--ddl", "\x1b[2Jnowhere.sql"}, "", 2, "", " \ufffd[2Jnowhere.sql"},
		{"and in a warning", []string{"--id", "x", "--exclude", "\x1b]2J*", "--ddl", shop}, "", 0, `"tables"`, " \ufffd]2j* matches no table"},
		{"patterns that are none", []string{"--sensitive", file(t, "s.txt", "email"), "--ddl", shop}, "", 2, "", "s.txt: line 1: "},
		{"no such artifact", []string{"--merge", "nowhere.json", "--ddl", shop}, "", 2, "", "nowhere.json"},
		{"no table left", []string{"--id", "x", "--exclude", "*", "--ddl", shop}, "", 2, "", "no table left"},
		{"a password for all to see", []string{"--dsn", "u:hunter2@tcp(h)/d"}, "", 2, "", "holds a password"},
		{"a question without a terminal", []string{"-p", "--dsn", "u@tcp(h)/d"}, "", 2, "", "ASKSQL_DSN_PASSWORD"},
		{"a server that is not there", []string{"--dsn", "u@unix(/nowhere)/d"}, "", 1, "", "/nowhere"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			code, stdout, stderr := run(t, strings.NewReader(tc.stdin), nil, append([]string{"schema", "bundle"}, tc.args...)...)
			if code != tc.code || !strings.Contains(stdout, tc.stdout) || !strings.Contains(stderr, tc.stderr) {
				t.Errorf("schema bundle %q = %d\n%s%s\nwant %d %q %q", tc.args, code, stdout, stderr, tc.code, tc.stdout, tc.stderr)
			}
			if (code == 0) != (stdout != "") || strings.Contains(stderr, "hunter2") {
				t.Errorf("schema bundle %q writes %q and %q", tc.args, stdout, stderr)
			}
		})
	}
}

// What people have decided in an artifact is not lost by making it again.
func TestBundleKeepsDecisions(t *testing.T) {
	ddl, out := file(t, "shop.sql", shopDDL), filepath.Join(t.TempDir(), "schema.json")
	bundle := func(args ...string) (int, string) {
		t.Helper()
		code, stdout, stderr := run(t, nil, nil, append([]string{"schema", "bundle", "--id", "shop", "--ddl", ddl, "-o", out}, args...)...)
		if stdout != "" {
			t.Errorf("with a file to write, standard output has %q", stdout)
		}
		return code, stderr
	}
	if code, stderr := bundle(); code != 0 || !strings.Contains(stderr, "2 tables, 0 views, 5 columns, 0 of them sensitive") {
		t.Fatalf("the first time: %d %s", code, stderr)
	}
	text, err := os.ReadFile(out)
	if err != nil {
		t.Fatal(err)
	}
	decided := strings.Replace(string(text), `{"name": "email", "type": "varchar(99)"}`, `{"name": "email", "type": "varchar(99)", "sensitive": false}`, 1)
	if err := os.WriteFile(out, []byte(decided), 0o600); err != nil {
		t.Fatal(err)
	}
	if code, stderr := bundle(); code != 2 || !strings.Contains(stderr, "--merge "+out) {
		t.Errorf("without --merge: %d %s", code, stderr)
	}
	if code, stderr := bundle("--merge", out); code != 0 || strings.Contains(stderr, "look sensitive") {
		t.Errorf("with --merge: %d %s", code, stderr)
	}
	if again, err := os.ReadFile(out); err != nil || string(again) != decided {
		t.Errorf("%v: the artifact is now\n%s\nwant\n%s", err, again, decided)
	}
	if code, _ := bundle("--overwrite"); code != 0 {
		t.Errorf("with --overwrite: %d", code)
	}
	if again, err := os.ReadFile(out); err != nil || string(again) != string(text) {
		t.Errorf("%v: the artifact is now\n%s\nwant\n%s", err, again, text)
	}
	if entries, err := os.ReadDir(filepath.Dir(out)); err != nil || len(entries) != 1 {
		t.Errorf("%v: %d files are left, want the artifact", err, len(entries))
	}
}

// From a database to a checked query.
func TestBundleServer(t *testing.T) {
	server := servertest.Start(t, servertest.MariaDB)
	db := server.Open(t, servertest.Session{User: "root"})
	execute(t, db, "CREATE DATABASE shop", "CREATE USER bundler IDENTIFIED BY '"+credential+"'", "GRANT SELECT ON shop.* TO bundler",
		"CREATE TABLE shop.customers (id INT PRIMARY KEY, email VARCHAR(99)) COMMENT 'Who buys'")
	dsn := "bundler@unix(" + server.Socket() + ")/shop"
	out := filepath.Join(t.TempDir(), "schema.json")
	code, _, stderr := run(t, nil, []string{"ASKSQL_DSN_PASSWORD=" + credential}, "schema", "bundle", "-o", out, "--dsn", dsn, "--accept-suggestions")
	if code != 0 || strings.Contains(stderr, credential) || strings.Contains(stderr, "unknown") {
		t.Fatalf("schema bundle = %d %s", code, stderr)
	}
	artifact, err := schema.Decoder{}.Load(out)
	if err != nil {
		t.Fatal(err)
	}
	if doc := artifact.Document(); doc.SchemaID != "shop" || doc.Dialect != "mariadb" || doc.Tables[0].Description != "Who buys" || !doc.Tables[0].Columns[1].Sensitive {
		t.Errorf("the artifact holds %+v", doc)
	}
	if code, stdout, stderr := run(t, strings.NewReader("SELECT COUNT(*) FROM shop.customers"), nil, "check", "--schema", out); code != 0 {
		t.Errorf("check = %d %s%s", code, stdout, stderr)
	}
	code, _, stderr = run(t, nil, []string{"ASKSQL_DSN_PASSWORD=wrong"}, "schema", "bundle", "--dsn", dsn)
	if code != 1 {
		t.Errorf("with a wrong password: %d, want 1", code)
	}
	oneSentence(t, stderr, "check the user and the password")
}

func execute(t *testing.T, db *sql.DB, statements ...string) {
	t.Helper()
	for _, statement := range statements {
		if _, err := db.Exec(statement); err != nil {
			t.Fatal(err)
		}
	}
}
