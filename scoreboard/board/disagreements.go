package board

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/asksql/asksql/rules"
	"github.com/asksql/asksql/scoreboard/cases"
	"github.com/asksql/asksql/scoreboard/guard"
	"github.com/asksql/asksql/sqlcheck"
)

// disagreements lists what asksql got wrong, and where servers and people differ.
func (b *Board) disagreements(w io.Writer) {
	fmt.Fprint(w, "## Disagreements\n\n")
	if faults := b.Faults(); len(faults) > 0 {
		fmt.Fprintf(w, "What asksql got wrong in this run:\n\n- %s\n\n", strings.Join(faults, "\n- "))
	} else {
		fmt.Fprint(w, "asksql got nothing wrong in this run.\n\n")
	}
	b.servers(w)
	b.superseded(w)
	b.stricter(w)
	b.laxer(w)
}

// servers lists how often the two servers differ on a query, and who sides with MySQL, whose dialect all are set
// up for.
func (b *Board) servers(w io.Writer) {
	t := table{head: []string{"MySQL", "MariaDB", "texts"}, numbers: true}
	for _, c := range b.present() {
		t.head = append(t.head, c.Name)
	}
	pairs, texts := b.apart()
	for _, pair := range pairs {
		row := []string{meaning(pair[0]), meaning(pair[1]), number(len(texts[pair]))}
		for _, c := range b.present() {
			row = append(row, number(b.siding(c, texts[pair])))
		}
		t.add(row...)
	}
	if len(t.rows) == 0 {
		return
	}
	fmt.Fprintf(w, `Each server's own verdict is expected in its dialect. Contenders are set up for MySQL, so that what %s says counts for
them, also where a MariaDB says something else. These are the texts that one of the two runs or that both refuse for another
reason, and how many verdicts of each contender are what MySQL's ask for.

`, b.All.MySQL)
	t.write(w)
	accepts, rejects := b.forServer()
	fmt.Fprintf(w, "Set up for MariaDB, asksql is held to what a MariaDB said of each gold query and reply: false accepts %s, false rejects\n%s. Where ORDER BY calculates with the label of an aggregate, which MariaDB refuses as %d, the text counts for nobody: asksql's\nprint, which has the expression in the label's place, runs there.\n\n", accepts, rejects, cases.LabelOfAggregate)
}

// apart returns what MySQL and MariaDB said where they differ, in order, and the indices of those cases.
func (b *Board) apart() (pairs [][2]int, texts map[[2]int][]int) {
	texts = map[[2]int][]int{}
	for i := range b.All.Cases {
		c := &b.All.Cases[i]
		if !queries(c) || !c.Asked || c.Errno == c.OtherErrno {
			continue
		}
		pair := [2]int{c.Errno, c.OtherErrno}
		if texts[pair] == nil {
			pairs = append(pairs, pair)
		}
		texts[pair] = append(texts[pair], i)
	}
	slices.SortFunc(pairs, func(a, b [2]int) int { return slices.Compare(a[:], b[:]) })
	return pairs, texts
}

// siding counts the verdicts of a contender that are those expected.
func (b *Board) siding(c *Contender, texts []int) int {
	n := 0
	for _, i := range texts {
		if (c.Answers[i].Verdict == guard.Accepted) == (b.All.Cases[i].Want == cases.Accept) {
			n++
		}
	}
	return n
}

// superseded lists the texts whose written verdict is not the one expected.
func (b *Board) superseded(w io.Writer) {
	t := table{head: []string{"text", "SQL", "written down as"}}
	for i := range b.All.Cases {
		if c := &b.All.Cases[i]; c.Superseded != "" {
			t.add(c.ID, code(c.SQL, 80), c.Superseded)
		}
	}
	if len(t.rows) > 0 {
		fmt.Fprint(w, "Accepting is expected of everybody here, although another verdict was written down:\n\n")
		t.write(w)
	}
}

// forServer counts what asksql gets wrong of queries in the dialect of the server that was asked.
func (b *Board) forServer() (accepts, rejects Count) {
	for i := range b.All.Cases {
		c, a := &b.All.Cases[i], b.Contenders[0].Answers[i]
		switch {
		case written(c) || c.Dialect != sqlcheck.MariaDB:
		case c.Want == cases.Accept:
			rejects.add(a.Verdict != guard.Accepted)
		case c.Want == cases.Refuse:
			accepts.add(a.Verdict != guard.Refused)
		}
	}
	return accepts, rejects
}

// stricter lists what asksql refuses on account of a name although the server ran it.
func (b *Board) stricter(w io.Writer) {
	t := table{head: []string{"text", "SQL", "refused by", "why"}}
	for i := range b.All.Cases {
		c, a := &b.All.Cases[i], b.Contenders[0].Answers[i]
		byName := len(a.Rules) > 0 && (a.Rules[0] == rules.TableScope.Name || a.Rules[0] == rules.ColumnScope.Name)
		if byName && c.Asked && c.Errno == 0 {
			t.add(c.ID, code(c.SQL, 80), a.Rules[0], shortened(c.Why))
		}
	}
	if len(t.rows) > 0 {
		fmt.Fprint(w, "Refused for a name, although the server ran it for an account that may read the columns in scope only:\n\n")
		t.write(w)
	}
}

// laxer lists what asksql accepts although the server refused it for a reason to be foreseen.
func (b *Board) laxer(w io.Writer) {
	t := table{head: []string{"text", "SQL", "MariaDB", "why"}}
	for i := range b.All.Cases {
		c, a := &b.All.Cases[i], b.Contenders[0].Answers[i]
		if a.Verdict == guard.Accepted && c.Asked && cases.Foreseen(c.Errno) {
			t.add(c.ID, code(c.SQL, 80), meaning(c.Errno), shortened(c.Why))
		}
	}
	if len(t.rows) > 0 {
		fmt.Fprint(w, "Accepted, although this server refused it, as the person who wrote the case has it:\n\n")
		t.write(w)
	}
}

// shortened returns the first part of an explanation.
func shortened(why string) string {
	first, _, _ := strings.Cut(why, " [")
	first, _, _ = strings.Cut(first, "; ")
	if runes := []rune(first); len(runes) > 120 {
		return string(runes[:120]) + " …"
	}
	return first
}

// shown is how many failures of a contender are listed.
const shown = 3

// crashes lists failures that a contender does not document.
func (b *Board) crashes(w io.Writer) {
	t := table{head: []string{"contender", "text", "what happened"}}
	for _, c := range b.present() {
		listed := 0
		for i, a := range c.Answers {
			if (a.Verdict == guard.Crashed || a.Verdict == guard.TimedOut) && b.All.Cases[i].Comparable {
				if listed++; listed <= shown {
					t.add(c.Name, b.All.Cases[i].Set+" "+b.All.Cases[i].ID, string(a.Verdict)+": "+code(a.Message, 100))
				}
			}
		}
		if listed > shown {
			t.add(c.Name, fmt.Sprintf("and %d more", listed-shown), "")
		}
	}
	if len(t.rows) > 0 {
		fmt.Fprintf(w, "## Crashes\n\nErrors of a kind that the library does not document, and texts that took too long.\n\n")
		t.write(w)
	}
}
