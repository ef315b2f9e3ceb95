package lint

import (
	"strings"

	"github.com/asksql/asksql/schema"
	"github.com/asksql/asksql/schema/columntype"
	"github.com/asksql/asksql/sqlcheck"
)

// A keyFinder finds columns that look like foreign keys and are none.
type keyFinder struct {
	tables map[string]*schema.Table // base tables whose primary key is one column, by plain name
	keys   map[string]*schema.Table // of those, by the plain name of the key; nil where several have it
}

func newKeyFinder(doc *schema.Document) *keyFinder {
	f := &keyFinder{map[string]*schema.Table{}, map[string]*schema.Table{}}
	for i := range doc.Tables {
		t := &doc.Tables[i]
		if t.Kind == schema.KindView || len(t.PrimaryKey) != 1 {
			continue
		}
		f.tables[plain(t.Name)] = t
		key := plain(t.PrimaryKey[0])
		if _, taken := f.keys[key]; taken {
			f.keys[key] = nil
		} else {
			f.keys[key] = t
		}
	}
	return f
}

// target returns the column that a column looks like a reference to, as table.column, or "".
func (f *keyFinder) target(t *schema.Table, c *schema.Column) string {
	if isKey(t, c) {
		return ""
	}
	far := f.named(c.Name)
	if far == nil || far == t && plain(c.Name) == plain(t.PrimaryKey[0]) {
		return ""
	}
	key := column(far, far.PrimaryKey[0])
	if key == c || columntype.ClassOf(key.Type) != columntype.ClassOf(c.Type) {
		return ""
	}
	return far.Name + "." + key.Name
}

// isKey reports whether a column is part of a foreign key, or is the whole primary key.
func isKey(t *schema.Table, c *schema.Column) bool {
	for _, k := range t.ForeignKeys {
		if has(k.Columns, c.Name) {
			return true
		}
	}
	return len(t.PrimaryKey) == 1 && has(t.PrimaryKey, c.Name)
}

func has(names []string, name string) bool {
	for _, n := range names {
		if sqlcheck.Fold(n) == sqlcheck.Fold(name) {
			return true
		}
	}
	return false
}

// named returns the table that a column is named after: customer_id after customer or customers, or
// CustomerNo after the one table whose primary key has that name; or nil.
func (f *keyFinder) named(name string) *schema.Table {
	short := plain(name)
	if base, ok := strings.CutSuffix(short, "id"); ok && base != "" {
		for _, candidate := range plurals(base) {
			if t := f.tables[candidate]; t != nil {
				return t
			}
		}
	}
	const least = 4 // letters; id, no and code say nothing
	if len(short) <= least {
		return nil
	}
	return f.keys[short]
}

// plurals returns a word and how it may be as a plural, or as a singular if it is one.
func plurals(word string) []string {
	all := []string{word, word + "s", word + "es", word + "n", word + "en", strings.TrimSuffix(word, "s")}
	if stem, ok := strings.CutSuffix(word, "y"); ok {
		all = append(all, stem+"ies")
	}
	return all
}

// plain returns a name without letter case and underscores: customerId is customer_id.
func plain(name string) string { return strings.ReplaceAll(sqlcheck.Fold(name), "_", "") }

// column returns the column of the table with the name, which it has.
func column(t *schema.Table, name string) *schema.Column {
	for i := range t.Columns {
		if sqlcheck.Fold(t.Columns[i].Name) == sqlcheck.Fold(name) {
			return &t.Columns[i]
		}
	}
	return nil
}
