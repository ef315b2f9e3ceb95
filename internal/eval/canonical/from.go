package canonical

// from writes a FROM clause and adds its relations to the scope. Conditions are written when all
// relations are known.
func (f *former) from(items []item, s *scope) string {
	var later []func() string
	f.join(&cursor{items}, s, func(write func() string) { later = append(later, write) })
	var parts []string
	for _, write := range later {
		parts = append(parts, write())
	}
	return joined(parts...)
}

// join reads tables and the words between them. A table is expected at the start, behind a comma
// and behind JOIN; elsewhere there are conditions.
func (f *former) join(c *cursor, s *scope, emit func(func() string)) {
	constant := func(text string) { emit(func() string { return text }) }
	left := len(s.relations)
	for outer := false; !c.done(); {
		right := len(s.relations)
		f.factor(c, s, emit)
		switch {
		case c.take("ON"):
			condition := c.until(joinNext)
			emit(func() string { return clause("ON", f.words(condition, namer{scope: s})) })
		case c.take("USING") && !c.done():
			names := labels(c.next().items)
			constant("USING ( " + listed(names) + " )")
			if outer {
				s.putBehind(names, left, right)
			}
		}
		outer = c.peek("RIGHT")
		constant(f.words(c.until(func(next []item) bool { return !joinNext(next) }), namer{}))
	}
}

// joinNext reports whether the words between two tables come next. LEFT and RIGHT are functions too.
func joinNext(next []item) bool {
	if next[0].kind != word {
		return false
	}
	switch next[0].text {
	case ",", "JOIN", "CROSS", "NATURAL":
		return true
	case "LEFT", "RIGHT":
		return len(next) > 1 && next[1].is("JOIN")
	}
	return false
}

// factor reads one table, a query in parentheses or a join in parentheses.
func (f *former) factor(c *cursor, s *scope, emit func(func() string)) {
	constant := func(text string) { emit(func() string { return text }) }
	visible := s.outer // to a query in parentheses, unless it is LATERAL
	if c.peek("LATERAL") {
		constant(c.next().text)
		visible = s
	}
	if c.done() {
		return
	}
	switch i := c.next(); {
	case i.kind == path:
		r, text := f.table(i.names, s)
		r.rename(c)
		s.add(r)
		constant(text + " " + r.id)
	case i.kind == group && isQuery(i.items):
		text := f.query(i.items, visible, false)
		r := &relation{id: f.id("t"), columns: firstLabels(i.items), made: true}
		r.rename(c)
		s.add(r)
		constant("( " + text + " ) " + r.id)
	case i.kind == group:
		constant("(")
		f.join(&cursor{i.items}, s, emit)
		constant(")")
	default:
		constant(i.text)
	}
}

// table returns the relation for a mention of a table, and how the form writes the table.
func (f *former) table(names []string, s *scope) (*relation, string) {
	name := last(names)
	if cte := s.cte(name); cte != nil && len(names) == 1 {
		return &relation{name: name, id: f.id("t"), columns: cte.columns, made: true}, cte.id
	}
	return &relation{name: name, id: f.id("t"), columns: f.tables[name]}, name
}

// rename reads AS `alias` (`a`, `b`), or nothing.
func (r *relation) rename(c *cursor) {
	if c.take("AS") && !c.done() {
		r.name = last(c.next().names)
	}
	if !c.done() && c.rest[0].kind == group {
		r.columns, r.made = labels(c.next().items), true
	}
}
