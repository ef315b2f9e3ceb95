package llm

import (
	"context"
	"errors"
	"testing"
	"testing/synctest"
	"time"
)

// TestOwnTime: a call that our own work left no time for is no failure of the provider.
func TestOwnTime(t *testing.T) {
	for _, tc := range []struct {
		name     string
		spent    time.Duration // before the call
		deadline time.Duration // of the request, from its beginning
		want     Kind
		calls    int
	}{
		{"all of it was spent", 11 * time.Second, 10 * time.Second, KindOwnTime, 0},
		{"most of it was spent", 6 * time.Second, 10 * time.Second, KindOwnTime, 1},
		{"little of it was spent", time.Second, 10 * time.Second, KindTimeout, 1},
		{"much of it was spent, and the call had all that a call may have", 40 * time.Second, 10 * time.Minute, KindTimeout, 1},
	} {
		t.Run(tc.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				ctx, cancel := within(tc.deadline)
				defer cancel()
				time.Sleep(tc.spent)
				fake := &scripted{script: []error{errStall, errStall}}
				var changes int
				model := WithBreaker(&retrying{model: fake, provider: "fake", name: "m", timeout: 30 * time.Second, maxRetries: 2}, "fake",
					Breaker{Model: "m", Failures: 1, OpenFor: time.Hour, Changed: func(_, _ string) { changes++ }})
				_, err := model.Generate(ctx, Request{Spent: tc.spent})
				var failure *Error
				if !errors.As(err, &failure) || failure.Kind != tc.want || failure.Model != "m" || failure.Detail == "" {
					t.Errorf("Generate = %v, want %s", err, tc.want)
				}
				if len(fake.calls) != tc.calls {
					t.Errorf("%d calls, want %d", len(fake.calls), tc.calls)
				}
				if opened := changes > 0; opened != (tc.want == KindTimeout) {
					t.Errorf("the breaker opens: %t", opened)
				}
			})
		})
	}
}

// TestCanceledBeforeTheCall: there is nobody to call for.
func TestCanceledBeforeTheCall(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	fake := &scripted{}
	_, err := (&retrying{model: fake, provider: "fake"}).Generate(ctx, Request{})
	if !errors.Is(err, context.Canceled) || len(fake.calls) != 0 {
		t.Errorf("Generate = %v after %d calls", err, len(fake.calls))
	}
}
