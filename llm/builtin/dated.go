package builtin

import (
	"cmp"
	"strconv"
)

// A calendar is a group of days: its format for DATE_FORMAT.
type calendar string

// calendar returns the month, or another group of days, in which the rows of the scope fall.
func (s *scope) calendar(c calendar) (expr, error) {
	s.cost.mentions += 2 // a column that is called so comes first
	date, err := s.date(mention{}, func(date *column) bool { return date.kind == temporal })
	return formatExpr{date, string(c)}, err
}

// where finds the date that the condition is about: the one that the verb names or, where it names
// none, the only one that the thing has.
func (c dated) where(s *scope) (expr, error) {
	date, err := s.date(c.event, func(date *column) bool {
		return tellsTime(date, c.period) && (c.until == nil || tellsTime(date, *c.until))
	})
	if err != nil {
		return nil, err
	}
	return c.on(date), nil
}

// date returns the column that says when something happened to the rows of the scope.
func (s *scope) date(event mention, tells func(*column) bool) (columnExpr, error) {
	var dates []*column
	best := unfit
	for _, date := range s.self.table.columns {
		if !tells(date) {
			continue
		}
		fit := s.lexicon.rankEvent(event, date)
		switch {
		case fit < best:
			best, dates = fit, []*column{date}
		case fit == best && fit < unfit:
			dates = append(dates, date)
		}
	}
	if len(dates) == 0 && len(event.words) == 0 {
		dates = s.soleDate()
	}
	if len(dates) != 1 {
		return columnExpr{}, &vague{name: cmp.Or(event.text, "the date of "+s.self.table.name), choices: columnNames(dates)}
	}
	return columnExpr{s.self, dates[0]}, nil
}

// soleDate returns the dates of the rows, of which the only one says when they came about unless it says when
// something else did.
func (s *scope) soleDate() (dates []*column) {
	for _, c := range s.self.table.columns {
		if c.kind == temporal {
			dates = append(dates, c)
		}
	}
	if len(dates) == 1 && s.lexicon.hasWord("otherwise", dates[0].names[0]) {
		return nil
	}
	return dates
}

// rankEvent returns how well a column tells when something happened. Where no verb says what, it must
// be called no more than a date.
func (l *lexicon) rankEvent(event mention, date *column) rank {
	plain := l.classed("anytime", date.names[0].without(date.table.words))
	switch {
	case len(event.words) > 0 && l.isEvent(event):
		return unfit - 1
	case len(event.words) > 0:
		return l.rank(event, date)
	case plain:
		return exact
	case l.hasWord("happening", date.table.words):
		return unfit - 1 // whatever its only date is called
	}
	return unfit
}

// tellsTime reports whether a column can be compared with a period.
func tellsTime(c *column, p period) bool {
	return c.kind == temporal || p.year > 0 && c.kind != other && c.names[0]["year"]
}

func (c dated) on(column columnExpr) expr {
	if column.column.kind != temporal {
		return c.onYear(column)
	}
	from, to := c.period.from, c.period.to
	if c.until != nil {
		to = c.until.to
	}
	switch c.operator {
	case "<":
		return binaryExpr{column, "<", from}
	case "<=":
		return binaryExpr{column, "<", to}
	case ">":
		return binaryExpr{column, ">=", to}
	case ">=":
		return binaryExpr{column, ">=", from}
	}
	return allOf(binaryExpr{column, ">=", from}, binaryExpr{column, "<", to})
}

// onYear compares a column that holds the number of a year.
func (c dated) onYear(column columnExpr) expr {
	first := literalExpr{strconv.Itoa(c.period.year), true}
	if c.until != nil {
		return betweenExpr{column, first, literalExpr{strconv.Itoa(c.until.year), true}}
	}
	first.numeric = column.column.kind == numeric || c.operator != "="
	return binaryExpr{column, c.operator, first}
}

// allOf is a conjunction that needs no parentheses in a WHERE clause of conjunctions.
func allOf(parts ...expr) expr { return conjunction(parts) }

type conjunction []expr

func (e conjunction) print(p *printer) { p.list(e, " AND ") }
