package llm

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"
	"time"
)

const key = "sk-test-Zq8vN3xW5yB7mK2pR4tL" // the credential that must never come out

var question = Request{
	System:   "be brief",
	Messages: []Message{{User, "first"}, {Assistant, "second"}, {User, "third"}},
	Format:   &Format{Name: "answer", Schema: json.RawMessage(`{"type":"object"}`)},
}

// completion is a Chat Completions reply with one choice.
func completion(choice string) string {
	return `{"id":"c1","object":"chat.completion","model":"m-2025","choices":[` + choice + `],"usage":{"prompt_tokens":11,"completion_tokens":7,"total_tokens":18}}`
}

const answered = `{"index":0,"finish_reason":"stop","message":{"role":"assistant","content":"SELECT 1"}}`

// serve starts a server and returns a model that calls it once, with no retries.
func serve(t *testing.T, handler http.HandlerFunc, edit ...func(*Config)) Model {
	t.Helper()
	server := httptest.NewServer(handler)
	t.Cleanup(server.Close)
	cfg := Config{Provider: "openai", Model: "m", BaseURL: server.URL + "/v1", APIKey: key, Timeout: 5 * time.Second}
	for _, e := range edit {
		e(&cfg)
	}
	model, err := New(cfg)
	if err != nil {
		t.Fatalf("New: %v", err)
	}
	return model
}

func writeJSON(w http.ResponseWriter, status int, body string) {
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	io.WriteString(w, body)
}

// failure returns the *Error of a call that has to fail, after looking for the key in it.
func failure(t *testing.T, model Model) *Error {
	t.Helper()
	_, err := model.Generate(t.Context(), question)
	var failed *Error
	if !errors.As(err, &failed) {
		t.Fatalf("Generate: error %v (%T), want an *Error", err, err)
	}
	for _, text := range []string{err.Error(), fmt.Sprintf("%+v", err), fmt.Sprintf("%#v", failed)} {
		for i := range len(key) - minFragment {
			if part := key[i : i+minFragment]; strings.Contains(text, part) {
				t.Fatalf("the error holds %q, a part of the key: %s", part, text)
			}
		}
	}
	return failed
}

func TestOpenAIReply(t *testing.T) {
	var sent map[string]any
	model := serve(t, func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path != "/v1/chat/completions" || r.Header.Get("Authorization") != "Bearer "+key {
			t.Errorf("called %s with Authorization %q", r.URL.Path, r.Header.Get("Authorization"))
		}
		json.NewDecoder(r.Body).Decode(&sent)
		writeJSON(w, 200, completion(answered))
	})
	got, err := model.Generate(t.Context(), question)
	want := Reply{Text: "SELECT 1", Provider: "openai", Model: "m-2025", InputTokens: 11, OutputTokens: 7, Tries: 1}
	if err != nil || got != want {
		t.Errorf("Generate = %+v, %v, want %+v", got, err, want)
	}
	wantSent := map[string]any{
		"model": "m",
		"messages": []any{
			map[string]any{"role": "system", "content": "be brief"},
			map[string]any{"role": "user", "content": "first"},
			map[string]any{"role": "assistant", "content": "second"},
			map[string]any{"role": "user", "content": "third"},
		},
		"response_format": map[string]any{"type": "json_schema", "json_schema": map[string]any{
			"name": "answer", "strict": true, "schema": map[string]any{"type": "object"}}},
	}
	if got, want := fmt.Sprint(sent), fmt.Sprint(wantSent); got != want {
		t.Errorf("sent\n%s\nwant\n%s", got, want)
	}
}

func TestOpenAISettings(t *testing.T) {
	zero := 0.0
	for _, tc := range []struct {
		name string
		edit func(*Config)
		want func(*http.Request, map[string]any) bool
	}{
		{"a temperature of 0 is sent if configured", func(c *Config) { c.Temperature = &zero },
			func(_ *http.Request, body map[string]any) bool { return body["temperature"] == 0.0 }},
		{"a compatible server needs no key", func(c *Config) { c.APIKey = "" },
			func(r *http.Request, _ map[string]any) bool { return r.Header.Values("Authorization") == nil }},
	} {
		t.Run(tc.name, func(t *testing.T) {
			model := serve(t, func(w http.ResponseWriter, r *http.Request) {
				var body map[string]any
				json.NewDecoder(r.Body).Decode(&body)
				if !tc.want(r, body) {
					t.Errorf("sent %v with %v", body, r.Header)
				}
				writeJSON(w, 200, completion(answered))
			}, tc.edit)
			if _, err := model.Generate(t.Context(), question); err != nil {
				t.Errorf("Generate: %v", err)
			}
		})
	}
}

