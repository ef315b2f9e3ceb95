package sqlcheck

import (
	"fmt"
	"github.com/asksql/asksql/sqlcheck/internal/tree"
	"regexp"
	"strconv"
	"strings"
	"unicode/utf8"
)

// What is said of a text that the parser cannot read.

// A parseError says why a text could not be read.
type parseError struct {
	message string
	near    string
	offset  int // -1 if unknown
	// reserved reports whether the parser gets further where near, at offset, is in back-quotes.
	reserved bool
	panic    any // what the parser panicked with, or nil
}

// errorCode is what the parser's errors begin with, such as [ddl:1273].
var errorCode = regexp.MustCompile(`^\[[a-z]+:\d+\]`)

var position = regexp.MustCompile(`line (\d+) column (\d+) near "(" *$)?`)

// A token is a word of a text, or a single character that is of none, and where it begins.
type token struct {
	text string
	at   int
}

// describe turns the parser's error into one that says where it stopped, and what to write instead
// where that is known. parse parses another text.
func describe(sql string, err error, parse func(string) error) *parseError {
	end, atEnd := stopped(sql, err)
	if end < 0 {
		reason := errorCode.ReplaceAllString(err.Error(), "")
		return &parseError{message: "the text cannot be read as SQL: " + oneLine(reason), offset: -1}
	}
	last := lastToken(sql[:end])
	before := lastToken(sql[:last.at])
	for _, word := range [...]token{last, before} {
		if mayBeName(word.text) && isCured(sql, word, end, parse) {
			failed := word.error("%s is a reserved word; write `%[1]s`, in back-quotes, to use it as a name")
			failed.reserved = true
			return failed
		}
	}
	if hint := foreign(sql[:end], before.text, last.text); hint != "" {
		return last.error("the text cannot be read as SQL at %q; " + hint)
	}
	if last.text == "" || atEnd {
		return &parseError{message: "the text ends before the statement does; complete it", near: last.text, offset: last.at}
	}
	return last.error("the text cannot be read as SQL at %q; check the words around it")
}

// error returns the error of a format that takes the token.
func (t token) error(format string) *parseError {
	return &parseError{message: fmt.Sprintf(format, t.text), near: t.text, offset: t.at}
}

// stopped returns where the token ends that the parser cannot use, -1 if it does not tell, and whether
// the text ends there.
func stopped(sql string, err error) (end int, atEnd bool) {
	found := position.FindStringSubmatch(err.Error())
	if found == nil {
		return -1, false
	}
	return offsetOf(sql, found[1], found[2]), found[3] != ""
}

// isCured reports whether the parser gets further where the word is in back-quotes. Long texts are not
// parsed twice for it.
func isCured(sql string, word token, end int, parse func(string) error) bool {
	if strings.HasSuffix(sql[:word.at], "`") || strings.HasPrefix(sql[word.at+len(word.text):], "`") {
		return false // two back-quotes in a row are one inside a name: `a`rank would become `a``rank`
	}
	if len(sql) > maxKept {
		return true
	}
	quoted := withBackquotes(sql, word.at, word.at+len(word.text))
	err := parse(quoted)
	if err == nil {
		return true
	}
	further, _ := stopped(quoted, err)
	return further > end+len("``")
}

// mayBeName reports whether a token is a reserved word that somebody may have meant as a name, as in
// FROM order. The words that hold a statement together are more likely misplaced.
func mayBeName(token string) bool {
	switch word := strings.ToUpper(token); word {
	case "SELECT", "FROM", "WHERE", "JOIN", "ON", "USING", "AND", "OR", "NOT", "AS", "BY", "WITH", "UNION",
		"HAVING", "LIMIT", "CASE", "WHEN", "THEN", "ELSE", "IS", "IN", "LIKE", "BETWEEN", "INTO", "SET",
		"INNER", "OUTER", "CROSS", "NATURAL", "DISTINCT", "ALL", "OVER", "TRUE", "FALSE", "NULL", "INTERVAL",
		"FETCH":
		return false
	default:
		return reserved()[word]
	}
}

var (
	intervalString = regexp.MustCompile(`(?i)\binterval\s+'[^']*'$`)
	longNumber     = regexp.MustCompile(`^[0-9]{18,}$`)
	castType       = regexp.MustCompile(`^(VARCHAR|TEXT|STRING|INT|INTEGER|BIGINT|SMALLINT|TINYINT|NUMERIC|BOOLEAN|BOOL|TIMESTAMP)$`)
)

// foreign says what to write for the syntax of another database that a text stopped at, "" if it is
// none that is known. read is the text up to there, before and at its last tokens.
func foreign(read, before, at string) string {
	before, at = strings.ToUpper(before), strings.ToUpper(at)
	switch first := firstWord(read); {
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

// offsetOf turns the parser's line and column (in bytes, from 1) into an offset within sql.
func offsetOf(sql, line, column string) int {
	l, _ := strconv.Atoi(line)
	c, _ := strconv.Atoi(column)
	offset := 0
	for ; l > 1; l-- {
		next := strings.IndexByte(sql[offset:], '\n')
		if next < 0 {
			break
		}
		offset += next + 1
	}
	end := min(offset+max(c, 0), len(sql))
	for end < len(sql) && !utf8.RuneStart(sql[end]) {
		end++ // the parser counts bytes, and may stop inside a character
	}
	return end
}

// lastToken returns the last run of name characters of s, or its last other character; "" at 0 if there
// is none.
func lastToken(s string) token {
	s = strings.TrimRight(s, " \t\r\n")
	start := len(s)
	for start > 0 && tree.IsNameByte(s[start-1]) && len(s)-start < maxNear {
		start--
	}
	if start == len(s) && start > 0 {
		start--
	}
	for start < len(s) && !utf8.RuneStart(s[start]) {
		start++ // the limit may have fallen inside a character
	}
	return token{s[start:], start}
}

// maxNear is the longest excerpt of a text in a violation, in bytes.
const maxNear = 80

// excerpt shortens s to what a message can carry.
func excerpt(s string) string { return cut(s, maxNear) }

// maxMessage is the longest message of a violation, in bytes: names in it are the query's own.
const maxMessage = 500

// cut shortens s to n bytes at most, at the end of a character.
func cut(s string, n int) string {
	if len(s) <= n {
		return s
	}
	end := n
	for end > 0 && s[end]&0xC0 == 0x80 {
		end--
	}
	return s[:end]
}

func oneLine(s string) string {
	return excerpt(strings.Join(strings.Fields(s), " "))
}
