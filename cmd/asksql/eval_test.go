package main_test

import (
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"syscall"
	"testing"
	"time"
)

// evalEnv is the environment in which eval asks a model.
func evalEnv(t *testing.T, m *model, more ...string) []string {
	t.Helper()
	return append([]string{
		"ASKSQL_LLM_PROVIDER=openai", "ASKSQL_LLM_MODEL=test-model", "ASKSQL_LLM_BASE_URL=" + m.url + "/v1",
		"ASKSQL_LLM_MAX_RETRIES=0", "ASKSQL_LLM_MAX_REPAIRS=1", "API_KEY=" + credential,
	}, more...)
}

// questions writes a file of questions about the shop and returns its path.
func questions(t *testing.T, lines ...string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "questions.jsonl")
	if err := os.WriteFile(path, []byte(strings.Join(lines, "\n")), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

// many returns n questions with a gold query.
func many(n int) []string {
	var lines []string
	for i := range n {
		lines = append(lines, fmt.Sprintf(`{"id":"q%02d","question":"how many orders are there? (%d)","sql":"select count(*) from orders o"}`, i, i))
	}
	return lines
}

func TestEval(t *testing.T) {
	m := newModel(t, saysSQL("SELECT COUNT(*) FROM orders AS x"))
	// The schema is named in the line, seen from the file of questions.
	schema, err := os.ReadFile(shop(t))
	if err != nil {
		t.Fatal(err)
	}
	list := questions(t, append(many(3), `{"id":4,"question":"who?","schema":"own.json","sql":"SELECT nothing"}`)...)
	if err := os.WriteFile(filepath.Join(filepath.Dir(list), "own.json"), schema, 0o600); err != nil {
		t.Fatal(err)
	}
	out := filepath.Join(t.TempDir(), "new", "out")
	code, stdout, stderr := run(t, nil, evalEnv(t, m), "eval", "--questions", list, "--schema", shop(t), "--out", out,
		"--price-in", "10", "--price-out", "20", "--min-accepted", "100", "--min-match", "100", "-v")
	if code != 0 {
		t.Fatalf("exit code %d, want 0: %s", code, stderr)
	}
	if read := strings.Count(stderr, "schema_loaded"); read != 2 {
		t.Errorf("schemas were read %d times, want each of 2 once:\n%s", read, stderr)
	}
	for _, want := range []string{"4 of 4 (100 %)", "3 of 3 (100 %)", "40 in, 20 out, cost 0.0008"} {
		if !strings.Contains(stdout, want) {
			t.Errorf("standard output has no %q:\n%s", want, stdout)
		}
	}
	for _, name := range []string{"results.jsonl", "report.json", "report.md", "report.svg", "junit.xml"} {
		text, err := os.ReadFile(filepath.Join(out, name))
		if err != nil || len(text) == 0 {
			t.Errorf("%s: %d bytes, %v", name, len(text), err)
		}
		innocent(t, string(text))
	}
}

// A run is stopped by a signal and goes on where it was, whatever the rest of its last line.
func TestEvalInterrupted(t *testing.T) {
	var asked atomic.Int32
	started := make(chan struct{}, 100)
	m := newModel(t, func(w http.ResponseWriter, r *http.Request) {
		if asked.Add(1) > 3 {
			started <- struct{}{}
			<-r.Context().Done()
			return
		}
		saysSQL(goodSQL)(w, r)
	})
	results := filepath.Join(t.TempDir(), "results.jsonl")
	args := []string{"eval", "--questions", questions(t, many(6)...), "--schema", shop(t), "--results", results, "-j", "1"}
	cmd := command(t, evalEnv(t, m), args...)
	var stderr output
	cmd.Stderr = &stderr
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	timer := time.AfterFunc(patience, func() { cmd.Process.Kill() })
	defer timer.Stop()
	<-started
	cmd.Process.Signal(syscall.SIGINT)
	cmd.Wait()
	if code := cmd.ProcessState.ExitCode(); code != 1 || !strings.Contains(stderr.String(), "stopped by a signal; 3 of 6 questions have an answer, run the same command again") {
		t.Fatalf("exit code %d, standard error:\n%s", code, &stderr)
	}
	appendText(t, results, `{"id":"q03","key":"cut o`)

	m.will(saysSQL(goodSQL))
	code, stdout, again := run(t, nil, evalEnv(t, m), args...)
	if code != 0 || len(m.called()) != 3 || !strings.Contains(again, "3 of 6 questions have an answer already") || !strings.Contains(stdout, "6 of 6 (100 %)") {
		t.Errorf("exit code %d, %d calls; want 0 and 3\n%s\n%s", code, len(m.called()), stdout, again)
	}
}

func appendText(t *testing.T, path, text string) {
	t.Helper()
	f, err := os.OpenFile(path, os.O_APPEND|os.O_WRONLY, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	if _, err := io.WriteString(f, text); err != nil {
		t.Fatal(err)
	}
}

// A provider that only fails does not get the whole list.
func TestEvalGivesUp(t *testing.T) {
	m := newModel(t, saysRaw(http.StatusUnauthorized, "application/json", `{"error":{"message":"no such key"}}`))
	report := filepath.Join(t.TempDir(), "report.md")
	code, _, stderr := run(t, nil, evalEnv(t, m), "eval", "--questions", questions(t, many(20)...), "--schema", shop(t),
		"--results", filepath.Join(t.TempDir(), "r"), "--report", report, "-j", "1", "--max-failures", "4")
	if code != 1 || !strings.Contains(stderr, "failed 4 times in a row") || !strings.Contains(stderr, "0 of 20 questions have an answer") {
		t.Errorf("exit code %d, standard error:\n%s", code, stderr)
	}
	if calls := len(m.called()); calls > 4 {
		t.Errorf("%d calls, want 4 at most", calls)
	}
	if text, err := os.ReadFile(report); err != nil || !strings.Contains(string(text), "Not complete") {
		t.Errorf("the report does not say that it is not complete: %v\n%s", err, text)
	}
}

func TestEvalThresholds(t *testing.T) {
	m := newModel(t, saysSQL("SELECT id FROM orders"))
	list := questions(t, many(2)...)
	for _, tc := range []struct {
		name, flag, value string
		code              int
		stderr            string
	}{
		{"enough accepted", "--min-accepted", "100", 0, ""},
		{"no match, none wanted", "--min-match", "0", 0, ""},
		{"no match", "--min-match", "1", 1, "same query as the gold query: 0 of 2 (0 %), less than the 1 %"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			code, _, stderr := run(t, nil, evalEnv(t, m), "eval", "--questions", list, "--schema", shop(t),
				"--results", filepath.Join(t.TempDir(), "r"), tc.flag, tc.value)
			if code != tc.code || !strings.Contains(stderr, tc.stderr) {
				t.Errorf("exit code %d, want %d; standard error:\n%s", code, tc.code, stderr)
			}
		})
	}
}

// What is wrong is found before anything is asked.
func TestEvalUsage(t *testing.T) {
	m := newModel(t, saysSQL(goodSQL))
	list := questions(t, many(2)...)
	broken := questions(t, many(1)[0], `{"id":`)
	old := questions(t, `{"id":"a","question":"?"}`)
	for _, tc := range []struct {
		name   string
		args   []string
		env    []string
		stderr string
	}{
		{"no questions", nil, nil, "--questions is missing"},
		{"no file", []string{"--questions", "no.jsonl"}, nil, "no.jsonl"},
		{"a broken line", []string{"--questions", broken, "--schema", shop(t)}, nil, broken + ":2: "},
		{"no schema", []string{"--questions", list}, nil, "question q00 in " + list + " has no schema; give --schema"},
		{"a schema that is not there", []string{"--questions", list, "--schema", "no.json"}, nil, "no.json"},
		{"a file of results that is none", []string{"--questions", list, "--schema", shop(t), "--results", old}, nil, old + ":1: this is no answer"},
		{"no model", []string{"--questions", list, "--schema", shop(t)}, []string{"ASKSQL_LLM_PROVIDER="}, "ASKSQL_LLM_PROVIDER"},
		{"nobody at a time", []string{"--questions", list, "-j", "0"}, nil, "--concurrency"},
		{"a threshold over all", []string{"--questions", list, "--min-match", "101"}, nil, "from 0 to 100"},
		{"a threshold that is no number", []string{"--questions", list, "--min-accepted", "NaN"}, nil, "from 0 to 100"},
		{"a price without end", []string{"--questions", list, "--price-in", "Inf"}, nil, "a price must be a number"},
		{"reports without --compare", []string{"--questions", list, "a.json"}, nil, "--compare"},
		{"one report", []string{"--compare", "a.json"}, nil, "takes two reports"},
		{"a report that is none", []string{"--compare", list, list}, nil, "is no report"},
		{"a password in the arguments", []string{"--questions", list, "--schema", shop(t), "--dsn", "u:" + credential + "@tcp(db)/shop"}, nil, "ASKSQL_DSN_PASSWORD"},
		{"no server", []string{"--questions", list, "--schema", shop(t)}, []string{"ASKSQL_DSN=u:" + credential + "@unix(/no/socket)/shop"}, "connect to /no/socket as u"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			code, stdout, stderr := run(t, nil, evalEnv(t, m, tc.env...), append([]string{"eval"}, tc.args...)...)
			if code != 2 || stdout != "" || !strings.Contains(stderr, tc.stderr) {
				t.Errorf("exit code %d, want 2; standard output %q; standard error, which should have %q:\n%s", code, stdout, tc.stderr, stderr)
			}
			if strings.Contains(stderr, "warning") {
				t.Errorf("a warning: %s", stderr)
			}
		})
	}
	if calls := m.called(); len(calls) > 0 {
		t.Errorf("the model was called %d times", len(calls))
	}
}

