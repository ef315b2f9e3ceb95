// Package meter counts what the service does, for Prometheus. Names and units are those of OpenTelemetry's
// semantic conventions 1.38 in underscore form where those have one, and begin with asksql_ elsewhere. No
// label has a value that a client or a model's reply decides.
package meter

import (
	"fmt"
	"io"
	"strconv"
	"strings"
	"sync/atomic"
	"time"

	"github.com/VictoriaMetrics/metrics"
)

// Upper bounds of the histograms. OpenTelemetry's own for HTTP end at 10 s, where a model has only begun.
var (
	requestSeconds = []float64{0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 20, 40, 80, 160}
	callSeconds    = []float64{0.16, 0.32, 0.64, 1.28, 2.56, 5.12, 10.24, 20.48, 40.96, 81.92, 163.84}
	ownSeconds     = []float64{0.0001, 0.00025, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5}
	tokens         = []float64{1, 4, 16, 64, 256, 1024, 4096, 16384, 65536, 262144, 1048576}
)

// A Meter counts. All methods are safe for concurrent use, and do nothing on a nil *Meter.
type Meter struct {
	set        *metrics.Set
	active     atomic.Int64
	counters   cache[metrics.Counter]
	histograms cache[metrics.PrometheusHistogram]
}

// New returns a meter that has counted nothing. Of what cannot be seen before it happens, the counters that
// alerts compare stand at 0 from the beginning.
func New(version string) *Meter {
	m := &Meter{set: metrics.NewSet(), counters: newCache[metrics.Counter](), histograms: newCache[metrics.PrometheusHistogram]()}
	m.set.NewGauge("http_server_active_requests", func() float64 { return float64(m.active.Load()) })
	m.set.NewGauge(name("asksql_build_info", "version", version), func() float64 { return 1 })
	m.set.NewCounter("asksql_repairs_total")
	m.set.NewCounter(name("asksql_questions_total", "code", ok, "rule", ""))
	m.set.NewCounter(name("asksql_schema_reloads_total", "result", failed))
	m.set.GetOrCreatePrometheusHistogramExt(name("http_server_request_duration_seconds",
		"http_request_method", "POST", "http_route", "/ask", "http_response_status_code", "500"), requestSeconds)
	return m
}

// ok is the code of an answer, and with failed the result of a reload.
const (
	ok     = "ok"
	failed = "failed"
)

// name returns a metric with its labels, given as names and values in turn.
func name(metric string, labels ...string) string {
	if len(labels) == 0 {
		return metric
	}
	pairs := make([]string, 0, len(labels)/2)
	for i := 0; i+1 < len(labels); i += 2 {
		pairs = append(pairs, fmt.Sprintf("%s=%q", labels[i], labels[i+1]))
	}
	return metric + "{" + strings.Join(pairs, ",") + "}"
}

// Began counts a request that is being served until the function it returns is called, with the status of
// the response, 0 for none. route is one that the service has, or "".
func (m *Meter) Began(method, route string) (ended func(status int)) {
	if m == nil {
		return func(int) {}
	}
	start := time.Now()
	m.active.Add(1)
	return func(status int) {
		m.active.Add(-1)
		kind, value := "http_response_status_code", strconv.Itoa(status)
		if status == 0 {
			kind, value = "error_type", "aborted"
		}
		m.observe(requestSeconds, time.Since(start).Seconds(), "http_server_request_duration_seconds",
			"http_request_method", known(method), "http_route", route, kind, value)
	}
}

// known returns a method as the conventions have it: a client can make up others without end.
func known(method string) string {
	switch method {
	case "GET", "HEAD", "POST", "PUT", "DELETE", "CONNECT", "OPTIONS", "TRACE", "PATCH":
		return method
	default:
		return "_OTHER"
	}
}

// Asked counts a question that has ended: with an answer, code "", or with an error code and, where it has
// one, the rule.
func (m *Meter) Asked(code, rule string) {
	if m == nil {
		return
	}
	if code == "" {
		code = ok
	}
	m.count("asksql_questions_total", "code", code, "rule", rule)
}

// Prompted counts a prompt, how many tokens it has by estimate, and how long it took to build.
func (m *Meter) Prompted(length int, took time.Duration) {
	if m == nil {
		return
	}
	m.observe(ownSeconds, took.Seconds(), "asksql_prompt_duration_seconds")
	m.observe(tokens, float64(length), "asksql_prompt_tokens")
}

// Checked counts a check and how long it took. rule is the first that refused, "" where none did.
func (m *Meter) Checked(rule string, took time.Duration) {
	if m == nil {
		return
	}
	m.observe(ownSeconds, took.Seconds(), "asksql_check_duration_seconds")
	if rule != "" {
		m.count("asksql_refusals_total", "rule", rule)
	}
}

// Repaired counts a refused answer that goes back to the model.
func (m *Meter) Repaired() {
	if m == nil {
		return
	}
	m.count("asksql_repairs_total")
}

// Reloaded counts a reload of the schema, and whether it is the new one that is used.
func (m *Meter) Reloaded(done bool) {
	if m == nil {
		return
	}
	result := failed
	if done {
		result = ok
	}
	m.count("asksql_schema_reloads_total", "result", result)
}

// A Call is what became of a call of a model, its retries included.
type Call struct {
	Provider, Model string // as they are configured
	Failure         string // its kind, "" for a reply
	Input, Output   int64  // tokens, as the provider counts them
	Took            time.Duration
}

// Called counts a call of a model.
func (m *Meter) Called(c Call) {
	if m == nil {
		return
	}
	labels := []string{"gen_ai_operation_name", "chat", "gen_ai_provider_name", c.Provider, "gen_ai_request_model", c.Model, "error_type", c.Failure}
	if c.Failure != "" {
		m.observe(callSeconds, c.Took.Seconds(), "gen_ai_client_operation_duration_seconds", labels...)
		return
	}
	m.observe(callSeconds, c.Took.Seconds(), "gen_ai_client_operation_duration_seconds", labels[:6]...)
	labels[6], labels[7] = "gen_ai_token_type", "input"
	m.observe(tokens, float64(c.Input), "gen_ai_client_token_usage", labels...)
	labels[7] = "output"
	m.observe(tokens, float64(c.Output), "gen_ai_client_token_usage", labels...)
}

func (m *Meter) observe(bounds []float64, value float64, metric string, labels ...string) {
	m.histograms.get(metric, labels, func(name string) *metrics.PrometheusHistogram {
		return m.set.GetOrCreatePrometheusHistogramExt(name, bounds)
	}).Update(value)
}

func (m *Meter) count(metric string, labels ...string) {
	m.counters.get(metric, labels, m.set.GetOrCreateCounter).Inc()
}

// Gauge has value read a number each time that the figures are written, under a name with labels.
func (m *Meter) Gauge(value func() float64, metric string, labels ...string) {
	if m == nil {
		return
	}
	m.set.GetOrCreateGauge(name(metric, labels...), value)
}

// Info has a metric of the value 1 written each time, with the labels that there are then.
func (m *Meter) Info(labels func() []string, metric string) {
	if m == nil {
		return
	}
	m.set.RegisterMetricsWriter(func(w io.Writer) { fmt.Fprintln(w, name(metric, labels()...), 1) })
}

// Write writes all figures in Prometheus' text format, those of the process and of Go's runtime included.
func (m *Meter) Write(w io.Writer) {
	m.set.WritePrometheus(w)
	metrics.WriteProcessMetrics(w)
}
