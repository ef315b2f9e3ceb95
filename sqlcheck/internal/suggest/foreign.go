package suggest

import (
	"regexp"
	"strings"
)

var (
	intervalString = regexp.MustCompile(`(?i)\binterval\s+'[^']*'$`)
	longNumber     = regexp.MustCompile(`^[0-9]{18,}$`)
	castType       = regexp.MustCompile(`^(VARCHAR|TEXT|STRING|INT|INTEGER|BIGINT|SMALLINT|TINYINT|NUMERIC|BOOLEAN|BOOL|TIMESTAMP)$`)
)

// A Stop is where the parser cannot read a text on.
type Stop struct {
	Read       string // the text up to there, with the token that does not fit
	First      string // the first word of the text, in upper case
	Before, At string // the last two tokens
}

// Foreign says what to write for the syntax of another database that a text stopped at, "" if it is
// none that is known.
func Foreign(stop Stop) string {
	read, first, before, at := stop.Read, stop.First, strings.ToUpper(stop.Before), strings.ToUpper(stop.At)
	switch {
	case strings.HasPrefix(strings.TrimSpace(read), "```"):
		return "write the statement alone, without a fence round it"
	case first != "SELECT" && first != "WITH" && first != "TABLE" && first != "VALUES":
		return "write one SELECT, and nothing before or behind it"
	case intervalString.MatchString(read):
		return "write the number and the unit apart, as in INTERVAL 1 DAY"
	case before == "AS" && castType.MatchString(at):
		return "cast to CHAR, SIGNED, UNSIGNED, DECIMAL, DATE, DATETIME, TIME or JSON"
	case longNumber.MatchString(at):
		return "no type holds so large a number; write a smaller one, or a string"
	case before == "'":
		return "write a quote inside a string twice"
	case at == ":":
		return "write CAST(x AS type) for x::type, and a value for a placeholder such as :name"
	case at == `"`:
		return "names are quoted by back-quotes; what double quotes hold is text"
	case at == "[", at == "]":
		return "names are quoted by back-quotes, not by brackets"
	case at == "%" || at == "{" || at == "$":
		return "write a value for a placeholder"
	case before == "TOP":
		return "write LIMIT n at the end for TOP n"
	case at == "FULL", before == "FULL":
		return "there is no FULL JOIN; write the UNION of a LEFT JOIN and a RIGHT JOIN"
	case at == "FETCH", before == "FETCH", before == "OFFSET", at == "OFFSET":
		return "write LIMIT n OFFSET m for OFFSET … FETCH"
	case before == "QUALIFY", at == "QUALIFY":
		return "filter on a window function in a query round this one for QUALIFY"
	case before == "FILTER", at == "FILTER":
		return "write COUNT(CASE WHEN … THEN 1 END) for FILTER"
	case before == "NULLS", at == "NULLS":
		return "write ORDER BY x IS NULL, x for NULLS LAST"
	case before == "DISTINCT" && at == "ON":
		return "number the rows by ROW_NUMBER() in a derived table for DISTINCT ON"
	case before == "WITHIN", at == "WITHIN", at == "(" && before == "GROUP":
		return "write GROUP_CONCAT(… ORDER BY …) for WITHIN GROUP"
	case at == "EPOCH":
		return "write UNIX_TIMESTAMP(x) for the seconds since 1970"
	case at == "DISTINCT" && (before == "IS" || before == "NOT"):
		return "write a <=> b for IS NOT DISTINCT FROM"
	case before == "INTERVAL":
		return "write a number and a unit, as in INTERVAL 1 DAY"
	case at == "JSON_TABLE", before == "JSON_TABLE":
		return "JSON_TABLE is not supported; use JSON_EXTRACT"
	case before == "AT" || at == "TIME" || before == "TIME" && at == "ZONE":
		return "write CONVERT_TZ(x, from, to) for AT TIME ZONE"
	default:
		return ""
	}
}
