package main

import (
	"bytes"
	"io"
	"sync"
	"time"
)

// Bounds of the lines that wait to be written: some seconds of a busy service.
const (
	maxQueuedLines = 8192
	maxQueuedBytes = 4 << 20
)

// A lineQueue is a writer that never waits and never fails. Lines go out behind its back, in their order; what
// a reader who has stopped, a full disk or a closed pipe leaves no room for is dropped and counted, and the
// next line that goes out says how many were.
type lineQueue struct {
	out    io.Writer
	report func(dropped int64) []byte // the line that says so
	ended  chan struct{}

	mu      sync.Mutex
	filled  *sync.Cond
	lines   [][]byte
	bytes   int
	dropped int64 // since the last line that said so
	lost    int64 // in all
	closed  bool
}

func newLineQueue(out io.Writer, report func(dropped int64) []byte) *lineQueue {
	q := &lineQueue{out: out, report: report, ended: make(chan struct{})}
	q.filled = sync.NewCond(&q.mu)
	go q.run()
	return q
}

// Write takes one line.
func (q *lineQueue) Write(line []byte) (int, error) {
	q.mu.Lock()
	defer q.mu.Unlock()
	if q.closed || len(q.lines) >= maxQueuedLines || q.bytes+len(line) > maxQueuedBytes {
		q.dropped++
		q.lost++
		return len(line), nil
	}
	q.lines = append(q.lines, bytes.Clone(line)) // the logger uses its buffer again
	q.bytes += len(line)
	q.filled.Signal()
	return len(line), nil
}

// run writes the lines until the queue is closed and empty.
func (q *lineQueue) run() {
	defer close(q.ended)
	for {
		line, dropped, ok := q.next()
		if !ok {
			return
		}
		if dropped > 0 {
			if _, err := q.out.Write(q.report(dropped)); err != nil {
				q.missed(dropped, 0)
			}
		}
		if _, err := q.out.Write(line); err != nil {
			q.missed(1, 1)
		}
	}
}

// next waits for a line, and returns it with the number of lines that were dropped before.
func (q *lineQueue) next() (line []byte, dropped int64, ok bool) {
	q.mu.Lock()
	defer q.mu.Unlock()
	for len(q.lines) == 0 && !q.closed {
		q.filled.Wait()
	}
	if len(q.lines) == 0 {
		return nil, 0, false
	}
	line, q.lines = q.lines[0], q.lines[1:]
	q.bytes -= len(line)
	dropped, q.dropped = q.dropped, 0
	return line, dropped, true
}

// missed counts lines that are to be reported, some of them for the first time.
func (q *lineQueue) missed(lines, first int64) {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.dropped += lines
	q.lost += first
}

// total returns how many lines have been dropped since the beginning.
func (q *lineQueue) total() int64 {
	q.mu.Lock()
	defer q.mu.Unlock()
	return q.lost
}

// close takes no more lines, and waits until the others are written, at most as long as is given.
func (q *lineQueue) close(within time.Duration) {
	q.mu.Lock()
	q.closed = true
	q.filled.Signal()
	q.mu.Unlock()
	select {
	case <-q.ended:
	case <-time.After(within):
	}
}
