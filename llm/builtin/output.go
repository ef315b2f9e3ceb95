package builtin

import "slices"

// put adds what is to be put out, with the groups that it takes, and reports whether rows are grouped.
func (s *scope) put(a *ask, about *thing) (grouped bool, err error) {
	if err := s.lexicon.soleAggregate(a.items); err != nil {
		return false, err
	}
	if len(a.items) == 0 && len(a.groups) == 0 {
		s.putTitle(about)
	}
	plain, err := s.putItems(a.items, about)
	if err != nil {
		return false, err
	}
	aggregated := len(plain) < len(a.items)
	counts := slices.ContainsFunc(a.items, func(i item) bool { return i.count != nil })
	switch {
	case len(a.groups) > 0 && !aggregated && !a.countsRows():
		return false, &vague{name: "each"} // of one row there is nothing to sum up
	case len(a.groups) > 0:
		grouped, err = true, s.group(a, plain)
	case aggregated && len(plain) > 0 && !counts:
		return false, &vague{name: "the rows to aggregate over"}
	case aggregated:
		grouped = true
		s.query.distinct = false // of one row, or of groups, which differ anyway
		s.groupBy(plain...)
	}
	if err != nil {
		return false, err
	}
	return grouped, s.aggregateOnce(a.items)
}

// aggregateOnce makes the aggregates take each row once where joins repeat them.
func (s *scope) aggregateOnce(items []item) (err error) {
	if !s.repeated() {
		return nil
	}
	for i, item := range items {
		switch call, _ := s.query.items[i].(callExpr); {
		case item.count != nil:
			s.query.items[i], err = s.rows(item.count.text)
		case call.function == "", call.distinct, call.function == "MIN", call.function == "MAX":
		default:
			err = &vague{name: item.column.text}
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// soleAggregate refuses to put out a column alone that is called like an aggregate: "the total of
// all orders" may be each order's total, or the sum.
func (l *lexicon) soleAggregate(items []item) error {
	if len(items) != 1 || items[0].function != "" {
		return nil
	}
	return l.eachOrSum(items[0].column)
}

// eachOrSum returns an error that says what a name may mean that is called like an aggregate, or nil.
func (l *lexicon) eachOrSum(m mention) error {
	if !l.classed("aggregate", m.words) {
		return nil
	}
	return &vague{name: m.text, choices: []string{"each " + m.text, "the sum of " + m.text}}
}

// countsRows reports whether groups are chosen by how many rows they have.
func (a *ask) countsRows() bool { return a.having != nil || a.sort != nil && a.sort.rows }

// putTitle puts out what stands for a row: its name or, if it has none, all of it.
func (s *scope) putTitle(about *thing) {
	columns := s.lexicon.titleOf(about.table)
	if columns == nil {
		columns = about.table.columns
	}
	for _, c := range columns {
		s.query.items = append(s.query.items, columnExpr{s.self, c})
	}
	s.query.distinct = about.distinct
}

// putItems puts out the items and returns those that are columns.
func (s *scope) putItems(items []item, about *thing) (plain []columnExpr, err error) {
	for _, i := range items {
		e, err := s.item(i, about)
		if err != nil {
			return nil, err
		}
		if column, ok := e.(columnExpr); ok {
			plain = append(plain, column)
			s.query.distinct = s.query.distinct || i.distinct
		}
		s.query.items = append(s.query.items, e)
	}
	return plain, nil
}

// item returns the expression of an item.
func (s *scope) item(i item, about *thing) (expr, error) {
	if i.count != nil {
		return callExpr{function: "COUNT"}, s.lexicon.soleNumber(i.count)
	}
	e, err := s.output(i.column)
	switch {
	case err != nil:
		return nil, err
	case s.spread(e.relation) && (i.function != "" || about.first != nil):
		return nil, &vague{name: i.column.text} // rows would be counted twice, or the wrong number of them kept
	case i.function == "":
		return e, nil
	case !s.lexicon.aggregates(i.function, e.column):
		return nil, &vague{name: i.column.text}
	}
	return callExpr{function: i.function, distinct: i.distinct, argument: e}, nil
}

// soleNumber refuses to count one thing that has a number: "the number of the room".
func (l *lexicon) soleNumber(t *thing) error {
	if isPlural(t.text) {
		return nil
	}
	if numbers, how := l.fits(nameMention("number"), t.table); how <= qualified {
		return &vague{name: "number of " + t.text, choices: append(columnNames(numbers), "how many there are")}
	}
	return nil
}

// aggregates reports whether the function makes sense for a column. The highest rank is no maximum, and the largest
// capital is not the last one of the alphabet.
func (l *lexicon) aggregates(function string, c *column) bool {
	switch function {
	case "COUNT":
		return true
	case "MIN", "MAX":
		return c.kind != other && !l.isOrdinal(c) && !c.isText()
	default:
		return c.kind != other && c.kind != temporal
	}
}

// spread reports whether a row of the scope's table may meet several of the relation.
func (s *scope) spread(to *relation) bool {
	return to != s.self && !slices.ContainsFunc(s.self.table.links, func(l link) bool { return !l.many && l.to == to.table })
}
