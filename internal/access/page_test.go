package access_test

import (
	"os"
	"strings"
	"testing"

	shopschema "github.com/asksql/asksql/examples/shop"
	"github.com/asksql/asksql/internal/access"
)

// The access files of docs/access.md are read as they stand there, and the first is the example's.
func TestPage(t *testing.T) {
	page, err := os.ReadFile("../../docs/access.md")
	if err != nil {
		t.Fatal(err)
	}
	example, err := os.ReadFile("../../examples/shop/access.yaml")
	if err != nil {
		t.Fatal(err)
	}
	files := 0
	for _, rest := range strings.Split(string(page), "\n```yaml\n")[1:] {
		block, _, _ := strings.Cut(rest, "\n```\n")
		switch {
		case strings.HasPrefix(block, "claims:"): // what it says of roles is above
			block += "\nroles: {analyst: {tables: [orders]}}\n"
		case block+"\n" == string(example):
		default:
			continue // of another program
		}
		files++
		file, err := access.Parse("access.yaml", []byte(block), "")
		if err != nil {
			t.Fatal(err)
		}
		artifact, checker := artifactOf(t, string(shopschema.Schema))
		if _, err := file.Guard(t.Context(), artifact, checker); err != nil {
			t.Error(err)
		}
	}
	if files != 2 {
		t.Errorf("the page has %d access files that are read, want that of the example and the one with claims", files)
	}
}
