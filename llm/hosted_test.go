package llm

import (
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// A hosted is an exchange with a cloud that offers others' models under their protocols, with a bearer token
// that somebody keeps fresh.
type hosted struct {
	name     string
	provider string
	base     string // the path of the address
	model    string
	version  string // of Azure's API
	path     string // that is called
	body     map[string]any
	absent   string // no member of the body
	reply    string
	denied   string // the body of its 401 or 403, with its status
	status   int
}

// The exchanges are those of the clouds' own documentation.
func hostings() []hosted {
	const (
		openAIReply = `{"id":"c1","object":"chat.completion","created":1,"model":"m-2025","choices":[{"index":0,"finish_reason":"stop","logprobs":null,"message":{"role":"assistant","content":"SELECT 1","refusal":null,"annotations":[]}}],"usage":{"prompt_tokens":11,"completion_tokens":7,"total_tokens":18}}`
		googleFault = `{"error":{"code":401,"message":"Request had invalid authentication credentials. Expected OAuth 2 access token.","status":"UNAUTHENTICATED","details":[{"@type":"type.googleapis.com/google.rpc.ErrorInfo","reason":"ACCESS_TOKEN_EXPIRED","domain":"googleapis.com"}]}}`
		vertex      = "/v1/projects/p/locations/global"
	)
	return []hosted{
		{name: "Azure v1", provider: "openai", base: "/openai/v1", model: "my-deployment", path: "/openai/v1/chat/completions",
			body: map[string]any{"model": "my-deployment", "stream": false},
			reply: `{"choices":[{"content_filter_results":{"hate":{"filtered":false,"severity":"safe"}},"finish_reason":"stop","index":0,"message":{"content":"SELECT 1","refusal":null,"role":"assistant"}}],
				"created":1,"id":"c1","model":"m-2025","object":"chat.completion","prompt_filter_results":[{"prompt_index":0,"content_filter_results":{}}],"usage":{"prompt_tokens":11,"completion_tokens":7,"total_tokens":18}}`,
			denied: `{"error":{"code":"401","message":"Access denied due to invalid subscription key or wrong API endpoint."}}`, status: 401},
		{name: "Azure, dated", provider: "openai", base: "", model: "my-deployment", version: "2024-10-21", path: "/openai/deployments/my-deployment/chat/completions?api-version=2024-10-21",
			body: map[string]any{"model": "my-deployment"}, reply: openAIReply,
			denied: `{"statusCode": 401, "message": "Unauthorized. Access token is missing, invalid, audience is incorrect, or have expired."}`, status: 401},
		{name: "Bedrock as OpenAI", provider: "openai", base: "/openai/v1", model: "openai.gpt-oss-120b-1:0", path: "/openai/v1/chat/completions",
			body:   map[string]any{"model": "openai.gpt-oss-120b-1:0", "stream": false},
			reply:  strings.Replace(openAIReply, `"content":"SELECT 1"`, `"content":[{"type":"reasoning","text":"hm"},{"type":"text","text":"SELECT 1"}]`, 1),
			denied: `{"message":"Bearer Token has expired"}`, status: 403},
		{name: "Bedrock as Anthropic", provider: "anthropic", base: "/anthropic", model: "anthropic.claude-sonnet-4-5", path: "/anthropic/v1/messages",
			body: map[string]any{"model": "anthropic.claude-sonnet-4-5", "max_tokens": 16384., "stream": false}, reply: claude("end_turn", `{"type":"text","text":"SELECT 1"}`),
			denied: `{"type":"error","error":{"type":"permission_error","message":"not authorized"},"request_id":"r"}`, status: 403},
		{name: "Vertex, Gemini", provider: "gemini", base: vertex + "/publishers/google", model: "gemini-2.5-pro", path: vertex + "/publishers/google/models/gemini-2.5-pro:generateContent",
			body: map[string]any{"systemInstruction": map[string]any{"role": "user", "parts": []any{map[string]any{"text": "be brief"}}}}, absent: "model",
			reply:  `{"candidates":[{"content":{"role":"model","parts":[{"text":"SELECT 1"}]},"finishReason":"STOP","avgLogprobs":-0.1}],"usageMetadata":{"promptTokenCount":11,"candidatesTokenCount":4,"thoughtsTokenCount":3,"trafficType":"ON_DEMAND"},"modelVersion":"m-2025","createTime":"2025-01-01T00:00:00Z","responseId":"r"}`,
			denied: googleFault, status: 401},
		{name: "Vertex, Claude", provider: "anthropic", base: vertex + "/publishers/anthropic", model: "claude-sonnet-4-5@20250929", path: vertex + "/publishers/anthropic/models/claude-sonnet-4-5@20250929:rawPredict",
			body: map[string]any{"anthropic_version": "vertex-2023-10-16", "stream": false}, absent: "model", reply: claude("end_turn", `{"type":"text","text":"SELECT 1"}`),
			denied: "[" + googleFault + "]", status: 401},
		{name: "Vertex as OpenAI", provider: "openai", base: vertex + "/endpoints/openapi", model: "google/gemini-2.5-pro", path: vertex + "/endpoints/openapi/chat/completions",
			body: map[string]any{"model": "google/gemini-2.5-pro", "stream": false}, reply: openAIReply,
			denied: "[" + googleFault + "]", status: 401},
	}
}

// TestHosted: what a cloud is sent, and what is made of its reply and of its refusal of a token that has run out.
func TestHosted(t *testing.T) {
	const token = "ya29.a0ARrdaM-0123456789"
	for _, h := range hostings() {
		t.Run(h.name, func(t *testing.T) {
			path := filepath.Join(t.TempDir(), "token")
			if err := os.WriteFile(path, []byte(token), 0o600); err != nil {
				t.Fatal(err)
			}
			status, says := 200, h.reply
			server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				data, _ := io.ReadAll(r.Body)
				h.check(t, r, data, token)
				saysJSON(status, says)(w, r)
			}))
			defer server.Close()
			model, err := New(Config{Provider: h.provider, Model: h.model, BaseURL: server.URL + h.base, APIVersion: h.version, TokenFile: path})
			if err != nil {
				t.Fatal(err)
			}
			got, err := model.Generate(t.Context(), question)
			if want := (Reply{Text: "SELECT 1", Provider: h.provider, Model: "m-2025", InputTokens: 11, OutputTokens: 7, Tries: 1}); err != nil || got != want {
				t.Errorf("Generate = %+v, %v, want %+v", got, err, want)
			}
			status, says = h.status, h.denied
			if e := failure(t, model); e.Kind != KindAuth || e.Hint != "check llm.tokenFile" {
				t.Errorf("got %v, want %s with a hint to the file", e, KindAuth)
			}
		})
	}
}

func (h hosted) check(t *testing.T, r *http.Request, data []byte, token string) {
	t.Helper()
	if got := r.URL.String(); got != h.path && strings.ReplaceAll(got, "%40", "@") != h.path {
		t.Errorf("called %s, want %s", got, h.path)
	}
	for _, name := range []string{"Api-Key", "X-Api-Key", "X-Goog-Api-Key"} {
		if r.Header.Get(name) != "" {
			t.Errorf("%s is sent beside the token", name)
		}
	}
	if got := r.Header.Get("Authorization"); got != "Bearer "+token {
		t.Errorf("Authorization: %q", got)
	}
	var body map[string]any
	if err := json.Unmarshal(data, &body); err != nil {
		t.Error(err)
	}
	for name, want := range h.body {
		got, _ := json.Marshal(body[name])
		if wanted, _ := json.Marshal(want); string(got) != string(wanted) {
			t.Errorf("%s: sent %s, want %s", name, got, wanted)
		}
	}
	if _, there := body[h.absent]; there {
		t.Errorf("%s is sent", h.absent)
	}
}
