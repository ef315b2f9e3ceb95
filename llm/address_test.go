package llm

import (
	"errors"
	"net/http"
	"strings"
	"testing"
)

// TestAddresses: addresses as people paste them, and what is called then.
func TestAddresses(t *testing.T) {
	const azure = "https://r.openai.azure.com"
	for _, tc := range []struct {
		name string
		cfg  Config // without its key
		want string
	}{
		{"OpenAI's own", Config{Provider: "openai"}, "https://api.openai.com/v1/chat/completions"},
		{"OpenAI's host alone", Config{Provider: "openai", BaseURL: "https://api.openai.com"}, "https://api.openai.com/v1/chat/completions"},
		{"a server", Config{Provider: "openai", BaseURL: "http://h:8000/v1/"}, "http://h:8000/v1/chat/completions"},
		{"the address of the call", Config{Provider: "openai", BaseURL: "http://h/v1/chat/completions"}, "http://h/v1/chat/completions"},
		{"that with a slash, in quotes", Config{Provider: "openai", BaseURL: ` "http://h/v1/chat/completions/" `}, "http://h/v1/chat/completions"},
		{"another path", Config{Provider: "openai", BaseURL: "http://h/compatible-mode/v1"}, "http://h/compatible-mode/v1/chat/completions"},
		{"Azure's resource", Config{Provider: "openai", BaseURL: azure, APIVersion: "2024-10-21", Model: "d e"}, azure + "/openai/deployments/d%20e/chat/completions?api-version=2024-10-21"},
		{"Azure's resource with a part of the path", Config{Provider: "openai", BaseURL: azure + "/openai/", APIVersion: "2024-10-21"}, azure + "/openai/deployments/m/chat/completions?api-version=2024-10-21"},
		{"Azure's example of a call", Config{Provider: "openai", BaseURL: azure + "/openai/deployments/d/chat/completions?api-version=2024-10-21"}, azure + "/openai/deployments/d/chat/completions?api-version=2024-10-21"},
		{"Azure's deployment", Config{Provider: "openai", BaseURL: azure + "/openai/deployments/d", APIVersion: "api-version=2024-10-21"}, azure + "/openai/deployments/d/chat/completions?api-version=2024-10-21"},
		{"a version with its question mark", Config{Provider: "openai", BaseURL: azure, APIVersion: "?api-version=2024-10-21"}, azure + "/openai/deployments/m/chat/completions?api-version=2024-10-21"},
		{"Azure's v1", Config{Provider: "openai", BaseURL: azure + "/openai/v1/"}, azure + "/openai/v1/chat/completions"},
		{"Azure's v1 from the resource", Config{Provider: "openai", BaseURL: azure}, azure + "/openai/v1/chat/completions"},
		{"Azure's v1 in preview", Config{Provider: "openai", BaseURL: azure + "/openai/v1?api-version=preview"}, azure + "/openai/v1/chat/completions?api-version=preview"},
		{"Azure's models of others", Config{Provider: "openai", BaseURL: "https://r.services.ai.azure.com/models", APIVersion: "2024-05-01-preview"}, "https://r.services.ai.azure.com/models/chat/completions?api-version=2024-05-01-preview"},
		{"a proxy before Azure", Config{Provider: "openai", BaseURL: "https://proxy.example/x", APIVersion: "2024-10-21"}, "https://proxy.example/x/openai/deployments/m/chat/completions?api-version=2024-10-21"},
		{"Bedrock", Config{Provider: "openai", BaseURL: "https://bedrock-runtime.us-west-2.amazonaws.com/openai/v1"}, "https://bedrock-runtime.us-west-2.amazonaws.com/openai/v1/chat/completions"},
		{"Vertex, as OpenAI", Config{Provider: "openai", BaseURL: "https://aiplatform.googleapis.com/v1/projects/p/locations/global/endpoints/openapi"}, "https://aiplatform.googleapis.com/v1/projects/p/locations/global/endpoints/openapi/chat/completions"},

		{"Anthropic's own", Config{Provider: "anthropic"}, "https://api.anthropic.com/v1/messages"},
		{"with its version", Config{Provider: "anthropic", BaseURL: "https://api.anthropic.com/v1"}, "https://api.anthropic.com/v1/messages"},
		{"the address of the call", Config{Provider: "anthropic", BaseURL: "https://h/anthropic/v1/messages"}, "https://h/anthropic/v1/messages"},
		{"Bedrock", Config{Provider: "anthropic", BaseURL: "https://bedrock-mantle.us-east-1.api.aws/anthropic"}, "https://bedrock-mantle.us-east-1.api.aws/anthropic/v1/messages"},
		{"Vertex", Config{Provider: "anthropic", BaseURL: "https://aiplatform.googleapis.com/v1/projects/p/locations/global/publishers/anthropic"}, "https://aiplatform.googleapis.com/v1/projects/p/locations/global/publishers/anthropic/models/m:rawPredict"},
		{"Vertex's example of a call", Config{Provider: "anthropic", BaseURL: "https://aiplatform.googleapis.com/v1/projects/p/locations/global/publishers/anthropic/models/claude:rawPredict"}, "https://aiplatform.googleapis.com/v1/projects/p/locations/global/publishers/anthropic/models/m:rawPredict"},

		{"Gemini's own", Config{Provider: "gemini", Model: "models/g"}, "https://generativelanguage.googleapis.com/v1beta/models/g:generateContent"},
		{"with its version", Config{Provider: "gemini", BaseURL: "https://generativelanguage.googleapis.com/v1beta/"}, "https://generativelanguage.googleapis.com/v1beta/models/m:generateContent"},
		{"another version", Config{Provider: "gemini", BaseURL: "https://h/v1"}, "https://h/v1/models/m:generateContent"},
		{"the address of the call", Config{Provider: "gemini", BaseURL: "https://h/v1beta/models/x:generateContent"}, "https://h/v1beta/models/m:generateContent"},
		{"Vertex", Config{Provider: "gemini", BaseURL: "https://aiplatform.googleapis.com/v1/projects/p/locations/global/publishers/google"}, "https://aiplatform.googleapis.com/v1/projects/p/locations/global/publishers/google/models/m:generateContent"},

		{"Ollama's own", Config{Provider: "ollama"}, "http://localhost:11434/api/chat"},
		{"the address of the call", Config{Provider: "ollama", BaseURL: "http://h:11434/api/chat"}, "http://h:11434/api/chat"},
		{"another call", Config{Provider: "ollama", BaseURL: "http://h:11434/api/generate"}, "http://h:11434/api/chat"},
		{"its address for OpenAI's protocol", Config{Provider: "ollama", BaseURL: "http://h:11434/v1"}, "http://h:11434/api/chat"},
	} {
		t.Run(tc.cfg.Provider+"/"+tc.name, func(t *testing.T) {
			cfg := tc.cfg
			cfg.APIKey = key
			if cfg.Model == "" {
				cfg.Model = "m"
			}
			if got := calledAt(t, cfg); got != tc.want {
				t.Errorf("called %s, want %s", got, tc.want)
			}
		})
	}
}

