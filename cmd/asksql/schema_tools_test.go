package main_test

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/asksql/asksql/internal/servertest"
)

// artifactFile writes an artifact into a file of its own.
func artifactFile(t testing.TB, text string) string {
	t.Helper()
	file := filepath.Join(t.TempDir(), "schema.json")
	if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	return file
}

const described = `{"version": 1, "schemaId": "s", "tables": [{"name": "t", "description": "d", "primaryKey": ["id"], "columns": [{"name": "id", "type": "int", "description": "d"}]}]}`

func TestSchemaLint(t *testing.T) {
	faulty := artifactFile(t, `{"version": "1", "schemaId": "s", "tables": [{"name": "t", "columns": [{"name": "id"}], "primaryKey": ["x"]}], "examples": 1}`)
	refused := artifactFile(t, strings.Replace(described, "}]}]}", `}]}], "examples": [{"question": "q", "sql": "DROP TABLE t"}]}`, 1))
	advised := artifactFile(t, strings.Replace(described, `"description": "d", "primaryKey": ["id"],`, "", 1))
	clean := artifactFile(t, described)
	muted := artifactFile(t, "no_description t # known\n* u\n")
	for _, tc := range []struct {
		name   string
		args   []string
		code   int
		stdout []string // the beginnings of the lines
		stderr string
	}{
		{"every fault at once", []string{faulty}, 1, []string{"$.version: must be a number", "$.examples: must be a list", `$.tables[0].primaryKey[0]: table "t" has no column "x"`}, "3 faults"},
		{"an example that the checker refuses", []string{refused}, 1, []string{"$.examples[0].sql: the example is refused: read_only"}, "1 fault;"},
		{"advice", []string{advised}, 0, []string{"$.tables[0]: table t has no description", "$.tables[0]: table t has no primary key"}, "no fault, 2 pieces of advice (1 no_description, 1 no_primary_key); the prompt of the whole schema has "},
		{"one kind", []string{"--only", "no_primary_key", advised}, 0, []string{"$.tables[0]: table t has no primary key"}, "no fault, 1 advice (1 no_primary_key) and 1 muted;"},
		{"but for one kind", []string{"--strict", "--ignore", "no_primary_key,no_description", advised}, 0, nil, "no fault, 0 pieces of advice and 2 muted;"},
		{"a summary", []string{"--summary", advised}, 0, []string{"     1 no_description", "     1 no_primary_key"}, "no fault, 2 pieces"},
		{"what a file mutes", []string{"--mute", muted, advised}, 0, []string{"$.tables[0]: table t has no primary key"}, "line 2 of what is muted mutes nothing"},
		{"no such kind", []string{"--only", "x", advised}, 2, nil, "is no kind of advice; there are no_description,"},
		{"advice that counts", []string{"--strict", advised}, 1, []string{"$.tables[0]: ", "$.tables[0]: "}, ""},
		{"nothing to say", []string{"--strict", clean}, 0, nil, "no fault, 0 pieces of advice"},
		{"no file", []string{clean + "x"}, 2, nil, "load schema "},
	} {
		t.Run(tc.name, func(t *testing.T) {
			code, stdout, stderr := run(t, nil, nil, append([]string{"schema", "lint"}, tc.args...)...)
			lines := strings.Split(strings.TrimSuffix(stdout, "\n"), "\n")
			if stdout == "" {
				lines = nil
			}
			if code != tc.code || len(lines) != len(tc.stdout) || !strings.Contains(stderr, tc.stderr) {
				t.Fatalf("exit %d\n%s%s, want %d with %d lines and %q", code, stdout, stderr, tc.code, len(tc.stdout), tc.stderr)
			}
			for i, want := range tc.stdout {
				if !strings.HasPrefix(lines[i], want) {
					t.Errorf("line %q, want %q", lines[i], want)
				}
			}
		})
	}
}

func TestSchemaLintJSON(t *testing.T) {
	var got struct {
		OK     bool
		Faults []struct{ Path, Message string }
		Advice []struct{ Path, Code, Message string }
		Size   *struct{ Tokens, MaxTokens int }
	}
	report := func(text string) {
		t.Helper()
		got.Size = nil
		_, stdout, stderr := run(t, nil, []string{"ASKSQL_PROMPT_MAX_TOKENS=1000"}, "schema", "lint", "--json", artifactFile(t, text))
		if err := json.Unmarshal([]byte(stdout), &got); err != nil || stderr != "" {
			t.Fatalf("%v: %s%s", err, stdout, stderr)
		}
	}
	report(described)
	if !got.OK || len(got.Faults) != 0 || got.Advice == nil || got.Size == nil || got.Size.Tokens < 100 || got.Size.MaxTokens != 1000 {
		t.Errorf("lint --json = %+v", got)
	}
	report(`{}`)
	if got.OK || len(got.Faults) != 3 || got.Faults[0].Path != "$.version" || got.Size != nil {
		t.Errorf("lint --json = %+v", got)
	}
}

