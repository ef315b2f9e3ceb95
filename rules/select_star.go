package rules

import "github.com/asksql/asksql/sqlcheck"

// SelectStar advises against wildcards: what they return changes with the schema.
//
// COUNT(*) and EXISTS (SELECT * …) are none, they return no column.
var SelectStar = &sqlcheck.Rule{
	Name:     "select_star",
	Doc:      "every projection names its columns",
	Advisory: true,
	Check: func(p *sqlcheck.Pass) {
		for _, block := range p.Blocks {
			if block.Starred {
				p.Report(block.Node, "a wildcard stands for every column; name the ones that are needed")
				return
			}
		}
	},
}
