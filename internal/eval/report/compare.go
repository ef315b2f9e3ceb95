package report

import (
	"cmp"
	"fmt"
	"io"
	"maps"
	"math"
	"slices"
	"strings"
	"text/tabwriter"

	"github.com/asksql/asksql/internal/eval"
	"github.com/asksql/asksql/internal/plain"
)

// A Comparison is what changed from one run to another, over the questions that both asked.
type Comparison struct {
	Before, After *Report // cut down to those questions
	Only          [2]int  // questions that only one of the runs asked
	Pairs         []Pair
}

// A Pair is one question in both runs.
type Pair struct{ Before, After Item }

// Compare compares two runs by the ids of their questions.
func Compare(before, after *Report) *Comparison {
	later := map[string]Item{}
	for _, item := range after.Items {
		if item.Answer != nil {
			later[item.ID] = item
		}
	}
	c := new(Comparison)
	var x, y []Item
	for _, item := range before.Items {
		twin, both := later[item.ID]
		if item.Answer == nil || !both {
			continue
		}
		x, y = append(x, item), append(y, twin)
		c.Pairs = append(c.Pairs, Pair{item, twin})
	}
	c.Only = [2]int{before.Summary.Asked - len(x), after.Summary.Asked - len(y)}
	c.Before, c.After = before.with(x), after.with(y)
	return c
}

// with returns the report of some of the items.
func (r *Report) with(items []Item) *Report {
	some := *r
	some.Items = items
	return some.Finish()
}

// A measure is something that an answer has or has not.
type measure struct {
	name string
	rate func(*Summary) Rate
	// has reports whether an answer has it; ok is false where that is unknown.
	has func(Item) (has, ok bool)
}

func measures() []measure {
	return []measure{
		{"accepted", func(s *Summary) Rate { return s.Accepted },
			func(i Item) (bool, bool) { return i.Answer.Outcome == eval.Accepted, true }},
		{"first attempt", func(s *Summary) Rate { return s.FirstTry },
			func(i Item) (bool, bool) { return i.Answer.FirstTry(), true }},
		{"same query", func(s *Summary) Rate { return s.Canonical },
			func(i Item) (bool, bool) {
				return i.Grade != nil && i.Grade.Canonical, i.Grade != nil && i.Grade.Gold == eval.GoldUsable
			}},
		{"same rows", func(s *Summary) Rate { return s.Execution }, sameRows},
	}
}

func sameRows(i Item) (has, ok bool) {
	if i.Grade == nil {
		return false, false
	}
	switch i.Grade.Execution {
	case "", eval.GoldFailed, eval.NotComparable:
		return false, false
	}
	return i.Grade.Execution == eval.SameRows, true
}

// changed returns the questions that won a measure and those that lost it.
func (c *Comparison) changed(m measure) (won, lost []Pair) {
	for _, p := range c.Pairs {
		before, known := m.has(p.Before)
		after, knownToo := m.has(p.After)
		switch {
		case !known || !knownToo || before == after:
		case after:
			won = append(won, p)
		default:
			lost = append(lost, p)
		}
	}
	return won, lost
}

// WriteText writes what changed, for a terminal: rates, rules, tokens, then the questions won and lost.
func (c *Comparison) WriteText(w io.Writer) error {
	var b strings.Builder
	if err := c.write(&b); err != nil {
		return err
	}
	_, err := io.WriteString(w, plain.Lines(b.String()))
	return err
}

func (c *Comparison) write(w io.Writer) error {
	fmt.Fprintf(w, "before: %s\nafter:  %s\n", c.Before.name(), c.After.name())
	fmt.Fprintf(w, "%s asked in both runs", plural(len(c.Pairs), "question", "questions"))
	if c.Only != [2]int{} {
		fmt.Fprintf(w, "; left out: %d asked only before, %d only after", c.Only[0], c.Only[1])
	}
	fmt.Fprint(w, "\n\n")
	if err := c.writeRates(w); err != nil {
		return err
	}
	if err := c.writeCounts(w); err != nil {
		return err
	}
	for _, m := range measures() {
		won, lost := c.changed(m)
		writePairs(w, m.name+": won", won)
		writePairs(w, m.name+": lost", lost)
	}
	return nil
}

