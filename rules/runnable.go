package rules

import "github.com/asksql/asksql/sqlcheck"

// Runnable keeps a query to what the server of the dialect runs, as far as the tree shows it. What
// fails for the types, values or collations of the data is left to the server.
var Runnable = &sqlcheck.Rule{
	Name: "runnable",
	Doc:  "aggregates, windows, rows and clauses stand only where the server of the dialect takes them",
	Check: func(p *sqlcheck.Pass) {
		for _, misuse := range p.Misuses {
			p.Report(misuse.Node, misuse.Message)
		}
	},
}