func TestSchemaDiff(t *testing.T) {
	old := artifactFile(t, described)
	next := artifactFile(t, strings.Replace(described, `{"name": "id", "type": "int"`, `{"name": "x"}, {"name": "ID", "type": "bigint"`, 1))
	code, stdout, stderr := run(t, nil, nil, "schema", "diff", old, next)
	const want = "neither       changed the spelling of column t.ID from id to ID: letter case does not count in columns\n" +
		"neither       changed the type of t.ID from int to bigint: the checker knows no types; prompts tell it, and results may differ\n" +
		"risks+widens  added column t.x: queries may read it; where they count the columns of SELECT *, as UNION and IN do, they fail\n"
	if code != 0 || stdout != want || !strings.Contains(stderr, "3 differences: 0 break queries that name what is different, 1 are a risk to queries of a rare shape, and 1 widen") {
		t.Errorf("diff = %d\n%s%s, want\n%s", code, stdout, stderr, want)
	}
	_, stdout, _ = run(t, nil, nil, "schema", "diff", "--json", old, next)
	var got struct {
		Changes []struct {
			Kind, Object, Reason string
			Grade                string
			Breaks, Risks        bool
			Widens               bool
		}
	}
	if err := json.Unmarshal([]byte(stdout), &got); err != nil || len(got.Changes) != 3 || got.Changes[2].Kind != "added" || !got.Changes[2].Widens || !got.Changes[2].Risks || got.Changes[2].Breaks || got.Changes[2].Grade != "risks" || got.Changes[0].Breaks || got.Changes[0].Widens {
		t.Errorf("diff --json = %s (%v)", stdout, err)
	}
	if _, stdout, _ = run(t, nil, nil, "schema", "diff", "--json", old, old); strings.Join(strings.Fields(stdout), "") != `{"changes":[]}` {
		t.Errorf("diff --json of equal schemas = %s", stdout)
	}
}

// A gate of a build lets new columns pass and stops what is gone.
func TestSchemaDiffFailsOn(t *testing.T) {
	old := artifactFile(t, described)
	added := artifactFile(t, strings.Replace(described, `{"name": "id"`, `{"name": "x"}, {"name": "id"`, 1))
	for _, tc := range []struct {
		old, next, on string
		code          int
	}{
		{old, added, "never", 0}, {old, added, "breaks", 0}, {old, added, "risks", 1}, {old, added, "widens", 1}, {old, added, "any", 1},
		{added, old, "breaks", 1}, {added, old, "never", 0}, {old, old, "any", 0}, {old, added, "all", 2},
	} {
		if code, _, stderr := run(t, nil, nil, "schema", "diff", "--fail-on", tc.on, tc.old, tc.next); code != tc.code {
			t.Errorf("diff --fail-on %s of %s and %s = %d %s, want %d", tc.on, tc.old, tc.next, code, stderr, tc.code)
		}
	}
}

func TestSchemaShow(t *testing.T) {
	for _, tc := range []struct {
		name  string
		env   []string
		flags []string
		want  string
	}{
		{"an overview", nil, nil, "customers  about 48,000 rows  "},
		{"a narrow one", []string{"COLUMNS=20"}, nil, "\ncustomers  about 48…\n"},
		{"a diagram for Markdown", nil, []string{"--mermaid"}, "erDiagram\n    t0[\"customers\"] {\n"},
		{"a part", nil, []string{"--tables", "ORDER*", "--exclude", "order_items"}, "tables 1, views 0, "},
		{"a diagram of a part", nil, []string{"--mermaid", "--tables", "orders"}, "erDiagram\n    t0[\"orders\"] {\n"},
	} {
		code, stdout, stderr := run(t, nil, tc.env, append([]string{"schema", "show", shop(t)}, tc.flags...)...)
		if code != 0 || stderr != "" || !strings.Contains(stdout, tc.want) || strings.Contains(stdout, "\x1b") {
			t.Errorf("%s = %d\n%s%s, want %q", tc.name, code, stdout, stderr, tc.want)
		}
	}
}

