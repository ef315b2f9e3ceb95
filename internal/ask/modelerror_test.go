package ask_test

import (
	"strings"
	"testing"
	"time"

	"github.com/asksql/asksql/internal/ask"
	"github.com/asksql/asksql/llm"
)

// TestSentences: what a client reads about a failed call says what to do, and to wait only where waiting
// helps.
func TestSentences(t *testing.T) {
	for _, tc := range []struct {
		name    string
		failure llm.Error
		want    string
	}{
		{"a wrong key", llm.Error{Kind: llm.KindAuth}, "does not accept the service's key"},
		{"a spent account", llm.Error{Kind: llm.KindQuota}, "has nothing left"},
		{"a model that is not there", llm.Error{Kind: llm.KindUnknownModel, Setting: "llm.model"}, "set llm.model right"},
		{"a model that the fallback has not", llm.Error{Kind: llm.KindUnknownModel, Setting: "llm.fallback.model"}, "set llm.fallback.model right"},
		{"a long conversation", llm.Error{Kind: llm.KindTooLong}, "send a smaller schema"},
		{"cut off", llm.Error{Kind: llm.KindTruncated}, "raise llm.maxOutputTokens"},
		{"cut off while thinking", llm.Error{Kind: llm.KindTruncated, Thought: true}, "think less"},
		{"thinking alone", llm.Error{Kind: llm.KindNoContent, Thought: true}, "thought and wrote no answer"},
		{"a setting that is refused", llm.Error{Kind: llm.KindRejected, Setting: "llm.temperature"}, "because of llm.temperature"},
		{"a refusal that nobody understands", llm.Error{Kind: llm.KindRejected}, "the service's log says more"},
		{"a redirect", llm.Error{Kind: llm.KindRedirect}, "set llm.baseURL right"},
		{"a certificate", llm.Error{Kind: llm.KindTLS}, "set llm.baseURL right"},
		{"a web page", llm.Error{Kind: llm.KindMalformed}, "could not be read"},
		{"a large reply", llm.Error{Kind: llm.KindTooLarge}, "ask for less"},
		{"our own time", llm.Error{Kind: llm.KindOwnTime}, "before the model could answer"},
		{"an open breaker", llm.Error{Kind: llm.KindCircuitOpen, Cause: llm.KindUnavailable}, "try again later"},
		{"one that a wrong key opened", llm.Error{Kind: llm.KindCircuitOpen, Cause: llm.KindAuth}, "does not accept the service's key"},
		{"one that a spent account opened", llm.Error{Kind: llm.KindCircuitOpen, Cause: llm.KindQuota}, "has nothing left"},
		{"nobody there", llm.Error{Kind: llm.KindConnection}, "try again later"},
		{"out of order", llm.Error{Kind: llm.KindUnavailable}, "try again later"},
		{"busy", llm.Error{Kind: llm.KindRateLimited}, "try again later"},
	} {
		tc.failure.Detail, tc.failure.Hint, tc.failure.Model = "hush", "hush", "hush"
		got := newPipeline(t, says(&tc.failure)).failure(t, question())
		if got.Code != ask.CodeGeneration || !strings.Contains(got.Message, tc.want) || strings.Contains(got.Message, "hush") {
			t.Errorf("%s: %s %q, want %q in it", tc.name, got.Code, got.Message, tc.want)
		}
		if later := strings.Contains(got.Message, "later"); later != (tc.want == "try again later") {
			t.Errorf("%s: %q sends the client away to wait", tc.name, got.Message)
		}
	}
}

// TestOwnTimeIsTold: the model is told how much of the request's time was not its own.
func TestOwnTimeIsTold(t *testing.T) {
	model := says(object("SELECT x FROM orders"), object("SELECT id FROM orders"))
	req := question()
	req.Began = time.Now().Add(-time.Hour)
	if _, err := newPipeline(t, model).Ask(t.Context(), req); err != nil {
		t.Fatal(err)
	}
	for i, call := range model.calls {
		if call.Spent < time.Hour || call.Spent > time.Hour+time.Minute {
			t.Errorf("call %d: %s spent, want an hour", i, call.Spent)
		}
	}
	if len(model.calls) != 2 {
		t.Errorf("%d calls, want 2", len(model.calls))
	}
}

// TestFailedCallsNameTheirModel: errors are counted by model, too.
func TestFailedCallsNameTheirModel(t *testing.T) {
	p := newPipeline(t, says(&llm.Error{Kind: llm.KindAuth, Provider: "openai", Model: "gpt-5", Hint: "check API_KEY"}))
	p.failure(t, question())
	line := p.logs.FilterMessage("model_called").All()[0].ContextMap()
	if line["model"] != "gpt-5" || line["error"] != "openai: auth; check API_KEY" {
		t.Errorf("the log says %v", line)
	}
}
