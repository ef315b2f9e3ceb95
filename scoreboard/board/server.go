package board

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/asksql/asksql/scoreboard/cases"
	"github.com/asksql/asksql/scoreboard/guard"
)

// meaning says in words what an error of the server is about.
func meaning(errno int) string {
	words := map[int]string{
		1052: "ambiguous column", 1054: "unknown column", 1055: "column not grouped", 1064: "syntax error", 1066: "two tables of one name",
		1109: "unknown table of a column", 1111: "aggregate in a wrong place", 1140: "column beside an aggregate",
		1142: "no right to the table", 1143: "no right to the column", 1146: "unknown table", 1176: "unknown index",
		1210: "wrong arguments", 1221: "wrong use of clauses together", 1222: "width of arms", 1235: "LIMIT in IN", 1241: "width of rows", 1247: "label of an aggregate", 1248: "derived table without an alias",
		1370: "no such function", 1582: "number of arguments", 3029: "ORDER BY an aggregate", 3065: "ORDER BY beside DISTINCT", 4078: "width of rows",
	}
	if errno == 0 {
		return "ran"
	}
	return strings.TrimSpace(fmt.Sprintf("%d %s", errno, words[errno]))
}

// queries picks the texts on which a server's word is taken.
func queries(c *cases.Case) bool {
	return (c.Set == cases.Gold || c.Set == cases.Model) && c.Comparable
}

// errnos returns what the server said to the cases that include picks, each once, in order.
func (b *Board) errnos(include func(*cases.Case) bool) []int {
	var list []int
	for i := range b.All.Cases {
		if c := &b.All.Cases[i]; include(c) && c.Asked && !slices.Contains(list, c.Errno) {
			list = append(list, c.Errno)
		}
	}
	slices.Sort(list)
	return list
}

// server writes what contenders got wrong by what the server said.
func (b *Board) server(w io.Writer) {
	if b.asked(queries) == 0 {
		return
	}
	fmt.Fprintf(w, "## Error by error\n\nGold queries and model output: wrong verdicts by what %s said, in its default sql_mode and with the schemas' keys.\nOn the first line that is refusing what ran, on the others letting through what did not. Numbers in parentheses are outside the contender's claim.\n\n", b.All.MySQL)
	t := table{head: []string{"server said", "texts"}, numbers: true}
	for _, c := range b.present() {
		t.head = append(t.head, c.Name)
	}
	for _, errno := range b.errnos(queries) {
		if errno != 0 && !cases.Foreseen(errno) {
			continue
		}
		said := func(c *cases.Case) bool { return queries(c) && c.Errno == errno }
		row := []string{meaning(errno), number(b.asked(said))}
		for _, c := range b.present() {
			row = append(row, b.score(c, said).wrong())
		}
		t.add(row...)
	}
	t.write(w)
}

// agreement writes how the reasons of asksql compare with those of the server.
func (b *Board) agreement(w io.Writer) {
	fmt.Fprint(w, `## Agreement with the server

What the server said, and asksql. A server names the first fault that it finds, asksql names all: where the first rule is
another one, the text has several faults, or asksql does not read it and knows nothing of its names. No guard is expected to
foresee the other errors, which are about types, values and the like.

`)
	for _, part := range []struct {
		name    string
		include func(*cases.Case) bool
	}{{"gold queries and model output", queries}, {"attacks", inSet(cases.Attacks)}} {
		t := table{head: []string{part.name, "texts", "accepted", "refused", "first by that rule", "by that rule among others"}, numbers: true}
		for _, errno := range b.errnos(part.include) {
			if errno == 0 || cases.Foreseen(errno) {
				t.add(b.agreed(meaning(errno), part.include, func(said int) bool { return said == errno })...)
			}
		}
		if len(t.rows) > 0 {
			t.add(b.agreed("other errors", part.include, func(said int) bool { return said != 0 && !cases.Foreseen(said) })...)
			t.write(w)
		}
	}
	if b.asked(inSet(cases.Attacks)) > 0 {
		fmt.Fprint(w, "The attacks were run on a MariaDB by an account that may read the columns in scope and nothing else. What ran there and is refused here\nharms without reading what is out of scope, or is listed below.\n\n")
	}
}

// agreed returns a line of the table: the cases whose error is among those meant.
func (b *Board) agreed(name string, include func(*cases.Case) bool, meant func(errno int) bool) []string {
	var texts, accepted, first, among int
	apart := false
	for i := range b.All.Cases {
		c, a := &b.All.Cases[i], b.Contenders[0].Answers[i]
		if !include(c) || !c.Asked || !meant(c.Errno) {
			continue
		}
		texts++
		apart = apart || cases.Foreseen(c.Errno)
		apt := func(rule string) bool { return slices.Contains(cases.RulesFor(c.Errno), rule) }
		switch {
		case a.Verdict == guard.Accepted:
			accepted++
		case len(a.Rules) > 0 && apt(a.Rules[0]):
			first++
		case slices.ContainsFunc(a.Rules, apt):
			among++
		}
	}
	line := []string{name, number(texts), number(accepted), number(texts - accepted), "", ""}
	if apart {
		line[4], line[5] = number(first), number(among)
	}
	return line
}
