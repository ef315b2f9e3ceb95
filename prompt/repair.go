package prompt

import (
	"strconv"
	"strings"

	"github.com/asksql/asksql/sqlcheck"
)

// maxViolations is how many of the violations a repair turn lists. Whoever mends those has mended
// most of the others.
const maxViolations = 20

// Repair returns the turn that asks the model to mend the query of its last reply.
func Repair(violations []sqlcheck.Violation) string {
	var w strings.Builder
	w.WriteString("The query is refused:\n")
	for _, v := range violations[:min(len(violations), maxViolations)] {
		w.WriteString("- " + v.Rule + ": " + oneLine(v.Message, maxDescription))
		if near := oneLine(v.Near, maxDescription); near != "" {
			w.WriteString(" (near " + strconv.Quote(near) + ")")
		}
		w.WriteString("\n")
	}
	w.WriteString("Reply with the JSON object again, with a query that answers the question and breaks no rule.")
	return w.String()
}
