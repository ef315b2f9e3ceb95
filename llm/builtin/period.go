package builtin

import (
	"fmt"
	"strconv"
	"strings"
	"time"
)

// A period is a span of days. Its ends are SQL expressions; the first is part of it, the last not.
type period struct {
	from, to expr
	year     int // of a whole year; else 0
}

// readPeriod reads a period: a year, a month, a day, or one counted from today.
func readPeriod(r *reader, at int, found func(any, int)) {
	tokens := r.tokens[at:]
	if len(tokens) == 0 || tokens[0].quoted {
		return
	}
	if y, ok := year(tokens, 0); ok {
		found(days(y, time.January, 1, 1, 0, 0), at+1)
	}
	if day, ok := calendarDay(tokens[0].text); ok {
		found(days(day.Year(), day.Month(), day.Day(), 0, 0, 1), at+1)
	}
	r.readMonth(at, found)
	readRecent(r, at, found)
}

// readRecent reads a period that is counted from today.
func readRecent(r *reader, at int, found func(any, int)) {
	r.lexicon.classes["recent"].matches(r.tokens[at:], func(value string, length int) {
		from, to, _ := strings.Cut(value, "|")
		found(period{from: dateExpr{strings.TrimSpace(from)}, to: dateExpr{strings.TrimSpace(to)}}, at+length)
	})
	r.readLast(at, found)
}

// readMonth reads "March 2025", "March 5, 2025" and "5 March 2025".
func (r *reader) readMonth(at int, found func(any, int)) {
	day, start := dayNumber(r.tokens, at)
	if day > 0 {
		at = start
	}
	if at >= len(r.tokens) {
		return
	}
	r.lexicon.classes["month"].matches(r.tokens[at:], func(value string, length int) {
		number, _ := strconv.Atoi(value)
		month, end := time.Month(number), at+length
		if y, ok := year(r.tokens, end); ok && day == 0 {
			found(days(y, month, 1, 0, 1, 0), end+1)
		} else if ok && validDay(y, month, day) {
			found(days(y, month, day, 0, 0, 1), end+1)
		}
		d, next := dayNumber(r.tokens, end)
		if next < len(r.tokens) && r.tokens[next].lower == "," {
			next++
		}
		if y, ok := year(r.tokens, next); ok && day == 0 && validDay(y, month, d) {
			found(days(y, month, d, 0, 0, 1), next+1)
		}
	})
}

// readLast reads "last 30 days".
func (r *reader) readLast(at int, found func(any, int)) {
	if len(r.tokens) < at+3 || r.tokens[at].lower != "last" && r.tokens[at].lower != "past" {
		return
	}
	readNumber(r, at+1, func(n any, end int) {
		if end >= len(r.tokens) {
			return
		}
		if count, err := strconv.Atoi(n.(literal).text); err == nil && count > 0 {
			r.lexicon.classes["unit"].matches(r.tokens[end:], func(unit string, length int) {
				from := fmt.Sprintf("CURRENT_DATE - INTERVAL %d %s", count, unit)
				found(period{from: dateExpr{from}, to: dateExpr{"CURRENT_DATE + INTERVAL 1 DAY"}}, end+length)
			})
		}
	})
}

// sinceMonth returns the period that begins with the last month of that number to have begun.
func sinceMonth(number string) period {
	from := fmt.Sprintf("CONCAT(YEAR(CURRENT_DATE) - (MONTH(CURRENT_DATE) < %s), '-%02s-01')", number, number)
	return period{from: dateExpr{from}, to: dateExpr{"CURRENT_DATE + INTERVAL 1 DAY"}}
}

// days returns the period from a day on that has so many years, months and days.
func days(y int, month time.Month, day, years, months, length int) period {
	from := time.Date(y, month, day, 0, 0, 0, 0, time.UTC)
	p := period{from: dayLiteral(from), to: dayLiteral(from.AddDate(years, months, length))}
	if years == 1 {
		p.year = y
	}
	return p
}

func dayLiteral(day time.Time) literalExpr { return literalExpr{text: day.Format(time.DateOnly)} }

func validDay(y int, month time.Month, day int) bool {
	return day > 0 && time.Date(y, month, day, 0, 0, 0, 0, time.UTC).Month() == month
}

// year reads a number that may be a year.
func year(tokens []token, at int) (int, bool) {
	if at >= len(tokens) || tokens[at].quoted || len(tokens[at].text) != 4 {
		return 0, false
	}
	y, err := strconv.Atoi(tokens[at].text)
	return y, err == nil && y >= 1000 && y < 3000
}

// dayNumber reads the number of a day in its month, such as 5 or 5th, and returns where it ends.
func dayNumber(tokens []token, at int) (day, end int) {
	if at >= len(tokens) {
		return 0, at
	}
	text := tokens[at].lower
	for _, suffix := range []string{"st", "nd", "rd", "th"} {
		text = strings.TrimSuffix(text, suffix)
	}
	if day, err := strconv.Atoi(text); err == nil && day >= 1 && day <= 31 {
		return day, at + 1
	}
	return 0, at
}

// calendarDay reads a day in digits, the year first.
func calendarDay(text string) (time.Time, bool) {
	for _, layout := range []string{time.DateOnly, "2006/01/02", "2006/1/2", "2006-1-2"} {
		if day, err := time.Parse(layout, text); err == nil {
			return day, true
		}
	}
	return time.Time{}, false
}
