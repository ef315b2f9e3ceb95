package show

import (
	"slices"

	"github.com/asksql/asksql/schema"
	"github.com/asksql/asksql/sqlcheck"
)

// Part returns the document of the wanted tables: with their keys to each other, and without terms and examples, which
// may be about others.
func Part(doc *schema.Document, wanted func(table string) bool) *schema.Document {
	part := *doc
	part.Tables, part.Glossary, part.Examples = nil, nil, nil
	there := map[string]bool{}
	for _, t := range doc.Tables {
		if wanted(t.Name) {
			there[sqlcheck.Fold(t.Name)] = true
			part.Tables = append(part.Tables, t)
		}
	}
	for i := range part.Tables {
		t := &part.Tables[i]
		t.ForeignKeys = slices.DeleteFunc(slices.Clone(t.ForeignKeys), func(k schema.ForeignKey) bool { return !there[sqlcheck.Fold(k.References.Table)] })
	}
	return &part
}
