package report

import (
	"fmt"
	"strings"
	"time"

	"github.com/asksql/asksql/internal/eval"
)

// A share is a part of the questions, for tables and the chart.
type share struct {
	name  string
	class string // of the chart's colour
	count int
}

// shares splits the questions, the best outcome first. They sum up to all questions.
func (s *Summary) shares() []share {
	return []share{
		{"accepted at the first attempt", "first", s.FirstTry.Count},
		{"accepted after repairs", "repaired", s.Accepted.Count - s.FirstTry.Count},
		{"refused by a rule", "refused", s.Outcomes[eval.Refused]},
		{"the model could not answer", "cannot", s.Outcomes[eval.Cannot]},
		{"no answer in the reply", "none", s.Outcomes[eval.NoAnswer]},
		{"the call failed", "failed", s.Outcomes[eval.Failed]},
		{"not asked", "unasked", s.Questions - s.Asked},
	}
}

// percent returns a share of n questions, without a decimal that it would not be worth.
func percent(count, of int) string {
	if of == 0 {
		return "–"
	}
	return fmt.Sprintf("%.0f %%", Rate{count, of}.Percent())
}

// String returns "43 of 50 (86 %)".
func (r Rate) String() string {
	return fmt.Sprintf("%d of %d (%s)", r.Count, r.Of, percent(r.Count, r.Of))
}

// interval returns "74–93 %".
func (r Rate) interval() string {
	low, high := r.Interval()
	return fmt.Sprintf("%.0f–%.0f %%", low, high)
}

// thousands writes a number with blanks between groups of three digits.
func thousands(n int64) string {
	digits := fmt.Sprint(n)
	var b strings.Builder
	for i, d := range digits {
		if i > 0 && (len(digits)-i)%3 == 0 && digits[i-1] != '-' {
			b.WriteRune(' ') // narrow and unbreakable
		}
		b.WriteRune(d)
	}
	return b.String()
}

// span writes milliseconds in the unit that suits them.
func span(ms float64) string {
	d := time.Duration(ms * float64(time.Millisecond))
	switch {
	case d < time.Second:
		return fmt.Sprintf("%d ms", d.Milliseconds())
	case d < time.Minute:
		return fmt.Sprintf("%.1f s", d.Seconds())
	default:
		return d.Round(time.Second).String()
	}
}

// oneLine returns text with one blank for all that parts words in it.
func oneLine(text string) string { return strings.Join(strings.Fields(text), " ") }

func plural(n int, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return fmt.Sprintf("%d %s", n, many)
}
