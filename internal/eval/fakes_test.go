package eval_test

import (
	"context"
	"sync"
	"testing"
	"time"

	"go.uber.org/zap"

	"github.com/asksql/asksql/internal/ask"
	"github.com/asksql/asksql/internal/eval"
	"github.com/asksql/asksql/llm"
	"github.com/asksql/asksql/prompt"
	"github.com/asksql/asksql/rules"
	"github.com/asksql/asksql/schema"
	"github.com/asksql/asksql/sqlcheck"
)

// A scripted model replies to each question with the next text of its list, or fails with the
// error of that question.
type scripted struct {
	mu      sync.Mutex
	replies map[string][]string
	errors  map[string]error
	asked   map[string]int
	// before is called before each reply.
	before func(question string)
}

func (m *scripted) Generate(ctx context.Context, req llm.Request) (llm.Reply, error) {
	if m.before != nil {
		m.before(req.Question)
	}
	if ctx.Err() != nil {
		return llm.Reply{}, &llm.Error{Kind: llm.KindCanceled, Provider: "fake"}
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.asked == nil {
		m.asked = map[string]int{}
	}
	n := m.asked[req.Question]
	m.asked[req.Question]++
	if err := m.errors[req.Question]; err != nil {
		return llm.Reply{}, err
	}
	texts := m.replies[req.Question]
	text := texts[min(n, len(texts)-1)]
	return llm.Reply{Text: text, Provider: "fake", Model: "fake-1", InputTokens: 100, OutputTokens: 10, Tries: 1}, nil
}

// maxRepairs is how often a refused answer goes back to the model.
const maxRepairs = 2

// newRun returns a run of the tasks' settings over a model, and the shop as what it is about.
func newRun(t testing.TB, model llm.Model) (*eval.Run, *eval.Subject) {
	t.Helper()
	log, observer := eval.Observe(zap.NewNop())
	checkers := map[sqlcheck.Dialect]*sqlcheck.Checker{}
	for _, d := range []sqlcheck.Dialect{sqlcheck.MySQL, sqlcheck.MariaDB, sqlcheck.TiDB} {
		checker, err := sqlcheck.New(rules.All(), sqlcheck.Options{Dialect: d})
		if err != nil {
			t.Fatal(err)
		}
		checkers[d] = checker
	}
	shop, err := schema.Decoder{}.Load("../../examples/shop/schema.json")
	if err != nil {
		t.Fatal(err)
	}
	pipeline, err := ask.New(
		ask.Parts{Model: model, Schema: shop, Checkers: checkers, Log: log},
		ask.Options{MaxRows: 1000, MaxRepairs: maxRepairs, MaxPromptTokens: prompt.DefaultMaxTokens, OmitSensitive: true},
	)
	if err != nil {
		t.Fatal(err)
	}
	view := shop.View(schema.Policy{})
	subject := &eval.Subject{Artifact: shop, Asker: pipeline, Check: func(sql string) (*sqlcheck.Query, error) {
		return checkers[view.Dialect()].Check(sql, view)
	}}
	settings := eval.Settings{Provider: "fake", Model: "fake-1", Mode: "schema_only", OmitSensitive: true, MaxRepairs: maxRepairs}
	return &eval.Run{Settings: settings, Observer: observer, Concurrency: 1, Timeout: time.Minute}, subject
}

// tasks returns a task for each question, whose id is the question.
func tasks(subject *eval.Subject, questions ...string) []eval.Task {
	var all []eval.Task
	for _, q := range questions {
		all = append(all, eval.Task{Question: eval.Question{ID: q, Question: q}, Subject: subject})
	}
	return all
}

// openLog opens the file of answers at path and closes it at the end of the test.
func openLog(t testing.TB, path string) *eval.Log {
	t.Helper()
	log, err := eval.OpenLog(path)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = log.Close() })
	return log
}
