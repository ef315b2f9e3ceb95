package builtin

import "slices"

// rows returns how many rows of the query's own table there are. Where joins repeat them they are told
// apart by their key.
func (s *scope) rows(of string) (expr, error) {
	if !s.repeated() {
		return callExpr{function: "COUNT"}, nil
	}
	return s.different(s.self, of)
}

// countEnd returns how many rows there are at the end of a way from one row.
func (s *scope) countEnd(way []link, last *relation, of string) (expr, error) {
	if !repeats(way) {
		return callExpr{function: "COUNT"}, nil
	}
	return s.different(last, of)
}

// different returns how many different rows of a relation there are.
func (s *scope) different(r *relation, of string) (expr, error) {
	if len(r.table.key) != 1 {
		return nil, &vague{name: of}
	}
	return callExpr{function: "COUNT", distinct: true, argument: columnExpr{r, r.table.key[0]}}, nil
}

// repeated reports whether a row of the query's own table may be in a group, or in the one row that
// there is without groups, more than once.
func (s *scope) repeated() bool {
	return slices.ContainsFunc(s.query.joins, func(j join) bool {
		return slices.ContainsFunc(j.relation.way, isMany) && !s.pinned(j.relation)
	})
}

func isMany(l link) bool { return l.many }

// pinned reports whether each row of a group goes with one row of the relation, and meets it once: the
// groups are of that row, or of one that it leads to.
func (s *scope) pinned(r *relation) bool {
	return slices.ContainsFunc(s.query.joins, func(j join) bool {
		way := j.relation.way
		onWay := len(r.way) <= len(way) && slices.EqualFunc(r.way, way[:len(r.way)], link.equals)
		return onWay && !repeats(way) && s.groupedBy(j.relation)
	})
}

// groupedBy reports whether there is a group for each row of a relation.
func (s *scope) groupedBy(r *relation) bool {
	ofKey := func(c *column) bool { return slices.Contains(s.query.group, expr(columnExpr{r, c})) }
	return len(r.table.key) > 0 && !slices.ContainsFunc(r.table.key, func(c *column) bool { return !ofKey(c) })
}

// repeats reports whether a row at one end of the way may meet a row at the other end more than once:
// where both have several of what is between them, such as the lines of an order.
func repeats(way []link) bool {
	for i := range way {
		for j := i + 1; j < len(way); j++ {
			if way[i].many && !way[j].many && !(j == i+1 && pairs(way[i], way[j])) {
				return true
			}
		}
	}
	return false
}

// pairs reports whether the table between two links has at most one row for each pair of rows.
func pairs(into, out link) bool {
	key := into.to.key
	return len(key) > 0 && !slices.ContainsFunc(key, func(c *column) bool {
		return !slices.Contains(into.far, c) && !slices.Contains(out.near, c)
	})
}

func (l link) equals(other link) bool {
	return l.from == other.from && l.to == other.to && slices.Equal(l.near, other.near)
}
