package llm

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"log"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"
)

// foreign are variables that the providers' own SDKs and tools read.
var foreign = strings.Fields(`
	ANTHROPIC_API_KEY ANTHROPIC_AUTH_TOKEN ANTHROPIC_AWS_API_KEY ANTHROPIC_BASE_URL ANTHROPIC_BEDROCK_BASE_URL ANTHROPIC_CONFIG_DIR
	ANTHROPIC_CUSTOM_HEADERS ANTHROPIC_IDENTITY_TOKEN ANTHROPIC_IDENTITY_TOKEN_FILE ANTHROPIC_LOG ANTHROPIC_MODEL ANTHROPIC_PROFILE ANTHROPIC_VERTEX_PROJECT_ID
	AWS_ACCESS_KEY_ID AWS_BEARER_TOKEN_BEDROCK AWS_PROFILE AWS_REGION AWS_SECRET_ACCESS_KEY AZURE_OPENAI_API_KEY AZURE_OPENAI_ENDPOINT
	GEMINI_API_KEY GOOGLE_API_KEY GOOGLE_APPLICATION_CREDENTIALS GOOGLE_CLOUD_LOCATION GOOGLE_CLOUD_PROJECT GOOGLE_GEMINI_BASE_URL
	GOOGLE_GENAI_USE_ENTERPRISE GOOGLE_GENAI_USE_VERTEXAI GOOGLE_VERTEX_BASE_URL
	OLLAMA_API_KEY OLLAMA_AUTH OLLAMA_HOST OPENAI_ADMIN_KEY OPENAI_API_KEY OPENAI_BASE_URL OPENAI_CUSTOM_HEADERS OPENAI_ORG_ID OPENAI_PROJECT_ID OPENAI_WEBHOOK_SECRET
	OTEL_EXPORTER_OTLP_ENDPOINT OTEL_SERVICE_NAME`)

// TestEnvironment: the variables and files that the providers' SDKs read by themselves have no effect.
func TestEnvironment(t *testing.T) {
	var trapped atomic.Int32
	trap := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { trapped.Add(1) }))
	defer trap.Close()
	poison(t, trap.URL)
	var logged bytes.Buffer
	log.SetOutput(&logged)
	defer log.SetOutput(os.Stderr)

	each(t, func(t *testing.T, d dialect) {
		model := serve(t, d, func(w http.ResponseWriter, r *http.Request) {
			body, _ := io.ReadAll(r.Body)
			if sent := fmt.Sprint(r.Header, r.URL, string(body)); strings.Contains(strings.ToLower(sent), "poison") {
				t.Errorf("the environment got into the request: %s", sent)
			}
			for _, name := range []string{"Authorization", "X-Api-Key", "Api-Key", "X-Goog-Api-Key", "Openai-Organization", "Openai-Project", "Traceparent"} {
				if r.Header.Values(name) != nil {
					t.Errorf("%s came out of nowhere: %q", name, r.Header.Values(name))
				}
			}
			saysJSON(200, d.answered)(w, r)
		}, func(c *Config) { c.APIKey = "" })
		if reply, err := model.Generate(t.Context(), question); err != nil || reply.Text != "SELECT 1" {
			t.Errorf("Generate = %+v, %v", reply, err)
		}
		if p, _ := find(d.provider); p.keyVariable != "" {
			if _, err := New(Config{Provider: d.provider, Model: "m"}); !errors.Is(err, ErrNotConfigured) {
				t.Errorf("New without a key: %v, want ErrNotConfigured whatever %s holds", err, p.keyVariable)
			}
		}
		if host := called(t, d.provider); strings.Contains(trap.URL, host) {
			t.Errorf("%s is called in place of the provider", host)
		}
	})
	if trapped.Load() != 0 {
		t.Error("an address of the environment was called")
	}
	if text := logged.String(); strings.Contains(strings.ToLower(text), "poison") {
		t.Errorf("the environment got into the log: %s", text)
	}
}

// called returns the host that the provider calls where no address is configured.
func called(t *testing.T, name string) string {
	t.Helper()
	p, _ := find(name)
	var host string
	web := &http.Client{Transport: roundTripper(func(r *http.Request) (*http.Response, error) {
		host = r.URL.Host
		return nil, errors.New("no network here")
	})}
	client, err := p.connect(Config{Provider: name, Model: "m", APIKey: key, BaseURL: p.baseURL}, web)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := client.call(t.Context(), question, shape{}); err == nil || host == "" || !strings.Contains(p.baseURL, host) {
		t.Errorf("called %q, %v, want %s", host, err, p.baseURL)
	}
	return host
}

type roundTripper func(*http.Request) (*http.Response, error)

func (f roundTripper) RoundTrip(r *http.Request) (*http.Response, error) { return f(r) }

// poison sets every foreign variable, and puts a profile into every place where Anthropic's SDK looks
// for one.
func poison(t *testing.T, trap string) {
	t.Helper()
	for _, name := range foreign {
		t.Setenv(name, "poison")
		if strings.HasSuffix(name, "_URL") || strings.HasSuffix(name, "_ENDPOINT") {
			t.Setenv(name, trap)
		}
	}
	home := t.TempDir()
	profile(t, filepath.Join(home, ".config", "anthropic"), trap)
	for name, value := range map[string]string{
		"ANTHROPIC_CUSTOM_HEADERS": "X-Poison: poison\nAuthorization: Bearer poison",
		"OPENAI_CUSTOM_HEADERS":    "X-Poison: poison\nAuthorization: Bearer poison",
		"ANTHROPIC_CONFIG_DIR":     filepath.Join(home, ".config", "anthropic"), "ANTHROPIC_PROFILE": "default",
		"ANTHROPIC_OPEN_TELEMETRY": "true", "ANTHROPIC_OPEN_TELEMETRY_PROPAGATION": "true",
		"GOOGLE_GENAI_USE_VERTEXAI": "true", "GOOGLE_GENAI_USE_ENTERPRISE": "true",
		"OLLAMA_HOST": trap, "OLLAMA_AUTH": "true", "OLLAMA_API_KEY": "poison",
		"HOME": home, "XDG_CONFIG_HOME": filepath.Join(home, ".config"),
	} {
		t.Setenv(name, value)
	}
}

// profile writes the files of Anthropic's credential chain.
func profile(t *testing.T, dir, trap string) {
	t.Helper()
	for name, text := range map[string]string{
		"active_config":            "default",
		"configs/default.json":     `{"version":"1.0","base_url":"` + trap + `","workspace_id":"poison","authentication":{"type":"user_oauth"}}`,
		"credentials/default.json": `{"type":"oauth_token","access_token":"poison"}`,
	} {
		path := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
}
