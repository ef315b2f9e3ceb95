package llm

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"strings"
	"sync/atomic"
	"testing"
)

// TestReply: one conversation as each provider wants it, and one reply as Generate gives it.
func TestReply(t *testing.T) {
	wants := map[string]string{
		"anthropic": `{"model":"m","max_tokens":16384,"stream":false,"system":[{"type":"text","text":"be brief"}],"messages":[
			{"role":"user","content":[{"type":"text","text":"first"}]},
			{"role":"assistant","content":[{"type":"text","text":"second"}]},
			{"role":"user","content":[{"type":"text","text":"third"}]}],
			"output_config":{"format":{"type":"json_schema","schema":{"type":"object"}}}}`,
		"gemini": `{"systemInstruction":{"role":"user","parts":[{"text":"be brief"}]},"contents":[
			{"role":"user","parts":[{"text":"first"}]},
			{"role":"model","parts":[{"text":"second"}]},
			{"role":"user","parts":[{"text":"third"}]}],
			"generationConfig":{"responseMimeType":"application/json","responseJsonSchema":{"type":"object"}}}`,
		"ollama": `{"model":"m","stream":false,"truncate":false,"shift":false,"options":{"num_ctx":4096},"messages":[
			{"role":"system","content":"be brief"},
			{"role":"user","content":"first"},
			{"role":"assistant","content":"second"},
			{"role":"user","content":"third"}],
			"format":{"type":"object"}}`,
		"openai": `{"model":"m","stream":false,"messages":[
			{"role":"system","content":"be brief"},
			{"role":"user","content":"first"},
			{"role":"assistant","content":"second"},
			{"role":"user","content":"third"}],
			"response_format":{"type":"json_schema","json_schema":{"name":"answer","strict":true,"schema":{"type":"object"}}}}`,
	}
	each(t, func(t *testing.T, d dialect) {
		model := serve(t, d, func(w http.ResponseWriter, r *http.Request) {
			if r.Method != http.MethodPost || r.URL.String() != d.path || r.Header.Get(d.keyHeader) != d.keyPrefix+key {
				t.Errorf("called %s %s with %v", r.Method, r.URL, r.Header)
			}
			if r.Header.Get("X-Gateway") != gateway || r.Header.Get("User-Agent") != "asksql" {
				t.Errorf("the headers lack X-Gateway, or asksql: %v", r.Header)
			}
			body, _ := io.ReadAll(r.Body)
			if got, want := compact(t, body), compact(t, []byte(wants[d.provider])); got != want {
				t.Errorf("sent\n%s\nwant\n%s", got, want)
			}
			saysJSON(200, d.answered)(w, r)
		})
		got, err := model.Generate(t.Context(), question)
		want := Reply{Text: "SELECT 1", Provider: d.provider, Model: "m-2025", InputTokens: 11, OutputTokens: 7, Tries: 1}
		if err != nil || got != want {
			t.Errorf("Generate = %+v, %v, want %+v", got, err, want)
		}
	})
}

// compact returns the JSON with its names in order, so that equal means the same.
func compact(t *testing.T, data []byte) string {
	t.Helper()
	var v any
	if err := json.Unmarshal(data, &v); err != nil {
		t.Fatalf("%v: %s", err, data)
	}
	out, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	return string(out)
}

