package openapi_test

import (
	"bytes"
	"flag"
	"os"
	"testing"

	"github.com/asksql/asksql/internal/openapi"
)

var update = flag.Bool("update", false, "rewrite docs/openapi.json")

const committed = "../../docs/openapi.json"

// The committed document is what the types and the table of errors say.
func TestCommittedFile(t *testing.T) {
	got, err := openapi.Document(os.DirFS("../.."))
	if err != nil {
		t.Fatal(err)
	}
	if *update {
		if err := os.WriteFile(committed, got, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(committed)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(got, want) {
		t.Errorf("%s is not what the types say; run make openapi and read the difference", committed)
	}
}
