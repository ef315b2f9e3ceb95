package main

import (
	"fmt"
	"io"
	"sync/atomic"

	"github.com/schollz/progressbar/v3"

	"github.com/asksql/asksql/internal/eval"
)

// A progress shows how far a run is: a bar on a terminal, elsewhere a line for each tenth.
type progress struct {
	w        io.Writer
	bar      *progressbar.ProgressBar // nil for lines
	total    int
	done     int // in earlier runs too
	asked    int // in this run
	accepted int // of asked
	every    int // questions to a line

	told atomic.Bool // that the model is waited for
}

// newProgress returns the progress of a run of which some questions are still to be asked.
func newProgress(w io.Writer, total, left int, plain bool) *progress {
	p := &progress{w: w, total: total, done: total - left, every: max(1, left/10)}
	if p.done > 0 {
		fmt.Fprintf(w, "asksql: %d of %d questions have an answer already\n", p.done, total)
	}
	if _, interactive := terminal(w); interactive && !plain && left > 0 {
		p.bar = progressbar.NewOptions(left,
			progressbar.OptionSetWriter(w),
			progressbar.OptionSetDescription("asking"),
			progressbar.OptionShowCount(),
			progressbar.OptionSetWidth(30),
			progressbar.OptionClearOnFinish(),
		)
	}
	return p
}

// waiting says why nothing happens, once.
func (p *progress) waiting(why error) {
	if p.told.CompareAndSwap(false, true) {
		fmt.Fprintf(p.w, "asksql: waiting for the model: %v\n", why)
	}
}

// add counts one more answer.
func (p *progress) add(a eval.Answer) {
	p.told.Store(false)
	p.done++
	p.asked++
	if a.Outcome == eval.Accepted {
		p.accepted++
	}
	switch {
	case p.bar != nil:
		p.bar.Describe(fmt.Sprintf("%d of %d accepted", p.accepted, p.asked))
		_ = p.bar.Add(1) // a bar that cannot be drawn is no reason to stop
	case p.asked%p.every == 0 || p.done == p.total:
		fmt.Fprintf(p.w, "asksql: %d of %d done, %d of the last %d accepted\n", p.done, p.total, p.accepted, p.asked)
	}
}

// end leaves the terminal as it was.
func (p *progress) end() {
	if p.bar != nil {
		_ = p.bar.Clear()
	}
}
