package prompt

import (
	"slices"
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
	var lines []string
	for _, v := range violations {
		if line := violationLine(v); !slices.Contains(lines, line) {
			lines = append(lines, line)
		}
		if len(lines) == maxViolations {
			break
		}
	}
	w.WriteString(strings.Join(lines, ""))
	// The object is written out: asked for "the JSON object again", small models put their query into one
	// member and the violation into the other.
	w.WriteString(`Reply with a query that answers the question and breaks no rule: {"sql": "the query", "cannotAnswer": ""}.`)
	return w.String()
}

// violationLine says what is wrong. Whoever uses a name five times is told of it once.
func violationLine(v sqlcheck.Violation) string {
	line := "- " + v.Rule + ": " + oneLine(v.Message, maxDescription)
	if near := oneLine(v.Near, maxDescription); near != "" {
		line += " (near " + strconv.Quote(near) + ")"
	}
	return line + "\n"
}
