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
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"sync/atomic"
	"testing"
)

// sdks are the modules whose source is searched for variables. Ollama's client is not used; what
// it reads is listed in TestEnvironment.
var sdks = []string{"github.com/anthropics/anthropic-sdk-go/v2", "github.com/openai/openai-go/v3", "google.golang.org/genai", "cloud.google.com/go/auth"}

// TestEnvironment: the variables and files that SDKs read by themselves have no effect, whichever a
// later version adds.
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
	if _, err := client.call(t.Context(), question); err == nil || host == "" || !strings.Contains(p.baseURL, host) {
		t.Errorf("called %q, %v, want %s", host, err, p.baseURL)
	}
	return host
}

type roundTripper func(*http.Request) (*http.Response, error)

func (f roundTripper) RoundTrip(r *http.Request) (*http.Response, error) { return f(r) }

// poison sets every variable that an SDK's source names, and some more, and puts a profile into
// every place where Anthropic's looks for one.
func poison(t *testing.T, trap string) {
	t.Helper()
	names := variables(t)
	for _, known := range []string{
		"ANTHROPIC_API_KEY", "ANTHROPIC_AUTH_TOKEN", "ANTHROPIC_BASE_URL", "ANTHROPIC_CUSTOM_HEADERS", "ANTHROPIC_PROFILE", "ANTHROPIC_IDENTITY_TOKEN_FILE",
		"OPENAI_API_KEY", "OPENAI_BASE_URL", "OPENAI_ORG_ID", "OPENAI_PROJECT_ID", "OPENAI_CUSTOM_HEADERS",
		"GEMINI_API_KEY", "GOOGLE_API_KEY", "GOOGLE_GENAI_USE_VERTEXAI", "GOOGLE_GEMINI_BASE_URL", "GOOGLE_CLOUD_PROJECT", "GOOGLE_APPLICATION_CREDENTIALS",
	} {
		if !names[known] {
			t.Errorf("%s was not found in the SDKs; does the search still work?", known)
		}
	}
	for name := range names {
		t.Setenv(name, "poison")
		if strings.HasSuffix(name, "_URL") {
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

// variables finds the names of environment variables in the source of the SDKs.
func variables(t *testing.T) map[string]bool {
	t.Helper()
	dirs, err := exec.Command("go", append([]string{"list", "-m", "-f", "{{.Dir}}"}, sdks...)...).Output()
	if err != nil {
		t.Fatalf("go list: %v", err)
	}
	quoted := regexp.MustCompile(`"((?:ANTHROPIC|OPENAI|GEMINI|GOOGLE|GCLOUD|AZURE|AWS)_[A-Z0-9_]+)"`)
	names := map[string]bool{}
	for dir := range strings.Lines(string(dirs)) {
		filepath.WalkDir(strings.TrimSpace(dir), func(path string, _ os.DirEntry, err error) error {
			if err == nil && strings.HasSuffix(path, ".go") && !strings.HasSuffix(path, "_test.go") {
				source, _ := os.ReadFile(path)
				for _, m := range quoted.FindAllSubmatch(source, -1) {
					names[string(m[1])] = true
				}
			}
			return nil
		})
	}
	return names
}
