package main

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"go.uber.org/zap"

	"github.com/asksql/asksql/internal/config"
	"github.com/asksql/asksql/internal/roots"
	"github.com/asksql/asksql/internal/trace"
	"github.com/asksql/asksql/llm"
)

// lastSpans is how long the end of the service waits for its last spans to be sent.
const lastSpans = 2 * time.Second

// newTracer returns what sends spans, nil where the configuration has nowhere to send them. It is to be closed.
func newTracer(cfg config.Traces, log *zap.Logger) (*trace.Tracer, error) {
	if cfg.Endpoint == "" {
		return nil, nil
	}
	roots.Install()
	tracer, err := trace.New(trace.Options{Endpoint: cfg.Endpoint, Headers: cfg.Headers, Ratio: cfg.SampleRatio, Version: number(), Log: log})
	if err != nil {
		return nil, fmt.Errorf("traces.endpoint %w", err)
	}
	return tracer, nil
}

// A followed model has a span for each call, its retries included, as the conventions have it.
type followed struct {
	llm.Model
	at config.Endpoint
}

// Generate implements llm.Model.
func (f followed) Generate(ctx context.Context, req llm.Request) (llm.Reply, error) {
	span := trace.From(ctx).Child(strings.TrimSpace("chat "+f.at.Model), trace.Client)
	if span == nil {
		return f.Model.Generate(ctx, req)
	}
	defer span.End()
	span.Set("gen_ai.operation.name", "chat")
	span.Set("gen_ai.provider.name", f.at.Provider)
	span.Set("gen_ai.request.model", f.at.Model)
	reply, err := f.Model.Generate(trace.With(ctx, span), req)
	if err != nil {
		span.Fail(failureKind(err))
		return reply, err
	}
	span.Set("gen_ai.usage.input_tokens", reply.InputTokens)
	span.Set("gen_ai.usage.output_tokens", reply.OutputTokens)
	return reply, nil
}

// failureKind returns the kind of the failure of a call.
func failureKind(err error) string {
	var failure *llm.Error
	if errors.As(err, &failure) {
		return string(failure.Kind)
	}
	return "other"
}

// handedOn returns what says the place of a call in its trace to the provider, nil where that is not to know.
func handedOn(at config.Endpoint) func(context.Context) string {
	if !at.ForwardTrace {
		return nil
	}
	return func(ctx context.Context) string { return trace.From(ctx).Traceparent() }
}
