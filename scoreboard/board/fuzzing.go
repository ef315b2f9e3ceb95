package board

import (
	"fmt"
	"io"
	"time"

	"github.com/asksql/asksql/scoreboard/fuzz"
)

// fuzzing writes what the fuzzers did.
func (b *Board) fuzzing(w io.Writer) {
	fmt.Fprint(w, "## Fuzzing\n\n`make fuzz` and `make fuzz-long` look for inputs that break one of the properties in `sqlcheck/properties_test.go`: no panic; the print is\naccepted, prints the same and means the same under every sql_mode; every name in it is bound; nothing out of scope is needed; every\nfunction is listed; spacing changes nothing. ")
	totals := fuzz.Totals(b.Fuzz)
	if len(totals) == 0 {
		fmt.Fprint(w, "No run is on record.\n\n")
		return
	}
	fmt.Fprint(w, "What a run finds becomes a case or a seed, and is mended; the last columns say how the latest run ended.\n\n")
	t := table{head: []string{"target", "tries", "runs", "executions", "time", "per second", "runs with a find", "latest run", "of", "found"}, numbers: true}
	for _, total := range totals {
		t.add(total.Name, total.About, number(total.Runs), number(total.Executions), rounded(total.Seconds), fmt.Sprintf("%.0f", total.PerSecond()),
			number(total.Finds), total.Last.Ended.Format("2 January 2006"), total.Last.Commit, found(total.Last))
	}
	t.write(w)
}

// glanceFuzz writes the whole of it in a sentence.
func (b *Board) glanceFuzz(w io.Writer) {
	totals := fuzz.Totals(b.Fuzz)
	if len(totals) == 0 {
		return
	}
	executions, seconds, open := 0, 0.0, 0
	for _, total := range totals {
		executions += total.Executions
		seconds += total.Seconds
		if total.Last.Found {
			open++
		}
	}
	fmt.Fprintf(w, "The [fuzzers](#fuzzing) made %d executions in %s; the latest run of %d of %d targets found something.\n", executions, rounded(seconds), open, len(totals))
}

func rounded(seconds float64) string {
	return (time.Duration(seconds) * time.Second).String()
}

func found(run fuzz.Run) string {
	if run.Found {
		return "something"
	}
	return "nothing"
}
