package llm

import (
	"errors"
	"fmt"
	"io"
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

// TestOpenAIEnvironment: variables that the SDK reads by itself have no effect, whichever a later
// version adds.
func TestOpenAIEnvironment(t *testing.T) {
	var trapped atomic.Int32
	trap := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { trapped.Add(1) }))
	defer trap.Close()
	names := sdkVariables(t)
	for _, known := range []string{"OPENAI_BASE_URL", "OPENAI_API_KEY", "OPENAI_ORG_ID", "OPENAI_PROJECT_ID", "OPENAI_WEBHOOK_SECRET", "OPENAI_CUSTOM_HEADERS"} {
		if !names[known] {
			t.Errorf("%s was not found in the SDK; does the search still work?", known)
		}
	}
	for name := range names {
		t.Setenv(name, "poison")
	}
	t.Setenv("OPENAI_BASE_URL", trap.URL)
	t.Setenv("OPENAI_CUSTOM_HEADERS", "X-Poison: poison\nAuthorization: Bearer poison")

	model := serve(t, func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		if sent := fmt.Sprint(r.Header, r.URL, string(body)); strings.Contains(strings.ToLower(sent), "poison") {
			t.Errorf("the environment got into the request: %s", sent)
		}
		if r.Header.Get("Authorization") != "" {
			t.Errorf("a key came out of nowhere: %q", r.Header.Get("Authorization"))
		}
		writeJSON(w, 200, completion(answered))
	}, func(c *Config) { c.APIKey = "" })
	if _, err := model.Generate(t.Context(), question); err != nil {
		t.Errorf("Generate: %v", err)
	}
	if trapped.Load() != 0 {
		t.Error("OPENAI_BASE_URL was called")
	}
	if _, err := New(Config{Provider: "openai", Model: "m"}); !errors.Is(err, ErrNotConfigured) {
		t.Errorf("New without a key: %v, want ErrNotConfigured whatever OPENAI_API_KEY holds", err)
	}
}

// sdkVariables finds the environment variables that the SDK's source reads.
func sdkVariables(t *testing.T) map[string]bool {
	t.Helper()
	dir, err := exec.Command("go", "list", "-m", "-f", "{{.Dir}}", "github.com/openai/openai-go/v3").Output()
	if err != nil {
		t.Fatalf("go list: %v", err)
	}
	read := regexp.MustCompile(`os\.(?:LookupEnv|Getenv)\("([A-Z0-9_]+)"\)`)
	names := map[string]bool{}
	filepath.WalkDir(strings.TrimSpace(string(dir)), func(path string, _ os.DirEntry, err error) error {
		if err == nil && strings.HasSuffix(path, ".go") && !strings.HasSuffix(path, "_test.go") {
			source, _ := os.ReadFile(path)
			for _, m := range read.FindAllSubmatch(source, -1) {
				names[string(m[1])] = true
			}
		}
		return nil
	})
	return names
}
