package bundle

import (
	"fmt"
	"slices"
	"strings"

	"github.com/asksql/asksql/schema"
	"github.com/asksql/asksql/sqlcheck"
)

// merge takes over what people have written into an older artifact: descriptions, marks, values and
// units of what is still there, keys where the database has none, and the glossary and the examples.
func (r *Report) merge(doc, old *schema.Document) {
	doc.SchemaID = old.SchemaID
	doc.Glossary, doc.Examples = old.Glossary, old.Examples
	tables := map[string]*schema.Table{}
	for i := range doc.Tables {
		tables[sqlcheck.Fold(doc.Tables[i].Name)] = &doc.Tables[i]
	}
	fresh := freshTables(doc, old)
	for i := range old.Tables {
		before := &old.Tables[i]
		t := tables[sqlcheck.Fold(before.Name)]
		if t == nil {
			r.goneTable(before, fresh)
			continue
		}
		r.mergeTable(t, before)
		r.mergePrimaryKey(t, before)
		r.mergeForeignKeys(t, before, tables)
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
			r.goneColumn(t, before, old)
			continue
		}
		r.mergeColumn(t.Name, &t.Columns[at], old)
	}
}

// mergePrimaryKey keeps an old primary key where the database has none.
func (r *Report) mergePrimaryKey(t, before *schema.Table) {
	switch key := strings.Join(before.PrimaryKey, ", "); {
	case key == "" || len(t.PrimaryKey) > 0:
	case hasAll(t, before.PrimaryKey):
		t.PrimaryKey = before.PrimaryKey
		r.note("the primary key (%s) of %s stays, though the database has none", key, t.Name)
	default:
		r.drop("the primary key (%s) of %s, since a column is gone", key, t.Name)
	}
}

// mergeForeignKeys keeps the old foreign keys whose columns are still there at both ends, unless the
// database has a key of the same columns.
func (r *Report) mergeForeignKeys(t, before *schema.Table, tables map[string]*schema.Table) {
	declared := t.ForeignKeys
	for _, k := range before.ForeignKeys {
		name := fmt.Sprintf("the foreign key %s(%s) to %s(%s)", t.Name, strings.Join(k.Columns, ", "), k.References.Table, strings.Join(k.References.Columns, ", "))
		sameColumns := func(n schema.ForeignKey) bool { return slices.EqualFunc(k.Columns, n.Columns, same) }
		switch far := tables[sqlcheck.Fold(k.References.Table)]; {
		case slices.ContainsFunc(declared, func(n schema.ForeignKey) bool { return sameKey(k, n) }):
		case slices.ContainsFunc(declared, sameColumns):
			r.drop("%s, since the database has another of these columns", name)
		case far == nil || !hasAll(t, k.Columns) || !hasAll(far, k.References.Columns):
			r.drop("%s, since a table or column of it is gone", name)
		default:
			if t.ForeignKeys = append(t.ForeignKeys, k); k.Inferred {
				continue // that the database has none is why it is there
			}
			r.note("%s stays, though the database has none", name)
		}
	}
}

// hasAll reports whether the table has all the columns.
func hasAll(t *schema.Table, columns []string) bool {
	for _, name := range columns {
		if !slices.ContainsFunc(t.Columns, func(c schema.Column) bool { return same(c.Name, name) }) {
			return false
		}
	}
	return true
}

func (r *Report) mergeColumn(table string, c, old *schema.Column) {
	r.keepText("description of "+table+"."+c.Name, &c.Description, old.Description)
	if c.Sensitive && old.NotSensitive {
		r.note("%s.%s is sensitive by a comment, though the old artifact says that it is not", table, c.Name)
	}
	c.Sensitive = c.Sensitive || old.Sensitive
	c.NotSensitive = !c.Sensitive && old.NotSensitive
	c.Values, c.Form, c.Unit = old.Values, old.Form, old.Unit
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
		described = described || c.Description != "" || c.Unit != "" || c.Values != nil || c.Form != ""
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
