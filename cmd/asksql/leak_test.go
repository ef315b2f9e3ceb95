package main

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"

	"go.uber.org/goleak"
	"go.uber.org/zap"

	"github.com/asksql/asksql/httpapi"
	"github.com/asksql/asksql/internal/config"
)

// leakyProvider answers as the question wants it to.
func leakyProvider(w http.ResponseWriter, r *http.Request) {
	body, err := io.ReadAll(r.Body)
	said := func(word string) bool { return strings.Contains(string(body), word) }
	switch {
	case err != nil, said("please fail"):
		w.WriteHeader(http.StatusServiceUnavailable)
	case said("please hang"):
		<-r.Context().Done()
	case said("please write"):
		reply(w, "DELETE FROM orders")
	default:
		reply(w, "SELECT COUNT(*) FROM orders")
	}
}

func reply(w http.ResponseWriter, sql string) {
	w.Header().Set("Content-Type", "application/json")
	_ = json.NewEncoder(w).Encode(map[string]any{"choices": []any{map[string]any{
		"finish_reason": "stop", "message": map[string]string{"role": "assistant", "content": sql},
	}}})
}

// TestNoGoroutineIsLeft: however questions end, nothing of them goes on once the service has stopped.
func TestNoGoroutineIsLeft(t *testing.T) {
	defer goleak.VerifyNone(t, goleak.IgnoreCurrent())
	provider := httptest.NewServer(http.HandlerFunc(leakyProvider))
	defer provider.Close()
	address, stop := serveUntil(t, "ASKSQL_HOST_SCHEMA_PATH=../../examples/shop/schema.json", "ASKSQL_LLM_PROVIDER=openai",
		"ASKSQL_LLM_MODEL=m", "ASKSQL_LLM_BASE_URL="+provider.URL+"/v1", "ASKSQL_LLM_TIMEOUT=2s", "ASKSQL_LLM_BREAKER_FAILURES=1000",
		"ASKSQL_LLM_MAX_RETRIES=1", "ASKSQL_LLM_FALLBACK_PROVIDER=builtin")
	defer stop()
	client := &http.Client{Transport: new(http.Transport)}
	defer client.CloseIdleConnections()
	var group sync.WaitGroup
	for range 10 {
		for question, status := range map[string]int{
			"please answer":            http.StatusOK,
			"please write":             http.StatusBadRequest,
			"please fail":              http.StatusBadGateway,
			"please hang":              http.StatusBadGateway,
			"please hang, and I leave": 0, // no answer
		} {
			group.Go(func() {
				if got := askOnce(t, client, address, question); got != status {
					t.Errorf("%s: status %d, want %d", question, got, status)
				}
			})
		}
	}
	group.Wait()
}

// serveUntil serves in this process until stop is called, and returns the address.
func serveUntil(t *testing.T, environ ...string) (address string, stop func()) {
	t.Helper()
	cfg, _, err := config.Load(config.Sources{Environ: environ})
	if err != nil {
		t.Fatal(err)
	}
	pipeline, err := newPipeline(cfg, nil, zap.NewNop())
	if err != nil {
		t.Fatal(err)
	}
	ln, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	ended := make(chan error, 1)
	go func() { ended <- httpapi.New(cfg.Server, pipeline, zap.NewNop()).Serve(ctx, ln) }()
	return "http://" + ln.Addr().String(), func() {
		cancel()
		if err := <-ended; err != nil {
			t.Errorf("Serve: %v", err)
		}
	}
}

// askOnce asks and returns the status, or 0 for one who leaves before there is any.
func askOnce(t *testing.T, client *http.Client, address, question string) int {
	ctx := t.Context()
	if strings.HasSuffix(question, "leave") {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, 100*time.Millisecond)
		defer cancel()
	}
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, address+"/ask", strings.NewReader(fmt.Sprintf(`{"question":%q}`, question)))
	if err != nil {
		t.Error(err)
		return 0
	}
	req.Header.Set("Content-Type", "application/json")
	res, err := client.Do(req)
	if err != nil {
		return 0
	}
	defer res.Body.Close()
	if _, err := io.Copy(io.Discard, res.Body); err != nil {
		t.Error(err)
	}
	return res.StatusCode
}
