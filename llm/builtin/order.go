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
	s.skipNulls(by, o)
	return nil
}

// skipNulls leaves out the rows of which it is not known whether they are the first: the server puts NULL
// before the least value.
func (s *scope) skipNulls(by *sorting, o ordering) {
	c, ok := o.by.(columnExpr)
	if ok && !c.column.sure && by.limit > 0 && !o.desc {
		s.query.where = append(s.query.where, nullExpr{c, true})
	}
}

func (s *scope) ordering(by *sorting, grouped bool) (ordering, error) {
	switch {
	case by.count != nil:
		return s.byCount(by, grouped)
	case by.rows:
		count, err := s.rows("most")
		return ordering{count, by.desc}, err
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
		if err == nil && (by.limit > 0 || by.ends) && s.lexicon.isOrdinal(e.column) {
			err = bestOrMost(e.column)
		}
		if err == nil && by.limit > 0 && e.column.isText() {
			err = &vague{name: d.column.text} // the highest of names is the last one of the alphabet, which nobody means
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
	way, err := s.index.path(s.self.table, by.count.table)
	if err != nil || grouped || !by.desc || !slices.ContainsFunc(way, isMany) || len(s.self.table.key) == 0 {
		return ordering{}, &vague{name: by.count.text} // the fewest may be none at all, or at least one
	}
	s.cost.mentions++
	others := s.join(way)
	if err := s.restrict(others, by.count); err != nil {
		return ordering{}, err
	}
	s.groupByKey(s.self)
	for _, e := range s.query.items {
		if c, ok := e.(columnExpr); ok {
			s.groupBy(c)
		}
	}
	count, err := s.countEnd(way, others, by.count.text)
	return ordering{count, true}, err
}
