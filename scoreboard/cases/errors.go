package cases

import (
	"github.com/asksql/asksql/rules"
	"github.com/asksql/asksql/sqlcheck"
)

// LabelOfAggregate is what MariaDB says where ORDER BY calculates with the label of an aggregate, which MySQL
// runs. asksql lets it through under MariaDB too, since its print has the expression in the label's place and
// runs there (make differential), so such a text counts neither for nor against it there.
const LabelOfAggregate = 1247

var (
	aggregates = []string{rules.Runnable.Name, rules.ColumnScope.Name}
	// rulesFor is what RulesFor returns.
	rulesFor = map[int][]string{
		1064: {sqlcheck.RuleSyntax, rules.SingleStatement.Name, rules.ReadOnly.Name, sqlcheck.RuleComplexity}, // syntax error
		1248: {sqlcheck.RuleSyntax, rules.ColumnScope.Name},                                                   // derived table without an alias
		1146: {rules.TableScope.Name},                                                                         // unknown table
		1054: {rules.ColumnScope.Name},                                                                        // unknown column
		1109: {rules.ColumnScope.Name, rules.TableScope.Name},                                                 // unknown table of a column
		1052: {rules.ColumnScope.Name},                                                                        // ambiguous column
		1066: {rules.ColumnScope.Name},                                                                        // two tables of one name
		1142: {rules.TableScope.Name, rules.ColumnScope.Name},                                                 // no right to the table
		1143: {rules.ColumnScope.Name},                                                                        // no right to the column
		1370: {rules.FunctionScope.Name},                                                                      // no built-in function of that name
		1582: {rules.FunctionScope.Name},                                                                      // wrong number of arguments

		1055: aggregates, 1140: aggregates, 3065: aggregates, 3066: aggregates, // ONLY_FULL_GROUP_BY, a MySQL's default
		1056: aggregates, 1111: aggregates, 1247: aggregates, 3029: aggregates, // aggregates in wrong places
		1210: {rules.Runnable.Name, rules.FunctionScope.Name},                     // wrong arguments
		1221: {rules.Runnable.Name},                                               // wrong use of clauses together
		1222: {rules.ColumnScope.Name, rules.Runnable.Name},                       // arms of different width
		1235: {rules.Runnable.Name, sqlcheck.RuleSyntax, sqlcheck.RuleComplexity}, // not supported here, as LIMIT in IN
		1241: {rules.Runnable.Name, rules.ColumnScope.Name},                       // rows of different width
		1327: {rules.Runnable.Name},                                               // an argument that is no number
		4078: {rules.Runnable.Name},                                               // rows of different width, to a MariaDB
	}
	// windows are what servers say of windows and recursive CTEs: the first and the last number.
	windows = [][2]int{{3572, 3600}, {4015, 4018}}
)

// RulesFor returns the rules of asksql that stand for an error of a server, the most apt one
// first, or nil for an error that no guard promises to foresee.
func RulesFor(errno int) []string {
	for _, r := range windows {
		if r[0] <= errno && errno <= r[1] {
			return []string{rules.Runnable.Name, sqlcheck.RuleComplexity, rules.ColumnScope.Name}
		}
	}
	return rulesFor[errno]
}

// Foreseen reports whether a guard can be expected to refuse what a server refuses with errno.
func Foreseen(errno int) bool { return RulesFor(errno) != nil }
