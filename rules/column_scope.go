package rules

import "github.com/asksql/asksql/sqlcheck"

// ColumnScope keeps a query to names that mean one thing each, and to columns that it may see.
//
// A column out of scope is refused wherever it is used, not only where it is selected: a WHERE or
// an ORDER BY answers questions about its values too.
var ColumnScope = &sqlcheck.Rule{
	Name: "column_scope",
	Doc:  "every column name resolves to one column that the schema shows, and every other name to what it names",
	Check: func(p *sqlcheck.Pass) {
		for _, ref := range p.Columns {
			if !ref.Allowed() {
				p.Report(ref.Node, ref.Problem())
			}
		}
		for _, fault := range p.Faults {
			p.Report(fault.Node, fault.Message)
		}
	},
}
