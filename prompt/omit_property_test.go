package prompt_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/go-json-experiment/json"
	"pgregory.net/rapid"

	"github.com/asksql/asksql/prompt"
	"github.com/asksql/asksql/schema"
)

// What is hidden has no influence on a prompt, of whatever length and for whatever question: two
// artifacts that differ in the names and texts of sensitive columns alone, in what is said about
// them elsewhere, and where values are hidden in those, make the same prompt byte for byte.
func TestPromptsKeepSecrets(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		secretDocument := anyDocument(t)
		policy := schema.Policy{Values: rapid.Bool().Draw(t, "values")}
		options := prompt.Options{MaxRows: 1000, MaxTokens: rapid.SampledFrom([]int{450, 600, 800, 16000}).Draw(t, "tokens")}
		question := strings.Join(rapid.SliceOfN(rapid.SampledFrom(append(words, "zzalpha", "zzbeta")), 1, 5).Draw(t, "question"), " ")

		value := func(word string) string {
			if policy.Values {
				return "shown"
			}
			return word
		}
		one := built(t, secretDocument("zzalpha", value("zzalpha")), policy, options, question)
		two := built(t, secretDocument("zzbeta", value("zzbeta")), policy, options, question)
		if one != two {
			t.Fatalf("the prompts for %q differ:\n%+v\n%+v", question, one, two)
		}
		_, asked, _ := strings.Cut(one.User, "<question-")
		if shown := one.System + strings.TrimSuffix(one.User, asked); strings.Contains(shown, "zz") {
			t.Fatalf("the prompt shows what is sensitive:\n%s", shown)
		}
	})
}

var words = []string{"order", "customer", "price", "stock", "region", "visit", "score", "paper"}

func anyWord(t *rapid.T) string { return rapid.SampledFrom(words).Draw(t, "word") }

// In drawn artifacts the placeholder secret is in every name, text and value that has to do with a
// sensitive column, and someValue is a value of every other one.
const (
	secret    = "SECRET"
	someValue = "VALUE"
)

// anyDocument draws an artifact, in which words take the place of the placeholders.
func anyDocument(t *rapid.T) func(secretWord, valueWord string) *schema.Document {
	doc := &schema.Document{Version: schema.Version, SchemaID: "s"}
	for i := range rapid.IntRange(1, 12).Draw(t, "tables") {
		doc.Tables = append(doc.Tables, anyTable(t, i))
	}
	for range rapid.IntRange(0, 12).Draw(t, "texts") {
		doc.Glossary = append(doc.Glossary, schema.Term{Term: anyWord(t), Meaning: anyText(t)})
		sql := "SELECT " + rapid.SampledFrom([]string{"1", secret}).Draw(t, "column") + " FROM " + doc.Tables[0].Name
		doc.Examples = append(doc.Examples, schema.Example{Question: anyText(t), SQL: sql})
	}
	text, err := json.Marshal(doc)
	if err != nil {
		t.Fatal(err)
	}
	return func(secretWord, valueWord string) *schema.Document {
		var other schema.Document
		filled := strings.NewReplacer(secret, secretWord, someValue, valueWord).Replace(string(text))
		if err := json.Unmarshal([]byte(filled), &other); err != nil {
			t.Fatal(err)
		}
		return &other
	}
}

func anyTable(t *rapid.T, number int) schema.Table {
	name := anyWord(t) + strings.Repeat("_x", number) // each its own
	table := schema.Table{Name: name, Description: anyText(t)}
	for _, column := range rapid.SliceOfNDistinct(rapid.SampledFrom(words), 1, 6, rapid.ID).Draw(t, "columns") {
		table.Columns = append(table.Columns, schema.Column{Name: column, Description: anyText(t), Values: []string{someValue}})
	}
	if number == 0 || rapid.Bool().Draw(t, "sensitive") {
		table.Columns = append(table.Columns, schema.Column{Name: secret, Sensitive: true, Type: "enum('" + secret + "')", Description: secret, Unit: secret, Values: []string{secret}})
		table.PrimaryKey = []string{secret}
		table.ForeignKeys = []schema.ForeignKey{{Columns: []string{secret}, References: schema.Reference{Table: name, Columns: []string{secret}}}}
	}
	return table
}

// anyText draws words, which may mention a sensitive column by its name.
func anyText(t *rapid.T) string {
	text := rapid.SliceOfN(rapid.SampledFrom(append(words, secret)), 1, 4).Draw(t, "text")
	return strings.Join(text, " ")
}

func built(t *rapid.T, doc *schema.Document, policy schema.Policy, options prompt.Options, question string) prompt.Prompt {
	text, err := json.Marshal(doc)
	if err != nil {
		t.Fatal(err)
	}
	check := func(v *schema.View, sql string) error {
		if strings.Contains(sql, "zz") && !v.Policy().Sensitive {
			return errors.New("column_scope")
		}
		return nil
	}
	artifact, err := schema.Decoder{CheckExample: check}.Decode(text)
	if err != nil {
		t.Fatalf("Decode(%s) = %v", text, err)
	}
	return prompt.NewBuilder(options).Build(artifact.View(policy), question)
}
