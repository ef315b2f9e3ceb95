// Package diff compares schemas, and says of each difference what it does to queries: whether those that name it
// break, whether one of a rare shape may, and whether it widens what queries may touch.
package diff

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/asksql/asksql/internal/plain"
	"github.com/asksql/asksql/schema"
	"github.com/asksql/asksql/sqlcheck"
)

// A Kind is what became of a thing.
type Kind string

// The kinds.
const (
	Added   Kind = "added"
	Removed Kind = "removed"
	Changed Kind = "changed"
)

// A Change is one difference between two schemas.
type Change struct {
	Kind Kind `json:"kind"`
	// Object is what is different, such as "table orders", "column orders.total" or "the type of
	// orders.total".
	Object string `json:"object"`
	Old    string `json:"old,omitempty"` // as the first schema has it, with Changed
	New    string `json:"new,omitempty"` // as the second has it, with Changed
	// Grade is the worst of what the change does to queries.
	Grade Grade `json:"grade"`
	// Breaks says that queries that pass with the first schema fail, or are refused, with the second if they name
	// what is different.
	Breaks bool `json:"breaks"`
	// Risks says that queries of a rare shape, which the reason tells, may fail though they do not name it.
	Risks bool `json:"risks"`
	// Widens says that queries may touch what they may not with the first.
	Widens bool   `json:"widens"`
	Reason string `json:"reason"`
	// Renamed is the name that a thing that is gone may have now, or "".
	Renamed string `json:"renamed,omitempty"`
}

// A Grade says how much a change means to queries that pass today.
type Grade string

// The grades, the worst first.
const (
	GradeBreaks  Grade = "breaks"
	GradeRisks   Grade = "risks"
	GradeWidens  Grade = "widens"
	GradeNeither Grade = "neither"
)

// AtLeast reports whether a grade is as bad as another one.
func (g Grade) AtLeast(other Grade) bool {
	order := []Grade{GradeNeither, GradeWidens, GradeRisks, GradeBreaks}
	return slices.Index(order, g) >= slices.Index(order, other)
}

// String returns the change on one line that a terminal can show.
func (c Change) String() string {
	text := fmt.Sprintf("%s %s", c.Kind, c.Object)
	if c.Kind == Changed && c.Old+c.New != "" {
		text += fmt.Sprintf(" from %s to %s", cmp.Or(c.Old, "nothing"), cmp.Or(c.New, "nothing"))
	}
	text += ": " + c.Reason
	if c.Renamed != "" {
		text += "; it may be " + c.Renamed + " now"
	}
	return plain.Line(text)
}

// Compare returns what is different in next, table by table in the order of the first, then what is
// new. What an artifact does not digest, its source, is not compared.
func Compare(old, next *schema.Document) []Change {
	c := &comparison{old: old, next: next, columns: columnTables(next)}
	c.document()
	c.tables()
	c.prose()
	return c.changes
}

// A comparison is one comparison under way.
type comparison struct {
	old, next *schema.Document
	columns   map[string]int // of next: tables that have a column of the folded name
	changes   []Change
}

func columnTables(doc *schema.Document) map[string]int {
	count := map[string]int{}
	for i := range doc.Tables {
		for j := range doc.Tables[i].Columns {
			count[sqlcheck.Fold(doc.Tables[i].Columns[j].Name)]++
		}
	}
	return count
}

// An effect is what a change does to queries.
type effect struct {
	breaks, risks, widens bool
	reason                string
}

func breaks(reason string) effect  { return effect{breaks: true, reason: reason} }
func widens(reason string) effect  { return effect{widens: true, reason: reason} }
func either(reason string) effect  { return effect{breaks: true, widens: true, reason: reason} }
func risks(reason string) effect   { return effect{risks: true, widens: true, reason: reason} }
func neither(reason string) effect { return effect{reason: reason} }

func (e effect) grade() Grade {
	switch {
	case e.breaks:
		return GradeBreaks
	case e.risks:
		return GradeRisks
	case e.widens:
		return GradeWidens
	}
	return GradeNeither
}

func (c *comparison) add(kind Kind, object string, e effect) *Change {
	c.changes = append(c.changes, Change{Kind: kind, Object: object, Grade: e.grade(), Breaks: e.breaks, Risks: e.risks, Widens: e.widens, Reason: e.reason})
	return &c.changes[len(c.changes)-1]
}

// compare records a change of a value, if there is one.
func (c *comparison) compare(object, old, next string, e effect) {
	if old != next {
		change := c.add(Changed, object, e)
		change.Old, change.New = old, next
	}
}

// Reasons that several changes share.
const (
	onlyPrompts = "only what prompts tell the model changes"
	determines  = "prompts tell it, and under ONLY_FULL_GROUP_BY it decides what a grouped query may select"
	noTypes     = "the checker knows no types; prompts tell it, and results may differ"
)

// document compares what is no list.
func (c *comparison) document() {
	c.compare("the schemaId", c.old.SchemaID, c.next.SchemaID, neither("it is a name for people and logs"))
	c.compare("the dialect", cmp.Or(c.old.Dialect, sqlcheck.MySQL.String()), cmp.Or(c.next.Dialect, sqlcheck.MySQL.String()),
		either("each dialect has functions that others lack"))
	database := either("a table can be qualified with the new name and no longer with the old one")
	switch {
	case c.old.Database == "":
		database = widens("a table can be qualified with the name")
	case c.next.Database == "":
		database = breaks("a table can no longer be qualified")
	}
	c.compare("the database", c.old.Database, c.next.Database, database)
}

// prose compares the glossary and the examples.
func (c *comparison) prose() {
	parts(c, "the term ", c.old.Glossary, c.next.Glossary, func(t schema.Term) (string, string) { return t.Term, t.Meaning })
	parts(c, "the example ", c.old.Examples, c.next.Examples, func(e schema.Example) (string, string) { return e.Question, e.SQL })
}

// parts compares lists of texts that have names.
func parts[T any](c *comparison, what string, old, next []T, text func(T) (name, text string)) {
	before, after := texts(old, text), texts(next, text)
	for _, name := range names(old, text) {
		if _, ok := after[name]; !ok {
			c.add(Removed, fmt.Sprintf("%s%q", what, name), neither(onlyPrompts))
			continue
		}
		c.compare(fmt.Sprintf("%s%q", what, name), before[name], after[name], neither(onlyPrompts))
	}
	for _, name := range names(next, text) {
		if _, ok := before[name]; !ok {
			c.add(Added, fmt.Sprintf("%s%q", what, name), neither(onlyPrompts))
		}
	}
}

func texts[T any](list []T, text func(T) (string, string)) map[string]string {
	all := map[string]string{}
	for _, e := range list {
		name, value := text(e)
		all[name] += value
	}
	return all
}

func names[T any](list []T, text func(T) (string, string)) []string {
	var all []string
	for _, e := range list {
		if name, _ := text(e); !slices.Contains(all, name) {
			all = append(all, name)
		}
	}
	return all
}
