package trace

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/go-json-experiment/json"
	"go.uber.org/zap"
	"go.uber.org/zap/zaptest/observer"
)

const sampled = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01"

func TestParse(t *testing.T) {
	for _, tc := range []struct {
		name, header string
		ok, sampled  bool
	}{
		{"the recommendation's example", sampled, true, true},
		{"not sampled", sampled[:53] + "00", true, false},
		{"other flags", sampled[:53] + "fe", true, false},
		{"a version to come, with more behind it", "01" + sampled[2:] + "-more", true, true},
		{"nothing", "", false, false},
		{"more behind the version that there is", sampled + "-more", false, false},
		{"the version that is none", "ff" + sampled[2:], false, false},
		{"upper case", strings.ToUpper(sampled), false, false},
		{"no trace", "00-00000000000000000000000000000000-b7ad6b7169203331-01", false, false},
		{"no span", "00-0af7651916cd43dd8448eb211c80319c-0000000000000000-01", false, false},
		{"a trace that is too short", "00-0af7651916cd43dd8448eb211c80319-b7ad6b7169203331-01", false, false},
		{"no hex", "00-0af7651916cd43dd8448eb211c80319g-b7ad6b7169203331-01", false, false},
		{"a part too few", sampled[:52], false, false},
		{"blanks", " " + sampled, false, false},
	} {
		p, ok := parse(tc.header)
		if ok != tc.ok || ok && p.sampled != tc.sampled {
			t.Errorf("%s: parse(%q) = %v, %v", tc.name, tc.header, p, ok)
		}
		if ok && tc.sampled && p.String() != "00"+sampled[2:] {
			t.Errorf("%s: it is written as %s", tc.name, p)
		}
	}
}

// A collector takes spans as status says, and keeps them.
type collector struct {
	*httptest.Server
	mu     sync.Mutex
	status int
	header http.Header
	spans  []otlpSpan
}

func newCollector(t *testing.T) *collector {
	c := &collector{status: 200}
	c.Server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, err := io.ReadAll(r.Body)
		var sent otlpRequest
		if err != nil || r.URL.Path != "/v1/traces" || json.Unmarshal(body, &sent) != nil {
			t.Errorf("%s got %s, %v", r.URL, body, err)
		}
		c.mu.Lock()
		defer c.mu.Unlock()
		c.header = r.Header
		if c.status == 200 {
			c.spans = append(c.spans, sent.ResourceSpans[0].ScopeSpans[0].Spans...)
		}
		w.WriteHeader(c.status)
	}))
	t.Cleanup(c.Close)
	return c
}

func (c *collector) will(status int) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.status = status
}

func newTracer(t *testing.T, endpoint string, ratio float64) (*Tracer, *observer.ObservedLogs) {
	t.Helper()
	core, logs := observer.New(zap.DebugLevel)
	tracer, err := New(Options{Endpoint: endpoint, Headers: map[string]string{"X-Key": "secret"}, Ratio: ratio, Version: "v1", Log: zap.New(core)})
	if err != nil {
		t.Fatal(err)
	}
	return tracer, logs
}

func TestSpans(t *testing.T) {
	c := newCollector(t)
	tracer, _ := newTracer(t, c.URL+"/", 0)
	ctx, span := tracer.Begin(t.Context(), sampled, "POST /ask")
	child := From(ctx).Child("chat m", Client)
	child.Set("gen_ai.usage.input_tokens", int64(7))
	child.Fail("timeout")
	child.End()
	span.Set("http.response.status_code", 502)
	span.End()
	_, unsampled := tracer.Begin(t.Context(), sampled[:53]+"00", "POST /ask")
	unsampled.End()
	_, unchosen := tracer.Begin(t.Context(), "", "POST /ask") // the ratio is 0
	unchosen.End()
	tracer.Close(time.Minute)
	if len(c.spans) != 2 || c.header.Get("X-Key") != "secret" || c.header.Get("Content-Type") != "application/json" {
		t.Fatalf("the collector got %+v with %v", c.spans, c.header)
	}
	call, request := c.spans[0], c.spans[1]
	if request.TraceID != sampled[3:35] || request.ParentSpanID != sampled[36:52] || request.Kind != Server || request.Status.Code != 0 || request.SpanID != span.Traceparent()[36:52] {
		t.Errorf("the request is %+v", request)
	}
	if call.TraceID != request.TraceID || call.ParentSpanID != request.SpanID || call.Kind != Client || call.Status.Code != 2 || call.Name != "chat m" || call.Start < request.Start || call.End > request.End {
		t.Errorf("the call is %+v", call)
	}
	if got := call.Attributes; len(got) != 2 || got[0].Value.Int != "7" || *got[1].Value.String != "timeout" {
		t.Errorf("its attributes are %+v", got)
	}
	if request.Attributes[0].Value.Int != "502" {
		t.Errorf("the request's attributes are %+v", request.Attributes)
	}
}

