package board

import (
	"fmt"
	"io"
	"slices"

	"github.com/asksql/asksql/scoreboard/speed"
)

// ratio returns a contender's time in relation to a bare parse, or "" if it was not timed.
func (b *Board) ratio(name string) string {
	if b.Speed == nil {
		return ""
	}
	i := slices.IndexFunc(b.Speed.Timings, func(t Timing) bool { return t.Name == name })
	if i < 0 {
		return ""
	}
	return fmt.Sprintf("%.2f", b.Speed.Timings[i].Ratio.Median)
}

// speed writes what a verdict costs.
func (b *Board) speed(w io.Writer) {
	fmt.Fprint(w, "## Speed\n\n")
	if b.Speed == nil {
		fmt.Fprint(w, "Nothing was timed: there are no gold queries that all contenders accept.\n\n")
		return
	}
	s := b.Speed
	fmt.Fprintf(w, "Processor time for one of the %d gold queries (%d bytes on average) that every contender below accepts, garbage collection\nincluded, as a ratio to a bare parse by TiDB's parser, which took %.1f µs in this run. Ratios are medians of rounds, in each of\nwhich everybody judges all the queries once, in random order; quartiles stand beside them. Ratios hold on a busy machine, times do not.\n\n",
		s.Queries, s.Bytes/s.Queries, float64(s.Base.Nanoseconds())/1000)
	t := table{head: []string{"contender", "ratio", "quartiles", "to asksql", "quartiles", "allocations", "bytes allocated"}, numbers: true}
	for _, timing := range s.Timings {
		r := timing.Ratio
		row := []string{timing.Name, fmt.Sprintf("%.2f", r.Median), fmt.Sprintf("%.2f–%.2f", r.Lower, r.Upper), "", "", "", ""}
		if own := timing.Own; own != (speed.Ratio{}) {
			row[3], row[4] = fmt.Sprintf("%.2f", own.Median), fmt.Sprintf("%.2f–%.2f", own.Lower, own.Upper)
		}
		if timing.Allocations > 0 {
			row[5], row[6] = fmt.Sprintf("%.0f", timing.Allocations), fmt.Sprintf("%.0f", timing.Bytes)
		}
		t.add(row...)
	}
	t.write(w)
	fmt.Fprintf(w, "Contenders in Go were timed in one process and %d rounds, the others in processes of their own and %d rounds.\nasksql parses twice: once the text, and once what it prints, which is what a caller runs. The others judge a text that the\ncaller then runs as it is.\n\n", s.Rounds, s.ProcessRounds)
}
