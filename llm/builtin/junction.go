package builtin

import "slices"

// leads reports whether a path still leads from one thing to another with one link more. References in one
// direction do: the line of an order, the order, its customer. So does a junction table, by itself. Two that meet
// at a table do not: what points at the same company, or is pointed at by the same row of a log, has nothing else
// to do with each other.
func leads(path []link, next link) bool {
	if len(path) == 0 {
		return true
	}
	last := path[len(path)-1]
	switch {
	case len(path) == 1 && last.many && !next.many:
		return last.to.joins(last, next)
	case last.many != next.many, len(path) > 1 && path[0].many != last.many:
		return false
	}
	return !last.to.hub && next.plain() && (len(path) > 1 || last.plain())
}

// joins reports whether a table is nothing but the pairs of rows that two links over it lead to: all its other
// columns are a number of its own, dates, or places in an order.
func (t *table) joins(into, out link) bool {
	own := slices.DeleteFunc(slices.Clone(t.links), func(l link) bool { return l.many })
	if len(own) != 2 || len(own) != len(t.links) || into.from == out.to || t.view {
		return false
	}
	numbered := false
	for _, c := range t.columns {
		switch {
		case slices.Contains(into.far, c), slices.Contains(out.near, c):
		case c.kind == temporal, c.ordering:
		case len(t.key) == 1 && t.key[0] == c:
			numbered = true
		default:
			return false
		}
	}
	return !numbered || t.pairsOnce(into.far, out.near) || t.namedAfter(into.from, out.to)
}

// pairsOnce reports whether a key of the table says that it has a pair of rows once.
func (t *table) pairsOnce(near, far []*column) bool {
	return slices.ContainsFunc(t.unique, func(key []*column) bool {
		return !slices.ContainsFunc(key, func(c *column) bool { return !slices.Contains(near, c) && !slices.Contains(far, c) })
	})
}

// namedAfter reports whether the name of a table has those of two others in it.
func (t *table) namedAfter(one, other *table) bool {
	return one.words.within(t.words) && other.words.within(t.words)
}

// plain reports whether a reference is called like what it refers to, or like the key of that: store_id of a store,
// rather than manager_staff_id of a member of the staff, which tells a part that someone plays.
func (l link) plain() bool {
	keys, to, of := l.near, l.to, l.far
	if l.many {
		keys, to, of = l.far, l.from, l.near
	}
	for i, c := range keys {
		if c.joined != of[i].joined && !c.bare.within(to.words) {
			return false
		}
	}
	return true
}

// undeclared reports whether a path cannot be relied on since one of its ends has a column that looks like the
// reference to the other one, which nobody has declared: a detour leads to other rows than that column.
func (x *index) undeclared(path []link, from, to *table) bool {
	if len(path) == 0 || len(path) == 1 && path[0].plain() {
		return false
	}
	return x.hints(from, to) || x.hints(to, from)
}

// hints reports whether a table has a column that is called like a reference to another table and is none.
func (x *index) hints(from, to *table) bool {
	return slices.ContainsFunc(from.columns, func(c *column) bool {
		return c.refers == nil && c.numbers() && (c.bare.equal(to.words) || slices.Contains(x.byName[setKey(c.bare)], to))
	})
}

// numbers reports whether a column is called like the number or code of something.
func (c *column) numbers() bool {
	return len(c.bare) > 0 && (len(c.bare) < len(c.names[0]) || c.kind == numeric)
}

// A hub is what so many of the tables refer to, and no fewer than so many.
const (
	hubShare = 3 // one in three
	hubLeast = 4
)

// findHubs finds the tables that most others belong to, such as the company whose data all this is. What belongs to
// it is not what it is about.
func (x *index) findHubs() {
	for _, t := range x.tables {
		from := map[*table]bool{}
		for _, l := range t.links {
			if l.many && l.to != t {
				from[l.to] = true
			}
		}
		t.hub = len(from) >= hubLeast && len(from)*hubShare >= len(x.tables)
	}
}