func TestOpenAIStatuses(t *testing.T) {
	for _, tc := range []struct {
		name      string
		status    int
		header    string // Retry-After
		body      string
		kind      Kind
		retryable bool
		after     time.Duration
	}{
		{"wrong key, quoted back", 401, "", `{"error":{"message":"Incorrect API key provided: ` + key + `","code":"invalid_api_key"}}`, KindAuth, false, 0},
		{"wrong key, partly quoted back", 401, "", `{"error":{"message":"bad key ` + key[:9] + `…` + key[20:] + `"}}`, KindAuth, false, 0},
		{"key not allowed", 403, "", `{}`, KindAuth, false, 0},
		{"no such model", 404, "", `{"error":{"message":"The model m does not exist"}}`, KindRejected, false, 0},
		{"time-out on their side", 408, "", ``, KindUnavailable, true, 0},
		{"too many requests", 429, "3", `{"error":{"message":"slow down"}}`, KindRateLimited, true, 3 * time.Second},
		{"a negative Retry-After says nothing", 429, "-3", `{}`, KindRateLimited, true, 0},
		{"crash", 500, "", `panic: Authorization: Bearer ` + key, KindUnavailable, true, 0},
		{"a proxy's page", 502, "", `<html><h1>Bad Gateway</h1></html>`, KindUnavailable, true, 0},
		{"overloaded", 529, "", `not json`, KindUnavailable, true, 0},
		{"nothing at all to say", 503, "", ``, KindUnavailable, true, 0},
	} {
		t.Run(tc.name, func(t *testing.T) {
			got := failure(t, serve(t, func(w http.ResponseWriter, _ *http.Request) {
				if tc.header != "" {
					w.Header().Set("Retry-After", tc.header)
				}
				writeJSON(w, tc.status, tc.body)
			}))
			if got.Kind != tc.kind || got.Status != tc.status || got.Retryable() != tc.retryable || got.RetryAfter != tc.after {
				t.Errorf("got %+v (retryable %v), want %s, %d, retryable %v, after %s", got, got.Retryable(), tc.kind, tc.status, tc.retryable, tc.after)
			}
		})
	}
}

func TestOpenAIRedirectIsNotFollowed(t *testing.T) {
	var followed atomic.Int32
	target := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		followed.Add(1)
		writeJSON(w, 200, completion(answered))
	}))
	defer target.Close()
	for _, status := range []int{301, 302, 303, 307, 308} {
		got := failure(t, serve(t, func(w http.ResponseWriter, r *http.Request) {
			http.Redirect(w, r, target.URL, status)
		}))
		if got.Kind != KindRedirect || got.Status != status {
			t.Errorf("%d: got %+v", status, got)
		}
	}
	if n := followed.Load(); n != 0 {
		t.Errorf("%d redirects were followed", n)
	}
}

