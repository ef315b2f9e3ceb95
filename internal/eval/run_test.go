package eval_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/asksql/asksql/internal/eval"
	"github.com/asksql/asksql/llm"
)

const good = "SELECT COUNT(*) FROM orders"

func TestOutcomes(t *testing.T) {
	for _, tc := range []struct {
		name    string
		replies []string
		err     error
		want    eval.Answer
	}{
		{"accepted", []string{good}, nil, eval.Answer{
			Outcome: eval.Accepted, SQL: "SELECT COUNT(*) FROM `orders`", Attempts: 1, InputTokens: 100, OutputTokens: 10, Model: "fake-1"}},
		{"accepted from prose, which is no repair", []string{"Here it is:\n```sql\n" + good + "\n```"}, nil, eval.Answer{
			Outcome: eval.Accepted, SQL: "SELECT COUNT(*) FROM `orders`", Attempts: 1, InputTokens: 100, OutputTokens: 10, Model: "fake-1"}},
		{"accepted after repairs", []string{"SELECT totl FROM orders", "DELETE FROM orders", good}, nil, eval.Answer{
			Outcome: eval.Accepted, SQL: "SELECT COUNT(*) FROM `orders`", Attempts: 3, InputTokens: 300, OutputTokens: 30, Model: "fake-1",
			Repairs: []eval.Repair{{Rule: "column_scope"}, {Rule: "read_only"}}}},
		{"refused to the end", []string{"SELECT totl FROM orders"}, nil, eval.Answer{
			Outcome: eval.Refused, Rule: "column_scope", Draft: "SELECT totl FROM orders", Attempts: 3, InputTokens: 300, OutputTokens: 30, Model: "fake-1",
			Repairs: []eval.Repair{{Rule: "column_scope"}, {Rule: "column_scope"}}}},
		{"the model cannot", []string{`{"sql":"","cannotAnswer":"no weather in the schema"}`}, nil, eval.Answer{
			Outcome: eval.Cannot, Rule: "answerable", Message: "no weather in the schema", Attempts: 1, InputTokens: 100, OutputTokens: 10, Model: "fake-1"}},
		{"an object without an answer", []string{`{"sql":"","cannotAnswer":""}`}, nil, eval.Answer{
			Outcome: eval.NoAnswer, Attempts: 1, InputTokens: 100, OutputTokens: 10, Model: "fake-1"}},
		{"a reply that was cut off", nil, &llm.Error{Kind: llm.KindTruncated, Provider: "fake"}, eval.Answer{Outcome: eval.NoAnswer, Attempts: 1}},
		{"a server that is down", nil, &llm.Error{Kind: llm.KindUnavailable, Provider: "fake", Status: 503}, eval.Answer{Outcome: eval.Failed, Attempts: 1}},
		{"out of time", nil, &llm.Error{Kind: llm.KindTimeout, Provider: "fake"}, eval.Answer{Outcome: eval.Failed, Attempts: 1}},
	} {
		t.Run(tc.name, func(t *testing.T) {
			const q = "How many?"
			run, subject := newRun(t, &scripted{replies: map[string][]string{q: tc.replies}, errors: map[string]error{q: tc.err}})
			answers, err := run.Ask(t.Context(), tasks(subject, q), openLog(t, filepath.Join(t.TempDir(), "log")))
			if err != nil {
				t.Fatal(err)
			}
			check(t, answers[q], tc.want)
		})
	}
}

