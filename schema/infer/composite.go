package infer

import (
	"slices"
	"strings"

	"github.com/asksql/asksql/schema"
	"github.com/asksql/asksql/sqlcheck"
)

// composite returns the references of several columns: where a table has all columns of another one's primary key,
// by the same names and types, and none of them refers to a third table by itself.
func (x *index) composite(t *table) []Proposal {
	var all []Proposal
	for _, to := range x.composites(t) {
		near := make([]string, len(to.PrimaryKey))
		for i, name := range to.PrimaryKey {
			near[i] = t.find(name).Name
		}
		all = append(all, Proposal{
			Table: t.Name, Columns: near, Grade: Likely, Reason: "it has all columns of the key of " + to.Name,
			References: schema.Reference{Table: to.Name, Columns: to.PrimaryKey},
		})
	}
	return all
}

// composites returns the tables whose primary key of several columns t has too. Of two, where one key is part of the
// other, it is the larger.
func (x *index) composites(t *table) []*table {
	var found []*table
	for i := range t.columns {
		for _, to := range x.hubs[sqlcheck.Fold(t.columns[i].Name)] {
			if to != t && t.hasKeyOf(to) && !t.declares(to) && (keySet(t.PrimaryKey) != keySet(to.PrimaryKey) || isKindOf(t, to)) {
				found = append(found, to)
			}
		}
	}
	return slices.DeleteFunc(slices.Clone(found), func(to *table) bool {
		return isPartOf(to.PrimaryKey, t.PrimaryKey) && !isNamedIn(to) ||
			slices.ContainsFunc(found, func(other *table) bool { return isPartOf(to.PrimaryKey, other.PrimaryKey) })
	})
}

// isPartOf reports whether a key is part of another one, and less than it.
func isPartOf(key, whole []string) bool {
	return len(key) < len(whole) && !slices.ContainsFunc(key, func(name string) bool {
		return !slices.ContainsFunc(whole, func(other string) bool { return same(name, other) })
	})
}

// isNamedIn reports whether a column of its primary key that refers to nothing else begins with a word of the
// table's name: TRIGGER_NAME of TRIGGERS.
func isNamedIn(t *table) bool {
	return slices.ContainsFunc(t.PrimaryKey, func(name string) bool {
		c := t.find(name)
		return len(c.name.words) > 1 && !t.refers(c) && sharesWords(c.name.words[:1], t.name())
	})
}

// hasKeyOf reports whether the table has the columns of another one's primary key, at least one of which, named
// after that table, refers to none by itself.
func (t *table) hasKeyOf(to *table) bool {
	for _, name := range to.PrimaryKey {
		near, far := t.find(name), to.find(name)
		if near == nil || far == nil || fits(near.Type, far.Type) != goodFit || !mayRefer(near) {
			return false
		}
	}
	return isNamedIn(to)
}

// refers reports whether a column refers to a table by itself.
func (t *table) refers(c *column) bool {
	for i := range t.columns {
		if &t.columns[i] == c {
			return t.proposed[i] != nil || c.declared && t.declaresAlone(c)
		}
	}
	return false
}

func (t *table) declaresAlone(c *column) bool {
	return slices.ContainsFunc(t.ForeignKeys, func(k schema.ForeignKey) bool { return len(k.Columns) == 1 && same(k.Columns[0], c.Name) })
}

// declares reports whether the columns are a foreign key to the table already.
func (t *table) declares(to *table) bool {
	return slices.ContainsFunc(t.ForeignKeys, func(k schema.ForeignKey) bool {
		return same(k.References.Table, to.Name) || keySet(k.Columns) == keySet(to.PrimaryKey)
	})
}

// findHubs finds the tables that a primary key of several columns is that of: among those with the same, the one whose
// name the names of all others end with.
func (x *index) findHubs() {
	groups := map[string][]*table{}
	for _, t := range x.tables {
		if len(t.PrimaryKey) > 1 {
			groups[keySet(t.PrimaryKey)] = append(groups[keySet(t.PrimaryKey)], t)
		}
	}
	x.hubs = map[string][]*table{}
	for _, t := range x.tables { // in their order
		group := groups[keySet(t.PrimaryKey)]
		if len(t.PrimaryKey) > 1 && !slices.ContainsFunc(group, func(other *table) bool { return other != t && !isKindOf(other, t) }) {
			first := sqlcheck.Fold(t.PrimaryKey[0])
			x.hubs[first] = append(x.hubs[first], t)
		}
	}
}

// isKindOf reports whether a table is of a kind of the thing that another is: blob_triggers of triggers.
func isKindOf(t, hub *table) bool {
	return len(t.words) > len(hub.words) && endsWith(t.words, hub.name())
}

// keySet returns the columns of a key as a text that is the same whatever their order.
func keySet(key []string) string {
	list := make([]string, len(key))
	for i, name := range key {
		list[i] = sqlcheck.Fold(name)
	}
	slices.Sort(list)
	return strings.Join(list, "\x00")
}
