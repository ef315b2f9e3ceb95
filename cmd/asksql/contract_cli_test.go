package main_test

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"os/exec"
	"strings"
	"testing"

	"github.com/asksql/asksql/rules"
)

func TestCheck(t *testing.T) {
	for _, tc := range []struct {
		name           string
		args           []string
		sql            string
		code           int
		stdout, stderr string // words
	}{
		{"accepted", nil, "select id from orders", 0, "SELECT", ""},
		{"from standard input by name", []string{"-"}, "SELECT id FROM orders", 0, "SELECT", ""},
		{"from a file", []string{file(t, "q.sql", "SELECT id FROM orders")}, "", 0, "SELECT", ""},
		{"refused", nil, "DELETE FROM orders", 1, "", "read_only: "},
		{"all violations are told", nil, "SELECT colour FROM payments WHERE SLEEP(1)", 1, "", "table_scope: "},
		{"nothing is refused too", nil, "", 1, "", "syntax: "},
		{"far too long", nil, strings.Repeat(" ", 20<<20) + "SELECT 1", 1, "", "complexity: "},
		{"not UTF-8", nil, "SELECT '\xff'", 1, "", ""},
		{"sensitive columns are omitted", nil, "SELECT email FROM customers", 1, "", "column_scope: "},
		{"unless they are not", []string{"--no-omit-sensitive"}, "SELECT email FROM customers", 0, "email", ""},
		{"schema_only keeps a limit", nil, "SELECT id FROM orders LIMIT 5000", 0, "LIMIT 5000", ""},
		{"bounded_results lowers it", []string{"--mode", "bounded_results"}, "SELECT id FROM orders LIMIT 5000", 0, "LIMIT 1000", ""},
		{"to host.maxRows", []string{"--mode", "bounded_results", "--set", "host.maxRows=5"}, "SELECT id FROM orders", 0, "LIMIT 5", ""},
		{"a function of another dialect", nil, "SELECT NVL(id, 1) FROM orders", 1, "", "function_scope: "},
		{"under that dialect", []string{"--dialect", "mariadb"}, "SELECT NVL(id, 1) FROM orders", 0, "NVL", ""},
		{"a function of one's own", []string{"--set", "host.functions=my_tax"}, "SELECT my_tax(total) FROM orders", 0, "my_tax", ""},
		{"a lower limit", []string{"--set", "limits.bytes=300"}, "SELECT id FROM orders" + strings.Repeat(" ", 300), 1, "", "complexity: "},
	} {
		t.Run(tc.name, func(t *testing.T) {
			args := append([]string{"check", "--schema", shop(t)}, tc.args...)
			code, stdout, stderr := run(t, strings.NewReader(tc.sql), nil, args...)
			if code != tc.code || !strings.Contains(stdout, tc.stdout) || !strings.Contains(stderr, tc.stderr) {
				t.Errorf("check %q = %d\n%s%s\nwant %d %q %q", tc.sql, code, stdout, stderr, tc.code, tc.stdout, tc.stderr)
			}
			if (stdout == "") != (tc.code == 1) || (stderr == "") != (tc.code == 0) {
				t.Errorf("check %q: SQL goes to standard output %q, violations to standard error %q", tc.sql, stdout, stderr)
			}
		})
	}
}

