package builtin

import "slices"

// sort adds the order of rows, and how many are kept.
func (s *scope) sort(a *ask, about *thing, grouped bool) error {
	by := a.sort
	if about.first != nil {
		by = about.first
	}
	if by == nil {
		return nil
	}
	o, err := s.ordering(by, grouped)
	if err != nil {
		return err
	}
	if s.query.distinct && !slices.Contains(s.query.items, o.by) {
		return &vague{name: "the order of distinct rows"}
	}
	s.query.order = []ordering{o}
	s.query.limit = by.limit
	return nil
}

func (s *scope) ordering(by *sorting, grouped bool) (ordering, error) {
	switch {
	case by.count != nil:
		return s.byCount(by, grouped)
	case by.rows:
		return ordering{callExpr{function: "COUNT"}, by.desc}, nil
	case len(by.by) == 0:
		return ordering{s.query.items[0], by.desc}, nil
	}
	o, err := s.byColumn(by)
	if err == nil && grouped && !slices.Contains(s.query.group, o.by) {
		err = &vague{name: by.by[0].column.text}
	}
	return o, err
}

// byColumn orders rows by the first of the columns that they have.
func (s *scope) byColumn(by *sorting) (ordering, error) {
	var first error
	for _, d := range by.by {
		e, err := s.sortColumn(d.column)
		if err == nil && by.limit > 0 && s.lexicon.hasWord("ordinal", e.column.names[0]) {
			err = &vague{name: "the best " + d.column.text} // the first rank is the highest, and the least number
		}
		if err == nil {
			return ordering{e, d.desc}, nil
		}
		if first == nil {
			first = err
		}
	}
	return ordering{}, first
}

// timeName is how the lexicon calls the date of a row, whatever its column is called.
const timeName = "time"

func (s *scope) sortColumn(m mention) (columnExpr, error) {
	if m.strict && m.text == timeName {
		return s.date(mention{}, func(c *column) bool { return c.kind == temporal })
	}
	return s.column(m)
}

// byCount orders rows by how many others belong to them.
func (s *scope) byCount(by *sorting, grouped bool) (ordering, error) {
	way, err := path(s.self.table, by.count.table)
	if err != nil || grouped || !by.desc || !slices.ContainsFunc(way, func(l link) bool { return l.many }) {
		return ordering{}, &vague{name: by.count.text} // the fewest may be none at all, or at least one
	}
	s.cost.mentions++
	if err := s.restrict(s.join(way), by.count); err != nil {
		return ordering{}, err
	}
	s.groupByKey(s.self)
	for _, e := range s.query.items {
		if c, ok := e.(columnExpr); ok {
			s.groupBy(c)
		}
	}
	return ordering{callExpr{function: "COUNT"}, true}, nil
}