// TestSettings: what is configured is sent, and under the name that the server knows.
func TestSettings(t *testing.T) {
	zero := 0.0
	cold := func(c *Config) { c.Temperature = &zero }
	short := func(c *Config) { c.MaxOutputTokens = 100 }
	keyless := func(c *Config) { c.APIKey = "" }
	azure := func(c *Config) {
		c.APIVersion, c.BaseURL, c.Model = "2024-10-21", strings.TrimSuffix(c.BaseURL, "/v1"), "my model"
	}
	for _, tc := range []struct {
		name, provider string
		edit           []func(*Config)
		want           string // in the body or, before it, in "path?query" and the header
		never          string // in any of them
	}{
		{"a temperature of 0", "anthropic", edits(cold), `"temperature":0`, ""},
		{"a temperature of 0", "gemini", edits(cold), `"temperature":0`, ""},
		{"a temperature of 0", "ollama", edits(cold), `"temperature":0}`, ""},
		{"a temperature of 0", "openai", edits(cold), `"temperature":0`, ""},
		{"a temperature in a version that has one", "anthropic", edits(cold), "Anthropic-Version:[2023-06-01]", ""},
		{"the newest version", "anthropic", edits(), "Anthropic-Version:[2026-10-21]", ""},
		{"a version of one's own", "anthropic", edits(header("anthropic-version", "2023-06-01")), "Anthropic-Version:[2023-06-01]", ""},
		{"a limit of tokens", "anthropic", edits(short), `"max_tokens":100`, ""},
		{"a limit of tokens", "gemini", edits(short), `"maxOutputTokens":100`, ""},
		{"a limit of tokens", "ollama", edits(short), `"num_predict":100}`, ""},
		{"a limit of tokens", "openai", edits(short), `"max_tokens":100`, "max_completion_tokens"},
		{"a limit of tokens at Azure", "openai", edits(short, azure), `"max_completion_tokens":100`, "max_tokens"},
		{"a limit of a long reply", "anthropic", edits(func(c *Config) { c.MaxOutputTokens = 100_000 }), `"max_tokens":100000`, ""},
		{"no key", "anthropic", edits(keyless), "/v1/messages", "Authorization"},
		{"no key", "gemini", edits(keyless), ":generateContent", "X-Goog-Api-Key"},
		{"no key", "ollama", edits(keyless), "/api/chat", "Authorization"},
		{"no key", "openai", edits(keyless), "/v1/chat/completions", "Authorization"},
		{"Azure's path", "openai", edits(azure), "/openai/deployments/my%20model/chat/completions?api-version=2024-10-21", "Authorization"},
		{"Azure's key", "openai", edits(azure), "Api-Key:[" + key + "]", "Authorization"},
		{"an organization", "openai", edits(func(c *Config) { c.Organization = "org-1" }), "Openai-Organization:[org-1]", ""},
		{"no thinking", "anthropic", edits(effort("none")), `"thinking":{"type":"disabled"}`, "effort"},
		{"no thinking", "gemini", edits(effort("none")), `"thinkingConfig":{"thinkingBudget":0}`, "thinkingLevel"},
		{"no thinking", "ollama", edits(effort("none")), `"think":false`, ""},
		{"no thinking", "openai", edits(effort("none")), `"reasoning_effort":"none"`, ""},
		{"the least thinking", "anthropic", edits(effort("minimal")), `"output_config":{"effort":"low","format"`, "thinking"},
		{"the least thinking", "gemini", edits(effort("minimal")), `"thinkingLevel":"MINIMAL"`, "thinkingBudget"},
		{"the least thinking", "ollama", edits(effort("minimal")), `"think":"low"`, ""},
		{"the most thinking", "anthropic", edits(effort("max")), `"effort":"max"`, "thinking"},
		{"the most thinking", "gemini", edits(effort("max")), `"thinkingLevel":"HIGH"`, ""},
		{"the most thinking", "ollama", edits(effort("max")), `"think":"high"`, ""},
		{"the most thinking", "openai", edits(effort("max")), `"reasoning_effort":"max"`, ""},
		{"a member of the body", "openai", edits(extra(`{"enable_thinking":false}`)), `"enable_thinking":false`, ""},
		{"a member of a member", "openai", edits(extra(`{"chat_template_kwargs":{"enable_thinking":false}}`)), `"chat_template_kwargs":{"enable_thinking":false}`, ""},
		{"a member beside ours", "gemini", edits(extra(`{"generationConfig":{"topK":3},"safetySettings":[]}`)), `"responseJsonSchema":{"type":"object"},"topK":3}`, ""},
		{"a member in place of ours", "ollama", edits(extra(`{"options":{"num_ctx":9999}}`)), `"options":{"num_ctx":9999}`, "4096"},
		{"a member that is not to be sent", "openai", edits(extra(`{"response_format":null}`)), `"messages"`, "response_format"},
		{"a member of a member that is not to be sent", "ollama", edits(extra(`{"options":{"num_ctx":null}}`)), `"options":{}`, "num_ctx"},
		{"a header in place of the protocol's", "anthropic", edits(header("authorization", "Basic x")), "Authorization:[Basic x]", key},
		{"a header in place of the key", "gemini", edits(keyless, header("x-goog-api-key", "k2")), "X-Goog-Api-Key:[k2]", "none"},
		{"another User-Agent", "ollama", edits(header("user-agent", "x/1")), "User-Agent:[x/1]", "asksql"},
		{"a header that is not to be sent", "openai", edits(header("Authorization", "")), "/v1/chat/completions", "Authorization"},
	} {
		each(t, func(t *testing.T, d dialect) {
			if d.provider != tc.provider {
				t.SkipNow()
			}
			t.Run(tc.name, func(t *testing.T) {
				var sent string
				model := serve(t, d, func(w http.ResponseWriter, r *http.Request) {
					body, _ := io.ReadAll(r.Body)
					sent = fmt.Sprint(r.URL, r.Header, string(body))
					saysJSON(200, d.answered)(w, r)
				}, tc.edit...)
				if _, err := model.Generate(t.Context(), question); err != nil {
					t.Fatalf("Generate: %v", err)
				}
				if !strings.Contains(sent, tc.want) || tc.never != "" && strings.Contains(sent, tc.never) {
					t.Errorf("sent %s\nwant %q in it, and never %q", sent, tc.want, tc.never)
				}
			})
		})
	}
}