// check compares an answer with what is wanted of it; messages only where some are wanted.
func check(t *testing.T, got, want eval.Answer) {
	t.Helper()
	if got.Outcome != eval.Accepted && got.Message == "" {
		t.Error("no message")
	}
	if got.SchemaID != "shop" || got.Key == "" || got.LatencyMs <= 0 {
		t.Errorf("schema %q, key %q, latency %v", got.SchemaID, got.Key, got.LatencyMs)
	}
	var rules, wantRules []string
	for _, r := range got.Repairs {
		rules = append(rules, r.Rule)
	}
	for _, r := range want.Repairs {
		wantRules = append(wantRules, r.Rule)
	}
	if !slices.Equal(rules, wantRules) {
		t.Errorf("repairs of %v, want %v", rules, wantRules)
	}
	if want.Message != "" && got.Message != want.Message {
		t.Errorf("message %q, want %q", got.Message, want.Message)
	}
	if got.Outcome != want.Outcome || got.SQL != want.SQL || got.Rule != want.Rule || got.Draft != want.Draft ||
		got.Attempts != want.Attempts || got.InputTokens != want.InputTokens || got.OutputTokens != want.OutputTokens || got.Model != want.Model {
		t.Errorf("got  %+v\nwant %+v", got, want)
	}
}

// A provider that only fails does not get the whole list.
func TestGivesUp(t *testing.T) {
	down := &llm.Error{Kind: llm.KindUnavailable, Provider: "fake", Status: 503, Detail: "overloaded"}
	model := &scripted{replies: map[string][]string{"fine": {good}}, errors: map[string]error{}}
	questions := []string{"a", "b", "fine", "c", "d", "e", "f", "g"}
	for _, q := range questions {
		if q != "fine" {
			model.errors[q] = down
		}
	}
	run, subject := newRun(t, model)
	run.MaxFailures = 3
	answers, err := run.Ask(t.Context(), tasks(subject, questions...), openLog(t, filepath.Join(t.TempDir(), "log")))
	var gaveUp *eval.GaveUpError
	if !errors.As(err, &gaveUp) || gaveUp.Failures != 3 || !strings.Contains(err.Error(), "overloaded") {
		t.Fatalf("Ask: %v, want a GaveUpError of 3 with what the server said", err)
	}
	if model.asked["e"] != 1 || model.asked["g"] != 0 || answers["fine"].Outcome != eval.Accepted {
		t.Errorf("asked %v; want the question between to reset the count, and none after the third failure in a row", model.asked)
	}
}

// A run that was interrupted keeps what it has, and the next one asks the rest.
func TestResume(t *testing.T) {
	path := filepath.Join(t.TempDir(), "log")
	questions := []string{"a", "b", "c", "d"}
	model := &scripted{replies: map[string][]string{}}
	for _, q := range questions {
		model.replies[q] = []string{good}
	}
	ctx, interrupt := context.WithCancel(t.Context())
	model.before = func(question string) {
		if question == "c" {
			interrupt()
		}
	}
	run, subject := newRun(t, model)
	answers, err := run.Ask(ctx, tasks(subject, questions...), openLog(t, path))
	if !errors.Is(err, context.Canceled) || len(answers) != 2 {
		t.Fatalf("Ask: %d answers, %v; want 2, canceled", len(answers), err)
	}

	tear(t, path)
	model.before, model.asked = nil, nil
	log := openLog(t, path)
	if left := run.Left(tasks(subject, questions...), log); left != 2 {
		t.Errorf("Left = %d, want 2", left)
	}
	answers, err = run.Ask(t.Context(), tasks(subject, questions...), log)
	if err != nil || len(answers) != 4 {
		t.Fatalf("Ask: %d answers, %v; want 4", len(answers), err)
	}
	if model.asked["a"]+model.asked["b"] != 0 || model.asked["c"] != 1 || model.asked["d"] != 1 {
		t.Errorf("asked %v, want c and d", model.asked)
	}
	if again := openLog(t, path); run.Left(tasks(subject, questions...), again) != 0 {
		t.Error("the file does not hold all answers")
	}
}

