package builtin

import "slices"

// addSameKeys adds the links that nobody has declared and that are sure nevertheless: a column with the name and the
// type of the key of one other table is a reference to it.
func (x *index) addSameKeys(l *lexicon) {
	owners := map[string][]*table{}
	for _, t := range x.tables {
		if len(t.key) == 1 && !t.view && t.key[0].namesRow(l) {
			owners[t.key[0].joined] = append(owners[t.key[0].joined], t)
		}
	}
	for _, t := range x.tables {
		for _, c := range t.columns {
			if to := ownerOf(c, owners[c.joined]); to != nil && !t.view && !t.refersBy(c) {
				addLink(link{from: t, to: to, near: []*column{c}, far: to.key})
			}
		}
	}
}

// namesRow reports whether the name of a key says whose key it is: id and code are the keys of anything.
func (c *column) namesRow(l *lexicon) bool {
	return len(c.bare) > 0 && len(c.bare) < len(c.names[0]) && !l.classed("generic", c.bare)
}

// ownerOf returns the table whose key the column has the name and type of: the only one or, of several, the only one
// that is called like its key. A table does not refer to itself so.
func ownerOf(c *column, owners []*table) *table {
	if len(owners) > 1 {
		owners = slices.DeleteFunc(slices.Clone(owners), func(t *table) bool { return !c.bare.equal(t.words) })
	}
	if len(owners) != 1 || owners[0] == c.table || c.typed == "" || owners[0].key[0].typed != c.typed {
		return nil
	}
	return owners[0]
}

// refersBy reports whether a declared foreign key of the table has the column.
func (t *table) refersBy(c *column) bool {
	return slices.ContainsFunc(t.links, func(l link) bool { return !l.many && slices.Contains(l.near, c) })
}
