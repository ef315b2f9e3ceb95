package show_test

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/asksql/asksql/schema"
	"github.com/asksql/asksql/schema/show"
)

func document(t testing.TB, tables string, more ...string) *schema.Document {
	t.Helper()
	text := `{"version": 1, "schemaId": "shop", "tables": [` + tables + `]` + strings.Join(append([]string{""}, more...), ", ") + `}`
	artifact, err := schema.Decoder{}.Decode([]byte(text))
	if err != nil {
		t.Fatal(err)
	}
	return artifact.Document()
}

const shop = `
	{"name": "people", "description": "Who buys.", "primaryKey": ["id"], "columns": [
		{"name": "id", "type": "int", "nullable": false}, {"name": "email", "type": "varchar(200)", "sensitive": true, "description": "where mail goes"},
		{"name": "parent", "type": "int"}, {"name": "mood", "type": "enum('good','bad')"}],
		"foreignKeys": [{"columns": ["parent"], "references": {"table": "people", "columns": ["id"]}}]},
	{"name": "orders", "primaryKey": ["id"], "columns": [{"name": "id", "type": "int"}, {"name": "person", "type": "int", "nullable": false}],
		"foreignKeys": [{"columns": ["PERSON"], "references": {"table": "People", "columns": ["ID"]}}]},
	{"name": "late orders", "kind": "view", "columns": [{"name": "1st day"}]}`

func TestOverview(t *testing.T) {
	doc := document(t, shop, `"database": "d"`, `"source": {"rowEstimates": {"orders": 1234567}}`)
	const want = `shop  mysql, database d
tables 2, views 1, columns 7, sensitive 1, terms 0, examples 0

people  Who buys.
  PK    id      int
        email   varchar(200)        sensitive  where mail goes
  FK    parent  int                 → people.id
        mood    enum('good','bad')

orders  about 1,234,567 rows
  PK    id      int
  FK    person  int  → People.ID

late orders  view
        1st day
`
	if got := overview(t, doc, show.Style{}); got != want {
		t.Errorf("Overview =\n%s, want\n%s", got, want)
	}
}

func overview(t testing.TB, doc *schema.Document, style show.Style) string {
	t.Helper()
	var w strings.Builder
	if err := show.Overview(&w, doc, style); err != nil {
		t.Fatal(err)
	}
	return w.String()
}

func TestOverviewKeepsToTheWidth(t *testing.T) {
	doc := document(t, shop+`, {"name": "`+strings.Repeat("表", 40)+`", "description": "`+strings.Repeat("👩‍👩‍👧 ", 40)+`", "columns": [{"name": "a"}]}`)
	plain := overview(t, doc, show.Style{Width: 30})
	for line := range strings.Lines(plain) {
		cells := 0
		for _, r := range strings.TrimSuffix(line, "\n") {
			if cells++; r == '表' {
				cells++
			}
		}
		if cells > 30 {
			t.Errorf("the line %q has %d cells, want at most 30", line, cells)
		}
	}
	colored := overview(t, doc, show.Style{Width: 30, Colors: true})
	if !strings.Contains(colored, "\x1b[1mpeople\x1b[0m") {
		t.Errorf("with colours, there is no bold name of a table in\n%s", colored)
	}
	for _, code := range []string{"\x1b[0m", "\x1b[1m", "\x1b[2m", "\x1b[31m", "\x1b[36m"} {
		colored = strings.ReplaceAll(colored, code, "")
	}
	if colored != plain {
		t.Errorf("without its colours, the overview is\n%s, want\n%s", colored, plain)
	}
}

