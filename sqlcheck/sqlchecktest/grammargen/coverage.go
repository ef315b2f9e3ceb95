package grammargen

import (
	"fmt"
	"strings"

	"github.com/asksql/asksql/sqlcheck/sqlchecktest/grammar"
)

// A Coverage counts what queries were made of.
type Coverage struct {
	// Texts is how many queries were generated, accepted and executed.
	Texts Counts
	of    []*grammar.Production
	by    map[*grammar.Production]*Counts
}

// Counts are how many queries came how far.
type Counts struct {
	Generated int
	Accepted  int
	Executed  int // on a server, with at least one row
}

// NewCoverage returns a count of the productions that the generator's queries can reach.
func NewCoverage(g *Generator) *Coverage {
	c := &Coverage{of: g.Reachable, by: map[*grammar.Production]*Counts{}}
	for _, p := range c.of {
		c.by[p] = &Counts{}
	}
	return c
}

// Add counts a query once for each production it has.
func (c *Coverage) Add(q *Query, accepted, executed bool) {
	c.Texts.add(accepted, executed)
	seen := map[*grammar.Production]bool{}
	q.Root.Each(func(p *grammar.Production) {
		if !seen[p] {
			seen[p] = true
			c.by[p].add(accepted, executed)
		}
	})
}

func (n *Counts) add(accepted, executed bool) {
	n.Generated++
	if accepted {
		n.Accepted++
	}
	if executed {
		n.Executed++
	}
}

// Merge adds the counts of another coverage of the same grammar.
func (c *Coverage) Merge(o *Coverage) {
	c.Texts.merge(o.Texts)
	for p, n := range o.by {
		c.by[p].merge(*n)
	}
}

func (n *Counts) merge(o Counts) {
	n.Generated += o.Generated
	n.Accepted += o.Accepted
	n.Executed += o.Executed
}

// Reachable returns how many productions a query can reach.
func (c *Coverage) Reachable() int { return len(c.of) }

// Of returns the counts of one production.
func (c *Coverage) Of(p *grammar.Production) Counts { return *c.by[p] }

// Never returns the productions of which the count is 0, in the order of the grammar.
func (c *Coverage) Never(count func(Counts) int) []*grammar.Production {
	var list []*grammar.Production
	for _, p := range c.of {
		if count(*c.by[p]) == 0 {
			list = append(list, p)
		}
	}
	return list
}

// Table returns the coverage in Markdown. refused is how many of the productions no accepted query can
// have.
func (c *Coverage) Table(refused int) string {
	var b strings.Builder
	fmt.Fprintf(&b, "| %d productions | texts | with | of all | of the %d that may be accepted |\n|---|---:|---:|---:|---:|\n", len(c.of), len(c.of)-refused)
	for _, row := range []struct {
		name  string
		count func(Counts) int
	}{
		{"generated", func(n Counts) int { return n.Generated }},
		{"accepted", func(n Counts) int { return n.Accepted }},
		{"executed with at least one row", func(n Counts) int { return n.Executed }},
	} {
		used := len(c.of) - len(c.Never(row.count))
		fmt.Fprintf(&b, "| %s | %d | %d | %.1f %% |", row.name, row.count(c.Texts), used, 100*float64(used)/float64(len(c.of)))
		if used > len(c.of)-refused {
			b.WriteString(" |\n")
			continue
		}
		fmt.Fprintf(&b, " %.1f %% |\n", 100*float64(used)/float64(len(c.of)-refused))
	}
	return b.String()
}