func TestOpenAIBodies(t *testing.T) {
	huge := `"` + strings.Repeat("x", maxReplyBytes) + `"`
	for _, tc := range []struct {
		name, contentType, body string
		kind                    Kind
	}{
		{"a page", "text/html", "<html>welcome</html>", KindMalformed},
		{"a page that says it is JSON", "application/json", "<html>welcome</html>", KindMalformed},
		{"JSON that stops", "application/json", `{"choices":[{"mess`, KindMalformed},
		{"JSON of something else", "application/json", `[1,2]`, KindMalformed},
		{"null", "application/json", `null`, KindNoContent},
		{"an error with status 200", "application/json", `{"error":{"message":"` + key + ` is over quota"}}`, KindNoContent},
		{"no choices", "application/json", completion(``), KindNoContent},
		{"no content", "application/json", completion(`{"finish_reason":"stop","message":{"role":"assistant","content":null}}`), KindNoContent},
		{"blank content", "application/json", completion(`{"finish_reason":"stop","message":{"content":" \n"}}`), KindNoContent},
		{"content of another type", "application/json", completion(`{"finish_reason":"stop","message":{"content":[{"type":"text"}]}}`), KindMalformed},
		{"cut off", "application/json", completion(`{"finish_reason":"length","message":{"content":"SELECT id FR"}}`), KindTruncated},
		{"filtered", "application/json", completion(`{"finish_reason":"content_filter","message":{"content":"SELECT"}}`), KindFiltered},
		{"tool call", "application/json", completion(`{"finish_reason":"tool_calls","message":{"content":null,"tool_calls":[{"id":"1","type":"function","function":{"name":"f","arguments":"{}"}}]}}`), KindToolCall},
		{"tool call that says stop", "application/json", completion(`{"finish_reason":"stop","message":{"content":"SELECT 1","tool_calls":[{"id":"1","type":"function","function":{"name":"f","arguments":"{}"}}]}}`), KindToolCall},
		{"refusal", "application/json", completion(`{"finish_reason":"stop","message":{"content":null,"refusal":"I can't help with that"}}`), KindRefused},
		{"over 1 MiB", "application/json", completion(`{"finish_reason":"stop","message":{"content":` + huge + `}}`), KindTooLarge},
	} {
		t.Run(tc.name, func(t *testing.T) {
			got := failure(t, serve(t, func(w http.ResponseWriter, _ *http.Request) {
				w.Header().Set("Content-Type", tc.contentType)
				io.WriteString(w, tc.body)
			}))
			if got.Kind != tc.kind || got.Retryable() {
				t.Errorf("got %+v, want %s, not retryable", got, tc.kind)
			}
		})
	}
}

func TestOpenAIReplyOfExactlyTheLimit(t *testing.T) {
	shell := len(completion(`{"finish_reason":"stop","message":{"content":""}}`))
	content := strings.Repeat("x", maxReplyBytes-shell)
	model := serve(t, func(w http.ResponseWriter, _ *http.Request) {
		writeJSON(w, 200, completion(`{"finish_reason":"stop","message":{"content":"`+content+`"}}`))
	})
	if reply, err := model.Generate(t.Context(), question); err != nil || reply.Text != content {
		t.Errorf("Generate: %d bytes, %v, want %d bytes", len(reply.Text), err, len(content))
	}
}

func TestOpenAIConnections(t *testing.T) {
	reset := func(w http.ResponseWriter, _ *http.Request) {
		conn, _, _ := http.NewResponseController(w).Hijack()
		conn.(*net.TCPConn).SetLinger(0)
		conn.Close()
	}
	for _, tc := range []struct {
		name    string
		handler http.HandlerFunc
		kind    Kind
		again   bool
	}{
		{"reset before the header", reset, KindConnection, true},
		{"lost within the body", func(w http.ResponseWriter, r *http.Request) {
			w.Header().Set("Content-Type", "application/json")
			w.Header().Set("Content-Length", "1000")
			io.WriteString(w, `{"choices":`)
			http.NewResponseController(w).Flush()
			reset(w, r)
		}, KindConnection, true},
		{"stall before the header", func(_ http.ResponseWriter, r *http.Request) {
			io.Copy(io.Discard, r.Body)
			<-r.Context().Done()
		}, KindTimeout, false},
		{"stall within the body", func(w http.ResponseWriter, r *http.Request) {
			io.Copy(io.Discard, r.Body)
			w.Header().Set("Content-Type", "application/json")
			io.WriteString(w, `{"choices":`)
			http.NewResponseController(w).Flush()
			<-r.Context().Done()
		}, KindTimeout, false},
		{"stall within a refusal", func(w http.ResponseWriter, r *http.Request) {
			io.Copy(io.Discard, r.Body)
			w.WriteHeader(http.StatusInternalServerError)
			http.NewResponseController(w).Flush()
			<-r.Context().Done()
		}, KindTimeout, false},
	} {
		t.Run(tc.name, func(t *testing.T) {
			got := failure(t, serve(t, tc.handler, func(c *Config) { c.Timeout = 200 * time.Millisecond }))
			if got.Kind != tc.kind || got.Retryable() != tc.again {
				t.Errorf("got %+v (retryable %v), want %s, retryable %v", got, got.Retryable(), tc.kind, tc.again)
			}
		})
	}
}