// Names and comments come from people who may not mean well: none reaches the terminal as a control
// sequence, or a drawing as markup.
func TestHostileTexts(t *testing.T) {
	doc := document(t, `{"name": "<b>\"x\"--&\\N#;%%{", "description": "a\u001b[31m\r\u202eb", "columns": [{"name": "} a {"}, {"name": "c", "type": "</TD><script>\u0000"}]}`)
	if text := overview(t, doc, show.Style{}); strings.ContainsAny(text, "\x1b\r\x00\u202e") {
		t.Errorf("Overview = %q, with control characters", text)
	}
	if text := overview(t, doc, show.Style{}); !strings.Contains(text, "a\ufffd[31m\ufffd\ufffdb\n") {
		t.Errorf("Overview = %q, with a description that was cut", text)
	}
	if text := show.DOT(doc); strings.Contains(text, "<b>") || strings.Contains(text, "<script>") || strings.ContainsRune(text, 0) {
		t.Errorf("DOT holds markup of the schema:\n%s", text)
	}
	text := show.Mermaid(doc)
	for line := range strings.Lines(text) {
		if strings.Count(line, `"`)%2 != 0 || strings.ContainsAny(line, "<>\x00") || strings.Contains(line, "%%") {
			t.Errorf("Mermaid has the line %q", line)
		}
	}
}

func TestMermaid(t *testing.T) {
	const want = `erDiagram
    t0["people"] {
        int id PK
        varchar(200) email "sensitive"
        int parent FK
        enum mood
    }
    t1["orders"] {
        int id PK
        int person FK
    }
    t2["late orders"] {
        unknown c1st_day "1st day"
    }
    t0 |o--o{ t0 : "parent"
    t0 ||--o{ t1 : "PERSON"
`
	if got := show.Mermaid(document(t, shop)); got != want {
		t.Errorf("Mermaid =\n%s, want\n%s", got, want)
	}
}

// Mermaid draws nothing at all where a column has the name of a mark: pk is one in any letter case.
func TestMermaidWords(t *testing.T) {
	text := show.Mermaid(document(t, `{"name": "t", "columns": [{"name": "uk"}, {"name": "PK(1)"}, {"name": "pk_id"}, {"name": "x", "type": "Fk"}]}`))
	for _, want := range []string{"unknown cuk \"uk\"\n", "unknown cPK(1) \"PK(1)\"\n", "unknown pk_id\n", "cFk x\n"} {
		if !strings.Contains(text, want) {
			t.Errorf("want %q in\n%s", want, text)
		}
	}
}

// A text that is cut, and one in which each character is replaced, take no longer than they are long.
func TestLongTexts(t *testing.T) {
	doc := document(t, `{"name": "t", "description": "`+strings.Repeat(`\u0001a`, 200_000)+`", "columns": [{"name": "a"}]}`)
	for _, width := range []int{0, 300_000} {
		if text := overview(t, doc, show.Style{Width: width}); len(text) < width {
			t.Errorf("%d bytes, want %d at least", len(text), width)
		}
	}
}

func TestDOT(t *testing.T) {
	text := show.DOT(document(t, shop))
	if !strings.Contains(text, "t0:c0r:e -> t1:c1l:w;") || strings.Contains(text, "-> t0:") || strings.Count(text, "->") != 1 {
		t.Errorf("want one edge, from people.id to orders.person, in\n%s", text)
	}
	for _, want := range []string{">FK ↺<", "late orders (view)", ">\u00a0●<"} {
		if !strings.Contains(text, want) {
			t.Errorf("want %q in\n%s", want, text)
		}
	}
}

// A large schema shows what joins its tables, and how much else there is.
func TestLargeDiagrams(t *testing.T) {
	var tables []string
	for i := range 26 {
		tables = append(tables, fmt.Sprintf(`{"name": "t%d", "primaryKey": ["id"], "columns": [{"name": "id"}, {"name": "unique_code"}, {"name": "next"}, {"name": "secret", "sensitive": true}, {"name": "note"}, {"name": "other"}],
			"foreignKeys": [{"columns": ["next"], "references": {"table": "t%d", "columns": ["unique_code"]}}]}`, i, (i+1)%26))
	}
	text := show.DOT(document(t, strings.Join(tables, ",")))
	if strings.Contains(text, ">note<") || strings.Count(text, "2 more columns") != 26 {
		t.Errorf("want the note and the other column of each table as 2 more columns in\n%s", text)
	}
	for _, want := range []string{">unique_code<", ">next<", ">secret<"} {
		if strings.Count(text, want) != 26 {
			t.Errorf("want %s in each table in\n%s", want, text)
		}
	}
}

