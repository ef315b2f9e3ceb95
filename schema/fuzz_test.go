package schema_test

import (
	"errors"
	"os"
	"testing"

	"github.com/go-json-experiment/json"

	"github.com/asksql/asksql/schema"
)

// FuzzDecode: any text gives an artifact or faults with a path, never a panic, and an artifact
// that is written out and read again has the same digest.
func FuzzDecode(f *testing.F) {
	shop, err := os.ReadFile("../examples/shop/schema.json")
	if err != nil {
		f.Fatal(err)
	}
	for _, seed := range []string{string(shop), staff, document(table()), "null", `{"x": [[[`, "\ufeff{}", `{"version": 1e400}`} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		artifact, err := schema.Decoder{}.Decode(text)
		if err != nil {
			var fault *schema.Error
			if !errors.As(err, &fault) || fault.Path == "" || fault.Message == "" {
				t.Fatalf("Decode(%q) = %v, want a fault with a path and a message", text, err)
			}
			return
		}
		for _, policy := range policies() {
			artifact.View(policy)
		}
		again, err := json.Marshal(artifact.Document())
		if err != nil {
			t.Fatalf("encode the document of %q: %v", text, err)
		}
		if got, want := decoded(t, string(again)).Digest(), artifact.Digest(); got != want {
			t.Fatalf("digest of %q is %s, of its document %s", text, want, got)
		}
	})
}
