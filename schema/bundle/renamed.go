package bundle

import (
	"slices"
	"strings"

	"github.com/asksql/asksql/schema"
	"github.com/asksql/asksql/schema/columntype"
	"github.com/asksql/asksql/sqlcheck"
)

// goneColumn tells that a column is gone. If it was sensitive, the columns that may be it under another name take over
// its mark: a mark that is lost shows what somebody wanted hidden, one too many is told and can be taken away.
func (r *Report) goneColumn(t, before *schema.Table, old *schema.Column) {
	var names []string
	if old.Sensitive {
		for _, c := range successors(t, before, old) {
			c.Sensitive, c.NotSensitive = true, false
			names = append(names, t.Name+"."+c.Name)
		}
	}
	if names == nil {
		r.drop("column %s.%s is gone%s", t.Name, old.Name, decisions("", *old))
		return
	}
	r.drop("column %s.%s is gone; its mark as sensitive went over to %s, which it may be called now; say \"sensitive\": false there if not",
		t.Name, old.Name, strings.Join(names, " and "))
}

// successors returns the columns that are new in a table and of the type of one that is gone, or else of its kind.
func successors(t, before *schema.Table, old *schema.Column) []*schema.Column {
	var exact, alike []*schema.Column
	for i := range t.Columns {
		c := &t.Columns[i]
		isOld := slices.ContainsFunc(before.Columns, func(o schema.Column) bool { return same(o.Name, c.Name) })
		switch {
		case isOld:
		case strings.EqualFold(c.Type, old.Type):
			exact = append(exact, c)
		case columntype.ClassOf(c.Type) == columntype.ClassOf(old.Type), c.Type == "", old.Type == "":
			alike = append(alike, c)
		}
	}
	if exact != nil {
		return exact
	}
	return alike
}

// freshTables returns the tables that the old document has not.
func freshTables(doc, old *schema.Document) []*schema.Table {
	known := map[string]bool{}
	for i := range old.Tables {
		known[sqlcheck.Fold(old.Tables[i].Name)] = true
	}
	var fresh []*schema.Table
	for i := range doc.Tables {
		if !known[sqlcheck.Fold(doc.Tables[i].Name)] {
			fresh = append(fresh, &doc.Tables[i])
		}
	}
	return fresh
}

// goneTable tells that a table is gone. If columns of it were sensitive, a new table that has most of its columns
// takes over what was decided on them.
func (r *Report) goneTable(before *schema.Table, fresh []*schema.Table) {
	isMarked := func(c schema.Column) bool { return c.Sensitive }
	if slices.ContainsFunc(before.Columns, isMarked) {
		for _, t := range fresh {
			if shared := sharedColumns(t, before); 2*shared >= len(before.Columns) && shared > 0 {
				r.note("table %s may be called %s now; what was decided on its columns stays", before.Name, t.Name)
				r.mergeTable(t, before)
				return
			}
		}
	}
	r.drop("table %s is gone%s", before.Name, decisions(before.Description, before.Columns...))
}

// sharedColumns returns how many columns of one table the other has too.
func sharedColumns(t, before *schema.Table) int {
	n := 0
	for _, c := range before.Columns {
		if slices.ContainsFunc(t.Columns, func(o schema.Column) bool { return same(o.Name, c.Name) }) {
			n++
		}
	}
	return n
}
