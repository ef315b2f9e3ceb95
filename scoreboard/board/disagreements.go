package board

import (
	"fmt"
	"io"
	"strings"

	"github.com/asksql/asksql/rules"
	"github.com/asksql/asksql/scoreboard/cases"
	"github.com/asksql/asksql/scoreboard/guard"
	"github.com/asksql/asksql/sqlcheck"
)

// disagreements lists what asksql got wrong, and where the server is not taken at its word.
func (b *Board) disagreements(w io.Writer) {
	fmt.Fprint(w, "## Disagreements\n\n")
	if faults := b.Faults(); len(faults) > 0 {
		fmt.Fprintf(w, "What asksql got wrong in this run:\n\n- %s\n\n", strings.Join(faults, "\n- "))
	} else {
		fmt.Fprint(w, "asksql got nothing wrong in this run.\n\n")
	}
	b.notes(w)
	b.stricter(w)
	b.laxer(w)
}

// notes lists the texts on which MariaDB is not MySQL, by what they differ in.
func (b *Board) notes(w io.Writer) {
	var reasons []string
	texts := map[string][]int{} // indices of cases by the reason
	for i := range b.All.Cases {
		if note := b.All.Cases[i].Note; note != "" {
			if texts[note] == nil {
				reasons = append(reasons, note)
			}
			texts[note] = append(texts[note], i)
		}
	}
	if reasons == nil {
		return
	}
	fmt.Fprint(w, `The server that was asked is a MariaDB, the dialect that contenders are set up for is MySQL 8. Where the two are known to
differ, MySQL's verdict is expected of everybody. Such texts are found by looking for the words of MySQL's manual in the text
and in the server's message, never by what a contender says. Contenders are listed with the number of texts on which they side
with MySQL.

`)
	for _, reason := range reasons {
		b.note(w, reason, texts[reason])
	}
	accepts, rejects := b.forServer()
	fmt.Fprintf(w, "\nSet up for MariaDB, asksql is held to what this server said of each gold query and reply: false accepts %s, false rejects\n%s.\n\n", accepts, rejects)
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

func (b *Board) note(w io.Writer, reason string, texts []int) {
	var ids, siding []string
	for _, i := range texts {
		ids = append(ids, b.All.Cases[i].ID)
	}
	for _, c := range b.present() {
		n := 0
		for _, i := range texts {
			if (c.Answers[i].Verdict == guard.Accepted) == (b.All.Cases[i].Want == cases.Accept) {
				n++
			}
		}
		siding = append(siding, fmt.Sprintf("%s %d", c.Name, n))
	}
	fmt.Fprintf(w, "- %s. Texts: %d (%s). With MySQL: %s.\n", reason, len(texts), strings.Join(ids, ", "), strings.Join(siding, ", "))
}

// stricter lists what asksql refuses on account of a name although the server ran it.
func (b *Board) stricter(w io.Writer) {
	t := table{head: []string{"text", "SQL", "refused by", "why"}}
	for i := range b.All.Cases {
		c, a := &b.All.Cases[i], b.Contenders[0].Answers[i]
		byName := len(a.Rules) > 0 && (a.Rules[0] == rules.TableScope.Name || a.Rules[0] == rules.ColumnScope.Name)
		if byName && c.Asked && c.Errno == 0 && c.Note == "" {
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
		if a.Verdict == guard.Accepted && c.Asked && cases.Foreseen(c.Errno) && c.Note == "" {
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
