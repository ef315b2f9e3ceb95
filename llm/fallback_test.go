package llm_test

import (
	"context"
	"errors"
	"fmt"
	"testing"
	"testing/synctest"
	"time"

	"github.com/asksql/asksql/llm"
)

// replies is a provider that answers after a while.
func replies(provider string, takes time.Duration) llm.Model {
	return modelFunc(func(ctx context.Context) (llm.Reply, error) {
		select {
		case <-time.After(takes):
			return llm.Reply{Text: "SELECT 1", Provider: provider, Tries: 1}, nil
		case <-ctx.Done():
			return llm.Reply{}, ended(ctx, provider)
		}
	})
}

// fails is a provider that fails after a while.
func fails(provider string, kind llm.Kind, takes time.Duration) llm.Model {
	return modelFunc(func(ctx context.Context) (llm.Reply, error) {
		select {
		case <-time.After(takes):
			return llm.Reply{}, &llm.Error{Kind: kind, Provider: provider, Tries: 3}
		case <-ctx.Done():
			return llm.Reply{}, ended(ctx, provider)
		}
	})
}

func ended(ctx context.Context, provider string) error {
	kind := llm.KindTimeout
	if errors.Is(ctx.Err(), context.Canceled) {
		kind = llm.KindCanceled
	}
	return &llm.Error{Kind: kind, Provider: provider, Tries: 1}
}

func TestFallback(t *testing.T) {
	const forever = time.Hour
	for _, tc := range []struct {
		name          string
		first, second llm.Model
		deadline      time.Duration
		gone          time.Duration // after which the caller gives up; 0 for never
		want          string        // the provider of the reply, or the error
		tries         int
		takes         time.Duration
	}{
		{"the first answers", replies("a", time.Second), replies("b", 0), 60 * time.Second, 0, "a", 1, time.Second},
		{"the first is down", fails("a", llm.KindUnavailable, time.Second), replies("b", time.Second), 60 * time.Second, 0, "b", 4, 2 * time.Second},
		{"the first has a wrong key", fails("a", llm.KindAuth, 0), replies("b", 0), 60 * time.Second, 0, "b", 4, 0},
		{"the first refuses the request", fails("a", llm.KindRejected, 0), replies("b", 0), 60 * time.Second, 0, "b", 4, 0},
		{"the first has no answer", fails("a", llm.KindTruncated, 0), replies("b", 0), 60 * time.Second, 0, "b", 4, 0},
		{"the breaker of the first is open", fails("a", llm.KindCircuitOpen, 0), replies("b", 0), 60 * time.Second, 0, "b", 4, 0},
		{"the first hangs, for half of the time", replies("a", forever), replies("b", time.Second), 60 * time.Second, 0, "b", 2, 31 * time.Second},
		{"both hang", replies("a", forever), replies("b", forever), 60 * time.Second, 0, "b: timeout; before that, a: timeout", 2, 60 * time.Second},
		{"both fail", fails("a", llm.KindTLS, 0), fails("b", llm.KindRateLimited, 0), 60 * time.Second, 0, "b: rate_limited; before that, a: tls", 6, 0},
		{"without a deadline the first has the time it takes", replies("a", forever), replies("b", 0), 0, 0, "a", 1, forever},
		{"the caller gives up: nobody else is asked", replies("a", forever), replies("b", 0), 60 * time.Second, 5 * time.Second, "a: canceled", 1, 5 * time.Second},
		{"the caller gives up on the second", fails("a", llm.KindTLS, 0), replies("b", forever), 60 * time.Second, 5 * time.Second, "b: canceled; before that, a: tls", 4, 5 * time.Second},
		{"what one withholds, the other is not asked for", fails("a", llm.KindFiltered, 0), replies("b", 0), 60 * time.Second, 0, "a: content_filter", 3, 0},
		{"nor what its model declines", fails("a", llm.KindRefused, 0), replies("b", 0), 60 * time.Second, 0, "a: refused", 3, 0},
	} {
		t.Run(tc.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				ctx, cancel := caller(tc.deadline, tc.gone)
				defer cancel()
				start := time.Now()
				reply, err := llm.WithFallback(tc.first, tc.second).Generate(ctx, llm.Request{})
				got, tries := reply.Provider, reply.Tries
				var failure *llm.Error
				if errors.As(err, &failure) {
					got, tries = failure.Error(), failure.Tries
				}
				if got != tc.want || tries != tc.tries || time.Since(start) != tc.takes {
					t.Errorf("Generate: %s after %d calls and %v, want %s after %d and %v", got, tries, time.Since(start), tc.want, tc.tries, tc.takes)
				}
				if (reply.After != nil) != (reply.Provider == "b") {
					t.Errorf("reply of %s after %v", reply.Provider, reply.After)
				}
			})
		})
	}
}

// caller returns the context of a caller who has a deadline, and gives up at some time; 0 is never.
func caller(deadline, gone time.Duration) (context.Context, context.CancelFunc) {
	ctx, cancel := context.WithCancel(context.Background())
	if deadline > 0 {
		ctx, cancel = context.WithTimeout(context.Background(), deadline)
	}
	if gone > 0 {
		time.AfterFunc(gone, cancel)
	}
	return ctx, cancel
}

// TestFallbackEndsAsItsCallerDid: what ends with the caller's context says so.
func TestFallbackEndsAsItsCallerDid(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	_, err := llm.WithFallback(replies("a", time.Hour), replies("b", 0)).Generate(ctx, llm.Request{})
	if !errors.Is(err, context.Canceled) {
		t.Errorf("Generate = %v, want context.Canceled", err)
	}
}

func ExampleWithFallback() {
	first := llm.WithBreaker(fails("first", llm.KindUnavailable, 0), "first", llm.Breaker{Failures: 2, OpenFor: time.Minute})
	model := llm.WithFallback(first, replies("second", 0))
	for range 3 {
		reply, err := model.Generate(context.Background(), llm.Request{})
		fmt.Println(reply.Provider, err, "after", reply.After.Kind)
	}
	// Output:
	// second <nil> after unavailable
	// second <nil> after unavailable
	// second <nil> after circuit_open
}
