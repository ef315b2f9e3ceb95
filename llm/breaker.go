package llm

import (
	"context"
	"errors"
	"fmt"
	"sync/atomic"
	"time"

	"github.com/sony/gobreaker/v2"
)

// KindCircuitOpen is the failure of a call that was not made, because the provider's breaker is
// open: the calls before it failed, and the time to try again has not come.
const KindCircuitOpen Kind = "circuit_open"

// A Breaker says when to leave a provider alone that fails.
type Breaker struct {
	Model    string        // the name of the model, for errors
	Failures int           // failures in a row after which no call is made; 0 for no breaker
	OpenFor  time.Duration // time until one call may try again; if that fails too, as much time again
	// Changed is told of each change between "closed", "open" and "half-open". It may be nil. It
	// must return at once and not call the model: calls wait for it.
	Changed func(from, to string)
}

// WithBreaker returns a model that calls the given one, of the provider, as long as the breaker is
// closed. While it is open, a call costs nothing and fails with KindCircuitOpen. It belongs outside
// the retries, so that a failure is one that they could not mend.
func WithBreaker(model Model, provider string, b Breaker) Model {
	if b.Failures <= 0 {
		return model
	}
	return &breaking{model: model, provider: provider, name: b.Model, openFor: b.OpenFor, breaker: gobreaker.NewCircuitBreaker[Reply](b.settings())}
}

func (b Breaker) settings() gobreaker.Settings {
	settings := gobreaker.Settings{
		MaxRequests:  1, // one call tries, the others fail as before until it has a reply
		Timeout:      b.OpenFor,
		ReadyToTrip:  func(c gobreaker.Counts) bool { return int64(c.ConsecutiveFailures) >= int64(b.Failures) },
		IsExcluded:   ofTheCaller,
		IsSuccessful: func(err error) bool { return !blamesProvider(err) },
	}
	if b.Changed != nil {
		settings.OnStateChange = func(_ string, from, to gobreaker.State) { b.Changed(from.String(), to.String()) }
	}
	return settings
}

// ofTheCaller reports whether err, the end of a call, says nothing about the provider: who asked gave up,
// or left no time.
func ofTheCaller(err error) bool {
	var failure *Error
	return errors.Is(err, context.Canceled) || errors.As(err, &failure) && failure.Kind == KindOwnTime
}

// blamesProvider reports whether err, the end of a call that nobody cancelled, says that the next
// call would fail as well, whatever it asks. A wrong key is such a failure: it stays wrong, and
// providers block those who insist. A request that was rejected and a reply that holds no answer are
// none: one client's questions must not take the service from the others, and the provider is there.
func blamesProvider(err error) bool {
	var failure *Error
	if !errors.As(err, &failure) {
		return err != nil
	}
	switch failure.Kind {
	case KindRejected, KindUnknownModel, KindTooLong, KindTooLarge, KindNoContent, KindTruncated, KindFiltered, KindRefused, KindToolCall:
		return false
	default:
		return true
	}
}

type breaking struct {
	model    Model
	provider string
	name     string
	openFor  time.Duration
	breaker  *gobreaker.CircuitBreaker[Reply]
	cause    atomic.Value // the Kind of the last failure that counts
}

// Generate implements Model.
func (b *breaking) Generate(ctx context.Context, req Request) (Reply, error) {
	if failure := unbegun(ctx, b.provider); failure != nil {
		failure.Model = b.name
		return Reply{}, failure
	}
	reply, err := b.breaker.Execute(func() (Reply, error) {
		reply, err := b.model.Generate(ctx, req)
		var failure *Error
		if errors.As(err, &failure) && !ofTheCaller(err) && blamesProvider(err) {
			b.cause.Store(failure.Kind)
		}
		return reply, err
	})
	if errors.Is(err, gobreaker.ErrOpenState) || errors.Is(err, gobreaker.ErrTooManyRequests) {
		cause, _ := b.cause.Load().(Kind)
		return Reply{}, &Error{
			Kind:     KindCircuitOpen,
			Provider: b.provider,
			Model:    b.name,
			Detail:   fmt.Sprintf("not called, because the calls before failed, the last with %s; one call in %s tries again", cause, b.openFor),
			Cause:    cause,
		}
	}
	return reply, err
}
