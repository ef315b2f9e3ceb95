package ask_test

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/asksql/asksql/internal/ask"
	"github.com/asksql/asksql/llm"
)

// A played is a Model that gives its replies in turn, the last one over and over.
type played struct {
	replies []llm.Reply
	calls   int
}

func (p *played) Generate(context.Context, llm.Request) (llm.Reply, error) {
	p.calls++
	return p.replies[min(p.calls, len(p.replies))-1], nil
}

// TestLimitedModels: one that knows no more than it wrote is not asked again, and cannot tell that a
// question has no answer where another model was to answer it.
func TestLimitedModels(t *testing.T) {
	down := &llm.Error{Kind: llm.KindUnavailable, Provider: "fake", Tries: 3}
	busy := &llm.Error{Kind: llm.KindRateLimited, Provider: "fake", Tries: 3}
	good, bad, cannot := object("SELECT 1"), object("SELECT totl FROM orders"), `{"sql":"","cannotAnswer":"not understood"}`
	for _, tc := range []struct {
		name    string
		replies []llm.Reply
		calls   int
		want    string // code, rule and message of the failure, or "" for an answer
	}{
		{"it answers", []llm.Reply{{Text: good, Limited: true}}, 1, ""},
		{"it answers as a fallback", []llm.Reply{{Text: good, Limited: true, After: down}}, 1, ""},
		{"its refused answer is final", []llm.Reply{{Text: bad, Limited: true}}, 1, "sql_validation_error column_scope column totl"},
		{"as a fallback too", []llm.Reply{{Text: bad, Limited: true, After: down}}, 1, "sql_validation_error column_scope column totl"},
		{"it cannot answer", []llm.Reply{{Text: cannot, Limited: true}}, 1, "sql_validation_error answerable not understood"},
		{"as a fallback it cannot tell", []llm.Reply{{Text: cannot, Limited: true, After: down}}, 1, "sql_generation_error  the model provider is out of order"},
		{"and the first failure counts", []llm.Reply{{Text: cannot, Limited: true, After: busy}}, 1, "sql_generation_error  the model provider is busy"},
		{"it mends what another wrote", []llm.Reply{{Text: bad}, {Text: good, Limited: true, After: down}}, 2, ""},
		{"or does not", []llm.Reply{{Text: bad}, {Text: cannot, Limited: true, After: down}}, 2, "sql_generation_error  the model provider is out of order"},
		{"a fallback that is a language model can tell", []llm.Reply{{Text: cannot, After: down}}, 1, "sql_validation_error answerable not understood"},
		{"and is asked again", []llm.Reply{{Text: bad, After: down}, {Text: good}}, 2, ""},
	} {
		t.Run(tc.name, func(t *testing.T) {
			model := &played{replies: tc.replies}
			p := newPipeline(t, nil, func(parts *ask.Parts, _ *ask.Options) { parts.Model = model })
			if tc.want == "" {
				if _, err := p.Ask(t.Context(), question()); err != nil {
					t.Errorf("Ask: %v, want an answer", err)
				}
			} else if got := p.failure(t, question()); !strings.HasPrefix(fmt.Sprintf("%s %s %s", got.Code, got.Rule, got.Message), tc.want) {
				t.Errorf("Ask: %v, want %s", got, tc.want)
			}
			if model.calls != tc.calls {
				t.Errorf("%d calls, want %d", model.calls, tc.calls)
			}
		})
	}
}

// TestFallbackIsTold: explanation and log say who answered, and the log why.
func TestFallbackIsTold(t *testing.T) {
	down := &llm.Error{Kind: llm.KindUnavailable, Provider: "first", Status: 503, Detail: "about " + question().Question}
	for _, tc := range []struct {
		name   string
		redact []string
		want   string
	}{
		{"whole", nil, "first: unavailable (HTTP 503): about how many orders are there?"},
		{"without what may quote the question", []string{"question"}, "first: unavailable (HTTP 503)"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			model := &played{replies: []llm.Reply{{Text: object("SELECT 1"), Provider: "second", Model: "m", After: down}}}
			p := newPipeline(t, nil, func(parts *ask.Parts, o *ask.Options) { parts.Model, o.Redact = model, tc.redact })
			req := question()
			req.Explain = true
			answer, err := p.Ask(t.Context(), req)
			if err != nil || answer.Explain.Model.Provider != "second" || answer.Explain.Model.Name != "m" {
				t.Fatalf("Ask: %+v, %v, want the second provider to be told", answer, err)
			}
			line := p.logs.FilterMessage("model_called").All()[0].ContextMap()
			if line["provider"] != "second" || line["after"] != tc.want {
				t.Errorf("model_called: %v, want provider second after %q", line, tc.want)
			}
		})
	}
	t.Run("both fail", func(t *testing.T) {
		both := &llm.Error{Kind: llm.KindTimeout, Provider: "second", Detail: question().Question, After: down}
		p := newPipeline(t, says(both), func(_ *ask.Parts, o *ask.Options) { o.Redact = []string{"question"} })
		p.failure(t, question())
		line := p.logs.FilterMessage("model_called").All()[0].ContextMap()
		if want := "second: timeout; before that, first: unavailable (HTTP 503)"; line["error"] != want {
			t.Errorf("model_called: error %v, want %q", line["error"], want)
		}
	})
}
