package schema

import (
	"fmt"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/asksql/asksql/sqlcheck"
)

// nameProblem returns what is wrong with a name of at most limit characters, or "".
func nameProblem(name string, limit int) string {
	switch {
	case name == "":
		return "is missing or empty; a name is required"
	case utf8.RuneCountInString(name) > limit:
		return fmt.Sprintf("has more than %d characters; shorten the name", limit)
	case strings.ContainsFunc(name, unicode.IsControl):
		return fmt.Sprintf("the name %s has a control character; remove it", quoted(name))
	}
	return ""
}

// databaseProblem returns why tables cannot be qualified with name, or "". An empty name is fine.
func databaseProblem(name string) string {
	switch {
	case name == "":
		return ""
	case slices.Contains(systemDatabases(), sqlcheck.Fold(name)):
		return name + " is a system database; name the one that holds the tables"
	}
	return nameProblem(name, MaxNameRunes)
}

// systemDatabases returns the databases that tell about the server and its users.
func systemDatabases() []string {
	return []string{"mysql", "sys", "information_schema", "performance_schema", "metrics_schema"}
}

// quoted returns text of an artifact as a message may show it.
func quoted(text string) string { return fmt.Sprintf("%q", clipped(text)) }

// clipped cuts text to the length of the longest legal name.
func clipped(text string) string {
	n := 0
	for i := range text {
		if n++; n > MaxNameRunes {
			return text[:i] + "…"
		}
	}
	return text
}
