package builtin

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// A cost tells readings of one question apart; the least one is meant. It counts what a reading
// needs, in this order of weight.
type cost struct {
	mentions int // names in the question: a long one is better than two short ones
	hops     int // steps from table to table
	skipped  int // nouns between a condition and the noun that it is about
}

func (c cost) less(other cost) bool {
	switch {
	case c.mentions != other.mentions:
		return c.mentions < other.mentions
	case c.hops != other.hops:
		return c.hops < other.hops
	default:
		return c.skipped < other.skipped
	}
}

// A resolver finds what the names of one reading stand for.
type resolver struct {
	lexicon   *lexicon
	index     *index
	cost      cost
	relations int
	aliases   map[string]bool
	looked    *int // columns that names were held against, in all readings of the question
}

// maxLooked bounds how many columns are looked at for one question. What is found beyond is not to be
// relied on.
const maxLooked = 1_000_000

// fits returns the columns of a table that the mention fits best, and how well.
func (r *resolver) fits(m mention, t *table) ([]*column, rank) {
	if *r.looked += len(t.columns) + 1; *r.looked > maxLooked {
		return nil, unfit
	}
	return r.lexicon.fits(m, t)
}

// A scope is a query under way and the relation that its names are about.
type scope struct {
	*resolver
	query *query
	self  *relation
	// joined are the relations of the query by how they were reached: each way is gone once.
	joined map[step]*relation
	// loose is set where a row may count though the condition at hand fails, as it may beside OR:
	// there a join would lose it.
	loose bool
}

// A step is a foreign key taken from a relation.
type step struct {
	from *relation
	near *column
	to   *table
}

// A vague is a name that may stand for several things, or for none.
type vague struct {
	name    string
	choices []string
	guessed bool // it was a guess that the name stands for one of them
	apart   bool // it is two tables of which none leads to the other
}

func (e *vague) Error() string {
	if e.apart {
		return "no reference leads directly from one to the other of " + e.name
	}
	if len(e.choices) == 0 {
		return fmt.Sprintf("%s is not clear", strconv.Quote(e.name))
	}
	return fmt.Sprintf("%s may mean %s; name the one you mean", strconv.Quote(e.name), strings.Join(e.choices, " or "))
}

// hasChoices reports whether the error lists what a name may stand for.
func hasChoices(err error) bool {
	var v *vague
	return errors.As(err, &v) && len(v.choices) > 0
}

func (r *resolver) relation(t *table) *relation {
	alias := t.name
	for n := 2; r.aliases[strings.ToLower(alias)]; n++ {
		alias = t.name + "_" + strconv.Itoa(n)
	}
	r.aliases[strings.ToLower(alias)] = true
	r.relations++
	return &relation{table: t, alias: alias}
}

// scope returns the scope of a new query over a table.
func (r *resolver) scope(t *table) *scope {
	self := r.relation(t)
	return &scope{resolver: r, query: &query{from: self}, self: self, joined: map[step]*relation{}}
}

// column returns the column that the mention names: one of the scope's own table or, failing that,
// one of the tables that its rows refer to.
func (s *scope) column(m mention) (columnExpr, error) {
	s.cost.mentions++
	c, path, err := s.find(m, false)
	if err != nil {
		return columnExpr{}, err
	}
	if s.loose && len(path) > 0 {
		return columnExpr{}, &vague{name: m.text}
	}
	return s.shown(m, columnExpr{s.join(path), c})
}

// output returns the column that the mention names as one to be put out, for which each row of the
// scope's table may turn into several.
func (s *scope) output(m mention) (columnExpr, error) {
	if e, err := s.column(m); err == nil || hasChoices(err) {
		return e, err
	}
	c, path, err := s.find(m, true)
	if err != nil {
		return columnExpr{}, err
	}
	return columnExpr{s.join(path), c}, nil
}

// find looks for the mention in the scope's table, then in those one hop away, and so on. Where
// several columns do equally well, the mention is vague. Many allows hops from one row to many.
func (s *scope) find(m mention, many bool) (*column, []link, error) {
	for paths := range pathsByLength(s.self.table, many) {
		var found []*column
		var way []link
		best := unfit
		for _, path := range paths {
			if s.foreign(m, end(s.self.table, path)) {
				continue
			}
			columns, how := s.fits(m, end(s.self.table, path))
			switch {
			case how < best:
				found, way, best = columns, path, how
			case how == best && how != unfit:
				found = append(found, columns...)
			}
		}
		switch {
		case len(found) == 1 && s.misnamed(m, found[0], best), len(found) == 1 && s.measures(m, found[0]), len(found) == 1 && s.index.undeclared(way, s.self.table, found[0].table):
			return nil, nil, &vague{name: m.text}
		case len(found) == 1:
			return found[0], way, nil
		case len(found) > 1:
			return nil, nil, &vague{name: m.text, choices: columnNames(found)}
		}
	}
	return nil, nil, &vague{name: m.text}
}

