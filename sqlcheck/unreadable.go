package sqlcheck

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/asksql/asksql/sqlcheck/internal/builtin"
	"github.com/asksql/asksql/sqlcheck/internal/forms"
	"github.com/asksql/asksql/sqlcheck/internal/spelling"
	"github.com/asksql/asksql/sqlcheck/internal/suggest"
)

// What is said of a text that the parser cannot read.

// A parseError says why a text could not be read.
type parseError struct {
	message string
	near    string
	offset  int // -1 if unknown
	// reserved reports whether the parser gets further where near, at offset, is in back-quotes.
	reserved bool
	vague    bool // the cause is not known
	panic    any  // what the parser panicked with, or nil
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
func describe(sql string, err error, dialect builtin.Dialects, parse func(string) error) *parseError {
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
	stop := suggest.Stop{Read: sql[:end], First: firstWord(sql[:end]), Before: strings.ToUpper(before.text), At: strings.ToUpper(last.text)}
	stop.Near, stop.TiDB = suggest.Near(forms.Before(sql[:last.at])), dialect == builtin.TiDB
	if hint := suggest.Foreign(stop); hint != "" {
		return last.error("the text cannot be read as SQL at %q; " + hint)
	}
	if last.text == "" || atEnd {
		return &parseError{message: "the text ends before the statement does; complete it", near: last.text, offset: last.at}
	}
	failed := last.error("the text cannot be read as SQL at %q; check the words around it")
	failed.vague = true
	return failed
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

// maxTried is the longest text that is parsed again to find out what is wrong with it, in bytes.
const maxTried = 8 << 10

// isCured reports whether the parser gets further where the word is in back-quotes. Long texts are not
// parsed twice for it.
func isCured(sql string, word token, end int, parse func(string) error) bool {
	if strings.HasSuffix(sql[:word.at], "`") || strings.HasPrefix(sql[word.at+len(word.text):], "`") {
		return false // two back-quotes in a row are one inside a name: `a`rank would become `a``rank`
	}
	if len(sql) > maxTried {
		return true
	}
	quoted := forms.WithBackquotes(sql, word.at, word.at+len(word.text))
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
	for start > 0 && spelling.IsNameByte(s[start-1]) && len(s)-start < suggest.MaxExcerpt {
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

func oneLine(s string) string {
	return excerpt(strings.Join(strings.Fields(s), " "))
}