func TestCheckUsage(t *testing.T) {
	for _, tc := range []struct {
		name  string
		args  []string
		words string
	}{
		{"no schema", []string{"check"}, "--schema"},
		{"no such schema", []string{"check", "--schema", "nowhere.json"}, "nowhere.json"},
		{"a directory for a schema", []string{"check", "--schema", "."}, "directory"},
		{"a malformed schema", []string{"check", "--schema", file(t, "s.json", "{}")}, "version"},
		{"a mode that nobody knows", []string{"check", "--schema", shop(t), "--mode", "fast"}, "schema_only"},
		{"a dialect that nobody knows", []string{"check", "--schema", shop(t), "--dialect", "oracle"}, "mysql"},
		{"no such file", []string{"check", "--schema", shop(t), "nowhere.sql"}, "nowhere.sql"},
		{"a directory for a file", []string{"check", "--schema", shop(t), "."}, "directory"},
		{"a directory for lines", []string{"check", "--schema", shop(t), "--jsonl", "."}, "directory"},
		{"a misspelt key", []string{"check", "--schema", shop(t), "--config", file(t, "c.yaml", "hosts: {}")}, "unknown key hosts"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			code, stdout, stderr := run(t, strings.NewReader("SELECT 1"), nil, tc.args...)
			if code != 2 || stdout != "" {
				t.Errorf("exit code %d, standard output %q; want 2 and nothing", code, stdout)
			}
			oneSentence(t, stderr, tc.words)
		})
	}
}

// checkLines runs check --jsonl over the lines.
func checkLines(t testing.TB, lines ...string) (int, []string, string) {
	t.Helper()
	code, stdout, stderr := run(t, strings.NewReader(strings.Join(lines, "\n")+"\n"), nil, "check", "--schema", shop(t), "--jsonl")
	return code, strings.Split(strings.TrimSuffix(stdout, "\n"), "\n"), stderr
}

func TestCheckLines(t *testing.T) {
	code, got, stderr := checkLines(t,
		`{"id":"a","sql":"SELECT 1"}`,
		`{"id":17,"sql":"DELETE FROM orders","question":"ignored"}`,
		``,
		`{"id":1e400,"sql":"SELECT 2"}`,
		"\t{\"sql\":\"SELECT 3\",\"id\":\"\\u0061\\/<ü>\"}\r",
	)
	want := []string{
		`{"id":"a","ok":true,"sql":"SELECT 1"}`,
		`{"id":17,"ok":false,"rule":"read_only","message":"`,
		`{"id":1e400,"ok":true,"sql":"SELECT 2"}`,
		`{"id":"\u0061\/<ü>","ok":true,"sql":"SELECT 3"}`,
	}
	if code != 1 || stderr != "" || len(got) != len(want) {
		t.Fatalf("check --jsonl = %d %q %q", code, got, stderr)
	}
	for i := range want {
		if !strings.HasPrefix(got[i], want[i]) {
			t.Errorf("line %d: %s, want %s", i+1, got[i], want[i])
		}
	}
	var refused struct {
		Violations []struct{ Rule, Message, Near string }
		Rule       string
	}
	if err := json.Unmarshal([]byte(got[1]), &refused); err != nil || len(refused.Violations) == 0 || refused.Violations[0].Rule != "read_only" {
		t.Errorf("line %s lacks its violations", got[1])
	}
	if code, _, _ := checkLines(t, `{"id":1,"sql":"SELECT 1"}`); code != 0 {
		t.Errorf("all accepted: exit code %d, want 0", code)
	}
	if code, got, _ := checkLines(t); code != 0 || len(got) != 1 || got[0] != "" {
		t.Errorf("no lines: %d %q, want 0 and nothing", code, got)
	}
}

