// Package admin serves the second listener: what a probe, a scraper and an operator ask the service, which
// shows no question, SQL or credential and calls no model; and the surfaces that an operator has switched on.
// Nobody is asked who they are: bind it to an address that only those reach who may ask all of it.
package admin

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log"
	"net"
	"net/http"
	"slices"
	"strings"
	"time"

	"github.com/go-json-experiment/json"
	"go.uber.org/zap"

	"github.com/asksql/asksql/internal/config"
)

// Parts are what the listener tells of. All must be there.
type Parts struct {
	Version string
	// Ready returns whether the service can answer questions, and the details.
	Ready func() Readiness
	// Metrics writes the figures in Prometheus' text format.
	Metrics func(io.Writer)
	// Config is the configuration in force, without credentials.
	Config []config.Setting
	// Surfaces are what else it answers.
	Surfaces []Surface
	// Hosts are names that this listener is reached by, besides localhost and addresses.
	Hosts []string
	// Grace returns how long requests in flight have when Serve is told to end; nil is no time.
	Grace func() time.Duration
	Log   *zap.Logger
}

// Readiness tells whether questions can be answered, and if not, why.
type Readiness struct {
	Ready    bool              `json:"ready"`
	Reasons  []string          `json:"reasons"`            // why not, empty where it is ready
	SchemaID string            `json:"schemaId"`           // of the configured schema, "" where there is none
	Breakers map[string]string `json:"breakers,omitempty"` // state by provider and model; one that is open is no reason
}

// Handler returns what answers the requests.
func Handler(p Parts) http.Handler {
	mux := http.NewServeMux()
	mux.HandleFunc("/live", only(func(w http.ResponseWriter, _ *http.Request) {
		write(w, http.StatusOK, map[string]bool{"live": true})
	}))
	mux.HandleFunc("/ready", only(func(w http.ResponseWriter, _ *http.Request) {
		now, status := p.Ready(), http.StatusOK
		if !now.Ready {
			status = http.StatusServiceUnavailable
		}
		write(w, status, now)
	}))
	mux.HandleFunc("/metrics", only(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/plain; version=0.0.4; charset=utf-8")
		p.Metrics(w)
	}))
	mux.HandleFunc("/version", only(func(w http.ResponseWriter, _ *http.Request) {
		write(w, http.StatusOK, map[string]string{"version": p.Version})
	}))
	mux.HandleFunc("/config", only(func(w http.ResponseWriter, _ *http.Request) {
		write(w, http.StatusOK, p.Config)
	}))
	routes := []string{"/live", "/ready", "/metrics", "/version", "/config"}
	for _, s := range p.Surfaces {
		mux.Handle(s.Path, guarded(p.Hosts, s))
		routes = append(routes, s.Path)
	}
	if !slices.Contains(routes, "/") {
		mux.HandleFunc("/", func(w http.ResponseWriter, _ *http.Request) {
			fail(w, http.StatusNotFound, "no such route; there are "+strings.Join(routes, ", "))
		})
	}
	return plainPaths(mux)
}

// plainPaths answers 404 to every path that is not written as a route is, where the mux would redirect.
func plainPaths(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.RawPath != "" || strings.Contains(r.URL.Path, "//") || strings.Contains(r.URL.Path, "/.") || !strings.HasPrefix(r.URL.Path, "/") {
			fail(w, http.StatusNotFound, "no such route")
			return
		}
		next.ServeHTTP(w, r)
	})
}

// only refuses all methods but those that read.
func only(h http.HandlerFunc) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		if r.Method != http.MethodGet && r.Method != http.MethodHead {
			w.Header().Set("Allow", "GET, HEAD")
			fail(w, http.StatusMethodNotAllowed, "this route answers GET and HEAD")
			return
		}
		w.Header().Set("Cache-Control", "no-store")
		w.Header().Set("X-Content-Type-Options", "nosniff")
		h(w, r)
	}
}

func fail(w http.ResponseWriter, status int, message string) {
	write(w, status, map[string]string{"error": message})
}

func write(w http.ResponseWriter, status int, v any) {
	body, err := json.Marshal(v, json.Deterministic(true))
	if err != nil {
		panic(err) // a value of our own that has no JSON
	}
	w.Header().Set("Content-Type", "application/json; charset=utf-8")
	w.WriteHeader(status)
	_, _ = w.Write(append(body, '\n')) // a client that has left needs no answer
}

// Serve answers requests on ln until ctx is done, finishes what is in flight within the grace, and closes ln. The error
// says why it ended before.
func Serve(ctx context.Context, ln net.Listener, p Parts) error {
	server := &http.Server{
		Handler:           Handler(p),
		ReadHeaderTimeout: 5 * time.Second,
		ReadTimeout:       5 * time.Second,
		WriteTimeout:      30 * time.Second,
		IdleTimeout:       120 * time.Second,
		MaxHeaderBytes:    16 << 10,
		ErrorLog:          log.New(io.Discard, "", 0),
	}
	p.Log.Info("admin_started", zap.String("address", ln.Addr().String()))
	ended := make(chan struct{})
	stop := context.AfterFunc(ctx, func() {
		defer close(ended)
		end(server, p.Grace)
	})
	if err := server.Serve(ln); !errors.Is(err, http.ErrServerClosed) {
		stop()
		return fmt.Errorf("serve on %s: %w", ln.Addr(), err)
	}
	<-ended
	return nil
}

// end stops accepting, and cuts off what is in flight after the grace.
func end(server *http.Server, grace func() time.Duration) {
	var within time.Duration
	if grace != nil {
		within = grace()
	}
	ctx, cancel := context.WithTimeout(context.Background(), within)
	defer cancel()
	if server.Shutdown(ctx) != nil {
		_ = server.Close() // what it says is about connections that nobody waits for any longer
	}
}
