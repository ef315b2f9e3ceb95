package rules

import (
	"fmt"

	"github.com/asksql/asksql/sqlcheck"
)

// SensitiveColumn points out sensitive columns that a query uses in any clause. It has something
// to say only where they are in scope: elsewhere ColumnScope refuses the query.
var SensitiveColumn = &sqlcheck.Rule{
	Name:     "sensitive_column",
	Doc:      "no column that is marked sensitive is used",
	Advisory: true,
	Check: func(p *sqlcheck.Pass) {
		seen := map[*sqlcheck.Column]bool{}
		for _, ref := range p.Columns {
			if ref.Column == nil || !ref.Column.Sensitive || seen[ref.Column] {
				continue
			}
			seen[ref.Column] = true
			p.Report(ref.Node, fmt.Sprintf("%s.%s is marked sensitive; leave it out unless the question asks for it", ref.Table.Name(), ref.Column.Name))
		}
	},
}
