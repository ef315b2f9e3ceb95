package diff

import (
	"slices"
	"strings"

	"github.com/asksql/asksql/schema"
	"github.com/asksql/asksql/schema/columntype"
	"github.com/asksql/asksql/sqlcheck"
)

// columnsOf compares the columns of a table.
func (c *comparison) columnsOf(old, next *schema.Table) {
	before, after := columnIndex(old), columnIndex(next)
	var fresh []*schema.Column
	for i := range next.Columns {
		if column := &next.Columns[i]; before[sqlcheck.Fold(column.Name)] == nil {
			fresh = append(fresh, column)
		}
	}
	for i := range old.Columns {
		column := &old.Columns[i]
		if now := after[sqlcheck.Fold(column.Name)]; now != nil {
			c.column(next.Name+"."+now.Name, column, now)
			continue
		}
		gone := c.add(Removed, "column "+old.Name+"."+column.Name, breaks("queries of it are refused"))
		gone.Renamed = renamedColumn(old, column, fresh)
	}
	for _, column := range fresh {
		c.add(Added, "column "+next.Name+"."+column.Name, c.newColumn(column))
	}
	c.order(next.Name, shared(old, after), shared(next, before))
}

func columnIndex(t *schema.Table) map[string]*schema.Column {
	all := make(map[string]*schema.Column, len(t.Columns))
	for i := range t.Columns {
		all[sqlcheck.Fold(t.Columns[i].Name)] = &t.Columns[i]
	}
	return all
}

// newColumn returns what a column that was not there does. A query that names its columns does not mind. SELECT * has
// it too, which is one column more than the other arm of a UNION or the left side of an IN may have.
func (c *comparison) newColumn(column *schema.Column) effect {
	reason := "queries may read it; where they count the columns of SELECT *, as UNION and IN do, they fail"
	switch {
	case column.Sensitive:
		reason = "it is not there where sensitive columns are omitted; where they are not, " + reason
	case c.columns[sqlcheck.Fold(column.Name)] > 1:
		reason = "queries may read it; where they join a table that has a column of this name, the bare name becomes ambiguous"
	}
	return risks(reason)
}

// column compares two columns of one name, which is that of the table and column.
func (c *comparison) column(name string, old, next *schema.Column) {
	c.compare("the spelling of column "+name, old.Name, next.Name, neither("letter case does not count in columns"))
	c.typeOf(name, old.Type, next.Type)
	c.compare("the nullability of "+name, nullability(old), nullability(next), risks(determines))
	c.compare("the generation of "+name, generation(old), generation(next), risks(determines))
	c.mark(name, old.Sensitive, next.Sensitive)
	c.text("the description of "+name, old.Description, next.Description)
	c.text("the unit of "+name, old.Unit, next.Unit)
	c.compare("the values of "+name, quotedList(old.Values), quotedList(next.Values), neither(onlyPrompts))
	c.text("the form of "+name, old.Form, next.Form)
}

// typeOf compares types. Of two ENUMs or SETs, it says which members are gone and which are new.
func (c *comparison) typeOf(name, old, next string) {
	before, after := columntype.Members(old), columntype.Members(next)
	if before == nil || after == nil || old == next {
		c.compare("the type of "+name, old, next, neither(noTypes))
		return
	}
	if from, to := columntype.KindOf(old), columntype.KindOf(next); from != to {
		c.compare("the type of "+name, old, next, otherChoice(to, without(before, after)))
		return
	}
	e := neither("the members are in another order")
	if gone, fresh := without(before, after), without(after, before); len(gone)+len(fresh) > 0 {
		var parts []string
		if len(gone) > 0 {
			parts = append(parts, "without "+quotedList(gone)+", so that comparisons with it find nothing")
		}
		if len(fresh) > 0 {
			parts = append(parts, "with "+quotedList(fresh))
		}
		e = neither("the checker knows no members; now " + strings.Join(parts, "; and "))
	}
	c.compare("the type of "+name, old, next, e)
}

// otherChoice returns what it does that a SET has become an ENUM, or the other way round.
func otherChoice(to columntype.Kind, gone []string) effect {
	reason := "a SET has become an ENUM: a row has one member where it could have several, so that FIND_IN_SET, LIKE and lists of several find other rows"
	if to != columntype.Enum {
		reason = "an ENUM has become a SET: a row may have several members, so that = with one finds only the rows that have no other; FIND_IN_SET finds all"
	}
	if len(gone) > 0 {
		reason += "; without " + quotedList(gone) + ", so that comparisons with it find nothing"
	}
	return neither(reason)
}

// quotedList lists values as a type writes its members, so that none looks like two.
func quotedList(values []string) string {
	var list []string
	for _, v := range values {
		list = append(list, "'"+strings.ReplaceAll(v, "'", "''")+"'")
	}
	return strings.Join(list, ", ")
}

func without(all, others []string) []string {
	return slices.DeleteFunc(slices.Clone(all), func(m string) bool { return slices.Contains(others, m) })
}

func nullability(c *schema.Column) string {
	if c.NotNull() {
		return "NOT NULL"
	}
	return "NULL"
}

func generation(c *schema.Column) string {
	if c.Generated {
		return "generated"
	}
	return "stored as written"
}

func (c *comparison) mark(name string, old, next bool) {
	switch {
	case next && !old:
		c.compare("the mark of "+name, "not sensitive", "sensitive", breaks("queries of it are refused where sensitive columns are omitted"))
	case old && !next:
		c.compare("the mark of "+name, "sensitive", "not sensitive", widens("queries may read it, and prompts show it, everywhere"))
	}
}

// shared returns the folded names of the columns of a table that the other table has too.
func shared(t *schema.Table, other map[string]*schema.Column) []string {
	var names []string
	for i := range t.Columns {
		if name := sqlcheck.Fold(t.Columns[i].Name); other[name] != nil {
			names = append(names, name)
		}
	}
	return names
}

// order compares the order of the columns that a table had and has.
func (c *comparison) order(table string, old, next []string) {
	if !slices.Equal(old, next) {
		c.add(Changed, "the order of the columns of "+table, neither("SELECT * returns them in another order"))
	}
}
