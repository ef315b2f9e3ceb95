package main

import (
	"context"
	"fmt"
	"maps"
	"net"
	"strconv"
	"sync"
	"sync/atomic"
	"time"

	"go.uber.org/zap"

	"github.com/asksql/asksql/httpapi"
	"github.com/asksql/asksql/internal/admin"
	"github.com/asksql/asksql/internal/ask"
	"github.com/asksql/asksql/internal/config"
	"github.com/asksql/asksql/internal/meter"
	"github.com/asksql/asksql/internal/trace"
	"github.com/asksql/asksql/llm"
)

// A watch sees what the service does, for the second listener. A nil *watch sees nothing.
type watch struct {
	meter *meter.Meter

	mu       sync.Mutex
	breakers map[string]string // state, by provider and model
}

// newWatch returns a watch if the configuration has a second listener, else nil.
func newWatch(cfg config.Admin) *watch {
	if cfg.Port == 0 {
		return nil
	}
	return &watch{meter: meter.New(version()), breakers: map[string]string{}}
}

// counter returns what counts, nil where nobody watches.
func (w *watch) counter() *meter.Meter {
	if w == nil {
		return nil
	}
	return w.meter
}

// model returns the model with its calls counted, under the names in the configuration.
func (w *watch) model(model llm.Model, at config.Endpoint) llm.Model {
	if w == nil {
		return model
	}
	w.breaker(at, "closed")
	w.meter.Gauge(func() float64 { return w.open(at) }, "asksql_breaker_open",
		"gen_ai_provider_name", at.Provider, "gen_ai_request_model", at.Model)
	return &watched{model, w.meter, at}
}

// spans has the spans counted that were not sent.
func (w *watch) spans(tracer *trace.Tracer) {
	if tracer != nil {
		w.counter().Gauge(func() float64 { return float64(tracer.Dropped()) }, "asksql_spans_dropped_total")
	}
}

func endpointName(at config.Endpoint) string { return at.Provider + " " + at.Model }

// breaker notes the state of the breaker before an endpoint.
func (w *watch) breaker(at config.Endpoint, state string) {
	if w == nil {
		return
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	w.breakers[endpointName(at)] = state
}

func (w *watch) open(at config.Endpoint) float64 {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.breakers[endpointName(at)] == "closed" {
		return 0
	}
	return 1
}

// states returns the states of the breakers.
func (w *watch) states() map[string]string {
	w.mu.Lock()
	defer w.mu.Unlock()
	return maps.Clone(w.breakers)
}

// A watched model has its calls counted.
type watched struct {
	llm.Model
	meter *meter.Meter
	at    config.Endpoint
}

// Generate implements llm.Model.
func (c *watched) Generate(ctx context.Context, req llm.Request) (llm.Reply, error) {
	start := time.Now()
	reply, err := c.Model.Generate(ctx, req)
	call := meter.Call{Provider: c.at.Provider, Model: c.at.Model, Input: reply.InputTokens, Output: reply.OutputTokens, Took: time.Since(start)}
	if err != nil {
		call.Failure = failureKind(err)
	}
	c.meter.Called(call)
	return reply, err
}

// serve opens the second listener and serves on it until the function it returns is called, which then waits for what
// is in flight: at most as long as the first listener would, from the end of signalled on. It does nothing where the
// configuration has none. A port that is taken is to stop the start.
func (w *watch) serve(signalled context.Context, cfg *config.Config, settings []config.Setting, server *httpapi.Server, pipeline *ask.Pipeline, lines *lineQueue, log *zap.Logger) (end func(), err error) {
	if w == nil {
		return func() {}, nil
	}
	ln, err := net.Listen("tcp", net.JoinHostPort(httpapi.Unbracketed(cfg.Admin.Host), strconv.Itoa(cfg.Admin.Port)))
	if err != nil {
		return nil, fmt.Errorf("admin.port: %w", err)
	}
	w.meter.Gauge(func() float64 { return float64(lines.total()) }, "asksql_log_lines_dropped_total")
	w.meter.Gauge(func() float64 { hits, _ := pipeline.CacheCounts(); return float64(hits) }, "asksql_schema_cache_requests_total", "result", "hit")
	w.meter.Gauge(func() float64 { _, misses := pipeline.CacheCounts(); return float64(misses) }, "asksql_schema_cache_requests_total", "result", "miss")
	w.meter.Info(func() []string {
		state := pipeline.State()
		return []string{"schema_id", state.SchemaID, "digest", state.Digest}
	}, "asksql_schema_info")
	ctx, cancel := context.WithCancel(context.Background())
	parts := admin.Parts{
		Version:  version(),
		Ready:    func() admin.Readiness { return w.ready(cfg, server, pipeline) },
		Metrics:  w.meter.Write,
		Config:   settings,
		Surfaces: surfaces(cfg, server, pipeline, log),
		Hosts:    cfg.Admin.Hosts,
		Grace:    untilStopped(signalled, cfg.Server),
		Log:      log,
	}
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		if err := admin.Serve(ctx, ln, parts); err != nil {
			log.Error("admin_ended", zap.Error(err))
		}
	}()
	return func() { cancel(); <-ended }, nil
}

// untilStopped returns how much of the time is left in which a service that was told to stop has to end.
func untilStopped(signalled context.Context, server httpapi.Options) func() time.Duration {
	whole := server.DrainDelay + server.ShutdownGrace
	var by atomic.Pointer[time.Time]
	context.AfterFunc(signalled, func() { t := time.Now().Add(whole); by.Store(&t) })
	return func() time.Duration {
		if t := by.Load(); t != nil {
			return time.Until(*t)
		}
		return whole // the signal has come this moment
	}
}

// ready tells whether a question would have an answer, without asking one.
func (w *watch) ready(cfg *config.Config, server *httpapi.Server, pipeline *ask.Pipeline) admin.Readiness {
	state := pipeline.State()
	r := admin.Readiness{Reasons: []string{}, SchemaID: state.SchemaID, Breakers: w.states()}
	if server.Draining() {
		r.Reasons = append(r.Reasons, "the service is stopping")
	}
	if !state.HasSchema && cfg.Host.InlineSchema != "allow" {
		r.Reasons = append(r.Reasons, "no schema is loaded; set host.schemaPath")
	}
	if !state.HasModel {
		r.Reasons = append(r.Reasons, "no model provider is configured; set llm.provider and its credential")
	}
	r.Ready = len(r.Reasons) == 0
	return r
}
