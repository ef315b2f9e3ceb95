package schema_test

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/asksql/asksql/schema"
)

const shopFile = "../examples/shop/schema.json"

// shared returns the files that match a pattern in the folder of evaluation data, or skips.
func shared(t *testing.T, pattern string) []string {
	t.Helper()
	files, err := filepath.Glob(filepath.Join("../../shared", pattern))
	if err != nil {
		t.Fatal(err)
	}
	if len(files) == 0 {
		t.Skipf("the evaluation data is not beside the repository: no ../shared/%s", pattern)
	}
	return files
}

func load(t *testing.T, path string) *schema.Artifact {
	t.Helper()
	artifact, err := schema.Decoder{}.Load(path)
	if err != nil {
		t.Fatal(err)
	}
	return artifact
}

func TestEvaluationSchemasDecode(t *testing.T) {
	for _, path := range shared(t, "eval/schemas/*/*.json") {
		t.Run(filepath.Base(path), func(t *testing.T) {
			artifact := load(t, path)
			if want := strings.TrimSuffix(filepath.Base(path), ".json"); artifact.SchemaID() != want {
				t.Errorf("SchemaID() = %q, want %q", artifact.SchemaID(), want)
			}
		})
	}
}

// The example is the schema that the attack cases are written for, with words added.
func TestShopExampleHasTheShapeOfTheCases(t *testing.T) {
	cases, example := shape(load(t, shared(t, "cases/schema.json")[0])), shape(load(t, shopFile))
	if !slices.Equal(example, cases) {
		t.Errorf("%s holds\n%s\nwant\n%s", shopFile, strings.Join(example, "\n"), strings.Join(cases, "\n"))
	}
}

func shape(a *schema.Artifact) []string {
	doc := a.Document()
	lines := []string{doc.SchemaID, doc.Dialect, doc.Database}
	for _, table := range doc.Tables {
		lines = append(lines, fmt.Sprint(table.Name, table.PrimaryKey, table.ForeignKeys))
		for _, column := range table.Columns {
			lines = append(lines, fmt.Sprint(" ", column.Name, " ", column.Type, " ", column.Sensitive))
		}
	}
	return lines
}

func TestShopExampleIsWorthShowing(t *testing.T) {
	artifact := load(t, shopFile)
	if got, want := sensitive(artifact), []string{"customers.email", "customers.phone", "employees.salary"}; !slices.Equal(got, want) {
		t.Errorf("sensitive columns %v, want %v", got, want)
	}
	all, omitting := artifact.View(schema.Policy{Sensitive: true}), artifact.View(schema.Policy{})
	if got, want := len(omitting.Glossary()), len(all.Glossary())-1; got != want {
		t.Errorf("the omitting view keeps %d terms, want %d: all but the one about sensitive columns", got, want)
	}
	for i, table := range omitting.ShownTables() {
		if table.Description == "" {
			t.Errorf("the omitting view loses the description of %s", table.Name)
		}
		for _, column := range all.ShownTables()[i].Columns {
			kept := slices.ContainsFunc(table.Columns, func(c schema.Column) bool {
				return c.Name == column.Name && c.Description == column.Description
			})
			if !kept && !column.Sensitive {
				t.Errorf("the omitting view loses %s.%s or its description", table.Name, column.Name)
			}
		}
	}
}
