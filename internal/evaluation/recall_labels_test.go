package evaluation

import (
	"os"
	"testing"

	"github.com/asksql/asksql/prompt"
	"github.com/asksql/asksql/schema/bundle"
	"github.com/asksql/asksql/schema/ddl"
	"github.com/asksql/asksql/sqlcheck"

	"github.com/asksql/asksql/schema"
)

// What the labels of TestBuiltinLabels read is in the prompts of schemas of public projects that are too large to be
// shown whole. Labels whose half is not asked for are left alone.
func TestRecallOfLabels(t *testing.T) {
	labels := labelFiles(t)
	checker := newCheckers(t)[sqlcheck.MySQL]
	for _, budget := range []int{1500, 2000, 4000} {
		all, found := 0, 0
		for name, path := range labels {
			view := labelledView(t, name)
			builder := prompt.NewBuilder(prompt.Options{MaxRows: 1000, MaxTokens: budget})
			for _, l := range readLabels(t, path) {
				p := builder.Build(view, l.question)
				if !p.Pruned || len(l.right) == 0 {
					continue
				}
				shows := shownIn(p.System + p.User)
				any := false
				for _, sql := range l.right {
					v := judge(t, checker, sql, view)
					if !v.accepted() {
						t.Errorf("%s: %s: %s", name, sql, v.detail())
						continue
					}
					ok := true
					for _, ref := range v.query.Facts().Tables {
						ok = ok && shows(ref.Name)
					}
					any = any || ok
				}
				if all++; any {
					found++
				} else {
					t.Logf("%d %s: %q needs %s", budget, name, l.question, l.right[0])
				}
			}
		}
		t.Logf("%d tokens: the tables of %d of %d questions are there", budget, found, all)
	}
}

func labelledView(t *testing.T, name string) *schema.View {
	t.Helper()
	text, err := os.ReadFile(sharedPath(t, "ddl", name+".sql"))
	if err != nil {
		t.Fatal(err)
	}
	result := ddl.Read([]ddl.File{{Name: name, Text: string(text)}}, ddl.Options{Dialect: sqlcheck.MariaDB, FixedDialect: true})
	encoded, _, err := bundle.Make(result.Document, bundle.Options{SchemaID: "s"})
	if err != nil {
		t.Fatal(err)
	}
	artifact, err := schema.Decoder{}.Decode(encoded)
	if err != nil {
		t.Fatal(err)
	}
	return artifact.View(everything)
}
