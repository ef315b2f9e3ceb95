package prompt_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/asksql/asksql/prompt"
	"github.com/asksql/asksql/schema"
)

func searched(t testing.TB, text string, policy schema.Policy) *schema.View {
	t.Helper()
	a, err := schema.Decoder{}.Decode([]byte(text))
	if err != nil {
		t.Fatal(err)
	}
	return a.View(policy)
}

const searchable = `{"version":1,"schemaId":"s","tables":[
	{"name":"invoice","columns":[{"name":"id"},{"name":"buyer_id"},{"name":"due","description":"day of payment"}],"primaryKey":["id"],
	 "foreignKeys":[{"columns":["buyer_id"],"references":{"table":"buyer","columns":["id"]}}]},
	{"name":"buyer","columns":[{"name":"id"},{"name":"city"},{"name":"iban","sensitive":true,"description":"account for payment"}],"primaryKey":["id"]},
	{"name":"weather","columns":[{"name":"day"},{"name":"degrees"}]}],
	"glossary":[{"term":"overdue","meaning":"due before today"},{"term":"iban code","meaning":"an account"}]}`

func TestSearch(t *testing.T) {
	b := prompt.NewBuilder(prompt.Options{MaxRows: 1, MaxTokens: prompt.DefaultMaxTokens})
	view := searched(t, searchable, schema.Policy{})
	for _, tc := range []struct {
		question string
		want     []string // tables
		more     int
	}{
		{"which invoices are due?", []string{"invoice", "buyer"}, 0},
		{"overdue ones", []string{"invoice", "buyer"}, 0},
		{"cities", []string{"buyer", "invoice"}, 0},
		{"weather", []string{"weather"}, 0},
		{"account", nil, 0},
		{"payments of each day by city", []string{"buyer", "invoice"}, 1},
		{"", nil, 0},
	} {
		found, more := b.Search(view, tc.question, 2)
		var got []string
		for _, f := range found {
			got = append(got, f.Table.Name)
		}
		slices.Sort(got)
		want := slices.Clone(tc.want)
		slices.Sort(want)
		if !slices.Equal(got, want) || more != tc.more {
			t.Errorf("Search(%q) = %q and %d more, want %q and %d", tc.question, got, more, tc.want, tc.more)
		}
	}
	if terms := b.Terms(view, "overdue ones"); len(terms) != 1 || terms[0].Meaning != "due before today" {
		t.Errorf("Terms = %+v", terms)
	}
	if terms := b.Terms(view, "iban code"); len(terms) != 0 {
		t.Errorf("Terms tells of a hidden column: %+v", terms)
	}
}

// The tables that a search finds are those that a prompt of the same question shows, be the schema whole in
// prompts or not.
func TestSearchIsTheRankingOfPrompts(t *testing.T) {
	var tables []string
	for i := range 400 {
		tables = append(tables, fmt.Sprintf(`{"name":"thing_%d","columns":[{"name":"id"},{"name":"colour_%d"},{"name":"weight","description":"%s"}]}`, i, i, strings.Repeat("long words ", 20)))
	}
	view := searched(t, `{"version":1,"schemaId":"s","tables":[`+strings.Join(tables, ",")+`]}`, schema.Policy{})
	question := "colour of thing 123"
	small := prompt.NewBuilder(prompt.Options{MaxRows: 1, MaxTokens: 2000})
	if p := small.Build(view, question); !p.Pruned || !strings.Contains(p.User, "`thing_123`") {
		t.Fatal("the prompt does not show the table")
	}
	large := prompt.NewBuilder(prompt.Options{MaxRows: 1, MaxTokens: 1_000_000})
	for _, b := range []*prompt.Builder{small, large} {
		found, more := b.Search(view, question, 5)
		if len(found) != 5 || found[0].Table.Name != "thing_123" || more != 395 {
			t.Errorf("Search = %d tables and %d more", len(found), more)
		}
	}
}

// A wide table is shown with its keys and the columns that the question has words of.
func TestSearchNarrows(t *testing.T) {
	columns := []string{`{"name":"id"}`}
	for i := range 40 {
		columns = append(columns, fmt.Sprintf(`{"name":"c_%d"}`, i))
	}
	view := searched(t, `{"version":1,"schemaId":"s","tables":[{"name":"wide","primaryKey":["id"],"columns":[`+strings.Join(columns, ",")+`,{"name":"height"}]}]}`, schema.Policy{})
	found, _ := prompt.NewBuilder(prompt.Options{MaxRows: 1, MaxTokens: 1000}).Search(view, "wide height", 5)
	if len(found) != 1 || len(found[0].Table.Columns) != 12 || found[0].Hidden != 30 {
		t.Fatalf("Search = %+v", found)
	}
	if c := found[0].Table.Columns; c[0].Name != "id" || c[11].Name != "height" {
		t.Errorf("Search shows %+v", c)
	}
}
