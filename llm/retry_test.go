package llm

import (
	"context"
	"errors"
	"testing"
	"testing/synctest"
	"time"
)

// scripted is a Model whose calls end as the script says, one entry a call.
type scripted struct {
	script []error // nil is a reply
	calls  []time.Time
}

func (s *scripted) Generate(ctx context.Context, _ Request) (Reply, error) {
	s.calls = append(s.calls, time.Now())
	err := s.script[len(s.calls)-1]
	if errors.Is(err, errStall) {
		<-ctx.Done()
		return Reply{}, ended(ctx, "fake")
	}
	return Reply{Text: "SELECT 1"}, err
}

var errStall = errors.New("no reply until the context ends")

func TestRetries(t *testing.T) {
	down := &Error{Kind: KindUnavailable, Status: 503}
	lost := &Error{Kind: KindConnection}
	busy := func(after time.Duration) error {
		return &Error{Kind: KindRateLimited, Status: 429, RetryAfter: after}
	}
	for _, tc := range []struct {
		name     string
		script   []error
		deadline time.Duration
		kind     Kind // of the failure; "" for a reply
		calls    int
		min, max time.Duration // that it takes
	}{
		{"a reply is a reply", []error{nil}, time.Minute, "", 1, 0, 0},
		{"one failure passes", []error{down, nil}, time.Minute, "", 2, 250 * time.Millisecond, 751 * time.Millisecond},
		{"two failures pass", []error{lost, down, nil}, time.Minute, "", 3, 750 * time.Millisecond, 2252 * time.Millisecond},
		{"the third is final", []error{down, lost, busy(0)}, time.Minute, KindRateLimited, 3, 750 * time.Millisecond, 2252 * time.Millisecond},
		{"Retry-After is honoured to the letter", []error{busy(7 * time.Second), nil}, time.Minute, "", 2, 7 * time.Second, 7 * time.Second},
		{"one beyond the deadline fails at once", []error{busy(61 * time.Second)}, time.Minute, KindRateLimited, 1, 0, 0},
		{"no waiting past the deadline", []error{down}, 200 * time.Millisecond, KindUnavailable, 1, 0, 0},
		{"without a deadline there is none to pass", []error{busy(time.Hour), nil}, 0, "", 2, time.Hour, time.Hour},
		{"a wrong key stays wrong", []error{&Error{Kind: KindAuth}}, time.Minute, KindAuth, 1, 0, 0},
		{"cut off stays cut off", []error{&Error{Kind: KindTruncated}}, time.Minute, KindTruncated, 1, 0, 0},
		{"a timed-out call is not repeated", []error{errStall}, time.Minute, KindTimeout, 1, 30 * time.Second, 30 * time.Second},
		{"the deadline beats the time-out of a call", []error{errStall}, 10 * time.Second, KindTimeout, 1, 10 * time.Second, 10 * time.Second},
		{"an error of no kind is not repeated", []error{errors.New("odd")}, time.Minute, KindMalformed, 1, 0, 0},
	} {
		t.Run(tc.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				ctx, cancel := within(tc.deadline)
				defer cancel()
				fake := &scripted{script: tc.script}
				model := &retrying{model: fake, provider: "fake", timeout: 30 * time.Second, maxRetries: 2}
				start := time.Now()
				reply, err := model.Generate(ctx, Request{})
				took, tries := time.Since(start), reply.Tries
				var failure *Error
				if errors.As(err, &failure) {
					tries = failure.Tries
				}
				if (err == nil) != (tc.kind == "") || failure != nil && failure.Kind != tc.kind {
					t.Errorf("Generate = %v, want kind %q", err, tc.kind)
				}
				if len(fake.calls) != tc.calls || tries != tc.calls {
					t.Errorf("%d calls, %d tries told, want %d", len(fake.calls), tries, tc.calls)
				}
				if took < tc.min || took > tc.max {
					t.Errorf("took %s, want %s to %s", took, tc.min, tc.max)
				}
			})
		})
	}
}

func within(d time.Duration) (context.Context, context.CancelFunc) {
	if d == 0 {
		return context.WithCancel(context.Background())
	}
	return context.WithTimeout(context.Background(), d)
}

func TestRetryEndsWithItsCaller(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
		defer cancel()
		time.AfterFunc(2*time.Second, cancel)
		fake := &scripted{script: []error{&Error{Kind: KindRateLimited, RetryAfter: 20 * time.Second}}}
		model := &retrying{model: fake, provider: "fake", maxRetries: 2}
		start := time.Now()
		_, err := model.Generate(ctx, Request{})
		if !errors.Is(err, context.Canceled) || time.Since(start) != 2*time.Second {
			t.Errorf("Generate: %v after %s, want context.Canceled after 2s", err, time.Since(start))
		}
	})
}

func TestRetryAfter(t *testing.T) {
	now := time.Date(2025, 3, 4, 5, 6, 7, 0, time.UTC)
	for header, want := range map[string]time.Duration{
		"":                              0,
		"0":                             0,
		"120":                           2 * time.Minute,
		"-1":                            0,
		"1.5":                           1500 * time.Millisecond,
		"NaN":                           0,
		"Inf":                           0,
		"99999999999999999999":          0,
		"soon":                          0,
		"Tue, 04 Mar 2025 05:06:37 GMT": 30 * time.Second,
		"Tue, 04 Mar 2025 05:00:00 GMT": 0,
	} {
		if got := retryAfter(header, now); got != want {
			t.Errorf("retryAfter(%q) = %s, want %s", header, got, want)
		}
	}
}
