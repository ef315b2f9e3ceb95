package rules

import (
	"fmt"

	"github.com/asksql/asksql/sqlcheck"
)

// QuotedName points out strings in double quotes that spell the name of a column. They are strings
// to a server in its default sql_mode, and columns to a reader who comes from another database.
var QuotedName = &sqlcheck.Rule{
	Name:     "quoted_name",
	Doc:      "no string in double quotes spells the name of a column",
	Advisory: true,
	Check: func(p *sqlcheck.Pass) {
		for _, quoted := range p.QuotedNames {
			p.Report(quoted.Node, fmt.Sprintf("%q is text here, not the column; write the name without quotes to mean the column", quoted.Text))
		}
	},
}
