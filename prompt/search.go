package prompt

import (
	"github.com/asksql/asksql/schema"
)

// A Found is a table that a question is about.
type Found struct {
	// Table is as the view shows it, with the columns that matter and the keys that consist of those.
	Table *schema.Table
	// Hidden is how many columns more it has.
	Hidden int
}

// maxFoundColumns is how many columns of a table a search shows: keys first, then those that share words with
// the question.
const maxFoundColumns = 12

// Search returns at most limit tables that a question is about, those that have most to do with it first, in the
// order in which a prompt would choose them; and how many more have something to do with it.
func (b *Builder) Search(view *schema.View, question string, limit int) (found []Found, more int) {
	ready := b.kept.Get(view)
	ranked := ready.tables
	if ranked == nil { // prompts show all of the schema
		ranked = b.ranked.Get(view)
	}
	query := ready.query(view, question)
	order, about := ranked.about(query)
	for _, table := range order[:min(about, limit)] {
		t := &view.ShownTables()[table]
		kept := make([]bool, len(t.Columns))
		columns := ranked.columnOrder(t, table, query)
		shown := min(len(columns), maxFoundColumns)
		for _, i := range columns[:shown] {
			kept[i] = true
		}
		found = append(found, Found{withColumns(t, kept), len(columns) - shown})
	}
	return found, about - len(found)
}

// Term returns a term of a glossary as prompts show it: each part on one line, and no longer than others.
func Term(t schema.Term) schema.Term {
	return schema.Term{Term: oneLine(t.Term, maxTerm), Meaning: oneLine(t.Meaning, maxDescription)}
}

// Terms returns the terms of the glossary that a question has.
func (b *Builder) Terms(view *schema.View, question string) (terms []schema.Term) {
	asked := map[string]bool{}
	for _, term := range b.kept.Get(view).query(view, question) {
		asked[term.Word] = true
	}
	for i, words := range b.kept.Get(view).termed {
		if holds(asked, words) && len(terms) < maxChosen {
			terms = append(terms, Term(view.Glossary()[i]))
		}
	}
	return terms
}

// Description returns a description, or another text of a schema, as prompts show it: on one line of a bounded
// length, without what is there to be invisible.
func Description(text string) string { return oneLine(text, maxDescription) }

// Type returns a type as prompts show it.
func Type(text string) string { return typeText(text) }

// Values returns values of a column as prompts show them.
func Values(values []string) []string {
	var shown []string
	for _, value := range values[:min(len(values), maxValues)] {
		shown = append(shown, oneLine(value, maxValue))
	}
	return shown
}
