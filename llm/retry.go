package llm

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/cenkalti/backoff/v5"
)

const (
	firstWait = 500 * time.Millisecond // before the first retry, give or take half of it
	waitGrows = 2                      // each wait is longer than the one before by this factor
	maxWait   = 8 * time.Second
)

// retrying is a Model that repeats failed calls of another. It bounds each call by a time-out and
// never waits past the deadline of the request: a failure known now is worth more than one later.
type retrying struct {
	model      Model
	provider   string
	name       string // of the model at the provider
	timeout    time.Duration
	maxRetries int
}

// Generate implements Model.
func (r *retrying) Generate(ctx context.Context, req Request) (Reply, error) {
	if failure := unbegun(ctx, r.provider); failure != nil {
		failure.Model = r.name
		return Reply{}, failure
	}
	tries, began := 0, time.Now()
	reply, err := backoff.Retry(ctx, func() (Reply, error) {
		tries++
		reply, err := r.call(ctx, req)
		return reply, marked(err)
	}, r.options(ctx)...)
	if err != nil {
		failure := r.final(ctx, err, tries)
		if had := time.Since(began); failure.Kind == KindTimeout && ctx.Err() != nil && had < req.Spent {
			failure.Kind = KindOwnTime
			failure.Detail = fmt.Sprintf("no reply within %s, all that other work of %s had left of the request's time", rounded(had), rounded(req.Spent))
		}
		return Reply{}, failure
	}
	reply.Tries = tries
	return reply, nil
}

func rounded(d time.Duration) time.Duration { return d.Round(time.Millisecond) }

// call makes one call.
func (r *retrying) call(ctx context.Context, req Request) (Reply, error) {
	if r.timeout > 0 {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, r.timeout)
		defer cancel()
	}
	return r.model.Generate(ctx, req)
}

func (r *retrying) options(ctx context.Context) []backoff.RetryOption {
	var left time.Duration // 0 is without end
	if deadline, ok := ctx.Deadline(); ok {
		left = max(1, time.Until(deadline))
	}
	wait := backoff.NewExponentialBackOff()
	wait.InitialInterval, wait.Multiplier, wait.MaxInterval = firstWait, waitGrows, maxWait
	return []backoff.RetryOption{
		backoff.WithBackOff(wait),
		backoff.WithMaxTries(uint(r.maxRetries) + 1),
		backoff.WithMaxElapsedTime(left),
	}
}

// marked tells package backoff what to do about err.
func marked(err error) error {
	var failure *Error
	switch {
	case err == nil:
		return nil
	case !errors.As(err, &failure) || !failure.Retryable():
		return backoff.Permanent(err)
	case failure.RetryAfter > 0:
		return errors.Join(failure, &backoff.RetryAfterError{Duration: failure.RetryAfter})
	default:
		return failure
	}
}

// final returns the *Error to give for err, the last failure.
func (r *retrying) final(ctx context.Context, err error, tries int) *Error {
	failure := failed(ctx, r.provider, scrubber{}, err)
	failure.Model, failure.Tries = r.name, tries
	return failure
}
