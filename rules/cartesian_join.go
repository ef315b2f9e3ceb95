package rules

import (
	"fmt"

	"github.com/asksql/asksql/sqlcheck"
)

// CartesianJoin advises against relations that no condition links: every row of one meets every
// row of the others. A few are legal (a table of digits, crossed with itself, counts); many are
// refused by the engine as complexity.
var CartesianJoin = &sqlcheck.Rule{
	Name:     "cartesian_join",
	Doc:      "every relation of a query block is linked to another by a condition",
	Advisory: true,
	Check: func(p *sqlcheck.Pass) {
		for _, block := range p.Blocks {
			if block.Unlinked > 0 {
				p.Report(block.Node, fmt.Sprintf("no condition links the %d groups of tables joined here, so every row meets every other; join them ON their keys", block.Unlinked))
			}
		}
	},
}