func TestEvalCompare(t *testing.T) {
	m := newModel(t, saysSQL("SELECT totl FROM orders"))
	list, dir := questions(t, many(3)...), t.TempDir()
	var reports []string
	for _, name := range []string{"before", "after"} {
		path := filepath.Join(dir, name+".json")
		reports = append(reports, path)
		if code, _, stderr := run(t, nil, evalEnv(t, m), "eval", "--questions", list, "--schema", shop(t), "--results", filepath.Join(dir, name), "--json", path); code != 0 {
			t.Fatalf("exit code %d: %s", code, stderr)
		}
		m.will(saysSQL(goodSQL))
	}
	code, stdout, stderr := run(t, nil, nil, append([]string{"eval", "--compare"}, reports...)...)
	if code != 0 || stderr != "" {
		t.Fatalf("exit code %d: %s", code, stderr)
	}
	for _, want := range []string{"3 questions asked in both", "+100.0 points", "accepted: won (3)", "column_scope → accepted, same query"} {
		if !strings.Contains(stdout, want) {
			t.Errorf("standard output has no %q:\n%s", want, stdout)
		}
	}
	var read struct {
		Summary struct{ Refused []struct{ Rule string } }
	}
	text, err := os.ReadFile(reports[0])
	if err != nil || json.Unmarshal(text, &read) != nil || len(read.Summary.Refused) != 1 || read.Summary.Refused[0].Rule != "column_scope" {
		t.Errorf("the report before is %s, %v", text, err)
	}
}
