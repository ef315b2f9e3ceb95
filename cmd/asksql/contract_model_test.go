package main_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"
)

// endless writes white space until the caller gives up.
func endless(w http.ResponseWriter, r *http.Request) {
	w.Header().Set("Content-Type", "application/json")
	block := []byte(strings.Repeat(" ", 64<<10))
	for r.Context().Err() == nil {
		if _, err := w.Write(block); err != nil {
			return
		}
	}
}

// drips sends a byte now and then and never an end.
func drips(w http.ResponseWriter, r *http.Request) {
	for r.Context().Err() == nil {
		fmt.Fprint(w, " ")
		w.(http.Flusher).Flush()
		time.Sleep(20 * time.Millisecond)
	}
}

// hangsUp closes the connection in the middle of its response.
func hangsUp(w http.ResponseWriter, _ *http.Request) {
	w.Header().Set("Content-Length", "1000")
	fmt.Fprint(w, `{"choices":`)
	panic(http.ErrAbortHandler)
}

func TestModelThatFails(t *testing.T) {
	m := newModel(t, nil)
	s := serve(t, m, "ASKSQL_LLM_TIMEOUT=1s", "ASKSQL_LLM_BREAKER_FAILURES=0")
	message := func(content any) map[string]any { return map[string]any{"role": "assistant", "content": content} }
	tool := map[string]any{"role": "assistant", "content": nil, "tool_calls": []any{map[string]any{
		"id": "1", "type": "function", "function": map[string]string{"name": "f", "arguments": "{}"}}}}
	for _, tc := range []struct {
		name   string
		answer http.HandlerFunc
	}{
		{"HTML", saysRaw(200, "text/html", "<html><body>Welcome to nginx!</body></html>")},
		{"HTML that calls itself JSON", saysRaw(200, "application/json", "<html></html>")},
		{"nothing", saysRaw(200, "application/json", "")},
		{"half a JSON object", saysRaw(200, "application/json", `{"id":"1","choices":[{"message":{"con`)},
		{"another JSON object", saysRaw(200, "application/json", `{"ok":true}`)},
		{"a stream without end", endless},
		{"a stream that drips", drips},
		{"a connection that breaks", hangsUp},
		{"no choices", saysRaw(200, "application/json", `{"id":"1","object":"chat.completion","choices":[]}`)},
		{"no content", saysMessage(message(nil), "stop")},
		{"empty content", saysText("")},
		{"blank content", saysText(" \n")},
		{"empty SQL without a reason", saysSQL("")},
		{"output that is cut off", saysMessage(message(`{"sql":"SELECT id FR`), "length")},
		{"a content filter", saysMessage(message("SELECT 1"), "content_filter")},
		{"a tool call", saysMessage(tool, "tool_calls")},
		{"unauthorized, with the key in its body", saysRaw(401, "application/json", `{"error":{"message":"Incorrect API key provided: `+credential+`"}}`)},
		{"forbidden", saysRaw(403, "text/plain", "go away")},
		{"no such model", saysRaw(404, "application/json", `{"error":{"message":"model not found"}}`)},
		{"too many requests", saysRaw(429, "application/json", "{}")},
		{"a failure, with a path in its body", saysRaw(500, "text/plain", "Traceback: /srv/secret/app.py line 3")},
		{"an overload", saysRaw(503, "text/html", "<h1>Bad gateway</h1>")},
		{"no content at all", saysRaw(204, "text/plain", "")},
	} {
		t.Run(tc.name, func(t *testing.T) {
			m.will(tc.answer)
			r := s.post(t, question)
			wantError{502, "sql_generation_error", "", ""}.check(t, r)
			for _, word := range []string{"nginx", "Traceback", "/srv", "go away", "html"} {
				if strings.Contains(r.body, word) {
					t.Errorf("body %s repeats the provider", r.body)
				}
			}
			if n := len(m.called()); n != 1 {
				t.Errorf("%d calls, want 1", n)
			}
		})
	}
}

