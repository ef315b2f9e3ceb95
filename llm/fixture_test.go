package llm

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"
)

// What must never come out.
const (
	key     = "sk-test-Zq8vN3xW5yB7mK2pR4tL"
	gateway = "Basic ZGVhbGVyOnBhc3N3b3JkMTIz" // the value of a header
)

var question = Request{
	System:   "be brief",
	Messages: []Message{{User, "first"}, {Assistant, "second"}, {User, "third"}},
	Format:   &Format{Name: "answer", Schema: json.RawMessage(`{"type":"object"}`)},
}

// A dialect is what a server of one provider says, and where. ECHO in a body stands for the header
// of the request, as a chatty proxy would give it back.
type dialect struct {
	provider  string
	base      string // the path of the base URL
	path      string // that is called
	keyHeader string
	keyPrefix string // before the key in its header
	answered  string // SELECT 1, for 11 tokens and with 7, by the model m-2025
	noAnswers []noAnswer
	format    string // what a request for structured output has in it
	noFormat  string // the error of a server that knows none
}

// A noAnswer is the body of a response with status 200, and what it comes to.
type noAnswer struct {
	name string
	kind Kind // one that is Retryable is tried twice
	body string
}

func dialects() []dialect { return []dialect{ofAnthropic(), ofGemini(), ofOllama(), ofOpenAI()} }

func ofAnthropic() dialect {
	const text, tool = `{"type":"text","text":"SELECT 1"}`, `{"type":"tool_use","id":"t","name":"f","input":{}}`
	return dialect{
		provider: "anthropic", base: "", path: "/v1/messages", keyHeader: "Authorization", keyPrefix: "Bearer ",
		answered: claude("end_turn", `{"type":"thinking","thinking":"hm","signature":"x"},`+text),
		noAnswers: []noAnswer{
			{"cut off", KindTruncated, claude("max_tokens", text)},
			{"cut off at the context window", KindTruncated, claude("model_context_window_exceeded", text)},
			{"refused", KindRefused, claude("refusal", ``)},
			{"refused in the middle", KindRefused, claude("refusal", text)},
			{"tool call", KindToolCall, claude("tool_use", tool)},
			{"tool call beside a text", KindToolCall, claude("end_turn", text+","+tool)},
			{"pause for a tool of the server", KindToolCall, claude("pause_turn", text)},
			{"blank", KindNoContent, claude("end_turn", `{"type":"text","text":" \n"}`)},
			{"thinking alone", KindNoContent, claude("end_turn", `{"type":"thinking","thinking":"hm","signature":"x"}`)},
			{"nothing", KindNoContent, claude("end_turn", ``)},
			{"no body", KindMalformed, ``},
			{"error with status 200", KindUnavailable, `{"type":"error","error":{"type":"overloaded_error","message":"ECHO"}}`},
			{"end of an unknown kind", KindMalformed, claude("ECHO", text)},
			{"no word about the end", KindMalformed, claude("", text)},
			{"spent account with status 200", KindQuota, `{"type":"error","error":{"type":"billing_error","message":"ECHO"}}`},
			{"content of another type", KindMalformed, `{"content":"ECHO","stop_reason":"end_turn"}`},
			{"JSON of something else", KindMalformed, `["ECHO"]`},
		},
		format:   `"output_config"`,
		noFormat: `{"type":"error","error":{"type":"invalid_request_error","message":"output_config.format: Extra inputs are not permitted"}}`,
	}
}

func claude(stop, content string) string {
	return `{"id":"m1","type":"message","role":"assistant","model":"m-2025","stop_reason":"` + stop + `","content":[` + content + `],` +
		`"usage":{"input_tokens":8,"cache_creation_input_tokens":2,"cache_read_input_tokens":1,"output_tokens":7},"stop_details":{"type":"refusal","explanation":"ECHO"}}`
}

