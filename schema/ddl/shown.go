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
	// Without \G: titles, and behind the statement of a view two words with tabs.
	titles  = regexp.MustCompile(`(?m)^(?:Table\tCreate Table|View\tCreate View\tcharacter_set_client\tcollation_connection)$`)
	tabTail = regexp.MustCompile(`\t\w+\t\w+$`)
)

// unwrapped returns text without what the mysql client has put round the statements in it. Lines
// stay where they are, unless the client has written a whole statement on one.
func unwrapped(text string) string {
	if strings.Contains(text, ". row *") {
		text = rowHead.ReplaceAllStringFunc(text, func(head string) string { return strings.Repeat("\n", strings.Count(head, "\n")) })
		return rowTail.ReplaceAllString(text, "")
	}
	return withoutTabs(text)
}

// withoutTabs returns text without what the client writes round statements with tabs.
func withoutTabs(text string) string {
	lines := strings.Split(text, "\n")
	rows, escaped := map[int]string{}, true
	for i, line := range lines {
		statement, ok := statementIn(line)
		if !ok {
			continue
		}
		rows[i] = tabTail.ReplaceAllString(statement, "")
		if strings.HasSuffix(statement, "(") {
			escaped = false // the columns of a table are on lines of their own
		}
	}
	if len(rows) == 0 {
		return text
	}
	undo := strings.NewReplacer(`\n`, "\n", `\t`, "\t", `\\`, `\`)
	for i, statement := range rows {
		if escaped { // as the client does to line breaks, tabs and backslashes unless it is told not to
			statement = undo.Replace(statement)
		}
		lines[i] = statement
	}
	return titles.ReplaceAllString(strings.Join(lines, "\n"), "")
}

// statementIn returns the statement of a line that is a name, a tab and a statement that makes what has
// the name.
func statementIn(line string) (statement string, ok bool) {
	name, statement, found := strings.Cut(line, "\t")
	if !found || name == "" || !strings.HasPrefix(statement, "CREATE ") {
		return "", false
	}
	return statement, strings.Contains(statement, quotedName(name)) || strings.Contains(statement, `"`+name+`"`) ||
		isFunctionName(name) && strings.Contains(statement, name)
}
