package board

import (
	"fmt"

	"github.com/asksql/asksql/scoreboard/cases"
	"github.com/asksql/asksql/scoreboard/guard"
)

// A Count is a number of wrong verdicts among those that were asked for.
type Count struct{ Wrong, Of int }

func (c *Count) add(wrong bool) {
	c.Of++
	if wrong {
		c.Wrong++
	}
}

// String returns the count as "3 of 120", or "–" if nothing was asked.
func (c Count) String() string {
	if c.Of == 0 {
		return "–"
	}
	return fmt.Sprintf("%d of %d", c.Wrong, c.Of)
}

// Percent returns the share of wrong verdicts in percent, or "–".
func (c Count) Percent() string {
	if c.Of == 0 {
		return "–"
	}
	return fmt.Sprintf("%.2f %%", 100*float64(c.Wrong)/float64(c.Of))
}

// A Score is what one contender got wrong.
type Score struct {
	FalseAccepts Count // of what it is there to refuse
	Outside      Count // accepted of what others are there to refuse
	FalseRejects Count
	Crashed      int
	TimedOut     int
}

// score counts over the cases that every contender is asked and that include picks.
func (b *Board) score(c *Contender, include func(*cases.Case) bool) Score {
	var s Score
	for i := range b.All.Cases {
		if one := &b.All.Cases[i]; one.Comparable && include(one) {
			s.add(one, c.Answers[i].Verdict, c.claimed(one))
		}
	}
	return s
}

func (s *Score) add(c *cases.Case, verdict guard.Verdict, claimed bool) {
	switch verdict {
	case guard.Crashed:
		s.Crashed++
	case guard.TimedOut:
		s.TimedOut++
	}
	switch {
	case c.Want == cases.Accept:
		s.FalseRejects.add(verdict != guard.Accepted)
	case c.Want == cases.Refuse && claimed:
		s.FalseAccepts.add(verdict == guard.Accepted)
	case c.Want == cases.Refuse:
		s.Outside.add(verdict == guard.Accepted)
	}
}

// wrong returns the false accepts as text, with what was accepted outside the claim in parentheses.
func (s Score) wrong() string {
	switch {
	case s.Outside.Of == 0:
		return number(s.FalseAccepts.Wrong + s.FalseRejects.Wrong)
	case s.FalseAccepts.Of == 0:
		return fmt.Sprintf("(%d)", s.Outside.Wrong)
	default:
		return fmt.Sprintf("%d (%d)", s.FalseAccepts.Wrong, s.Outside.Wrong)
	}
}

func everything(*cases.Case) bool { return true }

func inSet(set string) func(*cases.Case) bool {
	return func(c *cases.Case) bool { return c.Set == set }
}

// Faults returns what asksql got wrong, every print that does less than its original, and what a real
// server found wrong, one line each.
func (b *Board) Faults() []string {
	var lines []string
	for i := range b.All.Cases {
		c, a := &b.All.Cases[i], b.Contenders[0].Answers[i]
		if c.Want == cases.Accept && a.Verdict != guard.Accepted || c.Want == cases.Refuse && a.Verdict != guard.Refused {
			lines = append(lines, fmt.Sprintf("%s, %s, as %s: %s; it is to be %s. %s", c.Set, c.ID, c.Dialect, a.Verdict, expected(c), a.Message))
		}
	}
	for _, r := range b.Runs {
		if r.Broken() {
			lines = append(lines, fmt.Sprintf("%s, %s: the print does not do on MySQL 8's engine what the original does", r.Case.Set, r.Case.ID))
		}
	}
	for _, d := range b.Differentials {
		lines = append(lines, d.faults()...)
	}
	return lines
}

func expected(c *cases.Case) string {
	if c.Want == cases.Accept {
		return "accepted"
	}
	return "refused by " + c.Rule()
}