func ofGemini() dialect {
	const text, call = `{"text":"SELECT 1"}`, `{"functionCall":{"name":"f"}}`
	return dialect{
		provider: "gemini", base: "", path: "/v1beta/models/m:generateContent", keyHeader: "X-Goog-Api-Key",
		answered: candidate("STOP", `{"text":"hm","thought":true},{"text":"SELECT"},{"text":" 1"}`),
		noAnswers: []noAnswer{
			{"cut off", KindTruncated, candidate("MAX_TOKENS", text)},
			{"filtered", KindFiltered, candidate("SAFETY", ``)},
			{"filtered in the middle", KindFiltered, candidate("PROHIBITED_CONTENT", text)},
			{"recitation", KindFiltered, candidate("RECITATION", text)},
			{"blocked", KindFiltered, `{"promptFeedback":{"blockReason":"SAFETY","blockReasonMessage":"ECHO"}}`},
			{"blocked for an unknown reason", KindFiltered, `{"promptFeedback":{"blockReason":"ECHO"}}`},
			{"tool call", KindToolCall, candidate("STOP", call)},
			{"tool call beside a text", KindToolCall, candidate("STOP", text+","+call)},
			{"tool call that failed", KindToolCall, candidate("UNEXPECTED_TOOL_CALL", ``)},
			{"blank", KindNoContent, candidate("STOP", `{"text":" \n"}`)},
			{"thinking alone", KindNoContent, candidate("STOP", `{"text":"hm","thought":true}`)},
			{"no content", KindNoContent, `{"candidates":[{"finishReason":"STOP"}]}`},
			{"nothing", KindNoContent, `{"candidates":[]}`},
			{"no body", KindMalformed, ``},
			{"error with status 200", KindUnavailable, `{"error":{"code":503,"message":"ECHO"}}`},
			{"busy with status 200", KindRateLimited, `{"error":{"code":429,"message":"ECHO","status":"RESOURCE_EXHAUSTED"}}`},
			{"the quota of the day with status 200", KindQuota, `{"error":{"code":429,"message":"ECHO","details":[{"@type":"type.googleapis.com/google.rpc.QuotaFailure","violations":[{"quotaId":"GenerateRequestsPerDayPerProjectPerModel-FreeTier"}]}]}}`},
			{"cut off while thinking", KindTruncated, `{"candidates":[{"finishReason":"MAX_TOKENS","content":{"role":"model"}}],"usageMetadata":{"thoughtsTokenCount":9}}`},
			{"end of an unknown kind", KindMalformed, candidate("ECHO", text)},
			{"no word about the end", KindMalformed, candidate("", text)},
			{"JSON of something else", KindMalformed, `["ECHO"]`},
			{"candidates of another type", KindMalformed, `{"candidates":"ECHO"}`},
			{"a candidate of another type", KindMalformed, `{"candidates":["ECHO"]}`},
			{"content of another type", KindMalformed, `{"candidates":[{"finishReason":"STOP","content":"ECHO"}]}`},
		},
		format:   `"responseJsonSchema"`,
		noFormat: `{"error":{"code":400,"message":"JSON mode is not enabled for models/m","status":"INVALID_ARGUMENT"}}`,
	}
}

func candidate(reason, parts string) string {
	return `{"candidates":[{"finishReason":"` + reason + `","finishMessage":"ECHO","content":{"role":"model","parts":[` + parts + `]}}],` +
		`"modelVersion":"m-2025","usageMetadata":{"promptTokenCount":11,"candidatesTokenCount":4,"thoughtsTokenCount":3}}`
}

func ofOllama() dialect {
	const text, call = `"content":"SELECT 1"`, `"tool_calls":[{"function":{"name":"f","arguments":{}}}]`
	return dialect{
		provider: "ollama", base: "", path: "/api/chat", keyHeader: "Authorization", keyPrefix: "Bearer ",
		answered: chat("stop", text+`,"thinking":"hm"`),
		noAnswers: []noAnswer{
			{"cut off", KindTruncated, chat("length", text)},
			{"tool call", KindToolCall, chat("stop", `"content":"",`+call)},
			{"tool call beside a text", KindToolCall, chat("stop", text+","+call)},
			{"blank", KindNoContent, chat("stop", `"content":" \n"`)},
			{"thinking alone", KindNoContent, chat("stop", `"content":"","thinking":"hm"`)},
			{"no body", KindMalformed, ``},
			{"a model that was loaded", KindNoContent, chat("load", `"content":""`)},
			{"error with status 200", KindUnavailable, `{"error":"ECHO"}`},
			{"error in the middle of a stream", KindUnavailable, `{"model":"m","message":{"content":"SEL"},"done":false}` + "\n" + `{"error":"ECHO"}`},
			{"a stream that breaks off", KindMalformed, `{"model":"m","message":{"content":"SELECT 1"},"done":false}` + "\n"},
			{"end of an unknown kind", KindMalformed, chat("ECHO", text)},
			{"no word about the end", KindMalformed, chat("", text)},
			{"JSON of something else", KindMalformed, `["ECHO"]`},
			{"content of another type", KindMalformed, chat("stop", `"content":["ECHO"]`)},
		},
		format:   `"format"`,
		noFormat: `{"error":"invalid format: \"object\"; expected \"json\" or a JSON Schema object"}`,
	}
}

func chat(reason, message string) string {
	return `{"model":"m-2025","message":{"role":"assistant",` + message + `},"done":true,"done_reason":"` + reason + `","prompt_eval_count":11,"eval_count":7}`
}

