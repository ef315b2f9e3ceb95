package board

import (
	"fmt"
	"io"
	"strings"

	"github.com/asksql/asksql/scoreboard/grammar"
)

// A Grammar is what became of queries that were made of the parser's whole grammar.
type Grammar struct {
	Runs    []grammar.Run
	Refused []grammar.Reason // why productions are in no accepted query
}

// LoadGrammar reads the record of the runs and the generator's list.
func LoadGrammar(runs, reasons string) (g Grammar, err error) {
	if g.Runs, err = grammar.Load(runs); err != nil {
		return g, err
	}
	g.Refused, err = grammar.LoadReasons(reasons)
	return g, err
}

func (g Grammar) write(w io.Writer) {
	fmt.Fprint(w, "## Queries of the whole grammar\n\n`make grammar` makes queries of the productions of the parser's own grammar, so that no form is left out because nobody\nthought of it. Of each that is accepted, the print must give the rows of the text on a server that has the schema only, the same\nrows and errors where there are more columns and tables, called like the labels, aliases and CTEs of the query, and the same rows\nwhere what is hidden has other values. Expected values come from the servers alone. A run must first find planted faults. ")
	if len(g.Runs) == 0 {
		fmt.Fprint(w, "No run is on record.\n\n")
		return
	}
	fmt.Fprint(w, "\n\n")
	t := table{head: []string{"server", "asksql", "from seed", "queries", "accepted", "with rows", "findings", "productions generated", "accepted", "with rows"}, numbers: true}
	for _, r := range g.Runs {
		p := r.Productions
		t.add(r.Server, r.Commit, fmt.Sprint(r.Seed), number(r.Queries), number(r.Accepted), number(r.Executed), findings(r.Findings),
			ofWhole(p.Generated, p.Reachable), ofWhole(p.Accepted, p.Reachable-p.Refused), ofWhole(p.Executed, p.Reachable-p.Refused))
	}
	t.write(w)
	fmt.Fprint(w, "Productions are counted of those that a query can reach; of the ones accepted and with rows, of those that an accepted query can\nhave. These are in none:\n\n")
	for _, r := range g.Refused {
		fmt.Fprintf(w, "- %s: `%s`\n", r.Text, strings.Join(r.Productions, "`, `"))
	}
	fmt.Fprintln(w)
}

func findings(kinds map[string]int) string {
	sum := 0
	for _, n := range kinds {
		sum += n
	}
	return number(sum)
}

func ofWhole(part, whole int) string {
	if whole == 0 {
		return "-"
	}
	return fmt.Sprintf("%d of %d, %.1f %%", part, whole, 100*float64(part)/float64(whole))
}
