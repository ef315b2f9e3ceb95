package schema_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/go-json-experiment/json"

	"github.com/asksql/asksql/schema"
)

func TestDigestIsOfTheMeaning(t *testing.T) {
	base := `{"version": 1, "schemaId": "s", "tables": [{"name": "t", "columns": [{"name": "c", "values": ["a", "b"]}], "primaryKey": ["c"]}]}`
	want := decoded(t, base).Digest()
	if len(want) != 64 || strings.Trim(want, "0123456789abcdef") != "" {
		t.Fatalf("Digest() = %q, want SHA-256 in hexadecimal", want)
	}
	for _, tc := range []struct {
		name, text string
		same       bool
	}{
		{"white space", strings.ReplaceAll(base, " ", "\n\t"), true},
		{"order of members", `{"tables": [{"primaryKey": ["c"], "columns": [{"values": ["a", "b"], "name": "c"}], "name": "t"}], "schemaId": "s", "version": 1}`, true},
		{"an escaped letter", strings.Replace(base, `"t"`, `"\u0074"`, 1), true},
		{"an unknown member", strings.Replace(base, `{"version"`, `{"x": 1, "version"`, 1), true},
		{"the source", strings.Replace(base, `{"version"`, `{"source": {"server": "8.4.0", "rowEstimates": {"t": 9}}, "version"`, 1), true},
		{"defaults spelled out", strings.Replace(strings.Replace(base, `{"version"`, `{"dialect": "mysql", "glossary": [], "version"`, 1), `"name": "c"`, `"name": "c", "nullable": true, "sensitive": false`, 1), true},
		{"another schemaId", strings.Replace(base, `"s"`, `"S"`, 1), false},
		{"another dialect", strings.Replace(base, `{"version"`, `{"dialect": "tidb", "version"`, 1), false},
		{"a database", strings.Replace(base, `{"version"`, `{"database": "d", "version"`, 1), false},
		{"another order of values", strings.Replace(base, `["a", "b"]`, `["b", "a"]`, 1), false},
		{"values cut elsewhere", strings.Replace(base, `["a", "b"]`, `["a\", \"b"]`, 1), false},
		{"a sensitive column", strings.Replace(base, `"name": "c"`, `"name": "c", "sensitive": true`, 1), false},
		{"a column that is not null", strings.Replace(base, `"name": "c"`, `"name": "c", "nullable": false`, 1), false},
		{"no primary key", strings.Replace(base, `, "primaryKey": ["c"]`, ``, 1), false},
	} {
		t.Run(tc.name, func(t *testing.T) {
			if got := decoded(t, tc.text).Digest(); (got == want) != tc.same {
				t.Errorf("Digest(%s) = %s, same as %s: want %v", tc.text, got, want, tc.same)
			}
		})
	}
}

func TestWithSensitiveFrom(t *testing.T) {
	configured := decoded(t, document(
		`{"name": "employees", "columns": [{"name": "id"}, {"name": "salary", "sensitive": true}, {"name": "\u00e9tage", "sensitive": true}]},`+
			`{"name": "bonuses", "columns": [{"name": "amount"}]}`))
	inline := decoded(t, document(
		`{"name": "EMPLOYEES", "columns": [{"name": "id"}, {"name": "Salary"}, {"name": "\u017falary"}, {"name": "\u00c9tage"}, {"name": "note", "sensitive": true}]},`+
			`{"name": "bonuses", "columns": [{"name": "amount"}, {"name": "salary"}]}`))
	before := encoded(t, inline.Document())

	got := sensitive(marked(t, inline, configured))
	want := []string{"EMPLOYEES.Salary", "EMPLOYEES.\u017falary", "EMPLOYEES.\u00c9tage", "EMPLOYEES.note"}
	if !slices.Equal(got, want) {
		t.Errorf("WithSensitiveFrom marks %v, want %v", got, want)
	}
	if after := encoded(t, inline.Document()); after != before {
		t.Errorf("WithSensitiveFrom changed its receiver from %s to %s", before, after)
	}
	if got := sensitive(marked(t, configured, inline)); !slices.Equal(got, sensitive(configured)) {
		t.Errorf("marks from an artifact that adds none = %v, want %v", got, sensitive(configured))
	}
}

func TestWithSensitiveFromReachesTheViews(t *testing.T) {
	configured := decoded(t, document(`{"name": "t", "columns": [{"name": "c", "sensitive": true}]}`))
	inline := decoded(t, document(`{"name": "t", "columns": [{"name": "c"}, {"name": "d"}]}`))
	omit := schema.Policy{}

	if inline.View(omit).Table("", "t").Column("c") == nil {
		t.Error("the inline artifact's own view omits a column that it does not mark")
	}
	if marked(t, inline, configured).View(omit).Table("", "t").Column("c") != nil {
		t.Error("the marked artifact's view shows a column that the configured one marks")
	}
}

// marked returns the artifact with the marks of the other.
func marked(t *testing.T, a, other *schema.Artifact) *schema.Artifact {
	t.Helper()
	both, err := a.WithSensitiveFrom(t.Context(), other)
	if err != nil {
		t.Fatalf("WithSensitiveFrom = %v", err)
	}
	return both
}

// sensitive returns the sensitive columns as table.column.
func sensitive(a *schema.Artifact) []string {
	var names []string
	for _, table := range a.Document().Tables {
		for _, column := range table.Columns {
			if column.Sensitive {
				names = append(names, table.Name+"."+column.Name)
			}
		}
	}
	return names
}

func encoded(t testing.TB, doc *schema.Document) string {
	t.Helper()
	text, err := json.Marshal(doc, json.Deterministic(true))
	if err != nil {
		t.Fatalf("encode a document: %v", err)
	}
	return string(text)
}
