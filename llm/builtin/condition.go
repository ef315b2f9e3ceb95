package builtin

import (
	"slices"
	"strconv"
	"strings"
)

func (c compared) where(s *scope) (expr, error) {
	column, err := s.column(c.by)
	if err == nil {
		return c.of(s, column)
	}
	if hasChoices(err) || s.loose {
		return nil, err
	}
	return c.elsewhere(s, err)
}

// elsewhere returns the condition on a column that rows have which belong to those of the scope.
func (c compared) elsewhere(s *scope, err error) (expr, error) {
	if sums := s.lexicon.eachOrSum(c.by); sums != nil {
		return nil, sums
	}
	_, way, problem := s.find(c.by, true)
	if problem != nil || c.negative() || len(s.lexicon.similar(s.index, c.by)) > 0 {
		return nil, err // of several rows, some do and some do not: a negation would not be clear
	}
	there := &thing{table: end(s.self.table, way), text: c.by.text, conditions: []condition{c}}
	return related{things: there}.where(s)
}

func (c titled) where(s *scope) (expr, error) {
	name := s.lexicon.nameOf(s.self.table)
	if len(name) != 1 {
		return nil, &vague{name: c.values[0].text, choices: columnNames(name)}
	}
	if code := s.lexicon.codesOf(s.self.table); len(code) > 0 && isCode(c.values[0]) {
		return nil, &vague{name: c.values[0].text, choices: columnNames(append(slices.Clone(name), code...))}
	}
	return c.of(s, columnExpr{s.self, name[0]})
}

// where takes the value for the name of the rows: what else has that value is something about it.
func (c known) where(s *scope) (expr, error) {
	s.cost.mentions++
	name := s.lexicon.nameOf(s.self.table)
	if len(name) != 1 || name[0] != c.value.column {
		return nil, &vague{name: c.value.text}
	}
	return comparison{operator: "=", values: []literal{{text: c.value.text}}}.of(s, columnExpr{s.self, name[0]})
}

func (c valued) where(s *scope) (expr, error) {
	s.cost.mentions++
	is := comparison{operator: "=", values: []literal{{text: c.value.text}}}
	if c.not {
		is.operator = "<>"
	}
	column := c.value.column
	if column.table == s.self.table {
		return is.of(s, columnExpr{s.self, column})
	}
	way, err := s.index.path(s.self.table, column.table)
	switch {
	case err != nil:
		return nil, err
	case s.loose || slices.ContainsFunc(way, isMany):
		return nil, &vague{name: c.value.text}
	}
	return is.of(s, columnExpr{s.join(way), column})
}

// where looks for the column of the rows themselves that says whether something is so: published, or is_published.
func (c flagged) where(s *scope) (expr, error) {
	s.cost.mentions++
	var flags []*column
	for _, column := range s.self.table.columns {
		if column.flag && c.is.words.equal(s.lexicon.flagWords(column)) {
			flags = append(flags, column)
		}
	}
	if len(flags) != 1 {
		return nil, &vague{name: c.is.text, choices: columnNames(flags)}
	}
	return binaryExpr{columnExpr{s.self, flags[0]}, "=", literalExpr{map[bool]string{false: "1", true: "0"}[c.not], true}}, nil
}

// where looks for a column that tells a place: there must be one only.
func (c placed) where(s *scope) (expr, error) {
	var places []*column
	for _, column := range s.self.table.columns {
		if column.kind == textual && s.lexicon.tellsPlace(column) {
			places = append(places, column)
		}
	}
	if fitting := s.lexicon.knownPlaces(c.value, places); len(fitting) > 0 {
		places = fitting
	}
	if len(places) != 1 {
		return nil, &vague{name: c.value.text, choices: columnNames(places)}
	}
	if !s.lexicon.fitsPlace(c.value, places[0]) {
		return nil, &vague{name: c.value.text, choices: columnNames(places)}
	}
	m := mention{words: places[0].names[0], text: c.value.text}
	e, err := s.shown(m, columnExpr{s.self, places[0]})
	if err != nil {
		return nil, err
	}
	return comparison{operator: "=", values: []literal{c.value}}.of(s, e)
}

func (c related) where(s *scope) (expr, error) {
	s.cost.mentions++
	way, err := s.index.path(s.self.table, c.things.table)
	if err != nil {
		return nil, err
	}
	if c.things.first != nil {
		return nil, &vague{name: c.things.text}
	}
	many := slices.ContainsFunc(way, isMany)
	switch {
	case c.operator != "" && !many, len(way) == 0:
		return nil, &vague{name: c.things.text}
	case !many && !c.not && !s.loose:
		return nil, s.restrict(s.join(way), c.things)
	}
	s.cost.hops += len(way)
	inner, last, err := s.subquery(way, c.things)
	switch {
	case err != nil:
		return nil, err
	case c.operator != "":
		count, err := s.countEnd(way, last, c.things.text)
		inner.items = []expr{count}
		return binaryExpr{scalarExpr{inner}, c.operator, literalExpr{strconv.Itoa(c.number), true}}, err
	}
	inner.items = []expr{literalExpr{"1", true}}
	return existsExpr{inner, c.not}, nil
}

// restrict adds the conditions of the thing to the query of the scope, about one of its relations.
func (s *scope) restrict(about *relation, t *thing) error {
	inner := &scope{resolver: s.resolver, query: s.query, self: about, joined: s.joined, loose: s.loose}
	return inner.add(t)
}

