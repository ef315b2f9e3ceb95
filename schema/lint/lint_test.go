package lint_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/asksql/asksql/prompt"
	"github.com/asksql/asksql/schema"
	"github.com/asksql/asksql/schema/lint"
)

// decoded returns the artifact with the tables, and more members if any. Its examples are refused if
// they have the word that is hidden and are checked against a view without it.
func decoded(t testing.TB, tables string, more ...string) *schema.Artifact {
	t.Helper()
	text := `{"version": 1, "schemaId": "s", "tables": [` + tables + `]` + strings.Join(append([]string{""}, more...), ", ") + `}`
	check := func(v *schema.View, sql string) (bool, error) {
		if table := v.Table("", "people"); strings.Contains(sql, "*") && !v.Policy().Sensitive && table != nil {
			return true, fmt.Errorf("a sensitive column")
		}
		return true, nil
	}
	artifact, err := schema.Decoder{CheckExample: check}.Decode([]byte(text))
	if err != nil {
		t.Fatal(err)
	}
	return artifact
}

const people = `{"name": "people", "description": "staff", "primaryKey": ["id"], "columns": [
	{"name": "id", "type": "int", "description": "a number"}, {"name": "ssn", "type": "char(9)", "sensitive": true, "description": "of the state"}`

func TestCheck(t *testing.T) {
	for _, tc := range []struct {
		name, tables string
		more         []string
		want         []string // path and code of each advice, and words of it
	}{
		{name: "nothing to say", tables: people + "]}"},
		{
			name: "nothing is described", tables: `{"name": "t", "primaryKey": ["a"], "columns": [{"name": "a"}, {"name": "b"}]}`,
			want: []string{"$.tables[0] no_description table t", "$.tables[0].columns no_description 2 of 2 columns of t have no description: a, b;"},
		},
		{
			name: "no primary key", tables: `{"name": "t", "description": "d", "columns": [{"name": "a", "description": "d"}]}, {"name": "v", "kind": "view", "description": "d", "columns": [{"name": "a", "description": "d"}]}`,
			want: []string{"$.tables[0] no_primary_key table t"},
		},
		{
			name: "a column like a foreign key", tables: people + `, {"name": "manager", "type": "int", "description": "d"}]}, ` + order("people_id", "bigint", ""),
			want: []string{"$.tables[1].columns[1] no_foreign_key people.id"},
		},
		{name: "a column that is one", tables: people + `]}, ` + order("people_id", "bigint", `, "foreignKeys": [{"columns": ["PEOPLE_ID"], "references": {"table": "people", "columns": ["id"]}}]`)},
		{name: "a column of another type", tables: people + `]}, ` + order("people_id", "json", "")},
		{name: "a column of no table", tables: people + `]}, ` + order("external_id", "bigint", "")},
		{name: "a plural", tables: named("categories", "id") + ", " + order("categoryId", "int", ""), want: []string{"$.tables[1].columns[1] no_foreign_key categories.id"}},
		{name: "a key of the same name", tables: named("Customer", "CustomerNo") + ", " + order("customer_no", "int", ""), want: []string{"$.tables[1].columns[1] no_foreign_key Customer.CustomerNo"}},
		{name: "a key of the same name in two tables", tables: named("a", "number") + ", " + named("b", "number") + ", " + order("number", "int", "")},
		{
			name: "a column that looks sensitive", tables: people + `, {"name": "email", "type": "varchar(99)", "description": "d"}]}`,
			want: []string{`$.tables[0].columns[2] likely_sensitive its name says an e-mail address; decide by "sensitive": true or false`},
		},
		{name: "one that somebody has decided on", tables: people + `, {"name": "email", "type": "varchar(99)", "description": "d", "sensitive": false}]}`},
		{
			name: "texts that mention what is hidden", tables: strings.Replace(people, "staff", "staff by ssn", 1) + `, {"name": "x", "description": "what comes behind the ssn of a person", "unit": "ssn"}]}`,
			more: []string{`"glossary": [{"term": "number", "meaning": "the ssn"}, {"term": "staff", "meaning": "people"}]`,
				`"examples": [{"question": "whose is an ssn?", "sql": "SELECT 1"}, {"question": "who is there?", "sql": "SELECT * FROM people"}, {"question": "how many?", "sql": "SELECT 2"}]`},
			want: []string{
				"$.tables[0].description mentions_hidden people", "$.tables[0].columns[2].description mentions_hidden people.x", "$.tables[0].columns[2].unit mentions_hidden people.x",
				`$.glossary[0] mentions_hidden "number"`, `$.examples[0] mentions_hidden "whose is an ssn?"`, `$.examples[1] mentions_hidden "who is there?"`,
			},
		},
	} {
		t.Run(tc.name, func(t *testing.T) {
			advice := lint.Check(decoded(t, tc.tables, tc.more...), lint.Size{Tokens: 1, MaxTokens: 1})
			if len(advice) != len(tc.want) {
				t.Fatalf("Check = %v, want %q", advice, tc.want)
			}
			for i, want := range tc.want {
				path, rest, _ := strings.Cut(want, " ")
				code, words, _ := strings.Cut(rest, " ")
				if a := advice[i]; a.Path != path || string(a.Code) != code || !strings.Contains(a.Message, words) {
					t.Errorf("advice %d is %s (%s), want %s", i, a, a.Code, want)
				}
			}
		})
	}
}

