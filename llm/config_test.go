package llm

import (
	"errors"
	"strings"
	"testing"
)

func TestNew(t *testing.T) {
	for _, tc := range []struct {
		name       string
		cfg        Config
		configured bool   // the error is another than ErrNotConfigured
		want       string // in the error; "" for none
	}{
		{"no provider", Config{}, false, "llm.provider is empty"},
		{"no key", Config{Provider: "openai", Model: "m"}, false, "API_KEY"},
		{"unknown provider", Config{Provider: "oracle", APIKey: key}, true, `unknown provider "oracle"; the providers are openai`},
		{"no model", Config{Provider: "openai", APIKey: key}, true, "llm.model"},
		{"key", Config{Provider: "openai", Model: "m", APIKey: key}, true, ""},
		{"server without a key", Config{Provider: "openai", Model: "m", BaseURL: "http://localhost:8000/v1"}, true, ""},
		{"address without a scheme", Config{Provider: "openai", Model: "m", BaseURL: "localhost:8000"}, true, "llm.baseURL is no http or https address"},
		{"address of a file", Config{Provider: "openai", Model: "m", BaseURL: "file:///etc/passwd"}, true, "llm.baseURL is no http or https address"},
		{"credential in the address", Config{Provider: "openai", Model: "m", BaseURL: "http://u:" + key + "@host/v1"}, true, "llm.baseURL must have no user"},
		{"query in the address", Config{Provider: "openai", Model: "m", BaseURL: "http://host/v1?key=" + key}, true, "llm.baseURL must have no user, query"},
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
		{"no secret", "", "text", "text"},
		{"one line", "", " a\r\n\tb\x00 ", "a b\x00"},
		{"whole characters", "", strings.Repeat("x", maxDetail-1) + "é", strings.Repeat("x", maxDetail-1)},
	} {
		if got := (scrubber{tc.secret}).line(tc.text); got != tc.want {
			t.Errorf("%s: line(%q) = %q, want %q", tc.name, tc.text, got, tc.want)
		}
	}
}
