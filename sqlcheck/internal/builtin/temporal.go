package builtin

import (
	"regexp"
	"strconv"
	"time"

	"github.com/pingcap/tidb/pkg/parser/ast"
)

// The texts of DATE, TIME and TIMESTAMP literals (MySQL 8.0 manual, 11.1.3). A server takes ODBC's {ts
// '…'} of any other text for a plain string, and refuses TIMESTAMP '…' of it (error 1525), so the tree,
// which is the same for both, could not be printed.
const (
	datePart   = `(\d{4}|\d{2})[-/.](\d{1,2})[-/.](\d{1,2})`
	clockPart  = `(\d{1,2}):(\d{1,2})(?::(\d{1,2})(?:\.\d{0,9})?)?`
	offsetPart = `([-+](?:0\d|1[0-4]):[0-5]\d)?`

	offsetGroup = 7   // of momentText, the offset
	maxHours    = 838 // of a TIME (manual 11.2.3)
)

var (
	dateText     = regexp.MustCompile(`^` + datePart + `$`)
	dateDigits   = regexp.MustCompile(`^(\d{4}|\d{2})(\d{2})(\d{2})$`)
	timeText     = regexp.MustCompile(`^-?(?:(\d{1,2}) )?(\d{1,3}):(\d{1,2})(?::(\d{1,2})(?:\.\d{0,9})?)?$`)
	timeDigits   = regexp.MustCompile(`^-?()(\d{0,3}?)(\d{0,2}?)(\d{1,2})(?:\.\d{0,9})?$`)
	momentText   = regexp.MustCompile(`^` + datePart + `(?: +|T)` + clockPart + offsetPart + `$`)
	momentDigits = regexp.MustCompile(`^(\d{4}|\d{2})(\d{2})(\d{2})(\d{2})(\d{2})(\d{2})(?:\.\d{0,9})?$`)
)

// temporal reports whether n is a text that a literal of the form may have in dialect d.
func temporal(form Form, n ast.ExprNode, d Dialects) bool {
	v, _ := literal(n)
	text, ok := v.(string)
	if !ok {
		return false
	}
	switch form {
	case FormDateLiteral:
		m := groups(text, dateText, dateDigits)
		return m != nil && isDate(m)
	case FormTimeLiteral:
		m := groups(text, timeText, timeDigits)
		return m != nil && isTime(m)
	default:
		m := groups(text, momentText, momentDigits)
		return m != nil && isDate(m) && number(m[4]) < 24 && isClock(m[5], m[6]) &&
			(len(m) <= offsetGroup || m[offsetGroup] == "" || d&MariaDB == 0)
	}
}

// groups returns the groups of the first pattern that matches, nil if none does.
func groups(text string, patterns ...*regexp.Regexp) []string {
	for _, p := range patterns {
		if m := p.FindStringSubmatch(text); m != nil {
			return m
		}
	}
	return nil
}

// isDate reports whether groups 1 to 3 are a day of the calendar. Zeros are none: sql_mode says whether
// a server takes them.
func isDate(m []string) bool {
	year, month, day := number(m[1]), number(m[2]), number(m[3])
	if len(m[1]) == 2 {
		year += 1900
		if year < 1970 {
			year += 100
		}
	}
	date := time.Date(year, time.Month(month), day, 0, 0, 0, 0, time.UTC)
	return year > 0 && int(date.Month()) == month && date.Day() == day
}

// isTime reports whether groups 1 to 4 are days, hours, minutes and seconds within the range of TIME.
func isTime(m []string) bool {
	return 24*number(m[1])+number(m[2]) <= maxHours && isClock(m[3], m[4])
}

func isClock(minute, second string) bool { return number(minute) < 60 && number(second) < 60 }

// number returns the value of a few digits, 0 of none.
func number(digits string) int {
	n, _ := strconv.Atoi(digits)
	return n
}
