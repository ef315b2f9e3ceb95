package evaluation

import (
	"bytes"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/asksql/asksql/internal/eval"
	evalreport "github.com/asksql/asksql/internal/eval/report"
	"github.com/asksql/asksql/internal/servertest"
)

// evalSample is how many questions the test asks.
const evalSample = 50

// "asksql eval" reports of a model's recorded replies what the checker says of them: on questions
// over all databases of a set, each with its own schema, and again without asking.
func TestEvalCommand(t *testing.T) {
	dbs := databases(t)
	binary := filepath.Join(t.TempDir(), "asksql")
	if out, err := exec.Command("go", "build", "-o", binary, "../../cmd/asksql").CombinedOutput(); err != nil {
		t.Fatalf("go build: %v\n%s", err, out)
	}
	replied := evenly(fileCalled(t, replies(t), "model-output/bird-gpt-4"))
	questions := writeQuestions(t, replied, fileCalled(t, files(t, "gold"), "gold/bird"), dbs)
	verdicts := judgeAll(t, replied.extracted(), dbs)
	out := t.TempDir()
	asked := runEval(t, binary, questions, out, "ASKSQL_LLM_BASE_URL="+newModel(t, replied))
	for i, r := range replied.records {
		compareAnswer(t, r, asked.Items[i], verdicts[i])
	}
	if s := asked.Summary; s.Asked != evalSample || s.Canonical.Of < evalSample*9/10 || s.Canonical.Count == 0 {
		t.Errorf("%d asked, %v with the form of the gold query", s.Asked, s.Canonical)
	}
	// There is nobody to ask at that address.
	if again := runEval(t, binary, questions, out, "ASKSQL_LLM_BASE_URL=http://127.0.0.1:1/v1"); again.Summary.Accepted != asked.Summary.Accepted {
		t.Errorf("a rerun reports %v accepted, want %v", again.Summary.Accepted, asked.Summary.Accepted)
	}
	t.Run("rows", func(t *testing.T) { testEvalRows(t, binary, questions, out, replied, dbs) })
	t.Logf("%s: %v accepted, %v with the form of the gold query", replied.name, asked.Summary.Accepted, asked.Summary.Canonical)
}

// testEvalRows has eval run the same answers on a server. What has the form of the gold query has
// its rows.
func testEvalRows(t *testing.T, binary, questions, out string, f file, dbs map[string]database) {
	server := servertest.Start(t, servertest.MariaDB)
	filled := map[string]bool{}
	for _, r := range f.records {
		if doc := dbs[r.SchemaID].Document(); !filled[r.SchemaID] {
			filled[r.SchemaID] = true
			server.Create(t, doc)
			server.Fill(t, doc, servertest.Rows(doc, rowsPerTable, nil))
		}
	}
	got := runEval(t, binary, questions, out, "ASKSQL_LLM_BASE_URL=http://127.0.0.1:1/v1",
		"ASKSQL_DSN="+servertest.Reader+"@unix("+server.Socket()+")/")
	for _, item := range got.Items {
		g := item.Grade
		if g.Canonical && g.Execution != eval.SameRows && g.Execution != eval.GoldFailed {
			t.Errorf("%s: the same query gives %s %s\n%s\n%s", item.ID, g.Execution, g.ExecutionMessage, item.Answer.SQL, g.GoldSQL)
		}
	}
	s := got.Summary
	if s.Execution.Of < evalSample*8/10 || s.Execution.Count < s.Canonical.Count-s.Gold.Failed {
		t.Errorf("%v with the rows of the gold query, %v with its form, %d gold queries failed", s.Execution, s.Canonical, s.Gold.Failed)
	}
	t.Logf("%v with the rows of the gold query, %d of them none", s.Execution, s.Empty)
}

// fileCalled returns the file of the name.
func fileCalled(t *testing.T, all []file, name string) file {
	t.Helper()
	for _, f := range all {
		if f.name == name {
			return f
		}
	}
	t.Fatalf("there is no file %s", name)
	return file{}
}

// evenly returns the file with records from its beginning to its end, evenly spread.
func evenly(f file) file {
	var some []record
	for i := range evalSample {
		some = append(some, f.records[i*len(f.records)/evalSample])
	}
	f.records = some
	return f
}

// writeQuestions writes the questions of a file, with the gold queries of another.
func writeQuestions(t *testing.T, f, gold file, dbs map[string]database) string {
	t.Helper()
	queries := map[string]string{}
	for _, r := range gold.records {
		queries[r.ID] = r.SQL
	}
	var text bytes.Buffer
	for _, r := range f.records {
		path, err := filepath.Abs(dbs[r.SchemaID].path)
		if err != nil {
			t.Fatal(err)
		}
		line := map[string]string{"id": r.ID, "question": r.marked(), "sql": queries[r.ID], "schema": path}
		if err := json.NewEncoder(&text).Encode(line); err != nil {
			t.Fatal(err)
		}
	}
	name := filepath.Join(t.TempDir(), "questions.jsonl")
	if err := os.WriteFile(name, text.Bytes(), 0o600); err != nil {
		t.Fatal(err)
	}
	return name
}

// runEval runs the command and returns its report.
func runEval(t *testing.T, binary, questions, out string, env ...string) *evalreport.Report {
	t.Helper()
	cmd := exec.Command(binary, "eval", "--questions", questions, "--out", out, "--concurrency", "8")
	cmd.Dir = t.TempDir()
	cmd.Env = append([]string{
		withoutFullGroupBy, "ASKSQL_LLM_PROVIDER=openai", "ASKSQL_LLM_MODEL=recorded", "ASKSQL_LLM_MAX_RETRIES=0", "ASKSQL_LLM_MAX_REPAIRS=0",
	}, env...)
	if text, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("eval: %v\n%s", err, text)
	}
	r, err := evalreport.Read(filepath.Join(out, "report.json"))
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// compareAnswer compares an answer with the verdict on the statement in the reply.
func compareAnswer(t *testing.T, r record, item evalreport.Item, want verdict) {
	t.Helper()
	a := item.Answer
	switch {
	case a == nil || a.ID != r.ID || a.Attempts != 1:
		t.Errorf("%s: the answer is %+v", r.ID, a)
	case want.accepted() && (a.Outcome != eval.Accepted || a.SQL != want.query.String()):
		t.Errorf("%s: %s %q, want %s", r.ID, a.Outcome, a.SQL, want.detail())
	case !want.accepted() && (a.Outcome != eval.Refused || a.Rule != want.rule || a.Message != want.message || a.Draft != r.extraction().SQL):
		t.Errorf("%s: %+v, want %s", r.ID, a, want.detail())
	}
}
