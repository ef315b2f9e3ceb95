package llm

import (
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// TestPlainKey: keys as they stand in files of variables and in examples.
func TestPlainKey(t *testing.T) {
	for given, want := range map[string]string{
		"k1": "k1", " k1\n": "k1", `"k1"`: "k1", "'k1'": "k1", "Bearer k1": "k1", "bearer  k1": "k1", `"Bearer k1"`: "k1", `Bearer "k1"`: "k1",
		"Bearer": "Bearer", `"`: `"`, `k"1`: `k"1`, "": "",
	} {
		if got := plainKey(given); got != want {
			t.Errorf("plainKey(%q) = %q, want %q", given, got, want)
		}
	}
}

// TestKeysRefused: the start says which variable the key came from.
func TestKeysRefused(t *testing.T) {
	for given, want := range map[string]string{
		"a\nb":              "the key in OPENAI_API_KEY holds a character",
		"${OPENAI_API_KEY}": "what stands in OPENAI_API_KEY is a placeholder",
		"$OPENAI_API_KEY":   "what stands in OPENAI_API_KEY is a placeholder",
		"<your key>":        "what stands in OPENAI_API_KEY is a placeholder",
	} {
		_, err := New(Config{Provider: "openai", Model: "m", APIKey: given, KeyFrom: "OPENAI_API_KEY"})
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("New with the key %q: %v, want %q", given, err, want)
		}
	}
}

// TestAuthNamesTheKey: a refused key is looked for where it came from.
func TestAuthNamesTheKey(t *testing.T) {
	each(t, func(t *testing.T, d dialect) {
		e := failure(t, serve(t, d, saysJSON(401, `{"error":{"message":"ECHO"}}`), func(c *Config) { c.KeyFrom = "MY_KEY" }))
		if e.Hint != "check MY_KEY" || !strings.HasSuffix(e.Error(), "; check MY_KEY") {
			t.Errorf("got %v, want a hint to MY_KEY", e)
		}
	})
}

// TestTokenFile: a token goes out as the bearer's, the new one as soon as it is there, and neither comes
// out in an error.
func TestTokenFile(t *testing.T) {
	const first, second = "eyJhbGciOiJSUzI1NiJ9.first-token-of-a-sidecar", "eyJhbGciOiJSUzI1NiJ9.the-one-behind-it"
	azure := func(c *Config) { c.APIVersion = "2024-10-21" }
	each(t, func(t *testing.T, d dialect) {
		edits := [](func(*Config)){nil}
		if d.provider == openAIName {
			edits = append(edits, azure)
		}
		for _, edit := range edits {
			path := filepath.Join(t.TempDir(), "token")
			write := func(text string) {
				t.Helper()
				if err := os.WriteFile(path+".new", []byte(text), 0o600); err != nil {
					t.Fatal(err)
				}
				if err := os.Rename(path+".new", path); err != nil { // as a kubelet does
					t.Fatal(err)
				}
			}
			write(first + "\n")
			var sent http.Header
			status := 200
			model := serve(t, d, func(w http.ResponseWriter, r *http.Request) {
				sent = r.Header.Clone()
				saysJSON(status, strings.ReplaceAll(d.answered, "hm", "ECHO"))(w, r)
			}, func(c *Config) {
				c.TokenFile = path
				if edit != nil {
					edit(c)
				}
			})
			expect := func(token string) {
				t.Helper()
				if _, err := model.Generate(t.Context(), question); err != nil {
					t.Fatal(err)
				}
				if sent.Get("Authorization") != "Bearer "+token || sent.Get("X-Goog-Api-Key") != "" || sent.Get("Api-Key") != "" {
					t.Errorf("sent %v, want the token %s", sent, token)
				}
			}
			expect(first)
			write(second)
			expect(second)
			write("") // about to be written
			expect(second)
			os.Remove(path)
			expect(second)
			status = 401
			_, err := model.Generate(t.Context(), question)
			for _, token := range []string{first, second} {
				if strings.Contains(err.Error(), token[:minFragment]) || strings.Contains(err.Error(), token[len(token)-minFragment:]) {
					t.Errorf("the error holds the token: %v", err)
				}
			}
			if !strings.Contains(err.Error(), "check llm.tokenFile") {
				t.Errorf("Generate: %v, want a hint to llm.tokenFile", err)
			}
		}
	})
}

// TestTokenFileRefused: a file without a token stops the start.
func TestTokenFileRefused(t *testing.T) {
	dir := t.TempDir()
	for name, text := range map[string]string{"empty": " \n", "json": `{"access_token": "x"}`, "two": "a\nb", "large": strings.Repeat("x", maxToken+1)} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	for name, want := range map[string]string{
		"nowhere": "no such file", "": "no regular file", "empty": "it is empty", "json": "more than a token", "two": "more than a token", "large": "larger than",
	} {
		_, err := New(Config{Provider: "openai", Model: "m", TokenFile: filepath.Join(dir, name)})
		if err == nil || !strings.Contains(err.Error(), "llm.tokenFile: ") || !strings.Contains(err.Error(), want) || strings.Contains(err.Error(), "access") {
			t.Errorf("New with the file %q: %v, want %q", name, err, want)
		}
	}
}

// TestTokenFileInPlace: a file that is written over has another time or another size.
func TestTokenFileInPlace(t *testing.T) {
	path := filepath.Join(t.TempDir(), "token")
	if err := os.WriteFile(path, []byte("first"), 0o600); err != nil {
		t.Fatal(err)
	}
	f, err := openToken(path)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte("again"), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.Chtimes(path, time.Time{}, time.Now().Add(time.Second)); err != nil {
		t.Fatal(err)
	}
	if got := f.current(); got != "again" {
		t.Errorf("current = %q, want again", got)
	}
}
