package tokens

import (
	"path/filepath"
	"testing"

	"github.com/tiktoken-go/tokenizer/codec"

	"github.com/asksql/asksql/internal/estimate"
	"github.com/asksql/asksql/prompt"
	"github.com/asksql/asksql/schema"
)

// The estimate may be this much under and over the larger count, in percent.
const under, over = 1, 10

// counted returns the larger of the counts of two vocabularies: the older one, which is poor in other
// scripts than Latin, and its successor.
func counted() func(t *testing.T, text string) int {
	vocabularies := []*codec.Codec{codec.NewCl100kBase(), codec.NewO200kBase()}
	return func(t *testing.T, text string) int {
		t.Helper()
		most := 0
		for _, v := range vocabularies {
			n, err := v.Count(text)
			if err != nil {
				t.Fatal(err)
			}
			most = max(most, n)
		}
		return most
	}
}

// TestEstimate: over prompts of every schema of the evaluation, of the examples and of the corpus, whole
// and pruned, with their own names and with Chinese ones, the estimate is on the safe side and not far.
func TestEstimate(t *testing.T) {
	count := counted()
	least, most, prompts := 1.0, 0.0, 0
	for _, path := range artifacts(t) {
		for script, doc := range map[string]*schema.Document{"own": load(t, path), "Chinese": chinese(load(t, path))} {
			for _, limit := range []int{700, 2000, 1 << 30} {
				text := built(t, doc, limit)
				want, got := count(t, text), estimate.Tokens(text)
				off := float64(got)/float64(want) - 1
				least, most, prompts = min(least, off), max(most, off), prompts+1
				if 100*off < -under || 100*off > over {
					t.Errorf("%s, %s names, %d: about %d tokens (%+.1f %%), counted %d", filepath.Base(path), script, limit, got, 100*off, want)
				}
			}
		}
	}
	t.Logf("%d prompts, between %+.1f and %+.1f %%", prompts, 100*least, 100*most)
}

// artifacts returns the paths of the artifacts. The evaluation data lies beside the repository, or is not
// there.
func artifacts(t *testing.T) (all []string) {
	t.Helper()
	const root = "../../"
	for _, pattern := range []string{"examples/*/schema.json", "corpus/schema.json", "../shared/eval/schemas/*/*.json"} {
		paths, err := filepath.Glob(root + pattern)
		if err != nil {
			t.Fatal(err)
		}
		if len(paths) == 0 {
			t.Logf("there is no %s", pattern)
		}
		all = append(all, paths...)
	}
	if len(all) < 2 {
		t.Fatalf("the artifacts are %v", all)
	}
	return all
}

func load(t *testing.T, path string) *schema.Document {
	t.Helper()
	artifact, err := schema.Decoder{}.Load(path)
	if err != nil {
		t.Fatal(err)
	}
	return artifact.Document()
}

// built returns a prompt over the whole document.
func built(t *testing.T, doc *schema.Document, limit int) string {
	t.Helper()
	text, err := schema.Encode(doc)
	if err != nil {
		t.Fatal(err)
	}
	artifact, err := schema.Decoder{}.Decode(text)
	if err != nil {
		t.Fatal(err)
	}
	view := artifact.View(schema.Policy{Values: true, Sensitive: true})
	p := prompt.NewBuilder(prompt.Options{MaxRows: 1000, MaxTokens: limit}).Build(view, "how many are there, by name and by year?")
	return p.System + p.User
}
