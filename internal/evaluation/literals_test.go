package evaluation

import (
	"regexp"
	"strings"

	"github.com/asksql/asksql/internal/servertest"
	"github.com/asksql/asksql/sqlcheck"
)

const literal = `(?:'(?:[^']|'')*'|-?\d+(?:\.\d+)?)`

var (
	// comparison matches a column, alone or as the first argument of a function, and what it is
	// compared with, as the printer spells them.
	comparison = regexp.MustCompile("`([^`]+)`(?:[^`'=<>]{0,20}\\))? " +
		`(?:=|<=?|>=?|<>|<=>|(?:NOT )?(?:LIKE|IN|BETWEEN)) \(?(` + literal + `(?:(?:, | AND )` + literal + `)*)`)
	oneLiteral = regexp.MustCompile(literal)
)

// literals returns what the queries compare columns with.
func literals(list []candidate) servertest.Literals {
	seen := servertest.Literals{}
	for _, c := range list {
		for _, found := range comparison.FindAllStringSubmatch(c.query.String(), -1) {
			column := sqlcheck.Fold(found[1])
			for _, text := range oneLiteral.FindAllString(found[2], -1) {
				seen[column] = append(seen[column], plain(text))
			}
		}
	}
	return seen
}

// plain returns the value of a literal; of a LIKE pattern, a text that it matches.
func plain(literal string) string {
	inner, isText := strings.CutPrefix(literal, "'")
	if !isText {
		return literal
	}
	inner = strings.ReplaceAll(strings.TrimSuffix(inner, "'"), "''", "'")
	return strings.ReplaceAll(inner, "%", "")
}
