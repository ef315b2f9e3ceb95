package diff

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/asksql/asksql/schema"
	"github.com/asksql/asksql/sqlcheck"
)

// tables compares the tables.
func (c *comparison) tables() {
	before, after := tableIndex(c.old), tableIndex(c.next)
	var gone []*schema.Table
	var fresh []newTable
	for i := range c.next.Tables {
		if t := &c.next.Tables[i]; before[sqlcheck.Fold(t.Name)] == nil {
			fresh = append(fresh, newTable{t, columnIndex(t)})
		}
	}
	for i := range c.old.Tables {
		t := &c.old.Tables[i]
		if next := after[sqlcheck.Fold(t.Name)]; next != nil {
			c.table(t, next)
		} else {
			gone = append(gone, t)
		}
	}
	for _, t := range gone {
		c.add(Removed, kindOf(t)+" "+t.Name, breaks("queries of it are refused")).Renamed = renamedTable(t, fresh)
	}
	for _, t := range fresh {
		c.add(Added, kindOf(t.Table)+" "+t.Name, widens("queries may read it"))
	}
}

func tableIndex(doc *schema.Document) map[string]*schema.Table {
	all := make(map[string]*schema.Table, len(doc.Tables))
	for i := range doc.Tables {
		all[sqlcheck.Fold(doc.Tables[i].Name)] = &doc.Tables[i]
	}
	return all
}

func kindOf(t *schema.Table) string { return cmp.Or(t.Kind, schema.KindTable) }

// table compares two tables of one name.
func (c *comparison) table(old, next *schema.Table) {
	c.compare("the spelling of table "+next.Name, old.Name, next.Name, risks("with host.caseSensitiveTables, only the new spelling passes"))
	c.compare("the kind of "+next.Name, kindOf(old), kindOf(next), neither("queries read either"))
	c.columnsOf(old, next)
	c.primaryKey(old, next)
	c.compare("the unique keys of "+next.Name, keyLists(old.UniqueKeys), keyLists(next.UniqueKeys), risks(determines))
	c.foreignKeys(old, next)
	c.text("the description of "+next.Name, old.Description, next.Description)
}

// primaryKey compares primary keys, letter case aside, as in foreign keys.
func (c *comparison) primaryKey(old, next *schema.Table) {
	same := func(a, b string) bool { return sqlcheck.Fold(a) == sqlcheck.Fold(b) }
	if !slices.EqualFunc(old.PrimaryKey, next.PrimaryKey, same) {
		c.compare("the primary key of "+next.Name, list(old.PrimaryKey), list(next.PrimaryKey), risks(determines))
	}
}

// keyLists returns keys as a person reads them, "" for those that the document does not tell.
func keyLists(keys [][]string) string {
	if keys == nil {
		return ""
	}
	lists := make([]string, len(keys))
	for i, key := range keys {
		lists[i] = list(key)
	}
	return "[" + strings.Join(lists, ", ") + "]"
}

// text compares a free text.
func (c *comparison) text(object, old, next string) {
	if old != next {
		c.compare(object, quoted(old), quoted(next), neither(onlyPrompts))
	}
}

func quoted(text string) string {
	if text == "" {
		return ""
	}
	return fmt.Sprintf("%q", text)
}

func list(names []string) string {
	if len(names) == 0 {
		return ""
	}
	return "(" + strings.Join(names, ", ") + ")"
}

func (c *comparison) foreignKeys(old, next *schema.Table) {
	before, after := keyTexts(old), keyTexts(next)
	for i, key := range before {
		if j := slices.IndexFunc(after, func(k string) bool { return sqlcheck.Fold(k) == sqlcheck.Fold(key) }); j >= 0 {
			c.compare("foreign key "+after[j], origin(old.ForeignKeys[i]), origin(next.ForeignKeys[j]), neither(onlyPrompts))
		}
	}
	for _, key := range before {
		if !slices.ContainsFunc(after, func(k string) bool { return sqlcheck.Fold(k) == sqlcheck.Fold(key) }) {
			c.add(Removed, "foreign key "+key, neither(onlyPrompts))
		}
	}
	for _, key := range after {
		if !slices.ContainsFunc(before, func(k string) bool { return sqlcheck.Fold(k) == sqlcheck.Fold(key) }) {
			c.add(Added, "foreign key "+key, neither(onlyPrompts))
		}
	}
}

// origin says where a key comes from.
func origin(k schema.ForeignKey) string {
	if k.Inferred {
		return "inferred"
	}
	return "declared"
}

func keyTexts(t *schema.Table) []string {
	var all []string
	for _, k := range t.ForeignKeys {
		all = append(all, fmt.Sprintf("%s%s to %s%s", t.Name, list(k.Columns), k.References.Table, list(k.References.Columns)))
	}
	return all
}
