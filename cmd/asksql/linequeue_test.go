package main

import (
	"errors"
	"fmt"
	"strings"
	"sync"
	"testing"
	"time"
)

// A sink is a writer that can be held up and can fail.
type sink struct {
	mu   sync.Mutex
	text strings.Builder
	err  error
	gate chan struct{} // a write takes one from it, where it is not nil
}

func (s *sink) Write(p []byte) (int, error) {
	if s.gate != nil {
		<-s.gate
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.err != nil {
		return 0, s.err
	}
	return s.text.Write(p)
}

func (s *sink) fails(err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.err = err
}

func (s *sink) String() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.text.String()
}

func dropped(n int64) []byte { return fmt.Appendf(nil, "dropped %d\n", n) }

func TestLineQueueKeepsTheOrder(t *testing.T) {
	var out sink
	q := newLineQueue(&out, dropped)
	var want strings.Builder
	for i := range 5000 {
		fmt.Fprintln(q, i)
		fmt.Fprintln(&want, i)
	}
	q.close(time.Minute)
	if out.String() != want.String() {
		t.Errorf("%d bytes came out, want the %d that went in, in their order", len(out.String()), want.Len())
	}
}

// A reader who has stopped holds nobody up, and the lines that are lost are counted.
func TestLineQueueDropsWhatNobodyReads(t *testing.T) {
	out := sink{gate: make(chan struct{})}
	q := newLineQueue(&out, dropped)
	const lines = maxQueuedLines + 1000
	for range lines {
		fmt.Fprintln(q, "line")
	}
	close(out.gate)
	q.close(time.Minute)
	written := strings.Count(out.String(), "line\n")
	var lost int
	for line := range strings.Lines(out.String()) {
		var n int
		if _, err := fmt.Sscanf(line, "dropped %d", &n); err == nil {
			lost += n
		}
	}
	if written+lost != lines || lost == 0 || written < maxQueuedLines {
		t.Errorf("of %d lines %d came out and %d are said to be dropped", lines, written, lost)
	}
	line := strings.Repeat("x", maxQueuedBytes)
	if n, err := q.Write([]byte(line)); n != len(line) || err != nil {
		t.Errorf("Write to a closed queue = %d, %v", n, err)
	}
}

// What a full disk does not take is counted once it takes something again.
func TestLineQueueOutlivesFailures(t *testing.T) {
	var out sink
	out.fails(errors.New("no space left on device"))
	q := newLineQueue(&out, dropped)
	for range 3 {
		fmt.Fprintln(q, "lost")
	}
	for waiting := true; waiting; time.Sleep(time.Millisecond) {
		q.mu.Lock()
		waiting = q.dropped < 3
		q.mu.Unlock()
	}
	out.fails(nil)
	fmt.Fprintln(q, "kept")
	q.close(time.Minute)
	if got := out.String(); got != "dropped 3\nkept\n" {
		t.Errorf("came out: %q", got)
	}
}

func TestLineQueueCloseDoesNotWaitForEver(t *testing.T) {
	q := newLineQueue(&sink{gate: make(chan struct{})}, dropped)
	fmt.Fprintln(q, "line")
	start := time.Now()
	q.close(10 * time.Millisecond)
	if took := time.Since(start); took > 5*time.Second {
		t.Errorf("close took %v", took)
	}
}
