package servertest

import (
	"math/rand/v2"
	"strconv"
	"time"
)

// firstDay is before all generated dates.
var firstDay = time.Date(2009, time.December, 27, 0, 0, 0, 0, time.UTC)

// telling are texts that differ where quoting, escaping, matching or collation is read in another
// way, from short to long, so that columns of few characters have some too.
var telling = []string{
	"", " ", "a", "A", "b", "é", "ß", "0", "1", "%", "_", "日", `\`, "'", `"`, "`",
	"10", "9", "-1", "M", "F", "ab", "a%", "a_", `a\`, "Ω1", "😀",
	"Ana", "ana", "ana ", "1.5", "1e1", "2012", "null", "true", "a b",
	"O'Neil", `O"Neil`, `a\b`, `a\\b`, `a\%b`, "axb", "a_b", "a%b", `a\'b`, "a`b", "naïve", "NAÏVE",
	"2012-08-24", "2012-08-24 10:30:00", "12:30:00", "a -- b", "a /* b */", "a;b", "line\nbreak", "tab\tstop",
	"日本語テキスト", "Žluťoučký kůň", "e\u0301 combined", "a longer text, so that LENGTH and LEFT have something to do",
}

// documents are values of JSON columns.
var documents = []string{
	`{}`, `[]`, `{"color":"red","sizes":[1,2,3]}`, `{"color":"blue","sizes":[]}`, `{"color":null}`,
	`{"a":{"b":"it's \"quoted\""},"color":"Rot"}`, `[1,"2",null,{"color":"x"}]`, `"text"`, `12`,
}

// any returns a value of the domain.
func (d domain) any(random *rand.Rand) string {
	switch d.kind {
	case document:
		return documents[random.IntN(len(documents))]
	case member:
		return d.members[random.IntN(len(d.members))]
	case integer:
		return strconv.Itoa(d.number(random))
	case decimal:
		return d.fraction(random)
	case clock:
		return firstDay.Add(time.Duration(random.IntN(24*60)) * time.Minute).Format(time.TimeOnly)
	case moment:
		return firstDay.Add(time.Duration(random.IntN(15*365*24)) * time.Hour).Format(time.DateTime)
	case day:
		return firstDay.AddDate(0, 0, random.IntN(15*365)).Format(time.DateOnly)
	default:
		return d.text(random)
	}
}

// number returns a number that is small, or large for the column.
func (d domain) number(random *rand.Rand) int {
	switch random.IntN(4) {
	case 0:
		return random.IntN(3) - 1
	case 1:
		return random.IntN(int(min(d.limit, 3000)))
	default:
		return random.IntN(int(min(d.limit, 30))) - 5*random.IntN(2)
	}
}

// fraction returns a number of quarters: exact in binary, so that sums do not depend on their order.
func (d domain) fraction(random *rand.Rand) string {
	for {
		f := float64(d.number(random))/2 + float64(random.IntN(4))/4
		if s := strconv.FormatFloat(f, 'f', -1, 64); d.holds(s) {
			return s
		}
	}
}

func (d domain) text(random *rand.Rand) string {
	for {
		if s := telling[random.IntN(len(telling))]; d.holds(s) {
			return s
		}
	}
}