func TestSchemaShowRefuses(t *testing.T) {
	for pattern, want := range map[string]string{"x*": "no table is called like x*", "[": "no pattern of table names"} {
		if code, stdout, stderr := run(t, nil, nil, "schema", "show", "--tables", pattern, shop(t)); code != 2 || stdout != "" || !strings.Contains(stderr, want) {
			t.Errorf("show --tables %s = %d %s%s, want 2 and %s", pattern, code, stdout, stderr, want)
		}
	}
}

// The program that draws gets the artifact, but not the password of a server.
func TestSchemaShowSVG(t *testing.T) {
	code, _, stderr := run(t, nil, nil, "schema", "show", "--svg", shop(t))
	if code != 2 || !strings.Contains(stderr, "asksql-diagram is not installed") {
		t.Errorf("without the program: %d %s", code, stderr)
	}
	folder := t.TempDir()
	script := "#!/bin/sh\necho \"drew $1 $ASKSQL_DSN_PASSWORD.\"\n"
	if err := os.WriteFile(filepath.Join(folder, "asksql-diagram"), []byte(script), 0o755); err != nil {
		t.Fatal(err)
	}
	code, stdout, stderr := run(t, nil, []string{"PATH=" + folder + ":/bin:/usr/bin", "ASKSQL_DSN_PASSWORD=" + credential}, "schema", "show", "--svg", shop(t))
	if code != 0 || stdout != "drew "+shop(t)+" .\n" {
		t.Errorf("with the program: %d %s%s", code, stdout, stderr)
	}
}

// Drift is what bundling again would change: what people have decided in the artifact is none.
func TestSchemaDrift(t *testing.T) {
	server := servertest.Start(t, servertest.MariaDB)
	db := server.Open(t, servertest.Session{User: "root"})
	execute(t, db, "CREATE DATABASE shop", "CREATE TABLE shop.customers (id INT PRIMARY KEY, email VARCHAR(99), state ENUM('new','old'))", "CREATE TABLE shop.log (id INT)")
	dsn := "root@unix(" + server.Socket() + ")/shop"
	out := filepath.Join(t.TempDir(), "schema.json")
	if code, _, stderr := run(t, nil, nil, "schema", "bundle", "-o", out, "--dsn", dsn, "--exclude", "log", "--accept-suggestions"); code != 0 {
		t.Fatalf("schema bundle = %d %s", code, stderr)
	}
	text, err := os.ReadFile(out)
	if err != nil {
		t.Fatal(err)
	}
	decided := strings.Replace(string(text), `"kind": "table"`, `"description": "Who buys.", "kind": "table"`, 1)
	decided = strings.Replace(decided, `"tables": [`, `"glossary": [{"term": "buyer", "meaning": "a customer"}], "examples": [{"question": "how many?", "sql": "SELECT COUNT(state) FROM customers"}], "tables": [`, 1)
	file := artifactFile(t, decided)
	drift := func(flags ...string) (int, string, string) {
		t.Helper()
		return run(t, nil, nil, append([]string{"schema", "drift", "--dsn", dsn, "--exclude", "log", file}, flags...)...)
	}
	if code, stdout, stderr := drift(); code != 0 || stdout != "" || !strings.Contains(stderr, "0 differences") {
		t.Errorf("drift of a server that is as it was = %d\n%s%s", code, stdout, stderr)
	}
	execute(t, db, "ALTER TABLE shop.customers MODIFY id BIGINT, CHANGE state status ENUM('new','old'), ADD phone VARCHAR(20)")
	code, stdout, stderr := drift()
	const want = "neither       changed the type of customers.id from int to bigint: the checker knows no types; prompts tell it, and results may differ\n" +
		"breaks        removed column customers.state: queries of it are refused; it may be customers.status now\n" +
		"risks+widens  added column customers.status: queries may read it; where they count the columns of SELECT *, as UNION and IN do, they fail\n" +
		"risks+widens  added column customers.phone: queries may read it; where they count the columns of SELECT *, as UNION and IN do, they fail\n" +
		"neither       removed the example \"how many?\": only what prompts tell the model changes\n"
	if code != 1 || stdout != want || !strings.Contains(stderr, "5 differences: 1 break queries") {
		t.Errorf("drift = %d\n%s%s, want 1\n%s", code, stdout, stderr, want)
	}
	if code, stdout, _ = drift("--json"); code != 1 || !json.Valid([]byte(stdout)) || !strings.Contains(stdout, `"renamed": "customers.status"`) {
		t.Errorf("drift --json = %d %s", code, stdout)
	}
}