// foreign reports whether what a table has is not to be taken for what the rows of the scope have: the city of the
// company that everything belongs to is no city of its orders, nor is a country of that company theirs if they have
// the number of one themselves.
func (s *scope) foreign(m mention, t *table) bool {
	if t == s.self.table {
		return false
	}
	own := len(m.words.without(t.words)) < len(m.words) || m.in == t
	return t.hub && !own || slices.ContainsFunc(s.self.table.columns, func(c *column) bool {
		return c.refers == nil && c.numbers() && c.bare.equal(m.words)
	})
}

// measures reports whether a column is a quantity of other rows than those that the question names: the price of the
// product of an order is none of the order's own. What they are or where, such as their city, is.
func (s *scope) measures(m mention, c *column) bool {
	return c.table != s.self.table && c.kind == numeric && c.refers == nil && m.in != c.table && !s.lexicon.isKeyName(m) &&
		len(m.words.without(c.table.words)) == len(m.words)
}

// misnamed reports whether people would not call a column so: num_employees is not "the employees", which
// are rows, nor is the comment of a picture its "comments" where there is a table of such, and the name of a department is not "the name" of an employee, who has a first and a last one.
func (s *scope) misnamed(m mention, c *column, how rank) bool {
	if c.table != s.self.table && m.in == nil && s.lexicon.classed("title", m.words) && s.lexicon.titleOf(s.self.table) != nil {
		return true
	}
	if c.refers != nil || len(s.lexicon.similar(s.index, m)) == 0 {
		return false
	}
	return how > qualified || isPlural(m.text) && !isPlural(c.name)
}

// maxChoices is how many columns a message lists that a name may stand for.
const maxChoices = 20

func columnNames(columns []*column) []string {
	var names []string
	for _, c := range columns {
		if name := c.table.name + "." + c.name; len(names) < maxChoices && !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	return names
}

// join adds what the path leads over to the query and returns the relation at its end.
func (s *scope) join(path []link) *relation {
	at := s.self
	for _, l := range path {
		s.cost.hops++
		way := step{at, l.near[0], l.to}
		next := s.joined[way]
		if next == nil {
			next = s.relation(l.to)
			next.way = append(slices.Clone(at.way), l)
			s.joined[way] = next
			s.query.joins = append(s.query.joins, join{next, l.equal(at, next)})
		}
		at = next
	}
	return at
}

// equal returns the conditions under which rows of two relations are linked.
func (l link) equal(near, far *relation) []expr {
	var on []expr
	for i := range l.near {
		on = append(on, binaryExpr{columnExpr{far, l.far[i]}, "=", columnExpr{near, l.near[i]}})
	}
	return on
}

// shown returns what people mean by a column that refers to a row elsewhere: the name of that row,
// unless they say that they mean its number.
func (s *scope) shown(m mention, e columnExpr) (columnExpr, error) {
	to := e.column.refers
	if to == nil && e.column.kind == numeric && s.namesTable(e.column) {
		return e, &vague{name: m.text} // the number of a row that no foreign key leads to
	}
	if to == nil || s.lexicon.isKeyName(m) {
		return e, nil
	}
	name := s.lexicon.nameOf(to.table)
	if len(name) != 1 || name[0] == to || name[0].name == e.column.name && e.column.kind == textual {
		return e, nil
	}
	ways := linksOf(e.column)
	if len(ways) > 1 {
		return e, &vague{name: m.text, choices: targets(ways)}
	}
	inner := &scope{resolver: s.resolver, query: s.query, self: e.relation, joined: s.joined}
	return columnExpr{inner.join(ways), name[0]}, nil
}

// namesTable reports whether a column is called like a table other than its own.
func (s *scope) namesTable(c *column) bool {
	return slices.ContainsFunc(s.index.byName[setKey(c.names[0])], func(t *table) bool { return t != c.table && t.words.equal(c.names[0]) })
}
