package prompt

import (
	"slices"
	"strings"

	"github.com/asksql/asksql/internal/estimate"
	"github.com/asksql/asksql/prompt/internal/lexical"
	"github.com/asksql/asksql/schema"
)

// A choice is the tables that a prompt shows, and how much of each.
type choice struct {
	view   *schema.View
	tables map[int]shown
	tokens int
}

// shown is how a prompt shows a table.
type shown struct {
	detail detail
	table  *schema.Table // as it is shown
	hidden int           // columns of it that are not
}

const (
	// briefShare is the part of the budget for tables in brief. What they leave is for the details
	// of the first ones.
	briefShare = 0.53
	// wideShare is the part of the budget that one table may take, and minWide the tokens that it may
	// take of a small one: wider ones lose columns.
	wideShare = 0.25
	minWide   = 315
)

// choose returns the tables to show for the query, within limit tokens. First as many tables as
// fit the share for it get in with their columns and keys; then the first of them get their
// descriptions back, and after those their values; then more tables in brief fill what is left.
func (r *ranking) choose(view *schema.View, query []lexical.Term, limit int) choice {
	c := choice{view: view, tables: map[int]shown{}}
	order := r.order(query)
	wide := min(max(int(wideShare*float64(limit)), minWide), limit)
	next := r.addBrief(&c, order, query, int(briefShare*float64(limit)), wide)
	for _, more := range []detail{described, full} { // all descriptions before any values
		for _, table := range order[:next] {
			r.addDetail(&c, table, more, limit)
		}
	}
	r.addBrief(&c, order[next:], query, limit, wide)
	return c
}

// addBrief adds tables in brief as long as they fit limit, and returns how many.
func (r *ranking) addBrief(c *choice, order []int, query []lexical.Term, limit, wide int) int {
	for n, table := range order {
		s := shown{detail: brief, table: &c.view.ShownTables()[table]}
		cost := r.cost(c.view, table, brief)
		if cost > wide {
			s.table, s.hidden = r.narrowed(c.view, table, query, wide)
			cost = estimate.Tokens(shownText(s))
		}
		if c.tokens+cost > limit || s.hidden > 0 && len(s.table.Columns) == 0 {
			return n
		}
		c.tables[table] = s
		c.tokens += cost
	}
	return len(order)
}

// addDetail shows more of a table, if it fits limit.
func (r *ranking) addDetail(c *choice, table int, to detail, limit int) {
	s := c.tables[table]
	if s.hidden > 0 {
		return
	}
	more := r.cost(c.view, table, to) - r.cost(c.view, table, s.detail)
	if c.tokens+more <= limit {
		s.detail = to
		c.tables[table] = s
		c.tokens += more
	}
}

// text returns the tables as a prompt has them, in the order of the artifact.
func (c choice) text() string {
	var order []int
	for table := range c.tables {
		order = append(order, table)
	}
	slices.Sort(order)
	var w strings.Builder
	for _, table := range order {
		w.WriteString(shownText(c.tables[table]))
	}
	return w.String()
}