func TestCheckLinesThatAreMalformed(t *testing.T) {
	const good = `{"id":1,"sql":"SELECT 1"}`
	for _, tc := range []struct{ name, line, words string }{
		{"no JSON", "SELECT 1", "line 2: "},
		{"an array", "[]", "line 2: "},
		{"two objects", good + good, "line 2: "},
		{"half an object", `{"id":1,`, "line 2: "},
		{"no id", `{"sql":"SELECT 1"}`, "line 2: id must be a string or a number"},
		{"a null id", `{"id":null,"sql":"SELECT 1"}`, "line 2: id must be a string or a number"},
		{"an object for an id", `{"id":{},"sql":"SELECT 1"}`, "line 2: id must be a string or a number"},
		{"no SQL", `{"id":1}`, "line 2: sql must be a string"},
		{"a number for SQL", `{"id":1,"sql":1}`, "line 2: sql must be a string"},
		{"SQL twice", `{"id":1,"sql":"a","sql":"b"}`, "line 2: "},
		{"not UTF-8", "{\"id\":1,\"sql\":\"\xff\"}", "line 2: "},
		{"too long", `{"id":1,"sql":"` + strings.Repeat("x", 17<<20) + `"}`, "line 2: longer than 16777216 bytes"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			code, got, stderr := checkLines(t, good, tc.line, good)
			if code != 2 || len(got) != 1 || !strings.HasPrefix(got[0], `{"id":1,"ok":true`) {
				t.Errorf("check --jsonl = %d %.200q, want 2 and the answer to the first line", code, got)
			}
			oneSentence(t, stderr, tc.words)
		})
	}
	t.Run("16 MiB are not too long", func(t *testing.T) {
		line := `{"id":1,"sql":"` + strings.Repeat(" ", 16<<20-20) + `"}`
		if code, got, stderr := checkLines(t, line, good); code != 1 || len(got) != 2 {
			t.Errorf("check --jsonl = %d %.200q %s, want two answers", code, got, stderr)
		}
	})
}

func TestCheckLinesKeepsTheOrder(t *testing.T) {
	var lines []string
	for i := range 2000 {
		sql := "SELECT 1"
		if i%7 == 0 { // some take longer than their neighbours
			sql = "SELECT " + strings.Repeat("1+", 2000) + "1"
		}
		lines = append(lines, fmt.Sprintf(`{"id":%d,"sql":%q}`, i, sql))
	}
	_, got, _ := checkLines(t, lines...)
	if len(got) != len(lines) {
		t.Fatalf("%d answers, want %d", len(got), len(lines))
	}
	for i, line := range got {
		if !strings.HasPrefix(line, fmt.Sprintf(`{"id":%d,`, i)) {
			t.Fatalf("answer %d is %.80s", i, line)
		}
	}
}

// An answer comes before the next line is sent.
func TestCheckLinesStreams(t *testing.T) {
	cmd := command(t, nil, "check", "--schema", shop(t), "--jsonl")
	stdin, stdout := pipes(t, cmd)
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	out := bufio.NewScanner(stdout)
	for i := range 3 {
		fmt.Fprintf(stdin, "{\"id\":%d,\"sql\":\"SELECT 1\"}\n", i)
		if !out.Scan() || !strings.HasPrefix(out.Text(), fmt.Sprintf(`{"id":%d,`, i)) {
			t.Fatalf("answer %d: %q", i, out.Text())
		}
	}
	stdin.Close()
	if err := cmd.Wait(); err != nil {
		t.Errorf("check --jsonl: %v", err)
	}
}

func pipes(t testing.TB, cmd *exec.Cmd) (io.WriteCloser, io.ReadCloser) {
	t.Helper()
	stdin, err := cmd.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	stdout, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	return stdin, stdout
}

