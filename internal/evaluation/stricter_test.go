package evaluation

import (
	"fmt"
	"regexp"
	"slices"

	"github.com/asksql/asksql/internal/servertest"
)

var (
	onMariaDB = []servertest.Kind{servertest.MariaDB}
	onMySQL   = []servertest.Kind{servertest.MySQL}
	onBoth    = []servertest.Kind{servertest.MariaDB, servertest.MySQL}
)

// stricter are the reasons for which the checker refuses a name that a server takes. The message of
// the violation tells which one it is, in three cases together with how the text uses the name.
var stricter = []struct {
	why     string
	servers []servertest.Kind
	message *regexp.Regexp
	// use is a pattern of what the text holds too; the %s in it is the name in the message. Empty
	// is anything.
	use string
}{
	{
		why:     "a server compares the columns of USING without looking at grants",
		servers: onBoth,
		message: regexp.MustCompile(`^column (\w+) is not in the schema`),
		use:     `(?i)\bUSING\s*\([^)]*\b%s\b`,
	},
	{
		why:     "an alias that is spelt like a column out of scope is the column in another clause or on another server",
		servers: onBoth,
		message: regexp.MustCompile(`^column (\w+) is not in the schema`),
		use:     `(?i)\bAS\s+%s\b.*\b(?:HAVING|OVER)\b`,
	},
	{
		why:     "an alias of the query outside is repeated in a subquery only where its expression can be",
		servers: onBoth,
		message: regexp.MustCompile(`^\w+ is an alias of the query outside`),
	},
	{
		why:     "a server forgets the alias of an alias of the query outside, and takes another name for it",
		servers: onBoth,
		message: regexp.MustCompile(`^\w+ is an alias of an alias of the query outside`),
	},
	{
		why:     "servers differ in whether a qualifier means a base table or a CTE, or in its letter case",
		servers: onBoth,
		message: regexp.MustCompile(`^(?:column \S+ is ambiguous or not of the database it names|\S+ in \S+ could be taken for)`),
	},
	{
		why:     "a name that could mean a CTE in another letter case is a table on the next server",
		servers: onMariaDB,
		message: regexp.MustCompile(`could be taken for the CTE`),
	},
	{
		why:     "servers differ in whether a CTE is seen before it is defined",
		servers: onBoth,
		message: regexp.MustCompile(`^the CTE \w+ is defined further on`),
	},
	{
		why:     "a name that differs from another one by letter case is that one on the next server",
		servers: onBoth,
		message: regexp.MustCompile(`differs by letter case|could be of \S+ or of \S+ outside the subquery`),
	},
	{
		why:     "the label of a value that is another one each time could not be repeated in OVER",
		servers: onMariaDB,
		message: regexp.MustCompile(`is an alias of an expression that cannot be repeated here`),
		use:     `(?i)\b(?:RAND|UUID|SELECT)\b.*\bOVER\b`,
	},
	{
		why:     "MySQL takes a label or a column over a derived table, as it merges it or not",
		servers: onMySQL,
		message: regexp.MustCompile(`could be the column or the label here`),
	},
	{
		why:     "TRUE in ORDER BY or GROUP BY is the first column to MariaDB and a constant to other servers",
		servers: onMariaDB,
		message: regexp.MustCompile(`^MariaDB takes TRUE, FALSE and a negative number`),
		use:     `(?i)\bTRUE\b`,
	},
	{
		why:     "MySQL lets the WITH in a first arm reach the other arms",
		servers: onMySQL,
		message: regexp.MustCompile(`is seen only in the query that its WITH stands in front of`),
	},
	{
		why:     "MySQL does not read a CTE that nobody uses",
		servers: onMySQL,
		message: regexp.MustCompile(`^(?:column|table) \w+ is not in the schema`),
		use:     `(?is)^\s*WITH\b`,
	},
	{
		why:     "a server shows every account its catalogue",
		servers: onBoth,
		message: regexp.MustCompile(`(?i)^table information_schema\.\w+ is not in the schema`),
	},
}

// stricter returns the first reason that applies to a refusal beside a server, or "".
func (r refusal) stricter(kind servertest.Kind) string {
	for _, s := range stricter {
		if !slices.Contains(s.servers, kind) {
			continue
		}
		found := s.message.FindStringSubmatch(r.message)
		if found != nil && (s.use == "" || uses(r.SQL, s.use, found[1:])) {
			return s.why
		}
	}
	return ""
}

// uses reports whether a text matches a pattern with names in it.
func uses(text, pattern string, names []string) bool {
	if len(names) > 0 {
		pattern = fmt.Sprintf(pattern, regexp.QuoteMeta(names[0]))
	}
	return regexp.MustCompile(pattern).MatchString(text)
}
