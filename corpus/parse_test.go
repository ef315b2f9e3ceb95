package corpus_test

import (
	"reflect"
	"strings"
	"testing"

	"github.com/asksql/asksql/corpus"
)

// page joins lines, with ~ for the back quote.
func page(lines ...string) string {
	return strings.ReplaceAll(strings.Join(lines, "\n"), "~", "`")
}

func TestParse(t *testing.T) {
	got, err := corpus.Parse("read_only.md", page(
		"# read_only",
		"",
		"Nothing is",
		"changed.",
		"",
		"## a lock",
		"",
		"Rows stay",
		"locked.",
		"",
		"~~~sql reject read_only column_scope mariadb depth=9",
		"SELECT email",
		"FROM customers FOR UPDATE",
		"~~~",
		"",
		"~~~text",
		"read_only: no",
		"column_scope: no",
		"~~~",
		"",
		"Without it.",
		"~~~sql accept advise select_star mysql tidb with-sensitive case-sensitive ascii row-rules bounded=10 quoted",
		`"SELECT *\tFROM customers"`,
		"~~~",
		"## nothing printed",
		"Empty blocks are blocks.",
		"~~~sql accept",
		"~~~",
		"~~~text",
		"~~~",
		"",
	))
	if err != nil {
		t.Fatal(err)
	}
	want := []corpus.Case{
		{
			Heading: "a lock", Name: "a lock", Why: "Rows stay locked.",
			SQL:      "SELECT email\nFROM customers FOR UPDATE",
			Rules:    []string{"read_only", "column_scope"},
			Settings: corpus.Settings{Dialects: []string{"mariadb"}, Limits: map[string]int{"depth": 9}},
			Golden:   "read_only: no\ncolumn_scope: no", HasGolden: true,
			File: "read_only.md", Line: 11,
		},
		{
			Heading: "a lock", Name: "a lock #2", Why: "Without it.",
			SQL: "SELECT *\tFROM customers", Accept: true, Advice: []string{"select_star"},
			Settings: corpus.Settings{
				Dialects: []string{"mysql", "tidb"}, WithSensitive: true, CaseSensitive: true, ASCII: true, RowRules: true, MaxRows: 10,
			},
			File: "read_only.md", Line: 22,
		},
		{
			Heading: "nothing printed", Name: "nothing printed", Why: "Empty blocks are blocks.",
			Accept: true, HasGolden: true, File: "read_only.md", Line: 27,
		},
	}
	if got.Name != "read_only" || got.Promise != "Nothing is changed." {
		t.Errorf("Parse gives page %q, promise %q", got.Name, got.Promise)
	}
	if len(got.Cases) != len(want) {
		t.Fatalf("Parse gives %d cases, want %d", len(got.Cases), len(want))
	}
	for i := range want {
		if g := corpus.Public(got.Cases[i]); !reflect.DeepEqual(g, want[i]) {
			t.Errorf("case %d:\ngot  %+v\nwant %+v", i, g, want[i])
		}
	}
}

