package rules

import "github.com/asksql/asksql/sqlcheck"

// TableScope keeps a query to the tables of the schema.
//
// CTE and derived-table names are not tables: the resolver has bound them already.
var TableScope = &sqlcheck.Rule{
	Name: "table_scope",
	Doc:  "every table is one the schema shows",
	Check: func(p *sqlcheck.Pass) {
		for _, ref := range p.Tables {
			if ref.Table == nil {
				p.Report(ref.Node, ref.Problem())
			}
		}
	},
}
