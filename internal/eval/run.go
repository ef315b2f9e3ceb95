package eval

import (
	"context"
	"fmt"
	"sync"
	"time"
)

// A Task is a question and what it is about.
type Task struct {
	Question
	Subject *Subject
}

// A Run asks questions.
type Run struct {
	Settings Settings
	// Observer observes the log of the askers.
	Observer *Observer
	// Concurrency is how many questions are asked at once, at least 1.
	Concurrency int
	// Timeout is how long one question may take, repairs included.
	Timeout time.Duration
	// MaxFailures is how many questions in a row may end as Failed before the run gives up; 0 is
	// any number.
	MaxFailures int
	// Wait is how long to wait for a model that is not there yet, such as a server that is loading: since
	// the last reply, or the first failure. A question that fails until then has no answer.
	Wait time.Duration
	// Waiting is called each time a question is asked again after a wait, with why. It may be nil.
	Waiting func(why error)
	// Progress is called after each question, one call at a time.
	Progress func(Answer)
}

// A GaveUpError says that the model failed so often that the rest was not asked.
type GaveUpError struct {
	Failures int    // in a row
	Last     string // what the last one was
}

// Error says how many failures there were and what the last one was.
func (e *GaveUpError) Error() string {
	return fmt.Sprintf("the model failed %d times in a row, so the rest was not asked: %s", e.Failures, e.Last)
}

// Ask asks the tasks that log has no answer to, and returns the answers there are to all tasks by
// their ids. The error is that of ctx, a *GaveUpError, or about writing the log; the answers up to
// then come with it. A question that was under way when ctx ended has no answer.
func (r *Run) Ask(ctx context.Context, tasks []Task, log *Log) (map[string]Answer, error) {
	ctx, stop := context.WithCancelCause(ctx)
	defer stop(nil)
	c := &collector{run: r, log: log, answers: map[string]Answer{}, stop: stop}
	queue := make(chan Task)
	var waits patience // of all workers: they ask one model
	var workers sync.WaitGroup
	for range r.Concurrency {
		workers.Go(func() {
			for t := range queue {
				c.collect(r.ask(ctx, t, &waits))
			}
		})
	}
	r.feed(ctx, tasks, c, queue)
	workers.Wait()
	return c.answers, context.Cause(ctx)
}

// feed sends the tasks that are not done to the queue and closes it.
func (r *Run) feed(ctx context.Context, tasks []Task, c *collector, queue chan<- Task) {
	defer close(queue)
	for _, t := range tasks {
		if c.known(t.ID, r.Settings.Key(t)) {
			continue
		}
		select {
		case queue <- t:
		case <-ctx.Done():
			return
		}
	}
}

// Left returns how many of the tasks log has no answer to.
func (r *Run) Left(tasks []Task, log *Log) int {
	left := 0
	for _, t := range tasks {
		if _, done := log.Find(r.Settings.Key(t)); !done {
			left++
		}
	}
	return left
}

// A collector takes the answers of all workers.
type collector struct {
	run  *Run
	log  *Log
	stop context.CancelCauseFunc

	mu       sync.Mutex
	answers  map[string]Answer
	failures int // in a row
}

// known takes over the answer of an earlier run and reports whether there is one.
func (c *collector) known(id, key string) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	a, done := c.log.Find(key)
	if done {
		c.answers[id] = a
	}
	return done
}

// collect keeps an answer, unless the question was withdrawn.
func (c *collector) collect(a Answer, withdrawn bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if withdrawn {
		return
	}
	c.answers[a.ID] = a
	if err := c.log.Append(a); err != nil {
		c.stop(err)
	}
	c.count(a)
	if c.run.Progress != nil {
		c.run.Progress(a)
	}
}

// count counts failures in a row, and ends the run when there are too many.
func (c *collector) count(a Answer) {
	if a.Outcome != Failed {
		c.failures = 0
		return
	}
	c.failures++
	if c.failures == c.run.MaxFailures {
		c.stop(&GaveUpError{c.failures, a.Message})
	}
}
