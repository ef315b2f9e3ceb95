package rules

import "github.com/asksql/asksql/sqlcheck"

// UngroupedColumn advises against columns that a server with ONLY_FULL_GROUP_BY refuses unless a key
// determines them that the schema does not show. What it is certain to refuse breaks runnable.
var UngroupedColumn = &sqlcheck.Rule{
	Name:     "ungrouped_column",
	Doc:      "every column of a grouped query has one value in each group, by what the schema shows",
	Advisory: true,
	Check: func(p *sqlcheck.Pass) {
		for _, column := range p.Ungrouped {
			p.Report(column.Node, column.Message)
		}
	},
}
