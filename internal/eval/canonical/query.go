package canonical

// A query is one print, or the inside of parentheses that hold one.
type query struct {
	recursive bool
	ctes      []cte
	arms      []arm    // one, or those of a set operation
	operators []string // between the arms
	order     []item
	limit     []item
}

type cte struct {
	name    string
	columns []string // declared, or none
	body    []item
}

// An arm is a query block, or a query in parentheses.
type arm struct {
	block  block
	nested []item // of a query in parentheses
}

// A block is one SELECT. One that begins with VALUES or TABLE has a head and nothing else.
type block struct {
	head     string // SELECT, SELECT DISTINCT, VALUES or TABLE
	fields   []field
	from     []item
	where    []item
	grouping []item
	having   []item
	windows  []item
	rows     []item // of VALUES
}

// A field is an output column.
type field struct {
	expr  []item
	label string // its alias, or the name of the column that it is, or ""
}

// isQuery reports whether the inside of parentheses is a query, rather than an expression or a join.
func isQuery(items []item) bool {
	switch {
	case len(items) == 0:
		return false
	case items[0].is("SELECT"), items[0].is("WITH"), items[0].is("VALUES"), items[0].is("TABLE"):
		return true
	case items[0].kind != group || !isQuery(items[0].items):
		return false
	}
	return len(items) == 1 || setOperator(items[1]) || items[1].is("ORDER") || items[1].is("LIMIT")
}

func setOperator(i item) bool { return i.is("UNION") || i.is("EXCEPT") || i.is("INTERSECT") }

// A cursor reads items from left to right.
type cursor struct{ rest []item }

func (c *cursor) done() bool { return len(c.rest) == 0 }

func (c *cursor) next() item {
	i := c.rest[0]
	c.rest = c.rest[1:]
	return i
}

// peek reports whether the next item is the word.
func (c *cursor) peek(w string) bool { return len(c.rest) > 0 && c.rest[0].is(w) }

// take reads the words if they come next.
func (c *cursor) take(words ...string) bool {
	if len(c.rest) < len(words) {
		return false
	}
	for i, w := range words {
		if !c.rest[i].is(w) {
			return false
		}
	}
	c.rest = c.rest[len(words):]
	return true
}

// until reads up to where stop holds for what comes next, of which there is at least one item.
func (c *cursor) until(stop func(next []item) bool) []item {
	n := 0
	for n < len(c.rest) && !stop(c.rest[n:]) {
		n++
	}
	read := c.rest[:n:n]
	c.rest = c.rest[n:]
	return read
}

// parse returns the query that items are.
func parse(items []item) query {
	c := &cursor{items}
	var q query
	if c.take("WITH") {
		q.recursive = c.take("RECURSIVE")
		q.ctes = append(q.ctes, c.cte())
		for c.take(",") {
			q.ctes = append(q.ctes, c.cte())
		}
	}
	q.arms = append(q.arms, c.arm())
	for len(c.rest) > 0 && setOperator(c.rest[0]) {
		operator := c.next().text
		if c.take("ALL") {
			operator += " ALL"
		}
		q.operators = append(q.operators, operator)
		q.arms = append(q.arms, c.arm())
	}
	if c.take("ORDER", "BY") {
		q.order = c.until(func(next []item) bool { return next[0].is("LIMIT") })
	}
	q.limit = c.rest
	return q
}

// cte reads `name` (`a`, `b`) AS (…).
func (c *cursor) cte() cte {
	read := cte{name: last(c.next().names)}
	if !c.done() && c.rest[0].kind == group {
		read.columns = labels(c.next().items)
	}
	if c.take("AS") && !c.done() {
		read.body = c.next().items
	}
	return read
}

// labels returns the names in a list of names.
func labels(items []item) []string {
	var names []string
	for _, i := range items {
		if i.kind == path {
			names = append(names, last(i.names))
		}
	}
	return names
}

func (c *cursor) arm() arm {
	if len(c.rest) > 0 && c.rest[0].kind == group {
		return arm{nested: c.next().items}
	}
	return arm{block: c.block()}
}

// clauseEnds reports whether what comes next is no part of the clause before it.
func clauseEnds(next []item) bool {
	switch next[0].text {
	case "FROM", "WHERE", "GROUP", "HAVING", "WINDOW", "ORDER", "LIMIT":
		return next[0].kind == word
	}
	return setOperator(next[0])
}

func (c *cursor) block() block {
	var b block
	if c.done() {
		return b
	}
	b.head = c.next().text
	if c.take("DISTINCT") {
		b.head += " DISTINCT"
	}
	list := c.until(clauseEnds)
	switch b.head {
	case "TABLE":
		b.from = list
		return b
	case "VALUES":
		b.rows = list
		return b
	}
	b.fields = fields(list)
	if c.take("FROM") {
		b.from = c.until(clauseEnds)
	}
	if c.take("WHERE") {
		b.where = c.until(clauseEnds)
	}
	if c.take("GROUP", "BY") {
		b.grouping = c.until(clauseEnds)
	}
	if c.take("HAVING") {
		b.having = c.until(clauseEnds)
	}
	if c.take("WINDOW") {
		b.windows = c.until(clauseEnds)
	}
	return b
}

// fields returns the output columns of a list.
func fields(list []item) []field {
	var all []field
	for _, expr := range split(list) {
		f := field{expr: expr}
		if n := len(expr); n >= 3 && expr[n-1].kind == path && expr[n-2].is("AS") {
			f.expr, f.label = expr[:n-2], last(expr[n-1].names)
		} else if n == 1 && expr[0].kind == path && last(expr[0].names) != wildcard {
			f.label = last(expr[0].names)
		}
		all = append(all, f)
	}
	return all
}

// split parts a list at its commas.
func split(list []item) [][]item {
	if len(list) == 0 {
		return nil
	}
	var all [][]item
	c := &cursor{list}
	for {
		all = append(all, c.until(func(next []item) bool { return next[0].is(",") }))
		if !c.take(",") {
			return all
		}
	}
}

func last(names []string) string {
	if len(names) == 0 {
		return ""
	}
	return names[len(names)-1]
}

// firstLabels returns the labels of a query's output: those of its first arm.
func firstLabels(items []item) []string {
	first := parse(items).arms[0]
	if first.nested != nil {
		return firstLabels(first.nested)
	}
	var names []string
	for _, f := range first.block.fields {
		names = append(names, f.label)
	}
	return names
}
