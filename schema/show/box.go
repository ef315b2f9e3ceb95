// Package show shows schemas to people: as an overview for a terminal, and as entity diagrams in the
// languages of Mermaid and Graphviz, which lay them out and draw them.
package show

import (
	"maps"
	"strings"

	"github.com/rivo/uniseg"

	"github.com/asksql/asksql/internal/plain"
	"github.com/asksql/asksql/schema"
	"github.com/asksql/asksql/sqlcheck"
)

// maxWhole is the number of tables up to which a diagram shows every column. One of more tables
// shows keys and sensitive columns, and how many others there are.
const maxWhole = 25

// A box is what a diagram shows of a table.
type box struct {
	*schema.Table
	lines []line
	more  int // columns that are not shown
}

// A line is a column in a box.
type line struct {
	*schema.Column
	primary, foreign bool
	reflexive        bool // it refers to the table itself
}

// marks returns what keys the column is part of, such as "PK" and "FK".
func (l *line) marks() []string {
	var all []string
	if l.primary {
		all = append(all, "PK")
	}
	if l.foreign {
		all = append(all, "FK")
	}
	return all
}

// boxes returns the boxes of the tables, in their order.
func boxes(doc *schema.Document) []box {
	all := make([]box, len(doc.Tables))
	wanted := referenced(doc)
	for i := range doc.Tables {
		t := &doc.Tables[i]
		all[i] = newBox(t, wanted[sqlcheck.Fold(t.Name)], len(doc.Tables) <= maxWhole)
	}
	return all
}

// referenced returns by table the columns that foreign keys refer to.
func referenced(doc *schema.Document) map[string]map[string]bool {
	all := map[string]map[string]bool{}
	for i := range doc.Tables {
		for _, k := range doc.Tables[i].ForeignKeys {
			name := sqlcheck.Fold(k.References.Table)
			if all[name] == nil {
				all[name] = map[string]bool{}
			}
			maps.Copy(all[name], set(k.References.Columns))
		}
	}
	return all
}

func newBox(t *schema.Table, referenced map[string]bool, whole bool) box {
	b := box{Table: t}
	primary, foreign, reflexive := set(t.PrimaryKey), map[string]bool{}, map[string]bool{}
	for _, k := range t.ForeignKeys {
		maps.Copy(foreign, set(k.Columns))
		if sqlcheck.Fold(k.References.Table) == sqlcheck.Fold(t.Name) {
			maps.Copy(reflexive, set(k.Columns))
		}
	}
	for i := range t.Columns {
		c := &t.Columns[i]
		name := sqlcheck.Fold(c.Name)
		l := line{c, primary[name], foreign[name], reflexive[name]}
		if whole || l.primary || l.foreign || c.Sensitive || referenced[name] {
			b.lines = append(b.lines, l)
		} else {
			b.more++
		}
	}
	return b
}

// set returns names in folded letter case.
func set(names []string) map[string]bool {
	all := map[string]bool{}
	for _, name := range names {
		all[sqlcheck.Fold(name)] = true
	}
	return all
}

// index returns the number of each table by its folded name.
func index(doc *schema.Document) map[string]int {
	numbers := make(map[string]int, len(doc.Tables))
	for i := range doc.Tables {
		numbers[sqlcheck.Fold(doc.Tables[i].Name)] = i
	}
	return numbers
}

// shortened returns a text that is at most limit cells of a terminal or a monospaced font wide, on
// one line that nothing in it can break.
func shortened(text string, limit int) string {
	text = plain.Line(text)
	if uniseg.StringWidth(text) <= limit {
		return text
	}
	var b strings.Builder
	width := 0
	for g := uniseg.NewGraphemes(text); g.Next(); b.WriteString(g.Str()) {
		if width += g.Width(); width >= limit {
			break
		}
	}
	return b.String() + "…"
}
