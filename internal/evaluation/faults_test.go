package evaluation

import (
	"regexp"
	"slices"
)

// serverFaults are the ways in which MariaDB is known to read a text otherwise than its print, or not
// to read the print, where the print is right. They excuse differences of texts that machines
// wrote, of which there are too many to name each; others are named one by one (see misread).
var serverFaults = []struct {
	why  string
	text *regexp.Regexp
	// errors are those that the print may get; none is that rows may differ.
	errors []uint16
	// sameRows says that there must be the same rows, in whatever order.
	sameRows bool
}{
	{
		why:  "MariaDB puts a constant for * in each arm under EXISTS, before it compares the arms",
		text: regexp.MustCompile(`(?is)\bEXISTS\b.*\*.*\b(?:EXCEPT|INTERSECT)\b`),
	},
	{
		why:    "MariaDB reads an ODBC escape that holds no date as a string",
		text:   regexp.MustCompile(`(?i)\{\s*(?:d|t|ts)\b`),
		errors: []uint16{1525},
	},
	{
		why:      "the print does without STRAIGHT_JOIN, which decides on the order of rows",
		text:     regexp.MustCompile(`(?i)\bSTRAIGHT_JOIN\b`),
		sameRows: true,
	},
	{
		why:    "MariaDB does not see columns from outside in a set operation within another one",
		text:   regexp.MustCompile(`(?is)\b(?:UNION|EXCEPT|INTERSECT)\b.*\b(?:UNION|EXCEPT|INTERSECT)\b`),
		errors: []uint16{1054},
	},
}

// fault returns the server's fault that explains what the print of a text by a machine gives, where
// other rows are wanted; or "".
func (c candidate) fault(want, got result, said answer) string {
	for _, f := range serverFaults {
		expected := said.Errno == 0 && f.errors == nil || slices.Contains(f.errors, said.Errno)
		same := got.rows == want.rows && got.unordered == want.unordered
		if c.byMachine && expected && (same || !f.sameRows) && f.text.MatchString(c.SQL) {
			return f.why
		}
	}
	return ""
}