// order returns a table with a column of the type, and more members.
func order(column, kind, more string) string {
	return fmt.Sprintf(`{"name": "orders", "description": "d", "primaryKey": ["id"], "columns": [{"name": "id", "type": "int", "description": "d"}, {"name": %q, "type": %q, "description": "d"}]%s}`, column, kind, more)
}

// named returns a table with the primary key.
func named(table, key string) string {
	return fmt.Sprintf(`{"name": %q, "description": "d", "primaryKey": [%q], "columns": [{"name": %q, "type": "bigint", "description": "d"}]}`, table, key, key)
}

func TestSize(t *testing.T) {
	var columns strings.Builder
	for i := range 300 {
		fmt.Fprintf(&columns, `, {"name": "x%d", "type": "int", "description": "counted thing"}`, i)
	}
	small, large := decoded(t, people+"]}"), decoded(t, people+columns.String()+"]}")
	if a, b := lint.Measure(small, prompt.WholeTokens, 1000), lint.Measure(large, prompt.WholeTokens, 1000); b.Tokens-a.Tokens < 5*300 || a.MaxTokens != 1000 {
		t.Errorf("Measure = %v and %v, want at least 5 tokens a column", a, b)
	}
	size := lint.Measure(large, prompt.WholeTokens, 1000)
	advice := lint.Check(large, size)
	if i := slices.IndexFunc(advice, func(a lint.Advice) bool { return a.Code == lint.TooLong }); i < 0 {
		t.Errorf("Check(%v) = %v, want that it is too long", size, advice)
	}
	size.MaxTokens = size.Tokens
	if advice := lint.Check(large, size); len(advice) != 0 {
		t.Errorf("Check(%v) = %v, want nothing", size, advice)
	}
}

func ExampleCheck() {
	artifact, err := schema.Decoder{}.Decode([]byte(`{"version": 1, "schemaId": "shop", "tables": [
		{"name": "orders", "description": "one row an order", "columns": [{"name": "email", "type": "varchar(99)", "description": "of the buyer"}]}]}`))
	if err != nil {
		panic(err)
	}
	for _, advice := range lint.Check(artifact, lint.Measure(artifact, prompt.WholeTokens, 16_000)) {
		fmt.Println(advice)
	}
	// Output:
	// $.tables[0]: table orders has no primary key; add primaryKey if some columns tell its rows apart
	// $.tables[0].columns[0]: orders.email looks sensitive: its name says an e-mail address; decide by "sensitive": true or false
}
