package main_test

import (
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"
)

const (
	traceOfMine = "4bf92f3577b34da6a3ce929d0e0e4736"
	parent      = "00-" + traceOfMine + "-00f067aa0ba902b7-01"
)

// A request's trace is in every line of its log, and goes to the provider where that is asked for.
func TestTraceparent(t *testing.T) {
	t.Parallel()
	for _, tc := range []struct {
		name, header, env string
		logged, forwarded bool
	}{
		{"is logged", parent, "ASKSQL_LLM_FORWARD_TRACE=false", true, false},
		{"is handed on", parent, "ASKSQL_LLM_FORWARD_TRACE=true", true, true},
		{"is no matter where it is malformed", strings.ToUpper(parent), "ASKSQL_LLM_FORWARD_TRACE=true", false, false},
		{"or not there", "", "ASKSQL_LLM_FORWARD_TRACE=true", false, false},
	} {
		t.Run(tc.name, func(t *testing.T) {
			m := newModel(t, saysSQL(goodSQL))
			s := serve(t, m, tc.env)
			checkSQL(t, s.post(t, question, "traceparent", tc.header))
			s.output.waitFor(t, "request_completed")
			for _, event := range []string{"ask_received", "prompt_built", "model_called", "sql_checked", "sql_generated", "request_completed"} {
				if got := s.output.find(event, "", "")["traceId"]; (got == traceOfMine) != tc.logged || got != nil && !tc.logged {
					t.Errorf("%s has the trace %v", event, got)
				}
			}
			got := m.called()[0].header.Get("Traceparent")
			if strings.HasPrefix(got, "00-"+traceOfMine+"-") != tc.forwarded || got == parent || got != "" && !tc.forwarded {
				t.Errorf("the provider got %q", got)
			}
		})
	}
}

// Spans go to the collector, at the end of the service at the latest; they hold no text of anybody's.
func TestTraces(t *testing.T) {
	t.Parallel()
	type span struct {
		TraceID, SpanID, ParentSpanID, Name string
		Status                              struct{ Code int }
	}
	var (
		mu    sync.Mutex
		spans []span
		text  strings.Builder
	)
	collector := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		body, err := io.ReadAll(r.Body)
		var sent struct {
			ResourceSpans []struct{ ScopeSpans []struct{ Spans []span } }
		}
		if err != nil || json.Unmarshal(body, &sent) != nil || r.Header.Get("X-Key") != credential {
			t.Errorf("the collector got %s, %v, %v", body, r.Header, err)
		}
		mu.Lock()
		defer mu.Unlock()
		text.Write(body)
		spans = append(spans, sent.ResourceSpans[0].ScopeSpans[0].Spans...)
	}))
	defer collector.Close()
	m := newModel(t, saysSQL("SELECT secret FROM nowhere"))
	s := start(t, m, "ASKSQL_TRACES_ENDPOINT="+collector.URL, "ASKSQL_TRACES_HEADERS=X-Key="+credential, "ASKSQL_LLM_MAX_REPAIRS=1")
	s.post(t, `{"question":"a secret question"}`, "traceparent", parent)
	m.will(down)
	s.post(t, question)
	s.do(t, "GET", "/health", "")
	s.stop(t)
	names := map[string]int{}
	var own string
	for _, sp := range spans {
		if sp.Name == "POST /ask" && sp.TraceID == traceOfMine {
			own = sp.SpanID
		}
		if sp.Status.Code == 2 {
			names[sp.Name+" failed"]++
		}
		names[sp.Name]++
	}
	for name, want := range map[string]int{"POST /ask": 2, "prompt": 2, "chat test-model": 3, "check": 2, "POST /ask failed": 1, "chat test-model failed": 1, "check failed": 0} {
		if names[name] != want {
			t.Errorf("%d spans %s, want %d; all are %v", names[name], name, want, names)
		}
	}
	for _, sp := range spans {
		if sp.TraceID == traceOfMine && sp.Name != "POST /ask" && sp.ParentSpanID != own {
			t.Errorf("%s is not below the request", sp.Name)
		}
	}
	if strings.Contains(text.String(), "secret") || !strings.Contains(text.String(), "table_scope") {
		t.Errorf("the spans hold a question or SQL, or no rule: %s", text.String())
	}
}

// A collector that hangs holds neither a question up nor the end of the service.
func TestTracesToNobody(t *testing.T) {
	t.Parallel()
	hang := make(chan struct{})
	collector := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { <-hang }))
	defer collector.Close()
	defer close(hang)
	s := start(t, newModel(t, saysSQL(goodSQL)), "ASKSQL_TRACES_ENDPOINT="+collector.URL)
	began := time.Now()
	for range 100 {
		checkSQL(t, s.post(t, question))
	}
	s.stop(t)
	if took := time.Since(began); took > 3*patience { // the collector would hang for as long as the test
		t.Errorf("it took %v", took)
	}
}
