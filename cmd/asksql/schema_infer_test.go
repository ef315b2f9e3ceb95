package main_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/asksql/asksql/internal/servertest"
	"github.com/asksql/asksql/schema"
)

const undeclared = `{"version": 1, "schemaId": "s", "tables": [
	{"name": "customers", "primaryKey": ["id"], "columns": [{"name": "id", "type": "int"}]},
	{"name": "member_level", "primaryKey": ["id"], "columns": [{"name": "id", "type": "int"}]},
	{"name": "orders", "primaryKey": ["id"], "columns": [{"name": "id", "type": "int"}, {"name": "customer_id", "type": "int"}, {"name": "member_level", "type": "int"}]}]}`

func TestInfer(t *testing.T) {
	artifact := file(t, "s.json", undeclared)
	out := filepath.Join(t.TempDir(), "out.json")
	for _, tc := range []struct {
		args           []string
		code           int
		stdout, stderr string
	}{
		{[]string{artifact}, 0, "orders.customer_id to customers.id (strong): it is named after table customers\n", ""},
		{[]string{"--json", artifact}, 0, `"grade": "weak"`, ""},
		{[]string{"--accept", "orders.[", artifact}, 2, "", "is no pattern"},
		{[]string{"--accept", "nothing.*", "-o", out, artifact}, 0, "customers.id", "0 inferred foreign keys"},
		{[]string{"--accept", "ORDERS.*", "-o", out, artifact}, 0, "customers.id", "wrote " + out + ": 1 inferred foreign key"},
		{[]string{out}, 0, "member_level.id (weak)", ""},
		{[]string{"--dsn", "u:hunter2@tcp(h)/d", artifact}, 2, "", "holds a password"},
	} {
		code, stdout, stderr := run(t, nil, nil, append([]string{"schema", "infer"}, tc.args...)...)
		if code != tc.code || !strings.Contains(stdout, tc.stdout) || !strings.Contains(stderr, tc.stderr) {
			t.Errorf("schema infer %q = %d\n%s%s\nwant %d %q %q", tc.args, code, stdout, stderr, tc.code, tc.stdout, tc.stderr)
		}
	}
	loaded, err := schema.Decoder{}.Load(out)
	if err != nil {
		t.Fatal(err)
	}
	if keys := loaded.Document().Tables[2].ForeignKeys; len(keys) != 1 || !keys[0].Inferred {
		t.Errorf("keys %+v, want one that is inferred, and none that is weak", keys)
	}
	if text, err := os.ReadFile(artifact); err != nil || string(text) != undeclared {
		t.Errorf("%v: the artifact that was read is now\n%s", err, text)
	}
	// Made again, the key is still there, without a word.
	ddl := file(t, "s.sql", "CREATE TABLE customers (id INT PRIMARY KEY); CREATE TABLE orders (id INT PRIMARY KEY, customer_id INT);")
	code, stdout, stderr := run(t, nil, nil, "schema", "bundle", "--ddl", ddl, "--merge", out)
	if code != 0 || !strings.Contains(stdout, `"inferred": true`) || strings.Contains(stderr, "customer_id") {
		t.Errorf("schema bundle --merge = %d\n%s%s", code, stdout, stderr)
	}
}

// A key that is inferred decides on no query: with it and without, verdicts and prints are the same.
func TestInferredKeysDecideNothing(t *testing.T) {
	artifact := file(t, "s.json", undeclared)
	with := file(t, "with.json", strings.Replace(undeclared, `{"name": "member_level", "type": "int"}]}`, `{"name": "member_level", "type": "int"}],
		"foreignKeys": [{"columns": ["customer_id"], "references": {"table": "customers", "columns": ["id"]}, "inferred": true}]}`, 1))
	for _, query := range []string{
		"SELECT o.id FROM orders o JOIN customers c ON c.id = o.customer_id GROUP BY c.id", "SELECT o.member_level FROM orders o JOIN customers c ON c.id = o.customer_id GROUP BY o.customer_id",
		"SELECT * FROM orders, customers", "SELECT c.id FROM orders o JOIN customers c ON c.id = o.customer_id GROUP BY o.id",
	} {
		code, stdout, _ := run(t, strings.NewReader(query), nil, "check", "--schema", artifact)
		again, stdoutAgain, _ := run(t, strings.NewReader(query), nil, "check", "--schema", with)
		if code != again || stdout != stdoutAgain {
			t.Errorf("%s: %d %s without the key, %d %s with it", query, code, stdout, again, stdoutAgain)
		}
	}
}

func TestBundleData(t *testing.T) {
	server := servertest.Start(t, servertest.MariaDB)
	db := server.Open(t, servertest.Session{User: "root"})
	execute(t, db, "CREATE DATABASE shop", "CREATE TABLE shop.customers (id INT PRIMARY KEY, email VARCHAR(99), state VARCHAR(10))",
		"CREATE TABLE shop.orders (id INT PRIMARY KEY, customer_id INT)", "CREATE TABLE shop.files (id INT PRIMARY KEY)", "CREATE TABLE shop.links (id INT PRIMARY KEY, file_id INT)",
		"INSERT INTO shop.customers SELECT seq, CONCAT('c@', seq % 3), IF(seq % 2, 'open', 'closed') FROM shop.seq_1_to_100", "INSERT INTO shop.orders SELECT seq, seq FROM shop.seq_1_to_100",
		"INSERT INTO shop.links SELECT seq, seq FROM shop.seq_1_to_100")
	dsn := "root@unix(" + server.Socket() + ")/shop"
	code, stdout, stderr := run(t, nil, nil, "schema", "bundle", "--dsn", dsn, "--infer", "--accept", "*", "--values")
	for _, want := range []string{`{"name": "state", "type": "varchar(10)", "values": ["closed", "open"]}`, `{"columns": ["customer_id"], "references": {"table": "customers", "columns": ["id"]}, "inferred": true}`} {
		if code != 0 || !strings.Contains(stdout, want) {
			t.Errorf("schema bundle = %d\n%s\nwant %s", code, stdout, want)
		}
	}
	if strings.Contains(stdout, "c@1") || strings.Contains(stdout, "file_id\"],") {
		t.Errorf("the artifact holds values of what looks sensitive, or a key that the data speaks against:\n%s", stdout)
	}
	for _, want := range []string{"customers.state: 'closed', 'open'", "all of 100 values are there", "the data speaks against it:\n  links.file_id"} {
		if !strings.Contains(stderr, want) {
			t.Errorf("standard error is\n%s\nwant %q in it", stderr, want)
		}
	}
	for _, args := range [][]string{{"--values", "--ddl", "x"}, {"--accept", "*", "--dsn", dsn}} {
		if code, _, stderr := run(t, nil, nil, append([]string{"schema", "bundle"}, args...)...); code != 2 || !strings.Contains(stderr, "give ") {
			t.Errorf("schema bundle %q = %d %s", args, code, stderr)
		}
	}
}