// tear appends what a program leaves that ends while it writes a line.
func tear(t *testing.T, path string) {
	t.Helper()
	f, err := os.OpenFile(path, os.O_APPEND|os.O_WRONLY, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	if _, err := f.WriteString(`{"id":"c","key":"0123`); err != nil {
		t.Fatal(err)
	}
}

// What failed on the way is asked again; what was answered, whatever the answer, is not.
func TestWhatIsAskedAgain(t *testing.T) {
	path := filepath.Join(t.TempDir(), "log")
	model := &scripted{
		replies: map[string][]string{"good": {good}, "bad": {"DROP TABLE orders"}, "down": {good}},
		errors:  map[string]error{"down": &llm.Error{Kind: llm.KindConnection, Provider: "fake"}},
	}
	run, subject := newRun(t, model)
	all := tasks(subject, "good", "bad", "down")
	if _, err := run.Ask(t.Context(), all, openLog(t, path)); err != nil {
		t.Fatal(err)
	}
	model.errors, model.asked = nil, nil
	answers, err := run.Ask(t.Context(), all, openLog(t, path))
	if err != nil || len(model.asked) != 1 || model.asked["down"] != 1 || answers["down"].Outcome != eval.Accepted || answers["bad"].Outcome != eval.Refused {
		t.Errorf("asked %v, answers %v, %v; want down alone", model.asked, answers, err)
	}
	other := *run
	other.Settings.Model = "fake-2"
	all[0].Question.Question = "another"
	for _, tc := range []struct {
		name string
		run  *eval.Run
		want int
	}{{"a question that was changed", run, 1}, {"another model", &other, 3}} {
		if left := tc.run.Left(all, openLog(t, path)); left != tc.want {
			t.Errorf("%s: Left = %d, want %d", tc.name, left, tc.want)
		}
	}
}

// A second run with the same file, which nobody should start, overwrites no answer of the first.
func TestTwoRunsAtOnce(t *testing.T) {
	path := filepath.Join(t.TempDir(), "log")
	first, second := openLog(t, path), openLog(t, path)
	for i, log := range []*eval.Log{first, second, first} {
		if err := log.Append(eval.Answer{ID: "q", Key: fmt.Sprint("key ", i), Outcome: eval.Accepted, SQL: strings.Repeat("x", 10*i)}); err != nil {
			t.Fatal(err)
		}
	}
	all := openLog(t, path)
	for i := range 3 {
		if a, ok := all.Find(fmt.Sprint("key ", i)); !ok || len(a.SQL) != 10*i {
			t.Errorf("answer %d is %+v, %v", i, a, ok)
		}
	}
}

// The name of a model comes from the environment, which may hold anything.
func TestAModelWhoseNameIsNoUTF8(t *testing.T) {
	run, subject := newRun(t, &scripted{replies: map[string][]string{"q": {good}}})
	run.Settings.Model = "\xff"
	answers, err := run.Ask(t.Context(), tasks(subject, "q"), openLog(t, filepath.Join(t.TempDir(), "log")))
	if err != nil || answers["q"].Outcome != eval.Accepted {
		t.Errorf("Ask: %+v, %v", answers, err)
	}
}

func TestConcurrency(t *testing.T) {
	const atOnce = 3
	var (
		together           sync.WaitGroup // the first few questions, which wait for each other
		started, now, most atomic.Int32
	)
	together.Add(atOnce)
	model := &scripted{replies: map[string][]string{}}
	var questions []string
	for i := range 40 {
		questions = append(questions, fmt.Sprint("question ", i))
		model.replies[questions[i]] = []string{good}
	}
	model.before = func(string) {
		running := now.Add(1)
		if started.Add(1) <= atOnce {
			together.Done()
			together.Wait()
		}
		for seen := most.Load(); running > seen && !most.CompareAndSwap(seen, running); seen = most.Load() {
		}
		now.Add(-1)
	}
	run, subject := newRun(t, model)
	run.Concurrency = atOnce
	reported := 0
	run.Progress = func(eval.Answer) { reported++ }
	answers, err := run.Ask(t.Context(), tasks(subject, questions...), openLog(t, filepath.Join(t.TempDir(), "log")))
	if err != nil || len(answers) != len(questions) || reported != len(questions) {
		t.Errorf("%d answers, %d reported, %v; want %d", len(answers), reported, err, len(questions))
	}
	if most.Load() > atOnce {
		t.Errorf("%d questions at once, want %d", most.Load(), atOnce)
	}
}