// add adds the conditions of a thing to the query.
func (s *scope) add(t *thing) error {
	skipped := 0
	for i, c := range t.conditions {
		if i > 0 && datesDeed(t.conditions[i-1], c) {
			return &vague{name: "when " + t.conditions[i-1].(valued).value.text}
		}
		s.cost.skipped += skipped
		e, err := c.where(s)
		if err != nil {
			return err
		}
		if e != nil && s.contradicts(e) {
			return &vague{name: t.text} // "from Berlin and from Porto": nobody is, so it means another thing
		}
		if e != nil {
			s.query.where = append(s.query.where, e)
		}
		skipped += c.depth()
	}
	return nil
}

// contradicts reports whether a condition says that a column has another value than one before it says.
func (s *scope) contradicts(e expr) bool {
	return isEquation(e) && slices.ContainsFunc(s.query.where, func(other expr) bool {
		return isEquation(other) && e.(binaryExpr).left == other.(binaryExpr).left && e != other
	})
}

// isEquation reports whether an expression says that a column has a value.
func isEquation(e expr) bool {
	equation, ok := e.(binaryExpr)
	if !ok || equation.operator != "=" {
		return false
	}
	_, isValue := equation.right.(literalExpr)
	return isValue
}

// datesDeed reports whether the second condition says when what the first one says was done. The
// date of a row says when the row came about, not when it was given one of its values.
func datesDeed(first, second condition) bool {
	v, isValue := first.(valued)
	d, isDate := second.(dated)
	return isValue && v.done && isDate && len(d.event.words) == 0
}

// subquery returns the query of the things that belong to a row of the scope, and their relation.
func (s *scope) subquery(way []link, t *thing) (*query, *relation, error) {
	inner := s.scope(way[0].to)
	inner.query.where = way[0].equal(s.self, inner.self)
	last := inner.join(way[1:])
	s.cost.hops -= len(way) - 1 // counted already
	return inner.query, last, inner.restrict(last, t)
}

func (c joint) where(s *scope) (expr, error) {
	loose := s.loose
	s.loose = loose || c.either
	defer func() { s.loose = loose }()
	left, err := c.left.where(s)
	if err != nil {
		return nil, err
	}
	right, err := c.right.where(s)
	switch {
	case err != nil:
		return nil, err
	case c.either:
		return anyExpr{[]expr{left, right}}, nil
	case left == nil || right == nil:
		return nil, &vague{name: "and"}
	}
	return allExpr{[]expr{left, right}}, nil
}

// of returns the comparison as a condition on a column.
func (c comparison) of(s *scope, column columnExpr) (expr, error) {
	switch c.operator {
	case isNull, isNotNull:
		return nullExpr{column, c.operator == isNotNull}, nil
	}
	if s.lexicon.isOrdinal(column.column) && (c.average || c.orders()) {
		return nil, bestOrMost(column.column)
	}
	if c.average {
		return c.withAverage(s, column)
	}
	if column.column.kind == temporal || column.column.kind == other {
		return nil, &vague{name: column.column.name}
	}
	switch c.operator {
	case contains, startsWith, endsWith, lacks:
		return c.pattern(column)
	}
	var values []expr
	for _, v := range c.values {
		e, err := c.value(column.column, v)
		if err != nil {
			return nil, err
		}
		values = append(values, e)
	}
	switch {
	case c.operator == between:
		return betweenExpr{column, values[0], values[1]}, nil
	case len(values) > 1:
		return inExpr{column, c.operator == "<>", values}, nil
	}
	return binaryExpr{column, c.operator, values[0]}, nil
}

// orders reports whether the comparison says that a value is on one side of another one.
func (c comparison) orders() bool {
	return c.operator == "<" || c.operator == "<=" || c.operator == ">" || c.operator == ">="
}

// negative reports whether the comparison says what a value is not.
func (c comparison) negative() bool {
	return c.operator == "<>" || c.operator == lacks || c.operator == isNull
}

// value returns the literal as a value of the column. Texts that look like numbers are compared as
// numbers where order counts, and as texts where they are to be equal: a post code may begin with 0.
func (c comparison) value(column *column, v literal) (expr, error) {
	switch order := c.operator != "=" && c.operator != "<>"; {
	case column.kind == numeric || order:
		text, ok := number(v.text)
		if !ok {
			return nil, &vague{name: v.text}
		}
		return literalExpr{text, true}, nil
	default:
		return literalExpr{v.text, false}, nil
	}
}

func (c comparison) pattern(column columnExpr) (expr, error) {
	text := c.values[0].text
	if column.column.kind != textual || strings.ContainsAny(text, `%_\`) {
		return nil, &vague{name: text}
	}
	operator := "LIKE"
	switch c.operator {
	case contains:
		text = "%" + text + "%"
	case lacks:
		operator, text = "NOT LIKE", "%"+text+"%"
	case startsWith:
		text += "%"
	case endsWith:
		text = "%" + text
	}
	return binaryExpr{column, operator, literalExpr{text, false}}, nil
}

// withAverage compares with the average over all rows of the column's table.
func (c comparison) withAverage(s *scope, column columnExpr) (expr, error) {
	if column.column.kind == temporal || column.column.kind == other {
		return nil, &vague{name: column.column.name}
	}
	inner := s.scope(column.relation.table)
	inner.query.items = []expr{callExpr{function: "AVG", argument: columnExpr{inner.self, column.column}}}
	return binaryExpr{column, c.operator, scalarExpr{inner.query}}, nil
}