func TestModelThatCannotBeReached(t *testing.T) {
	nobody := httptest.NewServer(http.NotFoundHandler())
	nobody.Close()
	s := serve(t, nil, "ASKSQL_LLM_BASE_URL="+nobody.URL)
	r := s.post(t, question)
	wantError{502, "sql_generation_error", "", ""}.check(t, r)
	if strings.Contains(r.body, "127.0.0.1") {
		t.Errorf("body %s tells an address", r.body)
	}
}

func TestModelThatRedirects(t *testing.T) {
	decoy := newModel(t, saysSQL(goodSQL))
	m := newModel(t, nil)
	s := serve(t, m)
	for _, status := range []int{301, 302, 303, 307, 308} {
		t.Run(fmt.Sprint(status), func(t *testing.T) {
			m.will(func(w http.ResponseWriter, r *http.Request) {
				http.Redirect(w, r, decoy.url+r.URL.Path, status)
			})
			wantError{502, "sql_generation_error", "", ""}.check(t, s.post(t, question))
		})
	}
	if n := len(decoy.called()); n != 0 {
		t.Errorf("%d calls, with the key, went where the redirect led", n)
	}
}

// Variables that the provider's SDK reads by itself have no effect.
func TestPoisonedEnvironment(t *testing.T) {
	decoy := newModel(t, saysSQL("SELECT id FROM orders"))
	m := newModel(t, saysSQL(goodSQL))
	s := serve(t, m,
		"OPENAI_BASE_URL="+decoy.url+"/v1", "OPENAI_API_KEY=sk-poison", "OPENAI_ORG_ID=org-poison",
		"OPENAI_PROJECT_ID=proj-poison", "OPENAI_ADMIN_KEY=sk-admin-poison", "OPENAI_WEBHOOK_SECRET=poison",
		"OPENAI_CUSTOM_HEADERS=X-Poison: poison", "OPENAI_LOG=debug", "GIN_MODE=production", "GODEBUG=")
	if got := checkSQL(t, s.post(t, question)); !strings.Contains(got, "COUNT") {
		t.Errorf("SQL %s came from elsewhere", got)
	}
	calls := m.called()
	if len(calls) != 1 || len(decoy.called()) != 0 {
		t.Fatalf("%d calls, and %d where OPENAI_BASE_URL leads", len(calls), len(decoy.called()))
	}
	if got := calls[0].header.Get("Authorization"); got != "Bearer "+credential {
		t.Errorf("Authorization %q", got)
	}
	if dump := fmt.Sprint(calls[0].header) + calls[0].body; strings.Contains(dump, "oison") {
		t.Errorf("the call holds what the environment says: %s", dump)
	}
}

func TestCallOfTheModel(t *testing.T) {
	m := newModel(t, saysSQL(goodSQL))
	sent := func(t *testing.T, s *service) map[string]any {
		t.Helper()
		m.will(saysSQL(goodSQL))
		checkSQL(t, s.post(t, question))
		if n := len(m.called()); n != 1 {
			t.Fatalf("%d calls, want 1", n)
		}
		body := make(map[string]any)
		if err := json.Unmarshal([]byte(m.called()[0].body), &body); err != nil {
			t.Fatal(err)
		}
		return body
	}
	body := sent(t, serve(t, m))
	if path := m.called()[0].path; path != "/v1/chat/completions" {
		t.Errorf("path %s", path)
	}
	if body["model"] != "test-model" || body["stream"] == true || body["response_format"] == nil {
		t.Errorf("call %v, want one that does not stream, with a response format", body)
	}
	if _, ok := body["temperature"]; ok {
		t.Error("a temperature is sent that nobody configured")
	}
	if body := sent(t, serve(t, m, "ASKSQL_LLM_TEMPERATURE=0.25")); body["temperature"] != 0.25 {
		t.Errorf("temperature %v, want 0.25", body["temperature"])
	}
	body = sent(t, serve(t, m, "API_KEY="))
	if got := m.called()[0].header.Get("Authorization"); strings.Contains(got, "sk-") || body == nil {
		t.Errorf("Authorization %q without a key", got)
	}
}