func edits(all ...func(*Config)) []func(*Config) { return all }

func effort(value string) func(*Config) { return func(c *Config) { c.ReasoningEffort = value } }

func extra(body string) func(*Config) { return func(c *Config) { c.ExtraBody = body } }

func header(name, value string) func(*Config) {
	return func(c *Config) { c.Headers = map[string]string{name: value} }
}

// TestLimitOfOutputTokensByServer: OpenAI's own reasoning models refuse the older name.
func TestLimitOfOutputTokensByServer(t *testing.T) {
	for address, own := range map[string]bool{
		"https://api.openai.com/v1/":                 true,
		"https://eu.api.openai.com/v1":               true,
		"https://example.openai.azure.com/openai/v1": true,
		"https://api.openai.com.example.org/v1":      false,
		"https://notopenai.com/v1":                   false,
		"http://localhost:8000/v1":                   false,
	} {
		if got := ownOpenAI(address); got != own {
			t.Errorf("ownOpenAI(%q) = %v, want %v", address, got, own)
		}
	}
}

// TestFormless: what a server cannot do is asked of it once.
func TestFormless(t *testing.T) {
	each(t, func(t *testing.T, d dialect) {
		for _, status := range []int{400, 422} {
			var with, without atomic.Int32
			model := serve(t, d, func(w http.ResponseWriter, r *http.Request) {
				if asksForFormat(r, d) {
					with.Add(1)
					saysJSON(status, d.noFormat)(w, r)
					return
				}
				without.Add(1)
				saysJSON(200, d.answered)(w, r)
			})
			for range 3 {
				if reply, err := model.Generate(t.Context(), question); err != nil || reply.Text != "SELECT 1" || reply.Tries != 1 {
					t.Fatalf("Generate = %+v, %v", reply, err)
				}
			}
			if with.Load() != 1 || without.Load() != 3 {
				t.Errorf("%d: %d calls with a format and %d without, want 1 and 3", status, with.Load(), without.Load())
			}
		}
	})
}

// TestFormIsNotUnlearnt: an error text may quote the conversation, which anyone can write.
func TestFormIsNotUnlearnt(t *testing.T) {
	each(t, func(t *testing.T, d dialect) {
		var with atomic.Int32
		model := serve(t, d, func(w http.ResponseWriter, r *http.Request) {
			if asksForFormat(r, d) {
				with.Add(1)
			}
			saysJSON(400, `{"error":{"message":"context too long: what does response_format mean"}}`)(w, r)
		})
		failure(t, model)
		failure(t, model)
		if with.Load() != 2 {
			t.Errorf("%d of 2 requests asked for the format", with.Load())
		}
	})
}

func asksForFormat(r *http.Request, d dialect) bool {
	body, _ := io.ReadAll(r.Body)
	return bytes.Contains(body, []byte(d.format))
}

// TestFormatRefusals: the words of servers that know no structured output, and of some that do.
func TestFormatRefusals(t *testing.T) {
	for _, tc := range []struct {
		status int
		detail string
		want   bool
	}{
		{400, "Invalid parameter: 'response_format' of type 'json_schema' is not supported with this model.", true},
		{422, `{"detail":[{"type":"extra_forbidden","loc":["body","response_format"]}]}`, true},
		{400, "This model does not support response format `json_schema`", true},
		{400, "output_config.format: Extra inputs are not permitted", true},
		{400, `Unknown name "responseJsonSchema" at 'generation_config': Cannot find field.`, true},
		{400, "JSON mode is not enabled for models/gemma-3-27b-it", true},
		{400, "This model does not support structured outputs.", true},
		{500, `1 validation error: {'type': 'literal_error', 'loc': ('body', 'response_format', 'type'), 'msg': "Input should be 'text' or 'json_object'"}`, true},
		{500, "response_format", false},
		{503, "('body', 'response_format', 'type')", false},
		{401, "response_format", false},
		{400, "the conversation is too long", false},
	} {
		if got := refusesFormat(tc.status, tc.detail); got != tc.want {
			t.Errorf("refusesFormat(%d, %q) = %v, want %v", tc.status, tc.detail, got, tc.want)
		}
	}
}