func TestOpenAINobodyListens(t *testing.T) {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	listener.Close()
	model, err := New(Config{Provider: "openai", Model: "m", APIKey: key, BaseURL: "http://" + listener.Addr().String()})
	if err != nil {
		t.Fatal(err)
	}
	if got := failure(t, model); got.Kind != KindConnection || !got.Retryable() {
		t.Errorf("got %+v, want a retryable connection failure", got)
	}
}

func TestOpenAICertificateIsChecked(t *testing.T) {
	server := httptest.NewUnstartedServer(http.NotFoundHandler())
	server.Config.ErrorLog = log.New(io.Discard, "", 0)
	server.StartTLS()
	defer server.Close()
	model, err := New(Config{Provider: "openai", Model: "m", APIKey: key, BaseURL: server.URL})
	if err != nil {
		t.Fatal(err)
	}
	if got := failure(t, model); got.Kind != KindTLS || got.Retryable() {
		t.Errorf("got %+v, want a TLS failure that is not repeated", got)
	}
}

func TestOpenAICancellationReachesTheServer(t *testing.T) {
	arrived, gone := make(chan struct{}), make(chan struct{})
	model := serve(t, func(_ http.ResponseWriter, r *http.Request) {
		io.Copy(io.Discard, r.Body)
		close(arrived)
		<-r.Context().Done()
		close(gone)
	})
	ctx, cancel := context.WithCancel(t.Context())
	go func() {
		<-arrived
		cancel()
	}()
	_, err := model.Generate(ctx, question)
	if !errors.Is(err, context.Canceled) || errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("Generate: %v, want context.Canceled", err)
	}
	select {
	case <-gone:
	case <-time.After(2 * time.Second):
		t.Error("the call goes on at the server")
	}
}

// TestOpenAIFormless: what a server cannot do is asked of it once.
func TestOpenAIFormless(t *testing.T) {
	for _, refusal := range []struct {
		status int
		body   string
	}{
		{400, `{"error":{"message":"Invalid parameter: 'response_format' of type 'json_schema' is not supported with this model."}}`},
		{422, `{"detail":[{"type":"extra_forbidden","loc":["body","response_format"]}]}`},
		{400, `{"error":{"message":"This model does not support response format ` + "`json_schema`" + `"}}`},
	} {
		var with, without atomic.Int32
		model := serve(t, func(w http.ResponseWriter, r *http.Request) {
			body, _ := io.ReadAll(r.Body)
			if strings.Contains(string(body), `"response_format"`) {
				with.Add(1)
				writeJSON(w, refusal.status, refusal.body)
				return
			}
			without.Add(1)
			writeJSON(w, 200, completion(answered))
		})
		for range 3 {
			if reply, err := model.Generate(t.Context(), question); err != nil || reply.Text != "SELECT 1" || reply.Tries != 1 {
				t.Fatalf("%s: Generate = %+v, %v", refusal.body, reply, err)
			}
		}
		if with.Load() != 1 || without.Load() != 3 {
			t.Errorf("%s: %d calls with a format and %d without, want 1 and 3", refusal.body, with.Load(), without.Load())
		}
	}
}

// TestOpenAIFormIsNotUnlearnt: an error text may quote the conversation, which anyone can write.
func TestOpenAIFormIsNotUnlearnt(t *testing.T) {
	var with atomic.Int32
	model := serve(t, func(w http.ResponseWriter, r *http.Request) {
		if body, _ := io.ReadAll(r.Body); strings.Contains(string(body), `"response_format"`) {
			with.Add(1)
		}
		writeJSON(w, 400, `{"error":{"message":"context too long: what does response_format mean"}}`)
	})
	failure(t, model)
	failure(t, model)
	if with.Load() != 2 {
		t.Errorf("%d of 2 requests asked for the format", with.Load())
	}
}
