package builtin

import (
	"slices"
	"strconv"
)

// group adds the groups. Those that no item puts out are put out last, in the order of the question.
func (s *scope) group(a *ask, plain []columnExpr) error {
	keys, err := s.groupColumns(a.groups)
	if err != nil {
		return err
	}
	said := slices.Concat(plain, keys)
	for _, g := range a.groups {
		switch g := g.(type) {
		case calendar:
			err = s.groupByDays(g)
		case named:
			err = s.groupByTable(g, said)
		case mention:
			s.putGroup(keys[0], plain)
			keys = keys[1:]
		}
		if err != nil {
			return err
		}
	}
	s.groupBy(plain...)
	if h := a.having; h != nil {
		count, err := s.rows("each")
		if err != nil {
			return err
		}
		s.query.having = []expr{binaryExpr{count, h.operator, literalExpr{strconv.Itoa(h.number), true}}}
	}
	return nil
}

// groupColumns returns the columns among the groups.
func (s *scope) groupColumns(groups []any) ([]columnExpr, error) {
	var columns []columnExpr
	for _, g := range groups {
		m, ok := g.(mention)
		if !ok {
			continue
		}
		e, err := s.column(m)
		if err == nil {
			err = s.dimension(m, e)
		}
		if err != nil {
			return nil, err
		}
		columns = append(columns, e)
	}
	return columns, nil
}

// dimension refuses columns that rows are not grouped by: a month is no more than a month of the rows themselves,
// and what a view makes of many values is a text of its own for nearly each row.
func (s *scope) dimension(m mention, e columnExpr) error {
	c := e.column
	switch {
	case c.kind == other:
		return &vague{name: m.text}
	case !s.lexicon.classed("calendar", m.words):
		return nil
	case e.relation != s.self, !s.lexicon.isCalendar(m, c):
		return &vague{name: m.text}
	}
	return nil
}

// isCalendar reports whether a column holds the days, months or years that it is called by, rather than something
// about them: release_year, but not first_month_of_year.
func (l *lexicon) isCalendar(m mention, c *column) bool {
	const ofWhat = 2 // words of a name that says whose year it is
	return l.rank(m, c) <= qualified || m.words["year"] && c.kind == numeric && len(c.names[0]) == ofWhat
}

func (s *scope) putGroup(e columnExpr, plain []columnExpr) {
	if !slices.Contains(plain, e) {
		s.query.items = append(s.query.items, e)
	}
	s.groupBy(e)
}

// groupByDays makes one group of each month, or the like.
func (s *scope) groupByDays(c calendar) error {
	e, err := s.calendar(c)
	if err != nil {
		return err
	}
	s.query.items = append(s.query.items, e)
	s.query.group = append(s.query.group, e)
	return nil
}

// groupByTable makes one group of each row of another table: of its key, since names may repeat. The
// row's name, or its key if it has none, is put out unless one of its columns is said to be.
func (s *scope) groupByTable(g named, said []columnExpr) error {
	s.cost.mentions++
	way, err := s.index.path(s.self.table, g.table)
	switch {
	case err != nil:
		return err
	case len(way) == 0, len(g.table.key) == 0:
		return &vague{name: g.text}
	}
	to := s.join(way)
	if !slices.ContainsFunc(said, func(e columnExpr) bool { return e.of(to) }) {
		title := s.lexicon.titleOf(g.table)
		if title == nil {
			title = g.table.key
		}
		for _, c := range title {
			s.putGroup(columnExpr{to, c}, nil)
		}
	}
	s.groupByKey(to)
	return nil
}

// of reports whether the column is one of the relation's, or refers to its table.
func (e columnExpr) of(to *relation) bool {
	return e.relation == to || e.column.refers != nil && e.column.refers.table == to.table
}

func (s *scope) groupByKey(r *relation) {
	for _, c := range r.table.key {
		s.groupBy(columnExpr{r, c})
	}
}

// groupBy adds the columns that are not there yet. The name of a row of another table brings along the
// row's key, since names may repeat; what rows have in common, such as a city, does not.
func (s *scope) groupBy(columns ...columnExpr) {
	for _, c := range columns {
		if slices.Contains(s.query.group, expr(c)) {
			continue
		}
		s.query.group = append(s.query.group, c)
		if c.relation != s.self && slices.Contains(s.lexicon.titleOf(c.relation.table), c.column) {
			s.groupByKey(c.relation)
		}
	}
}
