package llm_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/asksql/asksql/llm"
)

// A modelFunc is a function as a Model, which tells it no more than the context.
type modelFunc func(ctx context.Context) (llm.Reply, error)

func (f modelFunc) Generate(ctx context.Context, _ llm.Request) (llm.Reply, error) { return f(ctx) }

// A switched is a Model that ends each call as it is told to: kind "" is a reply.
type switched struct {
	kind  llm.Kind
	calls int
}

func (s *switched) Generate(context.Context, llm.Request) (llm.Reply, error) {
	s.calls++
	if s.kind != "" {
		return llm.Reply{}, &llm.Error{Kind: s.kind, Provider: "fake", Tries: 1}
	}
	return llm.Reply{Text: "SELECT 1", Provider: "fake", Tries: 1}, nil
}

// kind makes one call and returns how it ended, "" for a reply.
func kind(t *testing.T, model llm.Model) llm.Kind {
	t.Helper()
	_, err := model.Generate(t.Context(), llm.Request{})
	var failure *llm.Error
	if err != nil && !errors.As(err, &failure) {
		t.Fatalf("Generate = %v, want an *llm.Error", err)
	}
	if err == nil {
		return ""
	}
	return failure.Kind
}

// TestBreaker plays a provider that ends each call as the story says, and notes which calls reach it.
func TestBreaker(t *testing.T) {
	const open = llm.KindCircuitOpen
	type step struct {
		after time.Duration // since the step before
		ends  llm.Kind      // how the provider would end the call
		want  llm.Kind      // how the call ends
	}
	const down, gone, hung = llm.KindUnavailable, llm.KindCanceled, llm.KindTimeout
	for _, tc := range []struct {
		name    string
		steps   []step
		changes []string
	}{
		{"three failures in a row open it, and a fourth call is not made",
			[]step{{0, down, down}, {0, hung, hung}, {0, down, down}, {0, "", open}}, []string{"open"}},
		{"a reply between them does not let it come to that",
			[]step{{0, down, down}, {0, down, down}, {0, "", ""}, {0, down, down}, {0, down, down}, {0, "", ""}}, nil},
		{"nor does an answer without content",
			[]step{{0, down, down}, {0, down, down}, {0, llm.KindTruncated, llm.KindTruncated}, {0, down, down}, {0, "", ""}}, nil},
		{"a caller that gives up is no failure, and no success",
			[]step{{0, down, down}, {0, down, down}, {0, gone, gone}, {0, gone, gone}, {0, down, down}, {0, "", open}}, []string{"open"}},
		{"it stays open for its time",
			[]step{{0, down, down}, {0, down, down}, {0, down, down}, {30 * time.Second, "", open}}, []string{"open"}},
		{"then one reply closes it",
			[]step{{0, down, down}, {0, down, down}, {0, down, down}, {31 * time.Second, "", ""}, {0, down, down}, {0, "", ""}},
			[]string{"open", "half-open", "closed"}},
		{"and one failure opens it again",
			[]step{{0, down, down}, {0, down, down}, {0, down, down}, {31 * time.Second, down, down}, {30 * time.Second, "", open}},
			[]string{"open", "half-open", "open"}},
		{"a caller that gives up while it is tried leaves the next one to try",
			[]step{{0, down, down}, {0, down, down}, {0, down, down}, {31 * time.Second, gone, gone}, {0, "", ""}},
			[]string{"open", "half-open", "closed"}},
	} {
		t.Run(tc.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				var changes []string
				provider := new(switched)
				model := llm.WithBreaker(provider, "fake", llm.Breaker{Failures: 3, OpenFor: 30 * time.Second,
					Changed: func(_, to string) { changes = append(changes, to) }})
				reached := 0
				for i, s := range tc.steps {
					time.Sleep(s.after)
					provider.kind = s.ends
					if got := kind(t, model); got != s.want {
						t.Errorf("call %d ends with %q, want %q", i, got, s.want)
					}
					if s.want != open {
						reached++
					}
				}
				if provider.calls != reached || !slices.Equal(changes, tc.changes) {
					t.Errorf("%d calls reached the provider, want %d; changes %v, want %v", provider.calls, reached, changes, tc.changes)
				}
			})
		})
	}
}

