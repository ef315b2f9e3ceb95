package rules

import "github.com/asksql/asksql/sqlcheck"

// UnboundedResult advises against results whose size nothing in the statement bounds. A LIMIT of
// one arm, CTE or derived table bounds that part only.
var UnboundedResult = &sqlcheck.Rule{
	Name:     "unbounded_result",
	Doc:      "the statement has a LIMIT, or returns a number of rows that the data cannot raise",
	Advisory: true,
	Check: func(p *sqlcheck.Pass) {
		if p.Limited {
			return
		}
		for _, block := range p.Blocks {
			if block.Top && block.Relations > 0 && !block.SingleRow {
				p.Report(block.Node, "nothing bounds the number of rows; add a LIMIT")
				return
			}
		}
	},
}
