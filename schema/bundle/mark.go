package bundle

import (
	"cmp"
	"fmt"

	"github.com/asksql/asksql/schema"
	"github.com/asksql/asksql/schema/sensitive"
	"github.com/asksql/asksql/sqlcheck"
)

// A marker marks sensitive columns.
type marker struct {
	report    *Report
	options   Options
	doc       *schema.Document
	suggester *sensitive.Suggester
	columns   map[[2]string]place      // by folded names
	marked    map[string]string        // table.column of a marked column of a table, by its folded name
	known     map[[2]string]bool       // columns of which it is known what they are computed from
	looks     map[[2]string]Suggestion // columns that are suggested
}

// A place is a column and its table.
type place struct {
	table  *schema.Table
	column *schema.Column
}

func newMarker(r *Report, o Options, doc *schema.Document) *marker {
	m := &marker{
		report: r, options: o, doc: doc, suggester: sensitive.NewSuggester(),
		columns: map[[2]string]place{}, marked: map[string]string{}, known: map[[2]string]bool{}, looks: map[[2]string]Suggestion{},
	}
	for i := range doc.Tables {
		t := &doc.Tables[i]
		for j := range t.Columns {
			m.columns[folded2(t.Name, t.Columns[j].Name)] = place{t, &t.Columns[j]}
		}
	}
	for _, d := range o.Derived {
		m.known[folded2(d.Table, d.Column)] = true
	}
	return m
}

func folded2(table, column string) [2]string {
	return [2]string{sqlcheck.Fold(table), sqlcheck.Fold(column)}
}

// each does something with each column: those of views last, which show columns of tables.
func (m *marker) each(do func(*marker, *schema.Table, *schema.Column)) {
	for _, kind := range []string{schema.KindTable, schema.KindView} {
		for i := range m.doc.Tables {
			t := &m.doc.Tables[i]
			if cmp.Or(t.Kind, schema.KindTable) != kind {
				continue
			}
			for j := range t.Columns {
				c := &t.Columns[j]
				do(m, t, c)
				if c.Sensitive && kind == schema.KindTable {
					m.marked[sqlcheck.Fold(c.Name)] = t.Name + "." + c.Name
				}
			}
		}
	}
}

// decide marks a column if the patterns say so.
func (m *marker) decide(t *schema.Table, c *schema.Column) {
	switch verdict := m.verdict(t, c); {
	case verdict == sensitive.Sensitive && c.NotSensitive:
		m.report.note("%s.%s is sensitive by a pattern, though the old artifact says that it is not", t.Name, c.Name)
		fallthrough
	case verdict == sensitive.Sensitive:
		c.Sensitive, c.NotSensitive = true, false
	}
}

func (m *marker) verdict(t *schema.Table, c *schema.Column) sensitive.Verdict {
	if m.options.Patterns == nil {
		return sensitive.Silent
	}
	return m.options.Patterns.Of(t.Name, c.Name)
}

// mayMark reports whether nobody has decided on a column.
func (m *marker) mayMark(p place) bool {
	return !p.column.Sensitive && !p.column.NotSensitive && m.verdict(p.table, p.column) != sensitive.NotSensitive
}

// isHidden reports whether a column is sensitive or looks so, or is none of the document.
func (m *marker) isHidden(table, column string) bool {
	key := folded2(table, column)
	p, ok := m.columns[key]
	_, looks := m.looks[key]
	return !ok || looks || p.column.Sensitive
}

// derive marks the columns that are computed from marked ones, and those that are computed from them.
func (m *marker) derive() {
	for changed := true; changed; {
		changed = false
		for _, d := range m.options.Derived {
			to, ok := m.columns[folded2(d.Table, d.Column)]
			if !ok || !m.mayMark(to) {
				continue
			}
			for _, from := range d.From {
				if source, ok := m.columns[folded2(from[0], from[1])]; ok && source.column.Sensitive {
					to.column.Sensitive, changed = true, true
					m.report.Derived = append(m.report.Derived, Suggestion{to.table.Name, to.column.Name,
						fmt.Sprintf("it is made of %s.%s, which is sensitive", source.table.Name, source.column.Name)})
					break
				}
			}
		}
	}
}

// suggest suggests a column that nobody has decided on, or marks it if that is wanted.
func (m *marker) suggest(t *schema.Table, c *schema.Column) {
	if !m.mayMark(place{t, c}) {
		return
	}
	if reason := m.reason(t, c); reason != "" {
		m.propose(place{t, c}, reason)
	}
}

func (m *marker) propose(p place, reason string) {
	suggestion := Suggestion{p.table.Name, p.column.Name, reason}
	if m.options.Accept {
		p.column.Sensitive = true
		m.report.Accepted = append(m.report.Accepted, suggestion)
		return
	}
	m.looks[folded2(p.table.Name, p.column.Name)] = suggestion
	m.report.Suggested = append(m.report.Suggested, suggestion)
}

// suggestDerived suggests the columns that are computed from columns that look sensitive.
func (m *marker) suggestDerived() {
	for changed := true; changed; {
		changed = false
		for _, d := range m.options.Derived {
			key := folded2(d.Table, d.Column)
			to, ok := m.columns[key]
			if _, suggested := m.looks[key]; !ok || suggested || !m.mayMark(to) {
				continue
			}
			for _, from := range d.From {
				if source, ok := m.looks[folded2(from[0], from[1])]; ok {
					m.propose(to, fmt.Sprintf("it is made of %s.%s, which looks sensitive", source.Table, source.Column))
					changed = true
					break
				}
			}
		}
	}
}

// reason returns why a column looks sensitive, or "". One of a view of which nothing else is known does if a column of
// a table that is sensitive has its name: it may be that column.
func (m *marker) reason(t *schema.Table, c *schema.Column) string {
	of := m.marked[sqlcheck.Fold(c.Name)]
	if of != "" && t.Kind == schema.KindView && !m.known[folded2(t.Name, c.Name)] {
		return fmt.Sprintf("it may be %s, which is sensitive", of)
	}
	return m.suggester.ReasonIn(t, c)
}
