package trace

import (
	"context"
	"crypto/rand"
	"encoding/hex"
	"time"
)

// A Kind says on which side of a call a span is. The numbers are OTLP's.
type Kind int

// The kinds of span.
const (
	Internal Kind = 1
	Server   Kind = 2
	Client   Kind = 3
)

// A Span is a part of the work on one request. A nil *Span is of a request that nobody follows: all methods do
// nothing on it. A Span belongs to one goroutine at a time.
type Span struct {
	place
	parent     [8]byte
	tracer     *Tracer // nil where spans go nowhere
	name       string
	kind       Kind
	start, end time.Time
	attributes []attribute
	failed     bool
}

// An attribute has a string or an int64 as its value.
type attribute struct {
	key   string
	value any
}

// Begin begins the span of a request that a client sent, with the header that it came with, and returns it with a
// context that has it. Without a tracer there is a span only where the header has a place: to log and to hand on.
func (t *Tracer) Begin(ctx context.Context, header, name string) (context.Context, *Span) {
	before, followed := parse(header)
	if !followed && t == nil {
		return ctx, nil
	}
	s := &Span{tracer: t, name: name, kind: Server, start: time.Now()}
	if followed {
		s.place, s.parent = before, before.span
	} else {
		_, _ = rand.Read(s.trace[:])
		s.sampled = t.chooses(s.trace)
	}
	_, _ = rand.Read(s.span[:])
	return With(ctx, s), s
}

// Child begins a span below this one.
func (s *Span) Child(name string, kind Kind) *Span {
	if s == nil {
		return nil
	}
	c := &Span{place: s.place, parent: s.span, tracer: s.tracer, name: name, kind: kind, start: time.Now()}
	_, _ = rand.Read(c.span[:])
	return c
}

// Set notes something about the work, under a name of OpenTelemetry's where it has one. It must be nothing that is
// secret, and neither question nor SQL.
func (s *Span) Set(key string, value any) {
	if s == nil || s.tracer == nil || !s.sampled {
		return
	}
	switch v := value.(type) {
	case int:
		value = int64(v)
	case string, int64:
	default:
		return
	}
	s.attributes = append(s.attributes, attribute{key, value})
}

// Fail says that the work failed, and how.
func (s *Span) Fail(kind string) {
	if s == nil {
		return
	}
	s.failed = true
	s.Set("error.type", kind)
}

// End ends the span and hands it to the tracer. Nothing may be done with it afterwards.
func (s *Span) End() {
	if s == nil || s.tracer == nil || !s.sampled {
		return
	}
	s.end = time.Now()
	s.tracer.take(s)
}

// TraceID returns the trace for the log, "" where there is none.
func (s *Span) TraceID() string {
	if s == nil {
		return ""
	}
	return hex.EncodeToString(s.trace[:])
}

// Traceparent returns the header for a request that is made for the span, "" where there is none.
func (s *Span) Traceparent() string {
	if s == nil {
		return ""
	}
	return s.place.String()
}

type contextKey struct{}

// With returns a context that has the span.
func With(ctx context.Context, s *Span) context.Context {
	if s == nil {
		return ctx
	}
	return context.WithValue(ctx, contextKey{}, s)
}

// From returns the span of a context, or nil.
func From(ctx context.Context) *Span {
	s, _ := ctx.Value(contextKey{}).(*Span)
	return s
}
