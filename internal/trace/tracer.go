package trace

import (
	"bytes"
	"cmp"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strings"
	"sync/atomic"
	"time"

	"go.uber.org/zap"
)

// Bounds of what waits to be sent: a few seconds of a busy service, and at most some megabytes.
const (
	maxQueued = 4096
	maxBatch  = 512
	interval  = time.Second
	sendTime  = 10 * time.Second // for one batch
)

// Options say where spans go.
type Options struct {
	Endpoint string            // of a collector, without /v1/traces
	Headers  map[string]string // sent along; a value may be a credential
	Ratio    float64           // of the requests without a place in a trace, which share is followed
	Version  string            // of the service
	Log      *zap.Logger
}

// A Tracer sends spans to a collector, behind the back of those who end them. A nil *Tracer sends none.
type Tracer struct {
	options Options
	client  *http.Client
	queue   chan *Span
	stop    chan struct{}
	ended   chan struct{}
	dropped atomic.Int64
	failing bool // the last batch was not taken
}

// New returns a tracer, which is to be closed. The error says what is wrong with the endpoint.
func New(options Options) (*Tracer, error) {
	u, err := url.Parse(options.Endpoint)
	if err != nil || u.Scheme != "http" && u.Scheme != "https" || u.Host == "" || u.RawQuery != "" {
		return nil, errors.New("must be an address like http://collector:4318")
	}
	options.Endpoint = strings.TrimSuffix(options.Endpoint, "/") + "/v1/traces"
	t := &Tracer{
		options: options,
		client: &http.Client{
			Timeout:       sendTime,
			Transport:     &http.Transport{Proxy: http.ProxyFromEnvironment, ForceAttemptHTTP2: true, IdleConnTimeout: 90 * time.Second},
			CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
		},
		queue: make(chan *Span, maxQueued),
		stop:  make(chan struct{}),
		ended: make(chan struct{}),
	}
	go t.run()
	return t, nil
}

// chooses reports whether a trace that begins here is followed. All services that go by the id choose alike.
func (t *Tracer) chooses(trace [16]byte) bool {
	return float64(binary.BigEndian.Uint64(trace[8:])>>1) < t.options.Ratio*float64(1<<63)
}

// take queues a span that has ended, or drops it.
func (t *Tracer) take(s *Span) {
	select {
	case t.queue <- s:
	default:
		t.dropped.Add(1)
	}
}

// Dropped returns how many spans were not sent.
func (t *Tracer) Dropped() int64 { return t.dropped.Load() }

// run sends what has been queued, every second or as soon as it is a batch, until the tracer is closed.
func (t *Tracer) run() {
	defer close(t.ended)
	defer t.client.CloseIdleConnections()
	tick := time.NewTicker(interval)
	defer tick.Stop()
	for {
		select {
		case <-tick.C:
		case <-t.stop:
			for len(t.queue) > 0 && t.flush() {
			}
			t.dropped.Add(int64(len(t.queue)))
			return
		}
		for full := true; full; {
			full = len(t.queue) >= maxBatch
			t.flush()
		}
	}
}

// flush sends one batch, and reports whether the collector took it.
func (t *Tracer) flush() bool {
	var batch []*Span
	for len(batch) < maxBatch && len(t.queue) > 0 {
		batch = append(batch, <-t.queue)
	}
	if len(batch) == 0 {
		return true
	}
	body, err := encode(batch, t.options.Version)
	if err == nil {
		err = t.send(body)
	}
	if err != nil {
		t.dropped.Add(int64(len(batch)))
	}
	if failing := err != nil; failing != t.failing { // a line for each change, not for each batch
		t.failing = failing
		if failing {
			t.options.Log.Warn("traces_not_sent", zap.String("error", err.Error()))
		} else {
			t.options.Log.Info("traces_sent_again", zap.Int64("dropped", t.Dropped()))
		}
	}
	return err == nil
}

// send posts a batch. The error holds neither headers nor what the collector said.
func (t *Tracer) send(body []byte) error {
	req, err := http.NewRequestWithContext(context.Background(), http.MethodPost, t.options.Endpoint, bytes.NewReader(body))
	if err != nil {
		return err
	}
	for name, value := range t.options.Headers {
		req.Header.Set(name, value)
	}
	req.Header.Set("Content-Type", "application/json")
	res, err := t.client.Do(req)
	if err != nil {
		var failure *url.Error // which would spell out the address, and a password in it
		if errors.As(err, &failure) {
			err = failure.Err
		}
		return err
	}
	defer res.Body.Close()
	_, _ = io.Copy(io.Discard, io.LimitReader(res.Body, 64<<10)) // so that the connection is used again
	if res.StatusCode/100 != 2 {
		return fmt.Errorf("the collector answered %s", cmp.Or(http.StatusText(res.StatusCode), fmt.Sprint(res.StatusCode)))
	}
	return nil
}

// Close sends what is left, for at most as long as is given. Spans that end afterwards are
// dropped.
func (t *Tracer) Close(within time.Duration) {
	if t == nil {
		return
	}
	close(t.stop)
	select {
	case <-t.ended:
	case <-time.After(within):
	}
}
