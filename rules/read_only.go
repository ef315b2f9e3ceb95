package rules

import (
	"fmt"

	"github.com/asksql/asksql/sqlcheck"
)

// ReadOnly keeps a text to plain queries: no other statement, and nothing in a query that does
// more than read.
var ReadOnly = &sqlcheck.Rule{
	Name: "read_only",
	Doc:  "the statement is a plain query that changes nothing and locks nothing",
	Check: func(p *sqlcheck.Pass) {
		for _, w := range p.Writes {
			p.Report(w.Node, fmt.Sprintf("%s is not part of a read-only query; %s", w.What, w.Hint))
		}
	},
}