func TestAsk(t *testing.T) {
	m := newModel(t, saysSQL(goodSQL))
	env := []string{
		"ASKSQL_LLM_PROVIDER=openai", "ASKSQL_LLM_MODEL=m", "ASKSQL_LLM_BASE_URL=" + m.url + "/v1",
		"ASKSQL_LLM_MAX_RETRIES=0", "ASKSQL_LLM_MAX_REPAIRS=0", "API_KEY=" + credential, "ASKSQL_HOST_SCHEMA_PATH=" + shop(t),
	}
	for _, tc := range []struct {
		name           string
		sql            string
		env            string
		args           []string
		code           int
		stdout, stderr string // words
	}{
		{"prints the SQL and nothing else", goodSQL, "", nil, 0, "SELECT COUNT(*)", ""},
		{"prints the response", goodSQL, "", []string{"--json"}, 0, `{"ok":true,"correlationId":"`, ""},
		{"explains", goodSQL, "", []string{"--json", "--explain"}, 0, `"explain":{"schemaId":"shop"`, ""},
		{"another schema", goodSQL, "ASKSQL_HOST_SCHEMA_PATH=", []string{"--schema", shop(t)}, 0, "SELECT", ""},
		{"a limit", "SELECT id FROM orders", "", []string{"--mode", "bounded_results"}, 0, "LIMIT 1000", ""},
		{"sensitive columns on demand", "SELECT email FROM customers", "", []string{"--no-omit-sensitive"}, 0, "email", ""},
		{"refused", "DELETE FROM orders", "", nil, 1, "", "read_only"},
		{"refused as JSON", "DELETE FROM orders", "", []string{"--json"}, 1, `"error":{"code":"sql_validation_error"`, "read_only"},
		{"the log on demand", goodSQL, "", []string{"--verbose"}, 0, "SELECT", `"sql_generated"`},
		{"no schema", goodSQL, "ASKSQL_HOST_SCHEMA_PATH=", nil, 2, "", "schema"},
		{"no provider", goodSQL, "ASKSQL_LLM_PROVIDER=", nil, 2, "", "llm.provider"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			m.will(saysSQL(tc.sql))
			args := append(append([]string{"ask"}, tc.args...), "how many orders are there?")
			code, stdout, stderr := run(t, nil, append(env, tc.env), args...)
			if code != tc.code || !strings.Contains(stdout, tc.stdout) || !strings.Contains(stderr, tc.stderr) {
				t.Errorf("ask = %d\n%s%s\nwant %d %q %q", code, stdout, stderr, tc.code, tc.stdout, tc.stderr)
			}
			if tc.stdout == "" && stdout != "" || tc.stderr == "" && stderr != "" {
				t.Errorf("ask prints %q and %q", stdout, stderr)
			}
		})
	}
	t.Run("the model fails", func(t *testing.T) {
		m.will(saysRaw(500, "text/plain", "Traceback"))
		code, stdout, stderr := run(t, nil, env, "ask", "how many?")
		if code != 1 || stdout != "" {
			t.Errorf("ask = %d %q", code, stdout)
		}
		oneSentence(t, stderr, "model")
	})
	t.Run("no question", func(t *testing.T) {
		code, _, stderr := run(t, nil, env, "ask")
		if code != 2 {
			t.Errorf("exit code %d, want 2", code)
		}
		oneSentence(t, stderr, "question")
	})
	t.Run("a blank question", func(t *testing.T) {
		code, _, stderr := run(t, nil, env, "ask", " ")
		if code != 2 {
			t.Errorf("exit code %d, want 2", code)
		}
		oneSentence(t, stderr, "question")
	})
}

func TestRules(t *testing.T) {
	code, stdout, stderr := run(t, nil, nil, "rules")
	lines := strings.Split(strings.TrimSpace(stdout), "\n")
	want := []string{"RULE", "complexity", "syntax"}
	for _, r := range rules.All() {
		want = append(want, r.Name)
	}
	if code != 0 || stderr != "" || len(lines) != len(want) {
		t.Fatalf("rules = %d %q\n%s", code, stderr, stdout)
	}
	for i, name := range want {
		if !strings.HasPrefix(lines[i], name+" ") {
			t.Errorf("line %d: %q, want %s", i+1, lines[i], name)
		}
	}
	for _, r := range rules.All() {
		if !strings.Contains(stdout, r.Doc) {
			t.Errorf("rules lacks the promise of %s", r.Name)
		}
	}
}

func TestVersionAndHelp(t *testing.T) {
	for _, tc := range []struct{ args, words string }{
		{"version", "built with go"},
		{"--help", "Usage: asksql"},
		{"serve --help", "--port"},
		{"check --help", "--jsonl"},
	} {
		code, stdout, stderr := run(t, nil, nil, strings.Fields(tc.args)...)
		if code != 0 || stderr != "" || !strings.Contains(stdout, tc.words) {
			t.Errorf("asksql %s = %d %q %q, want %q", tc.args, code, stdout, stderr, tc.words)
		}
	}
}
