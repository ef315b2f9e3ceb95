package schema

import (
	"context"
	"errors"
	"fmt"
	"runtime/debug"
)

// A decoding is one under way, which any number of callers of a Cache wait for.
type decoding struct {
	ctx     context.Context // done when nobody waits any more
	cancel  context.CancelFunc
	waiting int // callers; the Cache guards it

	// Set before done is closed.
	done     chan struct{}
	artifact *Artifact
	err      error
	panicked any // what the decoding panicked with, and where
}

func newDecoding() *decoding {
	d := &decoding{done: make(chan struct{})}
	d.ctx, d.cancel = context.WithCancel(context.Background())
	return d
}

// run decodes text. A panic is the callers', each of whom has a place to go with it; here it would
// end the process.
func (d *decoding) run(decode Decode, text []byte) {
	d.err = errors.New("the decoding ended without a result")
	defer func() {
		if cause := recover(); cause != nil {
			d.panicked = fmt.Sprintf("%v\n\n%s", cause, debug.Stack())
		}
	}()
	d.artifact, d.err = decode(d.ctx, text)
}

// result returns what came of the decoding, or panics as it did.
func (d *decoding) result() (*Artifact, error) {
	if d.panicked != nil {
		panic(d.panicked)
	}
	return d.artifact, d.err
}
