package sqlgen

import "strings"

// Literal returns a query whose columns are a value as a string, and 'x' matched with the value as a
// pattern that has an escape character. The value is valid UTF-8, the character ASCII.
func Literal(value string, escape byte) string {
	return "SELECT " + quoted(value) + ", 'x' LIKE " + quoted(value) + " ESCAPE " + quoted(string(rune(escape)))
}

// quoted returns a literal of any value, as the default mode reads it.
func quoted(value string) string {
	return "'" + strings.NewReplacer(
		`\`, `\\`, "'", `\'`, "\x00", `\0`, "\r", `\r`, "\x1a", `\Z`, "\b", `\b`,
	).Replace(value) + "'"
}

// Names returns queries that give a name to a column, to the table orders, to a CTE with its column,
// and to a window, and use it.
func Names(name string) []string {
	name = "`" + strings.ReplaceAll(name, "`", "``") + "`"
	return []string{
		"SELECT 1 AS " + name,
		"SELECT " + name + ".id FROM orders AS " + name,
		"WITH " + name + " (" + name + ") AS (SELECT 1) SELECT " + name + "." + name + " FROM " + name,
		"SELECT SUM(id) OVER " + name + " FROM orders WINDOW " + name + " AS ()",
	}
}
