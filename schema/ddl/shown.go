package ddl

import (
	"regexp"
	"strings"
)

// What the mysql client writes round the statements that SHOW CREATE TABLE gives.
var (
	// \G: a line of stars, the name, and the name of the column that holds the statement.
	rowHead = regexp.MustCompile(`(?m)^\*+ \d+\. row \*+\r?\n\s*(?:Table|View): .*\n\s*Create (?:Table|View): `)
	// What follows the statement of a view there.
	rowTail = regexp.MustCompile(`(?m)^\s*(?:character_set_client|collation_connection): \S+\s*$`)
	// Without \G: the name and a tab before it, and of a view two words with tabs behind it.
	tabHead = regexp.MustCompile(`(?m)^[^\t\n]+\t(CREATE )`)
	tabTail = regexp.MustCompile(`(?m)\t\w+\t\w+$`)
	titles  = regexp.MustCompile(`(?m)^(?:Table\tCreate Table|View\tCreate View\tcharacter_set_client\tcollation_connection)$`)
)

// unwrapped returns text without what the mysql client has put round the statements in it. Lines
// stay where they are, unless the client has written a whole statement on one.
func unwrapped(text string) string {
	if strings.Contains(text, ". row *") {
		text = rowHead.ReplaceAllStringFunc(text, func(head string) string { return strings.Repeat("\n", strings.Count(head, "\n")) })
		return rowTail.ReplaceAllString(text, "")
	}
	if !tabHead.MatchString(text) {
		return text
	}
	text = titles.ReplaceAllString(text, "")
	text = tabTail.ReplaceAllString(text, "")
	return tabHead.ReplaceAllString(escapes(text), "$1")
}

// escapes undoes what the client does to line breaks, tabs and backslashes unless it is told not to,
// in the lines that hold a statement.
func escapes(text string) string {
	undo := strings.NewReplacer(`\n`, "\n", `\t`, "\t", `\\`, `\`)
	lines := strings.Split(text, "\n")
	for i, line := range lines {
		if tabHead.MatchString(line) && strings.Contains(line, `(\n`) {
			lines[i] = undo.Replace(line)
		}
	}
	return strings.Join(lines, "\n")
}
