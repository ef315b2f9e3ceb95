package evaluation

import (
	"fmt"
	"slices"
	"strings"
	"text/tabwriter"

	"github.com/asksql/asksql/rules"
	"github.com/asksql/asksql/sqlcheck"
)

// A tally counts by name and by what was found, for the log.
type tally struct {
	head    string
	columns []string
	names   []string
	counts  map[cell]int
}

type cell struct{ name, column string }

// newTally returns a tally whose names are of the kind called head. Columns that are not given
// come after those that are, as they occur.
func newTally(head string, columns ...string) *tally {
	return &tally{head: head, columns: columns, counts: map[cell]int{}}
}

// add counts one in each of the columns.
func (c *tally) add(name string, columns ...string) {
	if !slices.Contains(c.names, name) {
		c.names = append(c.names, name)
	}
	for _, column := range columns {
		if !slices.Contains(c.columns, column) {
			c.columns = append(c.columns, column)
		}
		c.counts[cell{name, column}]++
	}
}

// total returns the sum of a column.
func (c *tally) total(column string) int {
	sum := 0
	for _, name := range c.names {
		sum += c.counts[cell{name, column}]
	}
	return sum
}

// String returns a table with a line for each name and one for the totals.
func (c *tally) String() string {
	var b strings.Builder
	w := tabwriter.NewWriter(&b, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintf(w, "\n%s\t%s\t\n", c.head, strings.Join(c.columns, "\t"))
	for _, name := range c.names {
		fmt.Fprintf(w, "%s\t", name)
		for _, column := range c.columns {
			fmt.Fprintf(w, "%d\t", c.counts[cell{name, column}])
		}
		fmt.Fprintln(w)
	}
	fmt.Fprint(w, "total\t")
	for _, column := range c.columns {
		fmt.Fprintf(w, "%d\t", c.total(column))
	}
	fmt.Fprintln(w)
	_ = w.Flush() // to memory
	return b.String()
}

// verdictNames returns what a verdict can be: accepted, or refused by a rule, in the order of
// evaluation.
func verdictNames() []string {
	names := []string{accept, sqlcheck.RuleComplexity, sqlcheck.RuleSyntax}
	for _, rule := range rules.All() {
		if !rule.Advisory {
			names = append(names, rule.Name)
		}
	}
	return names
}
