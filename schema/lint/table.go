package lint

import (
	"fmt"
	"slices"
	"strings"

	"github.com/asksql/asksql/schema"
	"github.com/asksql/asksql/schema/infer"
	"github.com/asksql/asksql/schema/sensitive"
)

// maxNamed is how many columns one advice names.
const maxNamed = 8

// tables looks at each table and its columns.
func (l *linter) tables() {
	suggester, keys := sensitive.NewSuggester(), byTable(infer.References(l.doc))
	for i := range l.doc.Tables {
		t, at := &l.doc.Tables[i], fmt.Sprintf("$.tables[%d]", i)
		l.descriptions(at, t)
		if t.Kind != schema.KindView && len(t.PrimaryKey) == 0 {
			l.advise(at, t.Name, NoPrimaryKey, "table %s has no primary key; add primaryKey if some columns tell its rows apart", t.Name)
		}
		for j := range t.Columns {
			l.column(fmt.Sprintf("%s.columns[%d]", at, j), t, &t.Columns[j], suggester)
		}
		l.references(at, t, keys[t.Name])
	}
}

// descriptions advises to describe a table, and its columns, all in one.
func (l *linter) descriptions(at string, t *schema.Table) {
	if t.Description == "" {
		l.advise(at, t.Name, NoDescription, "%s %s has no description; say what a row is", t.Kind, t.Name)
	}
	var bare []string
	for _, c := range t.Columns {
		if c.Description == "" {
			bare = append(bare, c.Name)
		}
	}
	if len(bare) > 0 {
		l.advise(at+".columns", t.Name, NoDescription, "%d of %d columns of %s have no description: %s; describe those whose name does not tell all",
			len(bare), len(t.Columns), t.Name, named(bare))
	}
}

// named returns the first names, and how many more there are.
func named(names []string) string {
	if more := len(names) - maxNamed; more > 1 {
		return fmt.Sprintf("%s and %d more", strings.Join(names[:maxNamed], ", "), more)
	}
	return strings.Join(names, ", ")
}

// column looks at one column.
func (l *linter) column(at string, t *schema.Table, c *schema.Column, s *sensitive.Suggester) {
	if !c.Sensitive && !c.NotSensitive {
		if reason := s.ReasonIn(t, c); reason != "" {
			l.advise(at, t.Name+"."+c.Name, LikelySensitive, "%s.%s looks sensitive: %s; decide by \"sensitive\": true or false", t.Name, c.Name, reason)
		}
	}
}

// references advises to add the foreign keys that a table may lack, but for those that are often wrong.
func (l *linter) references(at string, t *schema.Table, proposals []infer.Proposal) {
	for _, p := range proposals {
		i := slices.IndexFunc(t.Columns, func(c schema.Column) bool { return c.Name == p.Columns[0] })
		if p.Grade > infer.Weak {
			l.advise(fmt.Sprintf("%s.columns[%d]", at, i), p.Name(), NoForeignKey, "%s looks like a reference to %s; add it to foreignKeys if it is", p.Name(), p.Target())
		}
	}
}

// byTable returns proposals by the name of their table.
func byTable(all []infer.Proposal) map[string][]infer.Proposal {
	tables := map[string][]infer.Proposal{}
	for _, p := range all {
		tables[p.Table] = append(tables[p.Table], p)
	}
	return tables
}
