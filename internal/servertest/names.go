package servertest

import (
	"regexp"
	"slices"
	"strings"

	"github.com/asksql/asksql/sqlcheck"
)

// Names are what queries call things, by what a larger schema could have of the same name.
type Names struct {
	Columns []string // whatever stands in back-quotes
	Tables  []string // CTEs and aliases of relations
}

// mostNames is how many columns of other names a table may get: a row of MySQL takes 64 KiB at most, a
// table of InnoDB 1,017 columns.
const mostNames = 500

var (
	// backQuoted matches a name in a print, or a string, in which back-quotes are not names.
	backQuoted = regexp.MustCompile("'(?:[^']|'')*'|`((?:[^`]|``)+)`")
	// plainName matches names that no server takes for another one, but for letter case: those outside
	// ASCII it may compare by a collation of its own.
	plainName = regexp.MustCompile(`^[!-~]([ -~]{0,61}[!-~])?$`)
	// relation matches a CTE where it is defined and an alias behind a table or a derived table.
	relation = regexp.MustCompile("(?:WITH|RECURSIVE|,) `([^`]+)`(?: \\([^)]*\\))? AS \\(|" +
		"(?:(?:FROM|JOIN|,) (?:`[^`]+`\\.)?`[^`]+`|\\)) AS `([^`]+)`")
)

// NamesIn returns the names in prints, which have every name in back-quotes, each once, in order of
// first mention. No resolver has had a say in it.
func NamesIn(prints ...string) Names {
	var names Names
	seen := map[string]bool{}
	for _, print := range prints {
		names.add(print, seen)
	}
	return names
}

func (n *Names) add(print string, seen map[string]bool) {
	for _, found := range backQuoted.FindAllStringSubmatch(print, -1) {
		name := strings.ReplaceAll(found[1], "``", "`")
		if key := "column " + sqlcheck.Fold(name); plainName.MatchString(name) && !seen[key] {
			seen[key] = true
			n.Columns = append(n.Columns, name)
		}
	}
	for _, found := range relation.FindAllStringSubmatch(print, -1) {
		name := found[1] + found[2]
		if key := "table " + sqlcheck.Fold(name); plainName.MatchString(name) && !seen[key] {
			seen[key] = true
			n.Tables = append(n.Tables, name)
		}
	}
}

// parts divides prints, in order, so that the names in each part are few enough for a table.
func parts(prints []string) [][]string {
	var all [][]string
	var names Names
	seen, start := map[string]bool{}, 0
	for i, print := range prints {
		names.add(print, seen)
		if len(names.Columns) > mostNames && i > start {
			all = append(all, prints[start:i])
			names, seen, start = Names{}, map[string]bool{}, i
			names.add(print, seen)
		}
	}
	return append(all, prints[start:])
}

// otherCase returns a name in other letter case.
func otherCase(name string) string {
	if upper := strings.ToUpper(name); upper != name {
		return upper
	}
	return strings.ToLower(name)
}

// without returns the names that are not among others, whatever their letter case.
func without(names, others []string) []string {
	taken := map[string]bool{}
	for _, name := range others {
		taken[sqlcheck.Fold(name)] = true
	}
	return slices.DeleteFunc(slices.Clone(names), func(name string) bool { return taken[sqlcheck.Fold(name)] })
}
