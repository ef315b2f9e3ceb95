package main

import (
	"fmt"
	"io"
	"strings"
	"sync/atomic"

	"github.com/asksql/asksql/internal/eval"
)

// A progress shows how far a run is: a bar on a terminal, elsewhere a line for each tenth.
type progress struct {
	w        io.Writer
	bar      bool // else lines
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
	_, interactive := terminal(w)
	p.bar = interactive && !plain && left > 0
	return p
}

// waiting says why nothing happens, once.
func (p *progress) waiting(why error) {
	if p.told.CompareAndSwap(false, true) {
		p.end()
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
	case p.bar:
		p.draw()
	case p.asked%p.every == 0 || p.done == p.total:
		fmt.Fprintf(p.w, "asksql: %d of %d done, %d of the last %d accepted\n", p.done, p.total, p.accepted, p.asked)
	}
}

// emptyLine goes to the begin of the terminal's line and empties it (ECMA-48, EL).
const emptyLine = "\r\x1b[K"

// draw puts the bar in the place of the one before. A terminal of 80 columns has room for it.
func (p *progress) draw() {
	const width = 30
	full := width * p.done / p.total
	fmt.Fprintf(p.w, "%s[%s%s] %d of %d, %d of the last %d accepted", emptyLine,
		strings.Repeat("=", full), strings.Repeat(" ", width-full), p.done, p.total, p.accepted, p.asked)
}

// end leaves the line of the terminal empty.
func (p *progress) end() {
	if p.bar {
		fmt.Fprint(p.w, emptyLine)
	}
}
