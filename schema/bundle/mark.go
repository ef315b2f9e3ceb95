package bundle

import (
	"fmt"

	"github.com/asksql/asksql/schema"
	"github.com/asksql/asksql/schema/sensitive"
	"github.com/asksql/asksql/sqlcheck"
)

// A marker marks sensitive columns.
type marker struct {
	report    *Report
	options   Options
	suggester *sensitive.Suggester
	marked    map[string]string // table.column of a marked column of a table, by its folded name
}

func (m *marker) markTable(t *schema.Table) {
	for i := range t.Columns {
		c := &t.Columns[i]
		m.decide(t, c)
		if !c.Sensitive && !c.NotSensitive {
			m.suggest(t, c)
		}
		if c.Sensitive && t.Kind != schema.KindView {
			m.marked[sqlcheck.Fold(c.Name)] = t.Name + "." + c.Name
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

// suggest suggests a column that nobody has decided on, or marks it if that is wanted.
func (m *marker) suggest(t *schema.Table, c *schema.Column) {
	reason := m.reason(t, c)
	if reason == "" || m.verdict(t, c) == sensitive.NotSensitive {
		return
	}
	suggestion := Suggestion{t.Name, c.Name, reason}
	if m.options.Accept {
		c.Sensitive = true
		m.report.Accepted = append(m.report.Accepted, suggestion)
		return
	}
	m.report.Suggested = append(m.report.Suggested, suggestion)
}

// reason returns why a column looks sensitive, or "". One of a view does if a column of a table that
// is sensitive has its name: it may be that column.
func (m *marker) reason(t *schema.Table, c *schema.Column) string {
	if of := m.marked[sqlcheck.Fold(c.Name)]; of != "" && t.Kind == schema.KindView {
		return fmt.Sprintf("it may be %s, which is sensitive", of)
	}
	return m.suggester.Reason(c)
}
