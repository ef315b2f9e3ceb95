package rules

import "github.com/asksql/asksql/sqlcheck"

// CostlyPattern advises against regular expressions that repeat what repeats: a server may try a number
// of ways to match that doubles with each character, and MariaDB does not look at its time limits while
// it does.
var CostlyPattern = &sqlcheck.Rule{
	Name:     "costly_pattern",
	Doc:      "no regular expression repeats a group that repeats something itself",
	Advisory: true,
	Check: func(p *sqlcheck.Pass) {
		if len(p.CostlyPatterns) > 0 {
			p.Report(p.CostlyPatterns[0], "a regular expression that repeats a group with a repetition in it, such as (a+)+, can take very long; write each repetition once")
		}
	},
}
