package eval

import (
	"errors"
	"sync"
	"time"

	"github.com/asksql/asksql/llm"
)

// waitStep is the time between two tries to reach a model that is not there yet.
const waitStep = 2 * time.Second

// patience knows since when nobody has had an answer. It is safe for concurrent use; the zero value has
// seen no failure.
type patience struct {
	mu    sync.Mutex
	since time.Time
}

// answered ends a wait.
func (p *patience) answered() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.since = time.Time{}
}

// left reports, after a failure, whether the wait may go on.
func (p *patience) left(most time.Duration) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.since.IsZero() {
		p.since = time.Now()
	}
	return time.Since(p.since)+waitStep <= most
}

// absent reports whether err says that no model was reached, which may pass: the server is loading or not
// up yet, or the calls before found it so. Such a question says nothing about the model.
func absent(err error) bool {
	var failure *llm.Error
	if !errors.As(err, &failure) {
		return false
	}
	kind := failure.Kind
	if kind == llm.KindCircuitOpen {
		kind = failure.Cause
	}
	switch kind {
	case llm.KindConnection, llm.KindUnavailable, llm.KindRateLimited, llm.KindTimeout:
		// A time-out of the question itself is an answer: the model is there, and too slow.
		return failure.Kind == llm.KindCircuitOpen || kind == llm.KindConnection || kind == llm.KindUnavailable
	default:
		return false
	}
}
