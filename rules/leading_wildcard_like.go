package rules

import "github.com/asksql/asksql/sqlcheck"

// LeadingWildcardLike advises against LIKE patterns that begin with a wildcard: no index helps to
// find what ends in some way.
var LeadingWildcardLike = &sqlcheck.Rule{
	Name:     "leading_wildcard_like",
	Doc:      "every LIKE pattern begins with text",
	Advisory: true,
	Check: func(p *sqlcheck.Pass) {
		if len(p.WildcardLikes) > 0 {
			p.Report(p.WildcardLikes[0], "a LIKE pattern that begins with a wildcard reads the whole table; begin it with text where possible")
		}
	},
}
