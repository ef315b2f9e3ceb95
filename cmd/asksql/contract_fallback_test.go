package main_test

import (
	"net/http"
	"strings"
	"testing"
	"time"
)

// down is a provider that is out of order.
var down = saysRaw(503, "text/plain", "")

const secondKey = "sk-second-9876543210"

// behind returns the variables that make m the fallback.
func behind(m *model) []string {
	return []string{
		"ASKSQL_LLM_FALLBACK_PROVIDER=openai",
		"ASKSQL_LLM_FALLBACK_MODEL=second-model",
		"ASKSQL_LLM_FALLBACK_BASE_URL=" + m.url + "/v1",
		"OPENAI_API_KEY=" + secondKey,
	}
}

func TestFallback(t *testing.T) {
	first, second := newModel(t, nil), newModel(t, nil)
	s := serve(t, first, append(behind(second), "ASKSQL_LLM_TIMEOUT=300ms")...)
	late := hangs(make(chan struct{}, 1))
	for _, tc := range []struct {
		name          string
		first, second http.HandlerFunc
		want          wantError // zero is a success
		calls         int       // of the second
	}{
		{"is left alone while the first answers", saysSQL(goodSQL), down, wantError{}, 0},
		{"answers where the first is down", down, saysSQL(goodSQL), wantError{}, 1},
		{"and where its key is refused", saysRaw(401, "text/plain", ""), saysSQL(goodSQL), wantError{}, 1},
		{"and where it hangs", late, saysSQL(goodSQL), wantError{}, 1},
		{"does not mend what the first one wrote", saysSQL("DELETE FROM orders"), saysSQL(goodSQL), wantError{400, "sql_validation_error", "read_only", ""}, 0},
		{"does not repeat a question that the first cannot answer", saysCannot("no"), saysSQL(goodSQL), wantError{400, "sql_validation_error", "answerable", ""}, 0},
		{"is not told what the first provider withholds", saysMessage(map[string]any{"role": "assistant"}, "content_filter"), saysSQL(goodSQL),
			wantError{502, "sql_generation_error", "", ""}, 0},
		{"is held to the rules", down, saysSQL("DELETE FROM orders"), wantError{400, "sql_validation_error", "read_only", ""}, 1},
		{"may fail as well", down, saysRaw(429, "text/plain", ""), wantError{502, "sql_generation_error", "", "busy"}, 1},
	} {
		t.Run(tc.name, func(t *testing.T) {
			first.will(tc.first)
			second.will(tc.second)
			r := s.post(t, question)
			if tc.want == (wantError{}) {
				checkSQL(t, r)
			} else {
				tc.want.check(t, r)
			}
			if n := len(second.called()); n != tc.calls {
				t.Fatalf("%d calls of the second, want %d", n, tc.calls)
			}
			for _, call := range second.called() {
				if got := call.header.Get("Authorization"); got != "Bearer "+secondKey || !strings.Contains(call.body, "second-model") {
					t.Errorf("the second got the key %q and %s", got, call.body)
				}
			}
			if got := first.called()[0].header.Get("Authorization"); got != "Bearer "+credential {
				t.Errorf("the first got the key %q", got)
			}
		})
	}
}

// API_KEY is for llm.provider alone: no other server gets to see it.
func TestFallbackWithoutItsKey(t *testing.T) {
	first := newModel(t, saysSQL(goodSQL))
	s := serve(t, first, "ASKSQL_LLM_FALLBACK_PROVIDER=openai", "ASKSQL_LLM_FALLBACK_MODEL=m")
	if line := s.output.waitFor(t, "fallback_not_configured"); !strings.Contains(line["message"].(string), "its provider's own variable") {
		t.Errorf("fallback_not_configured: %v", line)
	}
	checkSQL(t, s.post(t, question))
	first.will(down)
	wantError{502, "sql_generation_error", "", ""}.check(t, s.post(t, question))
}

// Without llm.provider a fallback answers nobody: nothing is chosen silently.
func TestFallbackAlone(t *testing.T) {
	second := newModel(t, saysSQL(goodSQL))
	s := serve(t, nil, append(behind(second), "ASKSQL_LLM_PROVIDER=")...)
	wantError{500, "generation_not_configured", "", ""}.check(t, s.post(t, question))
	if n := len(second.called()); n != 0 {
		t.Errorf("%d calls of the fallback", n)
	}
}

func TestBreaker(t *testing.T) {
	m := newModel(t, down)
	s := serve(t, m, "ASKSQL_LLM_BREAKER_FAILURES=2", "ASKSQL_LLM_BREAKER_OPEN_FOR=300ms")
	failure := wantError{502, "sql_generation_error", "", ""}
	for range 2 {
		failure.check(t, s.post(t, question))
	}
	s.output.waitForLine(t, "breaker_changed", "to", "open")
	failure.check(t, s.post(t, question))
	if n := len(m.called()); n != 2 {
		t.Errorf("%d calls of a provider that is down, want 2", n)
	}
	if line := s.output.waitForLine(t, "model_called", "tries", "0"); !strings.Contains(line["error"].(string), "circuit_open: not called") {
		t.Errorf("model_called: %v", line)
	}
	m.will(saysSQL(goodSQL))
	time.Sleep(400 * time.Millisecond)
	checkSQL(t, s.post(t, question))
	if line := s.output.waitForLine(t, "breaker_changed", "to", "closed"); line["provider"] != "openai" || line["from"] != "half-open" {
		t.Errorf("breaker_changed: %v", line)
	}
}

// A client that leaves says nothing about the provider.
func TestClientGoneLeavesTheBreakerClosed(t *testing.T) {
	m := newModel(t, nil)
	s := serve(t, m, "ASKSQL_LLM_BREAKER_FAILURES=1")
	for range 3 {
		gone := make(chan struct{})
		m.will(hangs(gone))
		conn := s.dial(t)
		ask(t, conn)
		for len(m.called()) == 0 {
			time.Sleep(time.Millisecond)
		}
		conn.Close()
		soon(t, "the call is cancelled", gone)
	}
	m.will(saysSQL(goodSQL))
	checkSQL(t, s.post(t, question))
}

// The builtin answers without key, name and address, and says that it did.
func TestBuiltin(t *testing.T) {
	const explain = `{"question":"how many orders are there?","explain":true}`
	first := newModel(t, down)
	for _, tc := range []struct {
		name string
		env  []string
	}{
		{"as the provider", []string{"ASKSQL_LLM_PROVIDER=builtin", "ASKSQL_LLM_MODEL=", "API_KEY="}},
		{"as the fallback", []string{"ASKSQL_LLM_FALLBACK_PROVIDER=builtin"}},
	} {
		t.Run(tc.name, func(t *testing.T) {
			r := serve(t, first, tc.env...).post(t, explain)
			if r.status != 200 || !strings.Contains(r.body, "COUNT(*)") || !strings.Contains(r.body, `"model":{"provider":"builtin","name":"builtin"`) {
				t.Errorf("%d %s, want a count by the builtin", r.status, r.body)
			}
		})
	}
	t.Run("as the fallback, what it does not understand is the provider's failure", func(t *testing.T) {
		s := serve(t, first, "ASKSQL_LLM_FALLBACK_PROVIDER=builtin")
		wantError{502, "sql_generation_error", "", ""}.check(t, s.post(t, `{"question":"wherefore art thou Romeo?"}`))
	})
}
