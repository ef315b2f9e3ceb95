package llm

import (
	"context"
	"errors"
	"time"
)

// WithFallback returns a model that asks first, and second where that fails. The first has at most
// half of the time that is left, so that the second has as much.
//
// Two failures are final: a caller that gave up waits for nobody, and what a provider withholds or
// its model declines is no question for another one.
func WithFallback(first, second Model) Model { return &fallback{first, second} }

type fallback struct{ first, second Model }

// Generate implements Model. Reply and *Error have the first failure in After.
func (f *fallback) Generate(ctx context.Context, req Request) (Reply, error) {
	reply, err := f.askFirst(ctx, req)
	var failure *Error
	if ctx.Err() != nil || !errors.As(err, &failure) || isFinal(failure) {
		return reply, err
	}
	reply, err = f.second.Generate(ctx, req)
	if err != nil {
		return Reply{}, after(failure, err)
	}
	reply.After = failure
	reply.Tries += failure.Tries
	return reply, nil
}

// askFirst calls the first model within its share of the time.
func (f *fallback) askFirst(ctx context.Context, req Request) (Reply, error) {
	if deadline, ok := ctx.Deadline(); ok {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, time.Until(deadline)/2)
		defer cancel()
	}
	return f.first.Generate(ctx, req)
}

// isFinal reports whether nobody else is to be asked after the failure.
func isFinal(failure *Error) bool {
	switch failure.Kind {
	case KindCanceled, KindFiltered, KindRefused:
		return true
	default:
		return false
	}
}

// after returns the failure of the second model with that of the first.
func after(first *Error, err error) error {
	var second *Error
	if !errors.As(err, &second) {
		return err
	}
	both := *second // it may be shared: nobody else is to see the change
	both.After = first
	both.Tries += first.Tries
	return &both
}
