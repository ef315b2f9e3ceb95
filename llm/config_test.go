package llm

import (
	"errors"
	"strings"
	"testing"
)

func TestNew(t *testing.T) {
	const server = "http://localhost:8000/v1"
	for _, tc := range []struct {
		name       string
		cfg        Config
		configured bool   // the error is another than ErrNotConfigured
		want       string // in the error; "" for none
	}{
		{"no provider", Config{}, false, "llm.provider is empty"},
		{"unknown provider", Config{Provider: "oracle", APIKey: key}, true, `unknown provider "oracle"; the providers are anthropic, gemini, ollama, openai`},
		{"no key for Anthropic", Config{Provider: "anthropic", Model: "m"}, false, "API_KEY or ANTHROPIC_API_KEY"},
		{"no key for Gemini", Config{Provider: "gemini", Model: "m"}, false, "API_KEY or GEMINI_API_KEY"},
		{"no key for OpenAI", Config{Provider: "openai", Model: "m"}, false, "API_KEY or OPENAI_API_KEY"},
		{"Ollama needs none", Config{Provider: "ollama", Model: "m"}, true, ""},
		{"no model", Config{Provider: "openai", APIKey: key}, true, "llm.model"},
		{"key", Config{Provider: "openai", Model: "m", APIKey: key}, true, ""},
		{"server without a key", Config{Provider: "openai", Model: "m", BaseURL: server}, true, ""},
		{"Anthropic's protocol without a key", Config{Provider: "anthropic", Model: "m", BaseURL: server}, true, ""},
		{"Gemini's protocol without a key", Config{Provider: "gemini", Model: "m", BaseURL: server}, true, ""},
		{"address without a scheme", Config{Provider: "openai", Model: "m", BaseURL: "localhost:8000"}, true, "llm.baseURL is no http or https address"},
		{"address of a file", Config{Provider: "openai", Model: "m", BaseURL: "file:///etc/passwd"}, true, "llm.baseURL is no http or https address"},
		{"credential in the address", Config{Provider: "openai", Model: "m", BaseURL: "http://u:" + key + "@host/v1"}, true, "llm.baseURL must have no user"},
		{"query in the address", Config{Provider: "gemini", Model: "m", BaseURL: "http://host/v1?key=" + key}, true, "llm.baseURL must have no user, query"},
		{"key of two lines", Config{Provider: "openai", Model: "m", APIKey: key + "\n" + key}, true, "look for line breaks"},
		{"header", Config{Provider: "openai", Model: "m", APIKey: key, Headers: map[string]string{"X-Team": "data"}}, true, ""},
		{"header of an impossible name", Config{Provider: "openai", Model: "m", APIKey: key, Headers: map[string]string{"X Team": key}}, true, `"X Team" is no name of a header`},
		{"header of an impossible value", Config{Provider: "ollama", Model: "m", Headers: map[string]string{"X-Team": key + "\n"}}, true, "the value of X-Team holds a character"},
		{"header that is not ours to set", Config{Provider: "ollama", Model: "m", Headers: map[string]string{"host": key}}, true, "host follows from the request"},
		{"negative limit", Config{Provider: "ollama", Model: "m", MaxOutputTokens: -1}, true, "llm.maxOutputTokens is negative"},
		{"another effort", Config{Provider: "ollama", Model: "m", ReasoningEffort: "lots"}, true, "llm.reasoningEffort must be one of none, minimal"},
		{"a body that is none", Config{Provider: "ollama", Model: "m", ExtraBody: "[1]"}, true, "llm.extraBody must be a JSON object"},
		{"a body with more behind it", Config{Provider: "ollama", Model: "m", ExtraBody: "{} {}"}, true, "llm.extraBody must be a JSON object"},
		{"a body with a name twice", Config{Provider: "ollama", Model: "m", ExtraBody: `{"a":1,"a":2}`}, true, "llm.extraBody must be a JSON object"},
		{"a body with the conversation", Config{Provider: "openai", Model: "m", APIKey: key, ExtraBody: `{"messages":[]}`}, true, "llm.extraBody: messages is for the service to say"},
		{"a body that streams", Config{Provider: "openai", Model: "m", APIKey: key, ExtraBody: `{"stream":true}`}, true, "llm.extraBody: stream is for the service to say"},
		{"a body with the model", Config{Provider: "openai", Model: "m", APIKey: key, ExtraBody: `{"model":"x"}`}, true, "llm.extraBody: model is llm.model"},
		{"token without a key", Config{Provider: "openai", Model: "m", TokenFile: "/nowhere"}, true, "llm.tokenFile: "},
		{"organization of another provider", Config{Provider: "ollama", Model: "m", Organization: "o"}, true, "llm.organization is a setting of openai"},
		{"Azure at another provider", Config{Provider: "gemini", Model: "m", APIKey: key, APIVersion: "v"}, true, "llm.apiVersion is a setting of openai"},
		{"Azure without a resource", Config{Provider: "openai", Model: "m", APIKey: key, APIVersion: "v"}, true, "set llm.baseURL to the resource"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			model, err := New(tc.cfg)
			switch {
			case tc.want == "" && (err != nil || model == nil):
				t.Errorf("New = %v, %v, want a model", model, err)
			case tc.want != "" && (err == nil || !strings.Contains(err.Error(), tc.want)):
				t.Errorf("New: error %v, want %q in it", err, tc.want)
			case err != nil && errors.Is(err, ErrNotConfigured) == tc.configured:
				t.Errorf("New: error %v, is ErrNotConfigured: %v", err, !tc.configured)
			case err != nil && strings.Contains(err.Error(), key):
				t.Errorf("New: the error holds the key: %v", err)
			}
		})
	}
}

func TestScrub(t *testing.T) {
	for _, tc := range []struct{ name, secret, text, want string }{
		{"whole", "abcdefgh", "key abcdefgh!", "key [redacted]!"},
		{"twice", "abcdefgh", "abcdefghabcdefgh", "[redacted][redacted]"},
		{"a part at either end", "abcdefghijkl", "abcdef...ghijkl", "[redacted]...[redacted]"},
		{"a part too short to tell anything", "abcdefghijkl", "abcde...hijkl", "abcde...hijkl"},
		{"a short secret", "abc", "xabcx ab", "x[redacted]x ab"},
		{"a header", "", "X-Gateway: Basic 0123456789", "X-Gateway: [redacted]"},
		{"a header too short to be a secret", "", "X-Team: data", "X-Team: data"},
		{"the longer of two", "Basic 01", "Basic 0123456789", "[redacted]"},
		{"a password in an address", "", "proxy http://u:p@host:1/ said no", "proxy http://[redacted]@host:1/ said no"},
		{"one line", "", " a\r\n\tb\x00 ", "a b\x00"},
		{"whole characters", "", strings.Repeat("x", maxDetail-1) + "é", strings.Repeat("x", maxDetail-1)},
	} {
		scrub := newScrubber(Config{APIKey: tc.secret, Headers: map[string]string{"X-Gateway": "Basic 0123456789", "X-Team": "data"}})
		if got := scrub.line(tc.text); got != tc.want {
			t.Errorf("%s: line(%q) = %q, want %q", tc.name, tc.text, got, tc.want)
		}
	}
}
