package suggest

import (
	"regexp"
	"strings"
)

var (
	intervalString = regexp.MustCompile(`(?i)\binterval\s+'[^']*'$`)
	longNumber     = regexp.MustCompile(`^[0-9]{18,}$`)
)

// A Stop is where the parser cannot read a text on.
type Stop struct {
	Read       string // the text up to there, with the token that does not fit
	First      string // the first word of the text, in upper case
	Before, At string // the last two tokens, in upper case
	Near       Near
	TiDB       bool // the dialect is TiDB
}

// A Near is what stands in front of the token, in upper case.
type Near struct {
	Words  []string // the last few tokens, the latest one last
	Call   string   // the word in front of the innermost parenthesis that is open
	Called string   // the word in front of the parenthesis that the last token closes
	Query  bool     // a query in parentheses ends there, or its alias
}

// word returns the token that stands so many tokens back, 0 for the last one, "" beyond those that are kept.
func (n Near) word(back int) string {
	if i := len(n.Words) - 1 - back; i >= 0 {
		return n.Words[i]
	}
	return ""
}

// Foreign says what to write for the syntax of another database that a text stopped at, "" if it is
// none that is known.
func Foreign(stop Stop) string {
	read, first, before, at := stop.Read, stop.First, stop.Before, stop.At
	switch {
	case strings.HasPrefix(strings.TrimSpace(read), "```"):
		return "write the statement alone, without a fence round it"
	case first != "SELECT" && first != "WITH" && first != "TABLE" && first != "VALUES":
		return "write one SELECT, and nothing before or behind it"
	}
	if hint := stop.form(); hint != "" {
		return hint
	}
	switch {
	case intervalString.MatchString(read):
		return "write the number and the unit apart, as in INTERVAL 1 DAY"
	case longNumber.MatchString(at):
		return "no type holds so large a number; write a smaller one, or a string"
	case before == "'" && !strings.HasSuffix(strings.TrimSuffix(strings.ToUpper(read), at), " "):
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
	case at == "EPOCH":
		return "write UNIX_TIMESTAMP(x) for the seconds since 1970"
	case at == "DISTINCT" && before == "NOT":
		return "write a <=> b for IS NOT DISTINCT FROM"
	case at == "DISTINCT" && before == "IS":
		return "write NOT (a <=> b) for IS DISTINCT FROM"
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
