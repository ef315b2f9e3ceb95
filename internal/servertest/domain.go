package servertest

import (
	"encoding/json"
	"math"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"
)

// A kind is a family of column types. Of two linked columns, the values of the later kind fit both.
type kind int

const (
	text     kind = iota
	document      // JSON
	member        // ENUM
	decimal
	integer
	clock
	moment // date and time
	day
)

// A domain is what a column can hold.
type domain struct {
	kind    kind
	length  int     // of a text, in characters
	limit   float64 // of a number: its magnitude is below this
	members []string
}

// newDomain returns the domain of a column type as the server writes it. Types it does not know
// are taken for text.
func newDomain(columnType string) domain {
	name, rest, _ := strings.Cut(strings.ToLower(columnType), "(")
	arguments, _, _ := strings.Cut(rest, ")")
	switch strings.TrimSpace(name) {
	case "tinyint":
		return domain{kind: integer, limit: 128}
	case "smallint":
		return domain{kind: integer, limit: 1 << 15}
	case "int", "integer", "mediumint", "bigint":
		return domain{kind: integer, limit: 1 << 23}
	case "float", "double":
		return domain{kind: decimal, limit: 1 << 23}
	case "decimal", "numeric":
		return domain{kind: decimal, limit: decimalLimit(arguments)}
	case "date":
		return domain{kind: day}
	case "datetime", "timestamp":
		return domain{kind: moment}
	case "time":
		return domain{kind: clock}
	case "json":
		return domain{kind: document}
	case "enum":
		return domain{kind: member, members: strings.Split(strings.ReplaceAll(arguments, "'", ""), ",")}
	case "char", "varchar":
		length, _ := strconv.Atoi(arguments)
		return domain{kind: text, length: max(length, 1)}
	}
	return domain{kind: text, length: 255}
}

// decimalLimit returns 10 to the power of the digits before the point.
func decimalLimit(arguments string) float64 {
	first, second, _ := strings.Cut(arguments, ",")
	digits, err := strconv.Atoi(strings.TrimSpace(first))
	if err != nil {
		digits = 10 // what the server takes a bare DECIMAL for
	}
	scale, _ := strconv.Atoi(strings.TrimSpace(second)) // 0 if there is none
	return math.Pow10(digits - scale)
}

// common returns the domain of values that are in d and in other.
func (d domain) common(other domain) domain {
	if other.kind > d.kind {
		d, other = other, d
	}
	if other.limit > 0 {
		d.limit = min(d.limit, other.limit)
	}
	if other.kind == text && d.kind == text {
		d.length = min(d.length, other.length)
	}
	return d
}

// holds reports whether the column can hold the text.
func (d domain) holds(s string) bool {
	switch d.kind {
	case text:
		return utf8.RuneCountInString(s) <= d.length
	case integer, decimal:
		f, err := strconv.ParseFloat(s, 64)
		return err == nil && math.Abs(f) < d.limit && (d.kind == decimal || f == math.Trunc(f))
	case clock:
		return isTime(time.TimeOnly, s)
	case moment:
		return isTime(time.DateTime, s) || isTime(time.DateOnly, s)
	case day:
		return isTime(time.DateOnly, s)
	case member:
		return slices.Contains(d.members, s)
	default:
		return json.Valid([]byte(s))
	}
}

func isTime(layout, s string) bool {
	_, err := time.Parse(layout, s)
	return err == nil
}

// distinct returns n different values, fewer if the domain has no more, at least one. Those of
// literals that it holds come first.
func (d domain) distinct(n int, literals []string) []string {
	var all []string
	taken := map[string]bool{}
	add := func(s string) {
		if len(all) < n && d.holds(s) && !taken[s] {
			taken[s] = true
			all = append(all, s)
		}
	}
	for _, s := range literals {
		add(s)
	}
	for i := 1; i <= 2*n; i++ {
		add(d.numbered(i))
	}
	return all
}

// numbered returns the i-th of the values that keys have where queries ask for none.
func (d domain) numbered(i int) string {
	switch d.kind {
	case member:
		return d.members[i%len(d.members)]
	case clock:
		return time.Unix(int64(i)*61, 0).UTC().Format(time.TimeOnly)
	case moment, day:
		return firstDay.AddDate(0, 0, i).Format(time.DateOnly)
	default:
		return strconv.Itoa(i)
	}
}

// value returns a value for a column: one of the literals that it can hold, or one that shows where
// a query was read in another way.
func value(random *rand.Rand, d domain, literals []string) string {
	if len(literals) > 0 && random.IntN(2) == 0 {
		if s := literals[random.IntN(len(literals))]; d.holds(s) {
			return s
		}
	}
	return d.any(random)
}
