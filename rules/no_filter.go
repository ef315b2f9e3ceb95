package rules

import "github.com/asksql/asksql/sqlcheck"

// NoFilter advises against returning tables whole.
//
// Blocks below the top are left alone: what they return is narrowed by the block round them. So
// are aggregates: reading every row is their purpose.
var NoFilter = &sqlcheck.Rule{
	Name:     "no_filter",
	Doc:      "no table is returned whole: each block of the result has a condition, a LIMIT or an aggregate",
	Advisory: true,
	Check: func(p *sqlcheck.Pass) {
		if p.Limited {
			return
		}
		for _, block := range p.Blocks {
			if block.Top && block.BaseTables > 0 && !block.Filtered && !block.Aggregated {
				p.Report(block.Node, "the query returns every row; add a WHERE or a LIMIT if a part of them is enough")
				return
			}
		}
	},
}
