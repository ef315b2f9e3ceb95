// Package bundle makes an artifact of a schema that was read from a database: it takes the tables
// that are wanted, marks sensitive columns, keeps what people have decided in an older artifact, and
// checks the result as whoever loads it will.
package bundle

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/asksql/asksql/schema"
	"github.com/asksql/asksql/schema/sensitive"
	"github.com/asksql/asksql/sqlcheck"
)

// Options say what becomes of a document. The zero value keeps everything and marks nothing that a
// comment does not.
type Options struct {
	// SchemaID is the artifact's name for itself; "" is that of Old, or else the database's.
	SchemaID string
	// Tables are the tables that are wanted.
	Tables Selection
	// Patterns mark columns; nil are none.
	Patterns *sensitive.Patterns
	// Accept marks every column that looks sensitive, unless Old says that it is not.
	Accept bool
	// Infer proposes foreign keys; nil proposes none.
	Infer *Inference
	// Values reads values of columns into the document. It is called once the sensitive columns are marked, and must
	// read none for which skip reports true: columns that are sensitive, look so, or have values. It returns what it
	// has read, for a person to look at. nil reads none.
	Values func(doc *schema.Document, skip func(table, column string) bool) (read []string, err error)
	// Derived says which columns generated columns and columns of views are computed from.
	Derived []Derivation
	// Old is the document of an earlier artifact, whose decisions are kept; nil is none.
	Old *schema.Document
	// Decoder checks the result.
	Decoder schema.Decoder
}

// A Derivation says which columns a column is computed from.
type Derivation struct {
	Table, Column string
	From          [][2]string // tables and columns
}

// A Report is what a person should know about the making of an artifact. Lists are in order of
// table and column.
type Report struct {
	Suggested []Suggestion // columns that look sensitive and that nobody has decided on
	Accepted  []Suggestion // columns that were marked because they look sensitive
	Derived   []Suggestion // columns that were marked because they are computed from sensitive ones
	Inferred  []Proposed   // foreign keys that are proposed, and what became of them
	Values    []string     // what was read of values
	Dropped   []string     // decisions of the old artifact whose object is gone
	Notes     []string     // what else is not as somebody may expect
}

// A Suggestion is a column that looks sensitive.
type Suggestion struct {
	Table, Column string
	Reason        string // such as "its name says an e-mail address"
}

// String returns "table.column: reason".
func (s Suggestion) String() string { return fmt.Sprintf("%s.%s: %s", s.Table, s.Column, s.Reason) }

// Make returns the text of the artifact and the artifact itself. It changes doc. The error is about
// a schema of which no artifact can be made.
func Make(doc *schema.Document, o Options) ([]byte, *Report, error) {
	r := &Report{}
	doc.Version = schema.Version
	r.selectTables(doc, o.Tables)
	if len(doc.Tables) == 0 {
		return nil, r, fmt.Errorf("there is no table left; check --tables, --exclude and the database")
	}
	r.cutTags(doc)
	if o.Old != nil {
		r.merge(doc, o.Old)
	}
	m := r.mark(doc, o)
	if o.Infer != nil {
		var err error
		if r.Inferred, err = o.Infer.Run(doc); err != nil {
			return nil, r, err
		}
	}
	if o.Values != nil {
		var err error
		if r.Values, err = o.Values(doc, m.isHidden); err != nil {
			return nil, r, err
		}
	}
	doc.SchemaID = cmp.Or(o.SchemaID, doc.SchemaID, doc.Database)
	if doc.SchemaID == "" {
		return nil, r, fmt.Errorf("the schema has no name; give one by --id")
	}
	if problem := twins(doc); problem != "" {
		return nil, r, fmt.Errorf("%s; leave one out by --exclude", problem)
	}
	order(doc)
	text, err := r.check(doc, o.Decoder)
	return text, r, err
}

func (r *Report) note(format string, args ...any) {
	r.Notes = append(r.Notes, fmt.Sprintf(format, args...))
}

// selectTables takes the tables that are wanted, and the keys and estimates of those.
func (r *Report) selectTables(doc *schema.Document, s Selection) {
	doc.Tables = slices.DeleteFunc(doc.Tables, func(t schema.Table) bool { return !s.Has(t.Name) })
	for _, unused := range s.Unused() {
		r.note("the pattern %s matches no table", unused)
	}
	names := map[string]bool{}
	for _, t := range doc.Tables {
		names[sqlcheck.Fold(t.Name)] = true
	}
	for i := range doc.Tables {
		t := &doc.Tables[i]
		t.ForeignKeys = slices.DeleteFunc(t.ForeignKeys, func(k schema.ForeignKey) bool {
			gone := !names[sqlcheck.Fold(k.References.Table)]
			if gone {
				r.note("a foreign key of %s is left out: it refers to %s, which is not in the artifact", t.Name, k.References.Table)
			}
			return gone
		})
	}
	if doc.Source != nil {
		for name := range doc.Source.RowEstimates {
			if !names[sqlcheck.Fold(name)] {
				delete(doc.Source.RowEstimates, name)
			}
		}
	}
}

// cutTags marks the columns whose comment, or whose table's comment, has the tag.
func (r *Report) cutTags(doc *schema.Document) {
	for i := range doc.Tables {
		t := &doc.Tables[i]
		rest, all := sensitive.CutTag(t.Description)
		t.Description = rest
		for j := range t.Columns {
			c := &t.Columns[j]
			rest, tagged := sensitive.CutTag(c.Description)
			c.Description = rest
			c.Sensitive = c.Sensitive || tagged || all
		}
	}
}

// mark marks columns by the patterns, by what they are computed from and by what they look like. What says that a column
// is sensitive wins over what says that it is not; the latter only keeps it from being suggested, and from being marked
// for what it is computed from.
func (r *Report) mark(doc *schema.Document, o Options) *marker {
	m := newMarker(r, o, doc)
	m.each((*marker).decide)
	m.derive()
	m.each((*marker).suggest)
	if o.Accept {
		m.derive()
	}
	m.suggestDerived()
	if o.Patterns != nil {
		for _, line := range o.Patterns.Unused() {
			r.note("%s of the patterns matches no column", line)
		}
	}
	return m
}

// twins returns what is wrong if two tables differ by letter case only: no query could tell them
// apart everywhere.
func twins(doc *schema.Document) string {
	seen := map[string]string{}
	for _, t := range doc.Tables {
		key := sqlcheck.Fold(t.Name)
		if other, ok := seen[key]; ok {
			return fmt.Sprintf("the tables %s and %s differ by letter case only", other, t.Name)
		}
		seen[key] = t.Name
	}
	return ""
}

// order puts everything that has no order of its own in order, so that equal schemas have equal
// texts.
func order(doc *schema.Document) {
	slices.SortFunc(doc.Tables, func(a, b schema.Table) int { return strings.Compare(a.Name, b.Name) })
	for i := range doc.Tables {
		slices.SortFunc(doc.Tables[i].ForeignKeys, compareKeys)
		doc.Tables[i].ForeignKeys = slices.CompactFunc(doc.Tables[i].ForeignKeys, func(a, b schema.ForeignKey) bool { return compareKeys(a, b) == 0 })
	}
}

func compareKeys(a, b schema.ForeignKey) int {
	return cmp.Or(
		slices.Compare(a.Columns, b.Columns),
		strings.Compare(a.References.Table, b.References.Table),
		slices.Compare(a.References.Columns, b.References.Columns),
	)
}
