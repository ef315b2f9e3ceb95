package board

import (
	"cmp"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"

	"github.com/asksql/asksql/scoreboard/grammar"
)

// A Grammar is what became of queries that were made of the parser's whole grammar.
type Grammar struct {
	Runs    []grammar.Run
	Since   []grammar.Run    // of them, those of what has every mend
	Refused []grammar.Reason // why productions are in no accepted query
}

// LoadGrammar reads the record of the runs and the generator's list. contains tells whether a commit has another
// one.
func LoadGrammar(runs, reasons string, contains func(commit, mend string) bool) (g Grammar, err error) {
	if g.Runs, err = grammar.Load(runs); err != nil {
		return g, err
	}
	g.Since = grammar.SinceMends(g.Runs, contains)
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
	g.totals(w)
	g.found(w)
	fmt.Fprint(w, "Productions are those of the run that has the most with rows. They are counted of those that a query can reach; of the ones\naccepted and with rows, of those that an accepted query can have. A run in which the server dies is not on record; what\nit dies of is refused once it is known. These productions are in no accepted query:\n\n")
	for _, r := range g.Refused {
		fmt.Fprintf(w, "- %s: `%s`\n", r.Text, strings.Join(r.Productions, "`, `"))
	}
	fmt.Fprintln(w)
}

// totals writes the sums of all runs and of those since the last mend, by server.
func (g Grammar) totals(w io.Writer) {
	t := table{head: []string{"runs", "server", "number", "queries", "accepted", "with rows", "findings", "not mended", "productions generated", "accepted", "with rows"}, numbers: true}
	for _, part := range []struct {
		name string
		runs []grammar.Run
	}{{"all", g.Runs}, {"since every mend so far", g.Since}} {
		var servers []string
		for _, r := range part.runs {
			if !slices.Contains(servers, r.Server) {
				servers = append(servers, r.Server)
			}
		}
		slices.Sort(servers)
		for _, server := range servers {
			t.add(total(part.name, server, slices.DeleteFunc(slices.Clone(part.runs), func(r grammar.Run) bool { return r.Server != server }))...)
		}
	}
	t.write(w)
}

// total returns a line of the table: the sum of runs on one server. Of productions it has the run with the most:
// which ones they were is not on record.
func total(name, server string, runs []grammar.Run) []string {
	var queries, accepted, executed, found, open int
	var most grammar.Productions
	for _, r := range runs {
		queries, accepted, executed, found = queries+r.Queries, accepted+r.Accepted, executed+r.Executed, found+r.Found()
		if r.Mended == "" {
			open += r.Found()
		}
		if r.Productions.Executed > most.Executed {
			most = r.Productions
		}
	}
	return []string{
		name, server, number(len(runs)), number(queries), number(accepted), number(executed), number(found), number(open),
		ofWhole(most.Generated, most.Reachable), ofWhole(most.Accepted, most.Reachable-most.Refused), ofWhole(most.Executed, most.Reachable-most.Refused),
	}
}

// found writes what was found, and what mends it.
func (g Grammar) found(w io.Writer) {
	t := table{head: []string{"found", "on", "in asksql", "from seed", "mended by"}}
	for _, r := range g.Runs {
		for _, kind := range slices.Sorted(maps.Keys(r.Findings)) {
			t.add(fmt.Sprintf("%d × %s", r.Findings[kind], kind), r.Server, r.Commit, fmt.Sprint(r.Seed), cmp.Or(r.Mended, "nothing yet"))
		}
	}
	if len(t.rows) == 0 {
		fmt.Fprint(w, "Nothing was found.\n\n")
		return
	}
	fmt.Fprint(w, "What was found, and the commit that mends the last of it in a run. A finding is a query in which something differs, or fails that\nran: *0 → 1191* is a print that fails with that error. A few were free choices of the server; there the test was mended.\n\n")
	t.write(w)
}

func ofWhole(part, whole int) string {
	if whole == 0 {
		return "-"
	}
	return fmt.Sprintf("%d of %d, %.1f %%", part, whole, 100*float64(part)/float64(whole))
}
