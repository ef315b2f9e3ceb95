package corpus_test

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/asksql/asksql/corpus"
)

func pages(t *testing.T) []corpus.Page {
	t.Helper()
	pages, err := corpus.Pages()
	if err != nil {
		t.Fatal(err)
	}
	return pages
}

func TestEveryPageIsEmbedded(t *testing.T) {
	names, err := filepath.Glob("*.md")
	if err != nil {
		t.Fatal(err)
	}
	embedded := map[string]bool{"policy.md": true}
	for _, page := range pages(t) {
		embedded[page.Name+".md"] = true
	}
	for _, name := range names {
		if !embedded[name] {
			t.Errorf("Pages lacks %s", name)
		}
	}
	if len(embedded) != len(names) {
		t.Errorf("Pages has %d pages, the directory %d", len(embedded), len(names))
	}
}

func TestEveryRefusalHasAnAcceptedNeighbour(t *testing.T) {
	for _, page := range pages(t) {
		accepted := map[string]bool{}
		for _, c := range page.Cases {
			accepted[c.Heading] = accepted[c.Heading] || c.Accept
		}
		for _, c := range page.Cases {
			if !accepted[c.Heading] {
				t.Errorf("%s: %q refuses and shows nothing that is accepted instead", c.Position(), c.Heading)
			}
		}
	}
}

func TestEveryCaseIsWrittenOnce(t *testing.T) {
	type key struct{ page, sql, words string }
	seen := map[key]string{}
	for _, page := range pages(t) {
		for _, c := range page.Cases {
			settings, err := json.Marshal(c.Settings)
			if err != nil {
				t.Fatal(err)
			}
			k := key{page.Name, c.SQL, string(settings)}
			if first := seen[k]; first != "" && !c.Accept {
				t.Errorf("%s repeats %s", c.Position(), first)
			}
			seen[k] = c.Position()
		}
	}
}

func TestCasesAreShort(t *testing.T) {
	const most = 1000 // bytes; what is longer is built in a Go test
	for _, page := range pages(t) {
		for _, c := range page.Cases {
			if len(c.SQL) > most {
				t.Errorf("%s: the statement has %d bytes, want at most %d", c.Position(), len(c.SQL), most)
			}
			if !strings.HasSuffix(c.Why, ".") {
				t.Errorf("%s: %q is no sentence", c.Position(), c.Why)
			}
		}
	}
}

func TestPolicyShowsAPageThatParses(t *testing.T) {
	text, err := os.ReadFile("policy.md")
	if err != nil {
		t.Fatal(err)
	}
	_, example, ok := strings.Cut(string(text), "````markdown\n")
	example, _, closed := strings.Cut(example, "\n````\n")
	if !ok || !closed {
		t.Fatal("policy.md has no block ````markdown")
	}
	page, err := corpus.Parse("read_only.md", example)
	if err != nil {
		t.Fatal(err)
	}
	if len(page.Cases) != 2 || page.Cases[0].Accept || !page.Cases[1].Accept {
		t.Errorf("the page of policy.md has the cases %+v, want one refused and one accepted", page.Cases)
	}
}

func TestSchemaIsJSONAndTheCallersOwn(t *testing.T) {
	first := corpus.Schema()
	var doc struct {
		SchemaID string
		Tables   []struct{ Name string }
	}
	if err := json.Unmarshal(first, &doc); err != nil {
		t.Fatal(err)
	}
	if doc.SchemaID != "shop" || len(doc.Tables) != 6 {
		t.Errorf("Schema holds %q with %d tables, want shop with 6", doc.SchemaID, len(doc.Tables))
	}
	clear(first)
	if !json.Valid(corpus.Schema()) {
		t.Error("Schema changed with the slice that was returned before")
	}
}
