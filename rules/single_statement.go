package rules

import (
	"fmt"

	"github.com/asksql/asksql/sqlcheck"
)

// SingleStatement keeps a text to one statement.
//
// Empty statements are not statements, so that a closing semicolon is fine. A text without any is
// refused by the engine as syntax.
var SingleStatement = &sqlcheck.Rule{
	Name: "single_statement",
	Doc:  "the text is one statement",
	Check: func(p *sqlcheck.Pass) {
		if n := len(p.Statements); n > 1 {
			p.Report(p.Statements[1].Node, fmt.Sprintf("the text holds %d statements; write one", n))
		}
	},
}
