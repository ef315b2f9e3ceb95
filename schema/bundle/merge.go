package bundle

import (
	"fmt"
	"slices"
	"strings"

	"github.com/asksql/asksql/schema"
	"github.com/asksql/asksql/sqlcheck"
)

// merge takes over what people have written into an older artifact: descriptions, marks, values and
// units of what is still there, and the glossary and the examples.
func (r *Report) merge(doc, old *schema.Document) {
	doc.SchemaID = old.SchemaID
	doc.Glossary, doc.Examples = old.Glossary, old.Examples
	tables := map[string]*schema.Table{}
	for i := range doc.Tables {
		tables[sqlcheck.Fold(doc.Tables[i].Name)] = &doc.Tables[i]
	}
	for i := range old.Tables {
		before := &old.Tables[i]
		t := tables[sqlcheck.Fold(before.Name)]
		if t == nil {
			r.drop("table %s is gone%s", before.Name, decisions(before.Description, before.Columns...))
			continue
		}
		r.mergeTable(t, before)
	}
}

func (r *Report) drop(format string, args ...any) {
	r.Dropped = append(r.Dropped, fmt.Sprintf(format, args...))
}

func (r *Report) mergeTable(t, before *schema.Table) {
	r.keepText("description of "+t.Name, &t.Description, before.Description)
	for i := range before.Columns {
		old := &before.Columns[i]
		at := slices.IndexFunc(t.Columns, func(c schema.Column) bool { return same(c.Name, old.Name) })
		if at < 0 {
			r.drop("column %s.%s is gone%s", t.Name, old.Name, decisions("", *old))
			continue
		}
		r.mergeColumn(t.Name, &t.Columns[at], old)
	}
	for _, k := range before.ForeignKeys {
		if !slices.ContainsFunc(t.ForeignKeys, func(n schema.ForeignKey) bool { return sameKey(k, n) }) {
			r.drop("the database has no foreign key %s(%s) to %s(%s)", t.Name, strings.Join(k.Columns, ", "), k.References.Table, strings.Join(k.References.Columns, ", "))
		}
	}
}

func (r *Report) mergeColumn(table string, c, old *schema.Column) {
	r.keepText("description of "+table+"."+c.Name, &c.Description, old.Description)
	if c.Sensitive && old.NotSensitive {
		r.note("%s.%s is sensitive by a comment, though the old artifact says that it is not", table, c.Name)
	}
	c.Sensitive = c.Sensitive || old.Sensitive
	c.NotSensitive = !c.Sensitive && old.NotSensitive
	c.Values, c.Unit = old.Values, old.Unit
}

// keepText keeps an old text, if there is one, and says so where the database has another.
func (r *Report) keepText(what string, text *string, old string) {
	if old == "" {
		return
	}
	if *text != "" && *text != old {
		r.note("the %s stays as it was; the database says %q", what, *text)
	}
	*text = old
}

// decisions says what is lost with a table or column, or "" if nobody had written anything.
func decisions(description string, columns ...schema.Column) string {
	described := description != ""
	for _, c := range columns {
		if c.Sensitive {
			return ", and its mark as sensitive"
		}
		described = described || c.Description != "" || c.Unit != "" || c.Values != nil
	}
	if described {
		return ", and what was written about it"
	}
	return ""
}

func same(a, b string) bool { return sqlcheck.Fold(a) == sqlcheck.Fold(b) }

func sameKey(a, b schema.ForeignKey) bool {
	return slices.EqualFunc(a.Columns, b.Columns, same) && same(a.References.Table, b.References.Table) &&
		slices.EqualFunc(a.References.Columns, b.References.Columns, same)
}
