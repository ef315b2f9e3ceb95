package prompt_test

import (
	"testing"

	"pgregory.net/rapid"

	"github.com/asksql/asksql/internal/schematest"
	"github.com/asksql/asksql/prompt"
	"github.com/asksql/asksql/rules"
	"github.com/asksql/asksql/schema"
	"github.com/asksql/asksql/sqlcheck"
)

// What is hidden has no influence on a prompt, of whatever length and for whatever question: an artifact
// makes the same prompt, byte for byte and count for count, as the one that never had it.
func TestPromptsKnowNothingHidden(t *testing.T) {
	checker, err := sqlcheck.New(rules.All(), sqlcheck.Options{})
	if err != nil {
		t.Fatal(err)
	}
	check := func(v *schema.View, sql string) (bool, error) {
		query, err := checker.Check(sql, v)
		return err != nil || query.Facts().Sensitive, err
	}
	pruned, part, differ := 0, 0, 0
	rapid.Check(t, func(t *rapid.T) {
		doc := schematest.Document(t)
		without := schematest.Without(doc)
		policy := schema.Policy{Values: rapid.Bool().Draw(t, "values")}
		hidden, absent := viewOf(t, doc, policy, check), viewOf(t, without, policy, check)
		if len(without.Tables) < len(doc.Tables) {
			differ++
		}
		for _, tokens := range []int{440, 520, 600, 800, 16000} {
			builder := prompt.NewBuilder(prompt.Options{MaxRows: 1000, MaxTokens: tokens})
			for range 3 {
				question := schematest.Text(t)
				one, two := builder.Build(hidden, question), builder.Build(absent, question)
				if one != two {
					t.Fatalf("the prompts for %q differ. With what is hidden:\n%+v\nwithout:\n%+v\nof\n%s", question, one, two, schematest.JSON(doc))
				}
				if one.Pruned {
					pruned++
				}
				if one.Pruned && 0 < one.Tables && one.Tables < one.OfTables {
					part++
				}
			}
		}
	})
	if pruned < 20 || part < 5 || differ < 5 {
		t.Errorf("%d prompts pruned, %d of them to some tables, %d artifacts with hidden tables; too few to show anything", pruned, part, differ)
	}
}

func viewOf(t *rapid.T, doc *schema.Document, policy schema.Policy, check schema.ExampleCheck) *schema.View {
	artifact, err := schema.Decoder{CheckExample: check}.Decode(schematest.JSON(doc))
	if err != nil {
		t.Fatalf("Decode(%s) = %v", schematest.JSON(doc), err)
	}
	return artifact.View(policy)
}
