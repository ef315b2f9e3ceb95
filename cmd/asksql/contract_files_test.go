package main_test

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"go.yaml.in/yaml/v3"
)

// queries writes files below a new folder and returns it.
func queries(t testing.TB, files map[string]string) string {
	t.Helper()
	root := t.TempDir()
	for name, text := range files {
		path := filepath.Join(root, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return root
}

var someQueries = map[string]string{
	"q/b.sql":        "SELECT id FROM orders;\n\nSELECT totl\nFROM orders; -- the end\n",
	"q/a/deeper.SQL": "\ufeffselect name from customers",
	"q/notes.txt":    "DROP TABLE orders",
	"q/.git/x.sql":   "DROP TABLE orders",
}

func TestCheckFiles(t *testing.T) {
	root := queries(t, someQueries)
	for _, tc := range []struct {
		name           string
		args           []string
		stdin          string
		code           int
		stdout, stderr string
	}{
		{"a folder", []string{"q"}, "", 1, "SELECT `name` FROM `customers`;\nSELECT `id` FROM `orders`;\n", "q/b.sql:3:8: column_scope: column totl is not in the schema; orders has total\n"},
		{"a file of one statement", []string{"q/a/deeper.SQL"}, "", 0, "SELECT `name` FROM `customers`\n", ""},
		{"a report", []string{"--format", "text", "q"}, "", 1, "q/b.sql:3:8: column_scope: column totl is not in the schema; orders has total\n3 statements in 2 files: 1 refused\n", ""},
		{"of standard input", []string{"--format", "text"}, "SELECT 1;\nSELECT 2; DELETE FROM orders", 1, "stdin:2:11: read_only: DELETE is not part of a read-only query; write one SELECT\n3 statements in 1 file: 1 refused\n", ""},
		{"for GitHub", []string{"--format", "github", "q/b.sql"}, "", 1, "::error file=q/b.sql,line=3,col=8,endLine=3,endColumn=12,title=asksql%3A column_scope::column totl is not in the schema; orders has total\n", ""},
		{"with advice", []string{"--format", "text", "--warnings", "q/a"}, "", 0, "q/a/deeper.SQL:1:1: warning: no_filter: the query returns every row; add a WHERE or a LIMIT if a part of them is enough\n" +
			"q/a/deeper.SQL:1:1: warning: unbounded_result: nothing bounds the number of rows; add a LIMIT\n1 statement in 1 file: 0 refused, 2 warnings\n", ""},
		{"nothing to say", []string{"--format", "github", "q/a"}, "", 0, "", ""},
		{"a file without statements", []string{"q/notes.txt", "q/a"}, "", 1, "SELECT `name` FROM `customers`;\n", "q/notes.txt:1:1: read_only: "},
	} {
		t.Run(tc.name, func(t *testing.T) {
			cmd := command(t, nil, append([]string{"check", "--schema", shop(t)}, tc.args...)...)
			cmd.Dir, cmd.Stdin = root, strings.NewReader(tc.stdin)
			code, stdout, stderr := outputs(t, cmd)
			if code != tc.code || stdout != tc.stdout || !strings.HasPrefix(stderr, tc.stderr) || tc.stderr == "" && stderr != "" {
				t.Errorf("check = %d\n%s%s\nwant %d\n%s%s", code, stdout, stderr, tc.code, tc.stdout, tc.stderr)
			}
		})
	}
	for _, tc := range []struct {
		args  []string
		words string
	}{
		{[]string{"--format", "xml", "q"}, "sarif"},
		{[]string{"--jsonl", "--format", "text", "q"}, "--jsonl"},
		{[]string{"--jsonl", "q/b.sql", "q/b.sql"}, "one file"},
		{[]string{"q", "nowhere.sql"}, "nowhere.sql"},
	} {
		cmd := command(t, nil, append([]string{"check", "--schema", shop(t)}, tc.args...)...)
		cmd.Dir = root
		code, stdout, stderr := outputs(t, cmd)
		if code != 2 || stdout != "" {
			t.Errorf("check %q = %d %q, want 2 and nothing", tc.args, code, stdout)
		}
		oneSentence(t, stderr, tc.words)
	}
}

// outputs runs a command to its end.
func outputs(t testing.TB, cmd *exec.Cmd) (code int, stdout, stderr string) {
	t.Helper()
	var out, err strings.Builder
	cmd.Stdout, cmd.Stderr = &out, &err
	if e := cmd.Run(); e != nil && cmd.ProcessState == nil {
		t.Fatal(e)
	}
	return cmd.ProcessState.ExitCode(), out.String(), err.String()
}

// repository makes a git repository of files, and returns a function that runs a shell's commands in it, with
// asksql in the path.
func repository(t *testing.T, files map[string]string) func(script string) (int, string) {
	t.Helper()
	if _, err := exec.LookPath("git"); err != nil {
		t.Skip("git is not installed")
	}
	root := queries(t, files)
	artifact, err := os.ReadFile(shop(t))
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(root, "schema.json"), artifact, 0o600); err != nil {
		t.Fatal(err)
	}
	return func(script string) (int, string) {
		cmd := exec.Command("sh", "-e", "-c", script)
		cmd.Dir = root
		cmd.Env = []string{"PATH=" + filepath.Dir(binary) + ":" + os.Getenv("PATH"), "HOME=" + root, "GIT_CONFIG_NOSYSTEM=1",
			"GIT_AUTHOR_NAME=a", "GIT_AUTHOR_EMAIL=a@example.com", "GIT_COMMITTER_NAME=a", "GIT_COMMITTER_EMAIL=a@example.com"}
		code, stdout, stderr := outputs(t, cmd)
		return code, stdout + stderr
	}
}

// The hook looks at what is to be committed.
func TestPreCommitExample(t *testing.T) {
	t.Parallel()
	hook, err := filepath.Abs("../../examples/ci/pre-commit")
	if err != nil {
		t.Fatal(err)
	}
	in := repository(t, map[string]string{"q/good.sql": "SELECT id FROM orders;\n", "q/later.sql": "SELECT totl FROM orders;\n"})
	for _, step := range []struct {
		name, script string
		code         int
		words        string
	}{
		{"without queries", "git init -q -b main && cp '" + hook + "' .git/hooks/pre-commit && git add schema.json && git commit -qm schema", 0, ""},
		{"a good query, with a bad one that is not added", "git add q/good.sql && git commit -qm good", 0, "1 statement in 1 file: 0 refused"},
		{"a bad query", "git add . && git commit -qm bad", 1, "q/later.sql:1:8: column_scope: column totl is not in the schema; orders has total"},
		{"mended in the folder only", "echo 'SELECT total FROM orders' > q/later.sql && git commit -qm bad", 1, "q/later.sql:1:8: column_scope"},
		{"mended", "git add . && git commit -qm mended", 0, "2 statements in 2 files: 0 refused"},
	} {
		code, said := in(step.script)
		if (code == 0) != (step.code == 0) || !strings.Contains(said, step.words) {
			t.Fatalf("%s: %d %s, want %d %s", step.name, code, said, step.code, step.words)
		}
	}
}

// The workflow's own steps, as its runner would run them.
func TestWorkflowExample(t *testing.T) {
	t.Parallel()
	text, err := os.ReadFile("../../examples/ci/queries.yml")
	if err != nil {
		t.Fatal(err)
	}
	var workflow struct {
		Jobs map[string]struct {
			Steps []struct{ Name, Run string }
		}
	}
	if err := yaml.Unmarshal(text, &workflow); err != nil {
		t.Fatal(err)
	}
	steps := map[string]string{}
	for _, s := range workflow.Jobs["check"].Steps {
		steps[s.Name] = s.Run
	}
	in := repository(t, map[string]string{"queries/a.sql": "SELECT totl FROM orders;\n"})
	if code, said := in(steps["Check"]); code != 1 || !strings.Contains(said, "::error file=queries/a.sql,line=1,col=8,") {
		t.Errorf("the step Check = %d %s", code, said)
	}
	if code, said := in(steps["Report"]); code != 0 {
		t.Errorf("the step Report = %d %s", code, said)
	}
	_, log := in("cat asksql.sarif")
	var sarif struct {
		Runs []struct{ Results []struct{ RuleID string } }
	}
	if err := json.Unmarshal([]byte(log), &sarif); err != nil || len(sarif.Runs) != 1 || sarif.Runs[0].Results[0].RuleID != "column_scope" {
		t.Errorf("the log is %s", log)
	}
	if code, said := in("echo 'SELECT total FROM orders' > queries/a.sql; " + steps["Check"]); code != 0 || said != "" {
		t.Errorf("the step Check with a good query = %d %s", code, said)
	}
}