func TestParseErrors(t *testing.T) {
	head := []string{"# p", "A promise.", "## c"} // lines 1 to 3
	for _, tc := range []struct {
		name  string
		lines []string
		want  string
	}{
		{"no title", []string{"p"}, "p.md:1: the first line is not a title"},
		{"an empty title", []string{"# "}, "p.md:1: the first line is not a title"},
		{"no promise", []string{"# p", "", "## c"}, "p.md:1: no promise below the title"},
		{"no case", []string{"# p", "A promise."}, "p.md:1: no case"},
		{"a block before the first heading", []string{"# p", "A promise.", "~~~sql accept", "~~~"}, "p.md:3: expected a heading ##"},
		{"a heading of another level", []string{"# p", "A promise.", "### c"}, "p.md:3: expected a heading ##"},
		{"a heading without a block", append(head, "", "Why."), "p.md:5: no statement follows this text"},
		{"a heading with nothing below", append(head, "## d"), `p.md:3: case "c" has no ~~~sql block`},
		{"the same heading twice", append(head, "Why.", "~~~sql accept", "~~~", "## c"), `p.md:7: a case called "c" is on this page already`},
		{"no reason", append(head, "~~~sql accept", "~~~"), "p.md:4: no sentence above the block"},
		{"no reason for the second", append(head, "Why.", "~~~sql accept", "~~~", "~~~sql accept", "~~~"), "p.md:7: no sentence above the block"},
		{"text after the last block", append(head, "Why.", "~~~sql accept", "~~~", "", "The end."), "p.md:8: no statement follows this text"},
		{"an open block", append(head, "Why.", "~~~sql accept", "SELECT 1"), "p.md:5: the block is not closed"},
		{"an open text block", append(head, "Why.", "~~~sql accept", "~~~", "~~~text", "SELECT 1"), "p.md:7: the block is not closed"},
		{"a text block without a statement", append(head, "Why.", "~~~text", "~~~"), `p.md:5: unknown block "text"`},
		{"another language", append(head, "Why.", "~~~go", "~~~"), `p.md:5: unknown block "go"`},
		{"no verdict", append(head, "Why.", "~~~sql", "~~~"), `p.md:5: unknown block "sql"`},
		{"another verdict", append(head, "Why.", "~~~sql maybe", "~~~"), `p.md:5: unknown verdict "maybe"`},
		{"a refusal by nobody", append(head, "Why.", "~~~sql reject mysql", "~~~"), "p.md:5: reject names no rule"},
		{"advice by nobody", append(head, "Why.", "~~~sql accept advise", "~~~"), "p.md:5: advise names no advisory rule"},
		{"a rule that accepts", append(head, "Why.", "~~~sql accept read_only", "~~~"), `p.md:5: unknown setting "read_only"`},
		{"a rule after a setting", append(head, "Why.", "~~~sql reject syntax mysql read_only", "~~~"), `p.md:5: unknown setting "read_only"`},
		{"quoted in the middle", append(head, "Why.", "~~~sql accept mysql quoted ascii", "~~~"), `p.md:5: unknown setting "quoted"`},
		{"a limit without a number", append(head, "Why.", "~~~sql accept depth", "~~~"), `p.md:5: setting "depth" has no number`},
		{"a limit of zero", append(head, "Why.", "~~~sql accept nodes=0", "~~~"), `p.md:5: setting "nodes=0" has no number`},
		{"a negative bound", append(head, "Why.", "~~~sql accept bounded=-1", "~~~"), `p.md:5: setting "bounded=-1" has no number`},
		{"a body that is no Go string", append(head, "Why.", "~~~sql accept quoted", "SELECT 1", "~~~"), "p.md:6: the body is not a Go string literal"},
		{"a carriage return", append(head, "Why.\r"), "p.md:4: carriage return"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			_, err := corpus.Parse("p.md", page(tc.lines...))
			if err == nil {
				t.Fatalf("Parse succeeds, want %q", tc.want)
			}
			if want := page(tc.want); !strings.HasPrefix(err.Error(), want) {
				t.Errorf("Parse fails with %q, want %q", err, want)
			}
		})
	}
}

func FuzzParse(f *testing.F) {
	f.Add("# p\nA promise.\n## c\nWhy.\n```sql accept\nSELECT 1\n```\n```text\nSELECT 1\n```\n")
	f.Add("# p\nA promise.\n## c\nWhy.\n```sql reject syntax depth=3 quoted\n\"\\x00\"\n```\n")
	f.Fuzz(func(t *testing.T, text string) {
		p, err := corpus.Parse("p.md", text)
		if err != nil {
			return
		}
		same := func(c corpus.Case) string { return c.Golden }
		if again, err := corpus.Rewrite("p.md", text, same); err != nil || again != text {
			t.Errorf("rewriting a page with its own text changes it to %q, %v", again, err)
		}
		for _, c := range p.Cases {
			if c.Why == "" || c.Name == "" || c.Accept == (len(c.Rules) > 0) {
				t.Errorf("a case without a reason, name or verdict: %+v", c)
			}
		}
	})
}
