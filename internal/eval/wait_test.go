package eval_test

import (
	"context"
	"path/filepath"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/asksql/asksql/internal/ask"
	"github.com/asksql/asksql/internal/eval"
	"github.com/asksql/asksql/llm"
)

// A loading model is not there for a while.
type loading struct {
	until time.Time
	kind  llm.Kind
	calls atomic.Int32
}

func (m *loading) Generate(context.Context, llm.Request) (llm.Reply, error) {
	m.calls.Add(1)
	if time.Now().Before(m.until) {
		return llm.Reply{}, &llm.Error{Kind: m.kind, Provider: "fake", Status: 503, Tries: 1}
	}
	return llm.Reply{Text: `{"sql":"SELECT id FROM orders","cannotAnswer":""}`, Provider: "fake", Model: "m", Tries: 1}, nil
}

// TestWaitsForTheModel: a server that is loading costs time, and no question its answer, though the
// breaker opens meanwhile.
func TestWaitsForTheModel(t *testing.T) {
	for _, tc := range []struct {
		name string
		kind llm.Kind
		wait time.Duration
		want eval.Outcome
	}{
		{"a server that loads for a minute", llm.KindUnavailable, 5 * time.Minute, eval.Accepted},
		{"one that is not up yet", llm.KindConnection, 5 * time.Minute, eval.Accepted},
		{"one that takes too long", llm.KindUnavailable, 30 * time.Second, eval.Failed},
		{"nobody wants to wait", llm.KindUnavailable, 0, eval.Failed},
		{"a wrong key stays wrong", llm.KindAuth, 5 * time.Minute, eval.Failed},
	} {
		t.Run(tc.name, func(t *testing.T) {
			log, err := eval.OpenLog(filepath.Join(t.TempDir(), "answers.jsonl"))
			if err != nil {
				t.Fatal(err)
			}
			defer log.Close()
			synctest.Test(t, func(t *testing.T) {
				model := &loading{until: time.Now().Add(time.Minute), kind: tc.kind}
				run, subject := newRun(t, llm.WithBreaker(model, "fake", llm.Breaker{Failures: 3, OpenFor: 20 * time.Second}))
				run.Concurrency, run.Wait, run.Timeout = 3, tc.wait, 30*time.Second
				var told atomic.Int32
				run.Waiting = func(why error) {
					told.Add(1)
					if why == nil {
						t.Error("a wait for no reason")
					}
				}
				var tasks []eval.Task
				for _, id := range []string{"1", "2", "3", "4", "5", "6"} {
					tasks = append(tasks, eval.Task{Question: eval.Question{ID: id, Question: "how many orders are there? " + id}, Subject: subject})
				}
				answers, err := run.Ask(t.Context(), tasks, log)
				if err != nil || len(answers) != len(tasks) {
					t.Fatalf("Ask: %d answers, %v", len(answers), err)
				}
				for id, a := range answers {
					if a.Outcome != tc.want {
						t.Errorf("question %s: %s (%s), want %s", id, a.Outcome, a.Message, tc.want)
					}
				}
				if waits := tc.want == eval.Accepted; waits != (told.Load() > 0) && tc.wait != 30*time.Second {
					t.Errorf("told of %d waits", told.Load())
				}
			})
		})
	}
}

var _ eval.Asker = (*ask.Pipeline)(nil)
