package board

import (
	"fmt"
	"io"
	"slices"

	"github.com/asksql/asksql/scoreboard/cases"
	"github.com/asksql/asksql/scoreboard/guard"
)

// written picks the cases whose verdicts people wrote.
func written(c *cases.Case) bool { return c.Set == cases.Pages || c.Set == cases.Attacks }

// rules writes who lets through what, and how asksql does rule by rule.
func (b *Board) rules(w io.Writer) {
	fmt.Fprint(w, "## Rule by rule\n\nTexts of the case pages and the attacks that were let through, by the rule that must refuse them. Numbers in\nparentheses are outside the contender's claim.\n\n")
	t := table{head: []string{"rule", "to refuse"}, numbers: true}
	for _, c := range b.present() {
		t.head = append(t.head, c.Name)
	}
	for _, rule := range b.Contenders[0].Claims {
		row := []string{rule, number(b.asked(b.withRule(rule)))}
		for _, c := range b.present() {
			row = append(row, b.score(c, b.withRule(rule)).wrong())
		}
		t.add(row...)
	}
	t.write(w)
	b.bySet(w)
	b.ownRules(w)
}

// bySet writes what asksql got wrong by rule on each set: let through although that rule must refuse
// it, refused by that rule although it must be accepted.
func (b *Board) bySet(w io.Writer) {
	fmt.Fprint(w, "asksql alone, rule by rule on each set: false accepts among the texts that the rule must refuse, and false rejects by the\nrule among the texts that must be accepted. What a server refuses counts for the rule that is most apt.\n\n")
	t := table{head: []string{"rule"}, numbers: true}
	var sets []string
	for _, set := range []string{cases.Pages, cases.Attacks, cases.Gold, cases.Model} {
		if b.asked(inSet(set)) > 0 {
			sets = append(sets, set)
			t.head = append(t.head, set+": false accepts", "false rejects")
		}
	}
	for _, rule := range b.Contenders[0].Claims {
		row := []string{rule}
		for _, set := range sets {
			accepts, rejects := b.ownFaults(set, rule)
			row = append(row, accepts.String(), rejects.String())
		}
		t.add(row...)
	}
	t.write(w)
}

// ownFaults counts the false accepts and the false rejects of asksql in a set that are a rule's.
func (b *Board) ownFaults(set, rule string) (accepts, rejects Count) {
	for i := range b.All.Cases {
		c, a := &b.All.Cases[i], b.Contenders[0].Answers[i]
		switch {
		case c.Set != set || !c.Comparable:
		case c.Want == cases.Accept:
			rejects.add(a.Verdict != guard.Accepted && slices.Contains(a.Rules, rule))
		case c.Rule() == rule:
			accepts.add(a.Verdict == guard.Accepted)
		}
	}
	return accepts, rejects
}

func (b *Board) withRule(rule string) func(*cases.Case) bool {
	return func(c *cases.Case) bool { return written(c) && c.Rule() == rule }
}

// ownRules writes by which rule asksql refuses, in every dialect.
func (b *Board) ownRules(w io.Writer) {
	fmt.Fprintf(w, "asksql alone, in each of its three dialects that a case holds in. A refusal for another reason than the one written\ndown is no hole, but its message would mislead.\n\n")
	t := table{head: []string{"must be", "texts", "as written", "another reason that can be defended", "another reason", "wrong verdict"}, numbers: true}
	for _, rule := range append([]string{""}, b.Contenders[0].Claims...) {
		count := map[string]int{}
		for i := range b.All.Cases {
			c := &b.All.Cases[i]
			if written(c) && c.Want != cases.Either && c.Rule() == rule {
				count[reason(c, b.Contenders[0].Answers[i])]++
				count["texts"]++
			}
		}
		name := "refused by " + rule
		if rule == "" {
			name = "accepted"
		}
		t.add(name, number(count["texts"]), number(count[asWritten]), number(count[defensible]), number(count[otherReason]), number(count[mistake]))
	}
	t.write(w)
}

const (
	asWritten   = "as written"
	defensible  = "another reason that can be defended"
	otherReason = "another reason"
	mistake     = "wrong verdict"
)

// reason tells how an answer of asksql compares with what was written down.
func reason(c *cases.Case, a guard.Answer) string {
	switch accepted := a.Verdict == guard.Accepted; {
	case accepted != (c.Want == cases.Accept), a.Verdict != guard.Accepted && a.Verdict != guard.Refused:
		return mistake
	case accepted, a.Rules[0] == c.Rules[0]:
		return asWritten
	case slices.Contains(c.Rules, a.Rules[0]):
		return defensible
	default:
		return otherReason
	}
}
