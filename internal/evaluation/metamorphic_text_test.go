package evaluation

import (
	"maps"
	"regexp"
	"strings"
)

// token matches what a print is made of: a quoted name, a string, a bit or hex string, a number, a
// word, blanks, or any other sign. The printer leaves no backslash in a string.
var token = regexp.MustCompile("`(?:[^`]|``)*`|[xb]?'(?:[^']|'')*'|\\d+(?:\\.\\d+)?(?:[eE][+-]?\\d+)?|\\w+|\\s+|(?s:.)")

// tokens returns the tokens of a print; joined they are the print.
func tokens(print string) []string { return token.FindAllString(print, -1) }

// word matches a keyword, the name of a function, or a constant such as NULL.
var word = regexp.MustCompile(`^[A-Za-z_]\w*$`)

func isName(token string) bool { return token[0] == '`' }

// quoted is a name as the printer writes it.
func quoted(name string) string { return "`" + strings.ReplaceAll(name, "`", "``") + "`" }

// replaced returns the print with each token changed.
func replaced(print string, change func(token string) string) string {
	var b strings.Builder
	for _, token := range tokens(print) {
		b.WriteString(change(token))
	}
	return b.String()
}

// clauseOrder are the words that begin the clauses of a SELECT, in their order.
var clauseOrder = []string{"SELECT", "FROM", "WHERE", "GROUP", "HAVING", "WINDOW", "ORDER", "LIMIT"}

// clauses are those of a print that is one SELECT, by their first word; CTEs stand under WITH.
type clauses map[string]string

// split returns the clauses of the print of a SELECT that is no set operation.
func split(print string) clauses {
	parts, current, depth := clauses{}, "WITH", 0
	for _, token := range tokens(print) {
		switch token {
		case "(":
			depth++
		case ")":
			depth--
		case "SELECT", "FROM", "WHERE", "GROUP", "HAVING", "WINDOW", "ORDER", "LIMIT":
			if depth == 0 {
				current = token
			}
		}
		parts[current] += token
	}
	return parts
}

func (c clauses) String() string {
	var present []string
	for _, name := range append([]string{"WITH"}, clauseOrder...) {
		if text := strings.TrimSpace(c[name]); text != "" {
			present = append(present, text)
		}
	}
	return strings.Join(present, " ")
}

// with returns the clauses with another text for one of them.
func (c clauses) with(name, text string) clauses {
	changed := maps.Clone(c)
	changed[name] = text
	return changed
}

// condition returns what stands after WHERE or HAVING in parentheses and the word AND, or "".
func (c clauses) condition(name string) string {
	if c[name] == "" {
		return ""
	}
	return "(" + strings.TrimSpace(strings.TrimPrefix(c[name], name)) + ") AND "
}

// and returns the clauses with one more condition in WHERE or HAVING.
func (c clauses) and(name, condition string) clauses {
	return c.with(name, name+" "+c.condition(name)+condition)
}

// by returns the clauses with one more item in GROUP BY or ORDER BY.
func (c clauses) by(name, item string) clauses {
	if c[name] == "" {
		return c.with(name, name+" BY "+item)
	}
	return c.with(name, strings.TrimSpace(c[name])+", "+item)
}

// A namedTable is a table in FROM and what the query calls it.
type namedTable struct{ table, qualifier string }

// inFrom matches a table in a FROM clause without what stands in parentheses.
var inFrom = regexp.MustCompile("(?:FROM|JOIN|,) `([^`]+)`(?: AS `([^`]+)`)?")

// tables returns the tables of FROM outside parentheses, or none where the query has CTEs, for
// which they could be mistaken.
func (c clauses) tables() []namedTable {
	if strings.TrimSpace(c["WITH"]) != "" {
		return nil
	}
	var list []namedTable
	for _, found := range inFrom.FindAllStringSubmatch(outsideParentheses(c["FROM"]), -1) {
		n := namedTable{table: found[1], qualifier: found[2]}
		if n.qualifier == "" {
			n.qualifier = n.table
		}
		list = append(list, n)
	}
	return list
}

func outsideParentheses(text string) string {
	var b strings.Builder
	depth := 0
	for _, token := range tokens(text) {
		switch {
		case token == "(":
			depth++
		case token == ")":
			depth--
		case depth == 0:
			b.WriteString(token)
		}
	}
	return b.String()
}
