package corpus_test

import (
	"strings"
	"testing"

	"github.com/asksql/asksql/corpus"
)

func TestRewriteChangesTextBlocksOnly(t *testing.T) {
	old := page(
		"# p", "A promise.", "",
		"## a  case", "Why,  with two blanks.",
		"~~~sql accept", "SELECT 1", "~~~", "", "~~~text", "old", "and older", "~~~", "",
		"## another", "Why.", "~~~sql reject syntax", "SELEKT 1", "~~~",
		"## a third", "Why.", "~~~sql accept quoted", `"SELECT 3"`, "~~~", "~~~text", "~~~", "")
	want := page(
		"# p", "A promise.", "",
		"## a  case", "Why,  with two blanks.",
		"~~~sql accept", "SELECT 1", "~~~", "", "~~~text", "new: SELECT 1", "~~~", "",
		"## another", "Why.", "~~~sql reject syntax", "SELEKT 1", "~~~",
		"## a third", "Why.", "~~~sql accept quoted", `"SELECT 3"`, "~~~", "~~~text", "new: SELECT 3", "~~~", "")
	got, err := corpus.Rewrite("p.md", old, func(c corpus.Case) string { return "new: " + c.SQL })
	if err != nil || got != want {
		t.Errorf("Rewrite gives %v and\n%s\nwant\n%s", err, got, want)
	}
	got, err = corpus.Rewrite("p.md", want, func(corpus.Case) string { return "" })
	if err != nil || strings.Contains(got, "new") || strings.Count(got, "```text\n```") != 2 {
		t.Errorf("Rewrite to nothing gives %v and\n%s\nwant two empty blocks", err, got)
	}
}

func TestRewriteRefuses(t *testing.T) {
	text := page("# p", "A promise.", "## c", "Why.", "~~~sql accept", "SELECT 1", "~~~", "~~~text", "~~~")
	for _, tc := range []struct{ name, text, golden, want string }{
		{"a page that does not parse", "no page", "", "p.md:1: the first line is not a title"},
		{"a text that would end its block", text, "a\n```\nb", "p.md:5: the new text has a line ```"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			_, err := corpus.Rewrite("p.md", tc.text, func(corpus.Case) string { return tc.golden })
			if err == nil || !strings.HasPrefix(err.Error(), tc.want) {
				t.Errorf("Rewrite fails with %v, want %q", err, tc.want)
			}
		})
	}
}
