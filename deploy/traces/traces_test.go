// Package traces_test holds the spans that asksql sends to the decoder of OpenTelemetry's collector. It is a module
// of its own: what it links is in no other's list.
package traces_test

import (
	"bytes"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"go.opentelemetry.io/collector/pdata/pcommon"
	"go.opentelemetry.io/collector/pdata/ptrace"
	"go.opentelemetry.io/collector/pdata/ptrace/ptraceotlp"
)

const (
	patience = 20 * time.Second
	parent   = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01"
)

// A collector decodes what it gets as OpenTelemetry's does.
type collector struct {
	mu     sync.Mutex
	traces []ptrace.Traces
}

func (c *collector) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	body, err := io.ReadAll(r.Body)
	request := ptraceotlp.NewExportRequest()
	if err != nil || r.Method != http.MethodPost || r.URL.Path != "/v1/traces" || r.Header.Get("Content-Type") != "application/json" || request.UnmarshalJSON(body) != nil {
		w.WriteHeader(http.StatusBadRequest)
		return
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	c.traces = append(c.traces, request.Traces())
}

func TestCollectorReadsTheSpans(t *testing.T) {
	var c collector
	server := httptest.NewServer(&c)
	defer server.Close()
	asked, stop := serve(t, "ASKSQL_TRACES_ENDPOINT="+server.URL)
	began := time.Now()
	ask(t, asked)
	stop()
	if len(c.traces) == 0 {
		t.Fatal("the collector could read nothing")
	}
	spans := map[string]ptrace.Span{}
	for _, traces := range c.traces {
		resource := traces.ResourceSpans().At(0)
		if name, _ := resource.Resource().Attributes().Get("service.name"); name.Str() != "asksql" {
			t.Errorf("the service is called %q", name.Str())
		}
		all := resource.ScopeSpans().At(0).Spans()
		for i := range all.Len() {
			spans[all.At(i).Name()] = all.At(i)
		}
	}
	for name, want := range map[string]struct {
		kind       ptrace.SpanKind
		attributes map[string]any
	}{
		"POST /ask": {ptrace.SpanKindServer, map[string]any{"http.request.method": "POST", "http.route": "/ask", "http.response.status_code": int64(200)}},
		"prompt":    {ptrace.SpanKindInternal, nil},
		"check":     {ptrace.SpanKindInternal, nil},
		"chat":      {ptrace.SpanKindClient, map[string]any{"gen_ai.operation.name": "chat", "gen_ai.provider.name": "builtin"}},
	} {
		span, there := spans[name]
		if !there {
			t.Errorf("there is no span %s", name)
			continue
		}
		if span.TraceID().String() != parent[3:35] || span.Kind() != want.kind || span.SpanID().IsEmpty() || span.Status().Code() != ptrace.StatusCodeUnset {
			t.Errorf("%s: trace %s, kind %v, status %v", name, span.TraceID(), span.Kind(), span.Status().Code())
		}
		above := parent[36:52]
		if name != "POST /ask" {
			above = spans["POST /ask"].SpanID().String()
		}
		if span.ParentSpanID().String() != above {
			t.Errorf("%s is below %s, want %s", name, span.ParentSpanID(), above)
		}
		if from, to := span.StartTimestamp().AsTime(), span.EndTimestamp().AsTime(); from.Before(began) || to.Before(from) || to.After(time.Now()) {
			t.Errorf("%s is from %v to %v", name, from, to)
		}
		for key, value := range want.attributes {
			if got, _ := span.Attributes().Get(key); raw(got) != value {
				t.Errorf("%s: %s is %v, want %v", name, key, raw(got), value)
			}
		}
	}
}

func raw(v pcommon.Value) any {
	if v == (pcommon.Value{}) {
		return nil
	}
	return v.AsRaw()
}

// serve starts asksql and returns its address, and what stops it.
func serve(t *testing.T, env ...string) (address string, stop func()) {
	t.Helper()
	binary := filepath.Join(t.TempDir(), "asksql")
	build := exec.Command("go", "build", "-o", binary, "./cmd/asksql")
	build.Dir = "../.."
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("go build: %v\n%s", err, out)
	}
	ln, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	address = ln.Addr().String()
	ln.Close()
	schema, err := filepath.Abs("../../examples/shop/schema.json")
	if err != nil {
		t.Fatal(err)
	}
	_, port, _ := net.SplitHostPort(address)
	var log bytes.Buffer
	cmd := exec.Command(binary, "serve", "--schema", schema, "--port", port)
	cmd.Dir, cmd.Stderr = t.TempDir(), &log
	cmd.Env = append([]string{"ASKSQL_LLM_PROVIDER=builtin"}, env...)
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { cmd.Process.Kill() })
	return address, func() {
		cmd.Process.Signal(syscall.SIGTERM)
		if err := cmd.Wait(); err != nil || strings.Contains(log.String(), "traces_not_sent") {
			t.Errorf("asksql ended with %v\n%s", err, log.String())
		}
	}
}

// ask asks one question, as soon as somebody listens.
func ask(t *testing.T, address string) {
	t.Helper()
	for deadline := time.Now().Add(patience); ; time.Sleep(10 * time.Millisecond) {
		req, err := http.NewRequest(http.MethodPost, "http://"+address+"/ask", strings.NewReader(`{"question":"How many orders are there?"}`))
		if err != nil {
			t.Fatal(err)
		}
		req.Header.Set("Content-Type", "application/json")
		req.Header.Set("Traceparent", parent)
		res, err := http.DefaultClient.Do(req)
		if err == nil {
			res.Body.Close()
			if res.StatusCode != http.StatusOK {
				t.Fatalf("POST /ask = %d", res.StatusCode)
			}
			return
		}
		if time.Now().After(deadline) {
			t.Fatal(err)
		}
	}
}