// name says which run it was.
func (r *Report) name() string {
	return oneLine(fmt.Sprintf("%s, %s, mode %s", r.Questions, cmp.Or(r.Model, r.Provider), r.Mode))
}

func (c *Comparison) writeRates(w io.Writer) error {
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	fmt.Fprintln(t, "\tbefore\tafter\tdifference\twon\tlost\tchance")
	for _, m := range measures() {
		before, after := m.rate(&c.Before.Summary), m.rate(&c.After.Summary)
		if before.Of == 0 || after.Of == 0 {
			continue
		}
		won, lost := c.changed(m)
		fmt.Fprintf(t, "%s\t%s\t%s\t%+.1f points\t%d\t%d\t%s\n", m.name, before, after, after.Percent()-before.Percent(),
			len(won), len(lost), chance(len(won), len(lost)))
	}
	fmt.Fprintln(t)
	if err := t.Flush(); err != nil {
		return err
	}
	_, err := fmt.Fprint(w, "chance: how often as many changes or more would go one way if neither run were better\n\n")
	return err
}

// chance returns how likely it is that so many changes, or more, go one way although each is as
// likely to go the other (a two-sided sign test).
func chance(won, lost int) string {
	n, k := won+lost, max(won, lost)
	if n == 0 {
		return "–"
	}
	p := 0.0
	for i := k; i <= n; i++ {
		p += math.Exp(logChoose(n, i) - float64(n)*math.Ln2)
	}
	return fmt.Sprintf("%.2g", min(1, 2*p))
}

// logChoose returns the logarithm of n over k.
func logChoose(n, k int) float64 {
	lg := func(x int) float64 { v, _ := math.Lgamma(float64(x) + 1); return v }
	return lg(n) - lg(k) - lg(n-k)
}

func (c *Comparison) writeCounts(w io.Writer) error {
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', tabwriter.AlignRight)
	row := func(name string, before, after int64) {
		fmt.Fprintf(t, "%s\t%s\t%s\t%+d\t\n", name, thousands(before), thousands(after), after-before)
	}
	fmt.Fprintln(t, "without SQL\tbefore\tafter\tdifference\t")
	before, after := groups(c.Before), groups(c.After)
	names := maps.Clone(before)
	maps.Copy(names, after)
	for _, name := range slices.Sorted(maps.Keys(names)) {
		row(name, before[name], after[name])
	}
	fmt.Fprintln(t, "\t\t\t\t")
	x, y := c.Before.Summary.Tokens, c.After.Summary.Tokens
	row("tokens in", x.In, y.In)
	row("tokens out", x.Out, y.Out)
	if c.Before.Price.known() && c.After.Price.known() {
		fmt.Fprintf(t, "cost\t%.4g\t%.4g\t%+.4g\t\n", x.Cost, y.Cost, y.Cost-x.Cost)
	}
	return t.Flush()
}

// groups counts the questions without accepted SQL by rule or outcome.
func groups(r *Report) map[string]int64 {
	counts := map[string]int64{}
	for _, item := range r.Items {
		if item.Answer.Outcome != eval.Accepted {
			counts[item.group()]++
		}
	}
	return counts
}

func writePairs(w io.Writer, head string, pairs []Pair) {
	if len(pairs) == 0 {
		return
	}
	fmt.Fprintf(w, "\n%s (%d)\n", head, len(pairs))
	for _, p := range pairs {
		fmt.Fprintf(w, "  %s  %s\n    %s → %s\n", oneLine(p.Before.ID), oneLine(p.Before.Question.Question), p.Before.became(), p.After.became())
	}
}

// became says in few words what became of a question.
func (i Item) became() string {
	a := i.Answer
	if a.Outcome != eval.Accepted {
		return i.group()
	}
	words := "accepted"
	if !a.FirstTry() {
		words += " after " + plural(a.Attempts-1, "repair", "repairs")
	}
	return words + i.beside()
}

// beside says how an accepted answer compares with the gold query, by the best evidence there is.
func (i Item) beside() string {
	same, ran := sameRows(i)
	switch {
	case ran && same:
		return ", same rows"
	case ran:
		return ", other rows"
	case i.Grade == nil || i.Grade.Gold != eval.GoldUsable:
		return ""
	case i.Grade.Canonical:
		return ", same query"
	default:
		return ", another query"
	}
}
