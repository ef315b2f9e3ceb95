package lint

import (
	"fmt"
	"slices"

	"github.com/asksql/asksql/schema"
)

// The ends of what is said about texts that prompts leave out.
const (
	blanked = "it mentions a sensitive column, so that prompts leave it out while those are omitted; say it without the name"
	dropped = "it mentions or uses a sensitive column, so that prompts leave it out while those are omitted"
)

// hidden finds the texts that the view without sensitive columns has not: the view itself decides,
// as for every prompt.
func (l *linter) hidden() {
	for i, shown := range l.shown.ShownTables() {
		l.hiddenIn(fmt.Sprintf("$.tables[%d]", i), &l.doc.Tables[i], &shown)
	}
	for i, term := range l.doc.Glossary {
		if !slices.Contains(l.shown.Glossary(), term) {
			l.advise(fmt.Sprintf("$.glossary[%d]", i), "", MentionsHidden, "the term %q: %s; or leave it so", term.Term, dropped)
		}
	}
	for i, example := range l.doc.Examples {
		if !slices.Contains(l.shown.Examples(), example) {
			l.advise(fmt.Sprintf("$.examples[%d]", i), "", MentionsHidden, "the example %q: %s; or leave it so", example.Question, dropped)
		}
	}
}

func (l *linter) hiddenIn(at string, t, shown *schema.Table) {
	if t.Description != shown.Description {
		l.advise(at+".description", t.Name, MentionsHidden, "the description of %s: %s", t.Name, blanked)
	}
	for j := range t.Columns {
		c := &t.Columns[j]
		k := slices.IndexFunc(shown.Columns, func(s schema.Column) bool { return s.Name == c.Name })
		if k < 0 {
			continue // it is sensitive itself
		}
		path := fmt.Sprintf("%s.columns[%d]", at, j)
		if c.Description != shown.Columns[k].Description {
			l.advise(path+".description", t.Name+"."+c.Name, MentionsHidden, "the description of %s.%s: %s", t.Name, c.Name, blanked)
		}
		if c.Unit != shown.Columns[k].Unit {
			l.advise(path+".unit", t.Name+"."+c.Name, MentionsHidden, "the unit of %s.%s: %s", t.Name, c.Name, blanked)
		}
	}
}
