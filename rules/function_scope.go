package rules

import (
	"fmt"

	"github.com/asksql/asksql/sqlcheck"
)

// FunctionScope keeps a query to functions that are known to have no effect beyond their value,
// and away from variables: both reach into the server or the session that runs the query.
var FunctionScope = &sqlcheck.Rule{
	Name: "function_scope",
	Doc:  "every function is a side-effect-free built-in of the dialect or was added by the installation, and no variable is read",
	Check: func(p *sqlcheck.Pass) {
		for _, call := range p.Calls {
			if !call.Allowed {
				p.Report(call.Node, call.Problem())
			}
		}
		for _, v := range p.Variables {
			p.Report(v.Node, fmt.Sprintf("variable %s is not available; write its value or a column", v.Name))
		}
	},
}
