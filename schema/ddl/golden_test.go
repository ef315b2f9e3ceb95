package ddl_test

import (
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/asksql/asksql/schema"
	"github.com/asksql/asksql/schema/ddl"
)

var update = flag.Bool("update", false, "rewrite the golden artifacts")

// The artifacts of well-known databases, and of what single servers can have.
func TestGolden(t *testing.T) {
	samples, err := filepath.Glob("testdata/*.sql")
	if err != nil || len(samples) < 7 {
		t.Fatalf("%d samples: %v", len(samples), err)
	}
	for _, path := range append(samples, "testdata/shop_migrations") {
		name := strings.TrimSuffix(filepath.Base(path), ".sql")
		t.Run(name, func(t *testing.T) {
			files, _, err := ddl.Open([]string{path}, nil)
			if err != nil {
				t.Fatal(err)
			}
			result := ddl.Read(files, ddl.Options{})
			for _, p := range result.Problems {
				t.Error(p)
			}
			compareGolden(t, filepath.Join("testdata", name+".json"), result.Document)
		})
	}
}

// compareGolden holds a document to be what a file says, and to be one that decodes.
func compareGolden(t *testing.T, path string, doc *schema.Document) {
	t.Helper()
	doc.Version, doc.SchemaID = schema.Version, "sample"
	text, err := schema.Encode(doc)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := (schema.Decoder{}).Decode(text); err != nil {
		t.Errorf("the document does not decode: %v", err)
	}
	if *update {
		if err := os.WriteFile(path, text, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if string(text) != string(want) {
		t.Errorf("the document is not that of %s:\n%s", path, text)
	}
}
