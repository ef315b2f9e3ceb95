package schema_test

import (
	"bytes"
	"os"
	"reflect"
	"strings"
	"testing"

	"github.com/asksql/asksql/schema"
)

func encode(t *testing.T, doc *schema.Document) []byte {
	t.Helper()
	text, err := schema.Encode(doc)
	if err != nil {
		t.Fatal(err)
	}
	return text
}

// What is encoded decodes to the same document, and encodes to the same text again.
func TestEncodeComesBack(t *testing.T) {
	for _, path := range append(shared(t, "eval/schemas/*/*.json"), shopFile) {
		artifact := load(t, path)
		text := encode(t, artifact.Document())
		again, err := schema.Decoder{}.Decode(text)
		if err != nil {
			t.Fatalf("%s: %v", path, err)
		}
		if !reflect.DeepEqual(again.Document(), artifact.Document()) {
			t.Errorf("%s: the encoded document decodes to another one", path)
		}
		if !bytes.Equal(encode(t, again.Document()), text) {
			t.Errorf("%s: encoding again gives another text", path)
		}
	}
}

func TestEncodeLayout(t *testing.T) {
	zero, mode := 0, ""
	doc := &schema.Document{Version: 1, SchemaID: "s", Tables: []schema.Table{{
		Name:        "t",
		Description: "<a> & 😀",
		Columns:     []schema.Column{{Name: "a", Sensitive: true}, {Name: "b", NotSensitive: true}, {Name: "c", Generated: true}},
		PrimaryKey:  []string{"a", "b"},
		UniqueKeys:  [][]string{{"c"}, {"b", "c"}},
		ForeignKeys: []schema.ForeignKey{{Columns: []string{"a"}, References: schema.Reference{Table: "t", Columns: []string{"b"}}}},
	}, {
		Name: "u", Columns: []schema.Column{{Name: "a"}}, UniqueKeys: [][]string{},
	}}, Examples: []schema.Example{{Question: "q", SQL: "SELECT a FROM t"}},
		Source: &schema.Source{LowerCaseTableNames: &zero, SQLMode: &mode, RowEstimates: map[string]int64{"u": 2, "t": 1}}}
	want := `{
  "version": 1,
  "schemaId": "s",
  "tables": [
    {
      "name": "t",
      "description": "<a> & 😀",
      "kind": "table",
      "columns": [
        {"name": "a", "sensitive": true},
        {"name": "b", "sensitive": false},
        {"name": "c", "generated": true}
      ],
      "primaryKey": ["a", "b"],
      "uniqueKeys": [
        ["c"],
        ["b", "c"]
      ],
      "foreignKeys": [
        {"columns": ["a"], "references": {"table": "t", "columns": ["b"]}}
      ]
    },
    {
      "name": "u",
      "kind": "table",
      "columns": [
        {"name": "a"}
      ],
      "uniqueKeys": []
    }
  ],
  "examples": [
    {
      "question": "q",
      "sql": "SELECT a FROM t"
    }
  ],
  "source": {
    "lowerCaseTableNames": 0,
    "sqlMode": "",
    "rowEstimates": {
      "t": 1,
      "u": 2
    }
  }
}
`
	if got := string(encode(t, doc)); got != want {
		t.Errorf("Encode gives\n%s\nwant\n%s", got, want)
	}
}

func TestEncodeRefusesWhatIsNoUTF8(t *testing.T) {
	doc := &schema.Document{Version: 1, SchemaID: "s", Tables: []schema.Table{{Name: "t\xff"}}}
	if _, err := schema.Encode(doc); err == nil {
		t.Error("Encode takes a name that is not UTF-8")
	}
}

// A false that somebody wrote is kept, and changes nothing else.
func TestExplicitlyNotSensitive(t *testing.T) {
	text, err := os.ReadFile(shopFile)
	if err != nil {
		t.Fatal(err)
	}
	said := strings.Replace(string(text), `{"name": "city",`, `{"name": "city", "sensitive": false,`, 1)
	artifact, err := schema.Decoder{}.Decode([]byte(said))
	if err != nil {
		t.Fatal(err)
	}
	city := artifact.Document().Tables[0].Columns[4]
	if city.Name != "city" || city.Sensitive || !city.NotSensitive {
		t.Errorf("the column is %+v", city)
	}
	if got, want := artifact.Digest(), load(t, shopFile).Digest(); got != want {
		t.Errorf("Digest() = %s, want %s as without it", got, want)
	}
	if !strings.Contains(string(encode(t, artifact.Document())), `"description": "City of the billing address, in its local spelling.", "values": ["Berlin", "Lisboa", "Porto", "Wien"], "sensitive": false}`) {
		t.Errorf("the encoded text lacks the false:\n%s", encode(t, artifact.Document()))
	}
}
