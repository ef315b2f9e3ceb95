package ask_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/asksql/asksql/internal/ask"
	"github.com/asksql/asksql/schema"
)

// withExamples returns an artifact of one table and a hundred examples, and a mark that makes it differ
// from others.
func withExamples(mark string) *string {
	examples := strings.TrimSuffix(strings.Repeat(`{"question": "q", "sql": "SELECT id FROM first"},`, 100), ",")
	return pointer(strings.TrimSuffix(only("first"), "}") + `, "examples": [` + examples + `], "x": "` + mark + `"}`)
}

// slow makes each check of an example take its time, and counts them.
func slow(each time.Duration, checks *atomic.Int64, err error) func(*ask.Parts, *ask.Options) {
	return func(parts *ask.Parts, _ *ask.Options) {
		parts.Model = reader{}
		parts.Decoder.CheckExample = func(*schema.View, string) (bool, error) {
			checks.Add(1)
			time.Sleep(each)
			return true, err
		}
	}
}

// A request that brings a costly schema is over when its time is, and the work with it.
func TestInlineSchemaTakesNoMoreThanTheRequest(t *testing.T) {
	const each, limit = 20 * time.Millisecond, 50 * time.Millisecond // 2 s for all of them
	for _, tc := range []struct {
		name string
		end  func() (context.Context, context.CancelFunc)
		gone bool
		says string
	}{
		{"its time is over", func() (context.Context, context.CancelFunc) {
			return context.WithTimeout(t.Context(), limit)
		}, false, "schemaJson could not be read in time; send a smaller one, or ask again"},
		{"the client has gone", func() (context.Context, context.CancelFunc) {
			ctx, cancel := context.WithCancel(t.Context())
			time.AfterFunc(limit, cancel)
			return ctx, cancel
		}, true, "the question was withdrawn"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			var checks atomic.Int64
			p := newPipeline(t, nil, slow(each, &checks, nil))
			ctx, cancel := tc.end()
			defer cancel()
			start := time.Now()
			_, err := p.Ask(ctx, ask.Request{Question: "which ids are there?", SchemaJSON: withExamples(tc.name)})
			if took := time.Since(start); took > time.Second {
				t.Errorf("Ask took %v, want about %v", took, limit)
			}
			var failed *ask.Error
			if !errors.As(err, &failed) || failed.Code != ask.CodeGeneration || failed.Gone != tc.gone || failed.Message != tc.says {
				t.Errorf("Ask = %+v, want %q, gone %v", err, tc.says, tc.gone)
			}
			time.Sleep(2 * each) // for the check that was under way
			done := checks.Load()
			time.Sleep(5 * each)
			if now := checks.Load(); now != done || now < 1 {
				t.Errorf("%d checks, then %d: want some, and none later", done, now)
			}
		})
	}
}

// A schema that is refused is not judged again.
func TestRefusedInlineSchemaCostsItsDigest(t *testing.T) {
	var checks atomic.Int64
	p := newPipeline(t, nil, slow(0, &checks, errors.New("column_scope")))
	var messages []string
	for range 3 {
		failed := p.failure(t, ask.Request{Question: "which ids are there?", SchemaJSON: withExamples("refused")})
		messages = append(messages, fmt.Sprint(failed.Code, failed.Message))
	}
	if want := "schema_parse_errorschemaJson: $.examples[0].sql: the example is refused: column_scope (and 99 or more other faults)"; messages[0] != want || messages[2] != want {
		t.Errorf("refusals %q, want each %q", messages, want)
	}
	if got := checks.Load(); got != 100 {
		t.Errorf("%d checks for three requests with the same schema of 100 examples, want 100", got)
	}
}

// A question whose time is over is not put to a model.
func TestNoCallBeginsTooLate(t *testing.T) {
	model := says(object("SELECT id FROM orders"))
	p := newPipeline(t, model)
	ctx, cancel := context.WithDeadline(t.Context(), time.Now())
	defer cancel()
	_, err := p.Ask(ctx, question())
	var failed *ask.Error
	if !errors.As(err, &failed) || failed.Code != ask.CodeGeneration || failed.Gone || len(model.calls) != 0 {
		t.Errorf("Ask = %v after %d calls, want a failure without one", err, len(model.calls))
	}
}