func ofOpenAI() dialect {
	const text, call = `"content":"SELECT 1"`, `"tool_calls":[{"id":"1","type":"function","function":{"name":"f","arguments":"{}"}}]`
	return dialect{
		provider: "openai", base: "/v1", path: "/v1/chat/completions", keyHeader: "Authorization", keyPrefix: "Bearer ",
		answered: completion("stop", text+`,"reasoning_content":"hm"`),
		noAnswers: []noAnswer{
			{"cut off", KindTruncated, completion("length", text)},
			{"filtered", KindFiltered, completion("content_filter", text)},
			{"refused", KindRefused, completion("stop", `"content":null,"refusal":"I cannot help with ECHO"`)},
			{"tool call", KindToolCall, completion("tool_calls", `"content":null,`+call)},
			{"tool call that says stop", KindToolCall, completion("stop", text+","+call)},
			{"blank", KindNoContent, completion("stop", `"content":" \n"`)},
			{"thinking alone", KindNoContent, completion("stop", `"content":"","reasoning_content":"hm"`)},
			{"no content", KindNoContent, completion("stop", `"content":null`)},
			{"nothing", KindNoContent, `{"choices":[]}`},
			{"null", KindMalformed, `null`},
			{"another object", KindMalformed, `{"ok":true,"x":"ECHO"}`},
			{"no choices", KindUnavailable, `{"id":"x","choices":null,"model":"ECHO"}`},
			{"busy with status 200", KindRateLimited, `{"error":{"message":"rate limit exceeded ECHO","code":429}}`},
			{"spent account with status 200", KindQuota, `{"error":{"message":"ECHO","code":"insufficient_quota"}}`},
			{"error in the choice", KindRateLimited, `{"choices":[{"finish_reason":"error","error":{"code":429,"message":"ECHO"},"message":{"content":"SEL"}}]}`},
			{"thinking parts alone", KindNoContent, completion("stop", `"content":[{"type":"thinking","thinking":[{"type":"text","text":"ECHO"}]}]`)},
			{"no body", KindMalformed, ``},
			{"error with status 200", KindUnavailable, `{"error":{"message":"ECHO"}}`},
			{"JSON of something else", KindMalformed, `["ECHO"]`},
			{"parts of another type", KindNoContent, completion("stop", `"content":[{"type":"ECHO"}]`)},
			{"content of another type", KindMalformed, completion("stop", `"content":{"text":"ECHO"}`)},
			{"text of another type", KindMalformed, completion("stop", `"content":[{"type":"text","text":["ECHO"]}]`)},
		},
		format:   `"response_format"`,
		noFormat: `{"error":{"message":"Invalid parameter: 'response_format' of type 'json_schema' is not supported with this model."}}`,
	}
}

func completion(reason, message string) string {
	return `{"id":"c1","object":"chat.completion","model":"m-2025","choices":[{"index":0,"finish_reason":"` + reason + `","message":{"role":"assistant",` + message + `}}],` +
		`"usage":{"prompt_tokens":11,"completion_tokens":7,"total_tokens":18}}`
}

// says returns a handler that answers with the body.
func says(status int, contentType, body string) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		io.Copy(io.Discard, r.Body)
		quoted, _ := json.Marshal(fmt.Sprint(r.Header))
		w.Header().Set("Content-Type", contentType)
		w.WriteHeader(status)
		io.WriteString(w, strings.ReplaceAll(body, "ECHO", strings.Trim(string(quoted), `"`)))
	}
}

func saysJSON(status int, body string) http.HandlerFunc {
	return says(status, "application/json", body)
}

// serve starts a server and returns a model that calls it once, with no retries.
func serve(t *testing.T, d dialect, handler http.HandlerFunc, edit ...func(*Config)) Model {
	t.Helper()
	server := httptest.NewServer(handler)
	t.Cleanup(server.Close)
	return connected(t, d, server.URL, edit...)
}

// connected returns a model that calls the server at the address.
func connected(t *testing.T, d dialect, address string, edit ...func(*Config)) Model {
	t.Helper()
	cfg := Config{
		Provider: d.provider, Model: "m", BaseURL: address + d.base, APIKey: key,
		Headers: map[string]string{"X-Gateway": gateway}, Timeout: 20 * time.Second,
	}
	for _, e := range edit {
		e(&cfg)
	}
	model, err := New(cfg)
	if err != nil {
		t.Fatalf("New: %v", err)
	}
	return model
}

// failure returns the *Error of a call that has to fail, after looking for secrets in it.
func failure(t *testing.T, model Model) *Error {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute) // the deadline of a request
	defer cancel()
	_, err := model.Generate(ctx, question)
	var failed *Error
	if !errors.As(err, &failed) {
		t.Fatalf("Generate: error %v (%T), want an *Error", err, err)
	}
	for _, text := range []string{err.Error(), fmt.Sprintf("%+v", err), fmt.Sprintf("%#v", failed)} {
		if part := leaked(text); part != "" {
			t.Fatalf("the error holds %q, a part of a secret: %s", part, text)
		}
	}
	return failed
}

// leaked returns a part of a secret that the text holds, or "".
func leaked(text string) string {
	for _, secret := range []string{key, gateway} {
		for i := range len(secret) - minFragment + 1 {
			if part := secret[i : i+minFragment]; strings.Contains(text, part) {
				return part
			}
		}
	}
	return ""
}

// each runs the test once for every provider.
func each(t *testing.T, test func(*testing.T, dialect)) {
	for _, d := range dialects() {
		t.Run(d.provider, func(t *testing.T) { test(t, d) })
	}
}
