package evaluation

import (
	"regexp"

	"github.com/asksql/asksql/internal/servertest"
)

// serverFaults are the ways in which servers are known to give other rows for a text than for its print,
// where the print is right. They excuse texts that machines wrote, of which there are too many to
// name each; others are named one by one (see misread). None excuses an error.
var serverFaults = []struct {
	why  string
	text *regexp.Regexp
	// sameRows says that there must be the same rows, in whatever order.
	sameRows bool
}{
	{
		why:  "the server puts a constant for * in each arm under EXISTS, before it compares the arms",
		text: regexp.MustCompile(`(?is)\bEXISTS\b.*\*.*\b(?:EXCEPT|INTERSECT)\b`),
	},
	{
		why:      "the print does without STRAIGHT_JOIN, which decides on the order of rows",
		text:     regexp.MustCompile(`(?i)\bSTRAIGHT_JOIN\b`),
		sameRows: true,
	},
}

// fault returns the server's fault that explains what the print of a text by a machine gives, where
// other rows are wanted; or "".
func (c candidate) fault(want, got servertest.Result, said answer) string {
	for _, f := range serverFaults {
		same := got.Same(want)
		if c.byMachine && said.Errno == 0 && (same || !f.sameRows) && f.text.MatchString(c.SQL) {
			return f.why
		}
	}
	return ""
}