// Without a tracer a request is followed by its header alone, and one without it not at all.
func TestNoTracer(t *testing.T) {
	var tracer *Tracer
	ctx, span := tracer.Begin(t.Context(), sampled, "x")
	if span.TraceID() != sampled[3:35] || From(ctx) != span || !strings.HasPrefix(span.Traceparent(), sampled[:36]) || span.Traceparent() == sampled {
		t.Errorf("the span is at %s", span.Traceparent())
	}
	span.Set("a", "b")
	span.End()
	ctx, none := tracer.Begin(t.Context(), "", "x")
	child := none.Child("y", Internal)
	child.Set("a", 1)
	child.Fail("z")
	child.End()
	if From(ctx) != nil || none.TraceID()+child.Traceparent() != "" || With(ctx, nil) != ctx {
		t.Error("a request without a header has a span")
	}
	tracer.Close(time.Second)
}

// A collector that is away, hangs or refuses costs spans and no time, and the log one line.
func TestCollectorAway(t *testing.T) {
	c := newCollector(t)
	c.will(503)
	tracer, logs := newTracer(t, c.URL, 1)
	ask := func(n int) time.Duration {
		start := time.Now()
		for range n {
			_, span := tracer.Begin(context.Background(), "", "x")
			span.End()
		}
		return time.Since(start)
	}
	if took := ask(3 * maxQueued); took > 5*time.Second {
		t.Errorf("%d spans took %v", 3*maxQueued, took)
	}
	wait(t, func() bool { return tracer.Dropped() == 3*maxQueued })
	if n := logs.FilterMessage("traces_not_sent").Len(); n != 1 {
		t.Errorf("%d lines say so, want 1", n)
	}
	c.will(200)
	ask(1)
	wait(t, func() bool { return logs.FilterMessage("traces_sent_again").Len() == 1 })
	tracer.Close(time.Minute)
	if len(c.spans) != 1 || tracer.Dropped() != 3*maxQueued {
		t.Errorf("%d spans came, %d were dropped", len(c.spans), tracer.Dropped())
	}
	for _, line := range logs.All() {
		if strings.Contains(fmt.Sprint(line.Message, line.ContextMap()), "secret") {
			t.Errorf("the log has a header: %v", line)
		}
	}
}

// The end does not wait for a collector that hangs.
func TestCloseDoesNotWaitForEver(t *testing.T) {
	hang := make(chan struct{})
	server := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { <-hang }))
	defer server.Close()
	defer close(hang)
	tracer, _ := newTracer(t, server.URL, 1)
	_, span := tracer.Begin(t.Context(), "", "x")
	span.End()
	start := time.Now()
	tracer.Close(20 * time.Millisecond)
	if took := time.Since(start); took > 5*time.Second {
		t.Errorf("Close took %v", took)
	}
}

func TestRatio(t *testing.T) {
	tracer := &Tracer{options: Options{Ratio: 0.25}}
	n := 0
	for range 4000 {
		if _, s := tracer.Begin(t.Context(), "", "x"); s.sampled {
			n++
		}
	}
	if n < 800 || n > 1200 {
		t.Errorf("%d of 4000 are chosen, want about 1000", n)
	}
}

func TestEndpoint(t *testing.T) {
	for _, endpoint := range []string{"collector:4318", "ftp://collector", "http://", "http://c/?a=b", "http://c\x7f"} {
		if _, err := New(Options{Endpoint: endpoint}); err == nil {
			t.Errorf("New(%q) = %v", endpoint, err)
		}
	}
}

func wait(t *testing.T, done func() bool) {
	t.Helper()
	for deadline := time.Now().Add(20 * time.Second); !done(); time.Sleep(5 * time.Millisecond) {
		if time.Now().After(deadline) {
			t.Fatal("it does not come")
		}
	}
}