// calledAt returns the address that a model of the configuration calls.
func calledAt(t *testing.T, cfg Config) string {
	t.Helper()
	p, _ := find(cfg.Provider)
	cfg, err := p.understood(cfg)
	if err != nil {
		t.Fatal(err)
	}
	if err := p.check(cfg); err != nil {
		t.Fatal(err)
	}
	if cfg.BaseURL == "" {
		cfg.BaseURL = p.baseURL
	}
	var called string
	web := &http.Client{Transport: roundTripper(func(r *http.Request) (*http.Response, error) {
		called = r.URL.String()
		return nil, errors.New("no network here")
	})}
	c, err := p.connect(cfg, web)
	if err != nil {
		t.Fatal(err)
	}
	_, _ = c.call(t.Context(), question, shape{})
	return called
}

// TestAddressNamesTheModel: whoever pastes a whole address has said which model is meant.
func TestAddressNamesTheModel(t *testing.T) {
	for address, provider := range map[string]string{
		"https://r.openai.azure.com/openai/deployments/d/chat/completions?api-version=2024-10-21": "openai",
		"https://h/v1beta/models/d:generateContent":                                               "gemini",
		"https://h/v1/projects/p/locations/l/publishers/anthropic/models/d:rawPredict":            "anthropic",
	} {
		p, _ := find(provider)
		if cfg, err := p.understood(Config{Provider: provider, BaseURL: address}); err != nil || cfg.Model != "d" {
			t.Errorf("understood(%s) = %+v, %v, want the model d", address, cfg, err)
		}
	}
}

// TestAddressesRefused: what cannot be meant is told at the start, with what to write instead.
func TestAddressesRefused(t *testing.T) {
	for _, tc := range []struct {
		name string
		cfg  Config
		want string
	}{
		{"a deployment without a version", Config{Provider: "openai", BaseURL: "https://r.openai.azure.com/openai/deployments/d"}, "needs llm.apiVersion, like 2024-10-21; or write https://r.openai.azure.com/openai/v1"},
		{"two versions", Config{Provider: "openai", BaseURL: "https://r.openai.azure.com/?api-version=a", APIVersion: "b"}, "another api-version than llm.apiVersion"},
		{"no version", Config{Provider: "openai", BaseURL: "https://r.openai.azure.com", APIVersion: "version 1"}, "llm.apiVersion is no version"},
		{"the Responses API", Config{Provider: "openai", BaseURL: "https://h/v1/responses"}, "ends in /responses"},
		{"text completions", Config{Provider: "openai", BaseURL: "https://h/v1/completions"}, "ends in /completions"},
		{"Anthropic's call at openai", Config{Provider: "openai", BaseURL: "https://h/v1/messages"}, "ends in /messages"},
		{"OpenAI's call at anthropic", Config{Provider: "anthropic", BaseURL: "https://h/v1/chat/completions"}, "set llm.provider to it"},
		{"Gemini as OpenAI", Config{Provider: "gemini", BaseURL: "https://h/v1beta/openai/"}, "set llm.provider to it"},
		{"a key in the query", Config{Provider: "gemini", BaseURL: "https://h/v1beta?key=" + key}, "must have no user, query or fragment"},
		{"a fallback's", Config{Provider: "openai", Section: "llm.fallback", BaseURL: "h:80"}, "llm.fallback.baseURL is no http or https address"},
	} {
		tc.cfg.Model, tc.cfg.APIKey = "m", key
		_, err := New(tc.cfg)
		if err == nil || !strings.Contains(err.Error(), tc.want) {
			t.Errorf("%s: New: %v, want %q", tc.name, err, tc.want)
		}
		if err != nil && leaked(err.Error()) != "" {
			t.Errorf("%s: New tells the key: %v", tc.name, err)
		}
	}
}