// Tables that nothing connects are held behind each other, on several shelves; those that edges connect are not.
func TestShelves(t *testing.T) {
	var lonely, paired []string
	for i := range 30 {
		lonely = append(lonely, fmt.Sprintf(`{"name": "t%d", "columns": [{"name": "id"}]}`, i))
		keys := ""
		if i%2 == 1 {
			keys = fmt.Sprintf(`, "foreignKeys": [{"columns": ["id"], "references": {"table": "t%d", "columns": ["id"]}}]`, i-1)
		}
		paired = append(paired, fmt.Sprintf(`{"name": "t%d", "columns": [{"name": "id"}]%s}`, i, keys))
	}
	for name, tc := range map[string]struct {
		tables         []string
		parts, atLeast int
	}{"lonely": {lonely, 30, 4}, "pairs": {paired, 15, 3}} {
		text := show.DOT(document(t, strings.Join(tc.tables, ",")))
		shelves := tc.parts - strings.Count(text, "[style=invis]")
		if shelves < tc.atLeast || shelves > 2*tc.parts/3 {
			t.Errorf("%s: %d parts stand on %d shelves, want %d to %d", name, tc.parts, shelves, tc.atLeast, 2*tc.parts/3)
		}
	}
	if text := show.DOT(document(t, shop+`, {"name": "x", "columns": [{"name": "id"}]}`)); strings.Contains(text, "t0 -> t1") || !strings.Contains(text, "-> t3 [style=invis]") && !strings.Contains(text, "-> t2 [style=invis]") {
		t.Errorf("want what is connected left alone and the rest beside it in\n%s", text)
	}
}

// Edges in a circle end the search for ranks, too.
func TestCircles(t *testing.T) {
	ref := func(name, to string) string {
		return fmt.Sprintf(`{"name": %q, "columns": [{"name": "id"}], "foreignKeys": [{"columns": ["id"], "references": {"table": %q, "columns": ["id"]}}]}`, name, to)
	}
	text := show.DOT(document(t, strings.Join([]string{ref("a", "b"), ref("b", "c"), ref("c", "a"), ref("d", "a")}, ",")))
	if strings.Count(text, "->") != 4 {
		t.Errorf("want four edges in\n%s", text)
	}
}

// What is too much to be drawn is an index: names by their first word, and what they refer to.
func TestIndex(t *testing.T) {
	var tables []string
	for i := range 301 {
		keys := ""
		if i%3 == 1 {
			keys = fmt.Sprintf(`, "foreignKeys": [{"columns": ["id"], "references": {"table": "ma_t%d", "columns": ["id"]}}]`, i-1)
		}
		tables = append(tables, fmt.Sprintf(`{"name": "m%c_t%d", "columns": [{"name": "id"}]%s}`, 'a'+i%3, i, keys))
	}
	text := show.DOT(document(t, strings.Join(append(tables, `{"name": "<lonely>", "columns": [{"name": "id"}]}`), ",")))
	for _, want := range []string{">ma_t300<", "<B>mb (100)</B>", "→ ma 100", "&lt;lonely&gt;", "<B>others (1)</B>", "302 tables"} {
		if !strings.Contains(text, want) {
			t.Errorf("the index has no %s", want)
		}
	}
}

func TestMermaidExceeds(t *testing.T) {
	for text, want := range map[string]string{"erDiagram\n": "", strings.Repeat("x", 50_001): "50001 characters", strings.Repeat(" --o{ ", 501): "501 references"} {
		if got := show.MermaidExceeds(text); !strings.Contains(got, want) || (want == "") != (got == "") {
			t.Errorf("MermaidExceeds of %d bytes = %q, want %q", len(text), got, want)
		}
	}
}

func ExampleOverview() {
	artifact, err := schema.Decoder{}.Decode([]byte(`{"version": 1, "schemaId": "shop", "tables": [
		{"name": "orders", "primaryKey": ["id"], "columns": [{"name": "id", "type": "bigint"}, {"name": "email", "type": "varchar(99)", "sensitive": true}]}]}`))
	if err != nil {
		panic(err)
	}
	if err := show.Overview(os.Stdout, artifact.Document(), show.Style{Width: 80}); err != nil {
		panic(err)
	}
	// Output:
	// shop  mysql
	// tables 1, views 0, columns 2, sensitive 1, terms 0, examples 0
	//
	// orders
	//   PK    id     bigint
	//         email  varchar(99)  sensitive
}