// TestBreakerCounts lists what every kind of failure means to the breaker.
func TestBreakerCounts(t *testing.T) {
	for kinds, opens := range map[string]bool{
		"connection tls timeout unavailable": true,  // nobody there
		"rate_limited auth":                  true,  // nobody for us
		"redirect malformed":                 true,  // somebody else
		"quota":                              true,  // nothing left for us
		"rejected too_large context_length":  false, // about this request
		"unknown_model":                      false, // each call says so as well as the first
		"no_content truncated content_filter refused tool_call": false, // an answer, if a poor one
		"canceled own_time": false,
	} {
		for k := range strings.FieldsSeq(kinds) {
			provider := &switched{kind: llm.Kind(k)}
			model := llm.WithBreaker(provider, "fake", llm.Breaker{Failures: 2, OpenFor: time.Minute})
			for range 2 {
				kind(t, model)
			}
			if got := kind(t, model) == llm.KindCircuitOpen; got != opens {
				t.Errorf("two failures of kind %s open the breaker: %t, want %t", k, got, opens)
			}
		}
	}
}

func TestBreakerOff(t *testing.T) {
	provider := &switched{kind: llm.KindUnavailable}
	model := llm.WithBreaker(provider, "fake", llm.Breaker{Failures: 0, OpenFor: time.Minute})
	for range 50 {
		if got := kind(t, model); got != llm.KindUnavailable {
			t.Fatalf("a call ends with %q, want %q", got, llm.KindUnavailable)
		}
	}
}

// TestBreakerTriesWithOneCall: while one call finds out, the others fail at once.
func TestBreakerTriesWithOneCall(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var calls int
		model := llm.WithBreaker(modelFunc(func(context.Context) (llm.Reply, error) {
			if calls++; calls == 1 {
				return llm.Reply{}, &llm.Error{Kind: llm.KindConnection}
			}
			time.Sleep(5 * time.Second)
			return llm.Reply{Text: "SELECT 1"}, nil
		}), "fake", llm.Breaker{Failures: 1, OpenFor: time.Second})
		kind(t, model)
		time.Sleep(2 * time.Second)
		var (
			group sync.WaitGroup
			mu    sync.Mutex
			ends  = map[llm.Kind]int{}
		)
		for range 100 {
			group.Go(func() {
				k := kind(t, model)
				mu.Lock()
				defer mu.Unlock()
				ends[k]++
			})
		}
		group.Wait()
		if want := map[llm.Kind]int{"": 1, llm.KindCircuitOpen: 99}; fmt.Sprint(ends) != fmt.Sprint(want) || calls != 2 {
			t.Errorf("100 calls at once end as %v, want %v; %d calls, want 2", ends, want, calls)
		}
	})
}

// TestBreakerSaysSo: the error tells what is the matter, and that no call was made.
func TestBreakerSaysSo(t *testing.T) {
	model := llm.WithBreaker(&switched{kind: llm.KindAuth}, "openai", llm.Breaker{Failures: 1, OpenFor: 30 * time.Second})
	kind(t, model)
	_, err := model.Generate(t.Context(), llm.Request{})
	var failure *llm.Error
	if !errors.As(err, &failure) || failure.Tries != 0 || failure.Retryable() {
		t.Fatalf("Generate = %+v, want a failure without a call, and no retry", err)
	}
	if want := "openai: circuit_open: not called, because the calls before failed, the last with auth; one call in 30s tries again"; err.Error() != want {
		t.Errorf("Generate = %q, want %q", err, want)
	}
}

// BenchmarkOpenBreaker measures an answer that is known beforehand.
func BenchmarkOpenBreaker(b *testing.B) {
	model := llm.WithBreaker(&switched{kind: llm.KindTimeout}, "fake", llm.Breaker{Failures: 1, OpenFor: time.Hour})
	for b.Loop() {
		if _, err := model.Generate(b.Context(), llm.Request{}); err == nil {
			b.Fatal("a reply")
		}
	}
}
