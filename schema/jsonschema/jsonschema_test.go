package jsonschema_test

import (
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	lib "github.com/google/jsonschema-go/jsonschema"

	"github.com/asksql/asksql/schema"
	"github.com/asksql/asksql/schema/jsonschema"
)

var update = flag.Bool("update", false, "rewrite docs/schema.json")

// committed is the file that users have.
const committed = "../../docs/schema.json"

func published(t testing.TB) *lib.Schema {
	t.Helper()
	s, err := jsonschema.Of(os.DirFS(".."))
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func TestCommittedFile(t *testing.T) {
	text, err := json.MarshalIndent(published(t), "", "  ")
	if err != nil {
		t.Fatal(err)
	}
	text = append(text, '\n')
	if *update {
		if err := os.WriteFile(committed, text, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	got, err := os.ReadFile(committed)
	if err != nil {
		t.Fatal(err)
	}
	if string(got) != string(text) {
		t.Error("docs/schema.json is not what the types give; run make schema-json and read the difference")
	}
}

// Every member says what it is, but for those whose name says it all.
func TestDescriptions(t *testing.T) {
	s := published(t)
	column := s.Properties["tables"].Items.Properties["columns"].Items
	if got := column.Properties["type"].Description; got != `as the server writes it, such as "decimal(10,2)"` {
		t.Errorf("the description of a column's type is %q", got)
	}
	if got := s.Properties["source"].Description; !strings.Contains(got, "no part of the digest") {
		t.Errorf("the description of the source is %q", got)
	}
	if column.AdditionalProperties != nil || s.AdditionalProperties != nil {
		t.Error("members that nobody knows are refused, and the decoder ignores them")
	}
}

// A judge says what the JSON Schema and the decoder think of a document.
type judge struct{ resolved *lib.Resolved }

func newJudge(t testing.TB) judge {
	t.Helper()
	resolved, err := published(t).Resolve(nil)
	if err != nil {
		t.Fatal(err)
	}
	return judge{resolved}
}

// both returns the faults that the decoder finds and the error of the JSON Schema.
func (j judge) both(t testing.TB, text string) (faults schema.Errors, refused error) {
	t.Helper()
	var document any
	if err := json.Unmarshal([]byte(text), &document); err != nil {
		t.Fatalf("%v: %s", err, text)
	}
	check := func(_ *schema.View, sql string) (bool, error) {
		if strings.HasPrefix(sql, "SELECT") {
			return true, nil
		}
		return true, errors.New("not a query")
	}
	_, err := schema.Decoder{CheckExample: check}.Decode([]byte(text))
	errors.As(err, &faults)
	return faults, j.resolved.Validate(document)
}

// The artifacts that come with the project are what the JSON Schema describes.
func TestArtifactsOfTheProject(t *testing.T) {
	files, err := filepath.Glob("../ddl/testdata/*.json")
	if err != nil || len(files) < 5 {
		t.Fatalf("%d artifacts (%v), want at least 5", len(files), err)
	}
	j := newJudge(t)
	for _, file := range append(files, "../../examples/shop/schema.json", "../../corpus/schema.json") {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := j.both(t, string(text)); err != nil {
			t.Errorf("%s: %v", file, err)
		}
	}
}

// What is listed as the decoder's alone is right by the JSON Schema and refused by the decoder, and
// nothing is listed without a case.
func TestBeyond(t *testing.T) {
	const table = `{"name": "t", "columns": [{"name": "a"}]%s}`
	document := func(tables string, more ...string) string {
		return `{"version": 1, "schemaId": "s", "tables": [` + tables + `]` + strings.Join(append([]string{""}, more...), ", ") + `}`
	}
	plain := fmt.Sprintf(table, "")
	cases := [][]string{ // in the order of the list
		{document(plain, `"x": 1, "x": 2`)},
		{document(plain, `"source": {"lowerCaseTableNames": 1.0}`), document(plain, `"source": {"rowEstimates": {"t": 1e3}}`)},
		{document(plain + `, {"name": "T", "columns": [{"name": "a"}]}`), document(`{"name": "t", "columns": [{"name": "a"}, {"name": "A"}]}`)},
		{document(fmt.Sprintf(table, `, "primaryKey": ["a", "A"]`)), document(fmt.Sprintf(table, `, "primaryKey": ["b"]`)), document(fmt.Sprintf(table, `, "primaryKey": [""]`))},
		{
			document(fmt.Sprintf(table, `, "foreignKeys": [{"columns": ["a"], "references": {"table": "u", "columns": ["a"]}}]`)),
			document(`{"name": "t", "columns": [{"name": "a"}, {"name": "b"}], "foreignKeys": [{"columns": ["a"], "references": {"table": "t", "columns": ["a", "b"]}}]}`),
		},
		{document(plain, `"database": "mysql"`), document(plain, `"database": "Information_Schema"`)},
		{document(plain, `"examples": [{"question": "q", "sql": "DROP TABLE t"}]`)},
		{document(plain, `"examples": [{"question": "q", "sql": "SELECT '`+strings.Repeat("é", 4092)+`'"}]`)},
	}
	listed := jsonschema.Beyond()
	if len(listed) != len(cases) {
		t.Fatalf("%d things are listed, and there are cases of %d", len(listed), len(cases))
	}
	j := newJudge(t)
	for i, texts := range cases {
		for _, text := range texts {
			if faults, err := j.both(t, text); err != nil || len(faults) == 0 {
				t.Errorf("%s\n%s\nthe JSON Schema says %v, the decoder %v; want nil and a fault", listed[i], text, err, faults)
			}
		}
	}
}

func ExampleOf() {
	s, err := jsonschema.Of(os.DirFS(".."))
	if err != nil {
		panic(err)
	}
	fmt.Println(s.Title)
	fmt.Println(s.Required)
	// Output:
	// Schema artifact of asksql, version 1
	// [version schemaId tables]
}
