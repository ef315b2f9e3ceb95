package board

import (
	"cmp"
	"fmt"
	"io"
	"strings"

	"github.com/asksql/asksql/scoreboard/cases"
	"github.com/asksql/asksql/scoreboard/guard"
)

// Write writes the scoreboard as a page of Markdown.
func (b *Board) Write(w io.Writer) {
	b.intro(w)
	b.contenders(w)
	b.sets(w)
	b.rules(w)
	b.server(w)
	b.agreement(w)
	b.disagreements(w)
	b.crashes(w)
	b.speed(w)
	b.differential(w)
	b.engine(w)
	b.Grammar.write(w)
	b.fuzzing(w)
	limits(w)
}

func (b *Board) intro(w io.Writer) {
	fmt.Fprintf(w, `# Scoreboard

How often does asksql let through what it must refuse, how often does it refuse what it must let
through, and how do other guards do on the same texts? `+"`make scoreboard`"+` asks all of them and writes
this page; no number on it is typed in. It needs Go, and Node and Python for the contenders that are
written in them; those are installed, pinned, into a cache outside the repository.

- A **false accept** is a text that was let through although it must be refused.
- A **false reject** is a text that was refused although it must be accepted.
- The verdicts were written by people (case pages, attacks) or are those of a server as it is installed
  (gold queries, model output): `+"%s"+`. Texts on which more than one verdict can be defended count for nobody.
- What the schema does not show does not exist. `+"`*`"+` and NATURAL mean the columns that are shown, and a label may be
  spelt like one that is not.
- Nobody is blamed for what it does not claim to find. Where a contender lets through what is outside
  its claim, the number stands apart: it is what a user of that guard has to stop in another way.

Run of %s: %s.

`, cmp.Or(b.All.MySQL, "none in this run"), b.Date.Format("2 January 2006"), strings.Join(b.Versions, ", "))
	for _, missing := range b.All.Missing {
		fmt.Fprintf(w, "Left out of this run: %s.\n\n", missing)
	}
	b.glance(w)
}

// glance is the whole result in one table, without the case pages if there is anything else: they
// are asksql's own.
func (b *Board) glance(w io.Writer) {
	include, what := everything, "The case pages"
	if fromOutside := func(c *cases.Case) bool { return c.Set != cases.Pages }; b.asked(fromOutside) > 0 {
		include, what = fromOutside, "The sets that were not written for asksql: attacks, gold queries and model output"
	}
	fmt.Fprintf(w, "## At a glance\n\n%s, %d texts in all.\n\n", what, b.asked(include))
	t := table{head: []string{"contender", "false accepts", "accepted, outside its claim", "false rejects", "crashed", "out of time", "processor time"}, numbers: true}
	for _, c := range b.present() {
		s := b.score(c, include)
		t.add(c.Name, s.FalseAccepts.String(), s.Outside.String(), s.FalseRejects.String(), number(s.Crashed), number(s.TimedOut), b.ratio(c.Name))
	}
	t.write(w)
	fmt.Fprint(w, `Processor time is for one query, as a ratio to a bare parse by the parser that asksql uses; see [Speed](#speed). A contender
that crashes or runs out of time has not let the text through.

`)
	for _, d := range b.Differentials {
		d.glance(w)
	}
	b.glanceFuzz(w)
	fmt.Fprintln(w)
}

// asked counts the cases that every contender is asked and that include picks.
func (b *Board) asked(include func(*cases.Case) bool) int {
	n := 0
	for i := range b.All.Cases {
		if c := &b.All.Cases[i]; c.Comparable && include(c) {
			n++
		}
	}
	return n
}

func (b *Board) contenders(w io.Writer) {
	fmt.Fprintf(w, `## What each is asked

Each contender is set up as its documentation has it, for MySQL, and runs in a process of its own with %.0f seconds for one text. What
it claims to refuse is named by the rule of asksql that refuses such a text.

`, guard.Patience.Seconds())
	for _, c := range b.Contenders {
		fmt.Fprintf(w, "- **%s** %s: %s. Claims %s.\n", c.Name, c.Version, c.Asked, strings.Join(c.Claims, ", "))
		if c.Skipped != "" {
			fmt.Fprintf(w, "  It was skipped: %s.\n", strings.Join(strings.Fields(c.Skipped), " "))
		}
	}
	fmt.Fprint(w, `
asksql says `+"`syntax`"+` of what it cannot read and of what it does not support, such as JSON_TABLE. Letting the latter through is
nobody's fault, so the other contenders are held to texts that a server could not read.

`+"`runnable`"+` is what a server always refuses although every name resolves: aggregates and windows in wrong places, rows of
different width, LIMIT in a subquery of IN, and what ONLY_FULL_GROUP_BY refuses, which MySQL has by default. Who resolves columns
has what it takes to tell, and is held to it. The attacks were written for a server without that mode, and asksql is told so.

`)
}

// about describes the sets.
func about(set string) string {
	switch set {
	case cases.Pages:
		return "The pages under [corpus/](../corpus), on the shop, in MySQL's dialect. They were written for asksql and shaped it."
	case cases.Attacks:
		return "Tricks and harmless neighbours on the shop, with columns that are out of scope. They were written before asksql."
	case cases.Gold:
		return "Queries that people wrote for the schemas of BIRD, Spider (in SQLite's dialect) and defog. The server says what must be refused."
	default:
		return "Raw replies of models to BIRD's questions, with fences, prose and all. The server says what must be refused."
	}
}

func (b *Board) sets(w io.Writer) {
	fmt.Fprint(w, "## Set by set\n\n")
	for _, set := range []string{cases.Pages, cases.Attacks, cases.Gold, cases.Model} {
		if b.asked(inSet(set)) == 0 {
			continue
		}
		fmt.Fprintf(w, "### %s%s\n\n%s\n\n", strings.ToUpper(set[:1]), set[1:], about(set))
		t := table{head: []string{"contender", "false accepts", "outside its claim", "false rejects", "", "crashed", "out of time"}, numbers: true}
		for _, c := range b.present() {
			s := b.score(c, inSet(set))
			t.add(c.Name, s.FalseAccepts.String(), s.Outside.String(), s.FalseRejects.String(), s.FalseRejects.Percent(), number(s.Crashed), number(s.TimedOut))
		}
		t.write(w)
	}
}

func number(n int) string { return fmt.Sprint(n) }
