package httpapi

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"strconv"
	"strings"
	"time"

	"go.uber.org/zap"
)

// lastWords is how long requests that are cut off at the end of the grace period have to answer.
const lastWords = 2 * time.Second

// errStopping is the cause of a request's context that ended because the server stops.
var errStopping = errors.New("the server is stopping")

// ListenAndServe listens on Host and Port and serves as Serve does.
func (s *Server) ListenAndServe(ctx context.Context) error {
	ln, err := net.Listen("tcp", net.JoinHostPort(s.options.Host, strconv.Itoa(s.options.Port)))
	if err != nil {
		return err
	}
	return s.Serve(ctx, ln)
}

// Serve answers requests on ln until ctx is done, and for DrainDelay more, in which Draining is true. It
// then stops accepting, finishes what is in flight for up to ShutdownGrace, cancels the rest and returns nil. It closes ln. The error says why
// serving ended before it was told to.
func (s *Server) Serve(ctx context.Context, ln net.Listener) error {
	// Not a child of ctx: requests in flight outlive the signal to stop.
	base, cut := context.WithCancelCause(context.WithoutCancel(ctx))
	defer cut(nil)
	server := s.httpServer(base)
	ended := make(chan error, 1)
	s.log.Info("server_started", zap.String("address", ln.Addr().String()))
	go func() { ended <- server.Serve(ln) }()
	select {
	case err := <-ended:
		return fmt.Errorf("serve on %s: %w", ln.Addr(), err)
	case <-ctx.Done():
	}
	s.draining.Store(true)
	s.log.Info("server_stopping", zap.Duration("delay", s.options.DrainDelay), zap.Duration("grace", s.options.ShutdownGrace))
	select {
	case err := <-ended:
		return fmt.Errorf("serve on %s: %w", ln.Addr(), err)
	case <-time.After(s.options.DrainDelay):
	}
	complete := s.drain(server, func() { cut(errStopping) })
	s.log.Info("server_stopped", zap.Bool("complete", complete))
	if err := <-ended; !errors.Is(err, http.ErrServerClosed) {
		return fmt.Errorf("serve on %s: %w", ln.Addr(), err)
	}
	return nil
}

// drain shuts the server down and reports whether every request in flight was finished. Where the
// grace period was too short, it calls cut and gives the rest a moment to say so.
func (s *Server) drain(server *http.Server, cut func()) bool {
	if shutdown(server, s.options.ShutdownGrace) {
		return true
	}
	cut()
	if !shutdown(server, lastWords) {
		_ = server.Close() // what it returns is about a listener that is closed already
	}
	return false
}

// shutdown reports whether the server became idle in time.
func shutdown(server *http.Server, within time.Duration) bool {
	ctx, cancel := context.WithTimeout(context.Background(), within)
	defer cancel()
	return server.Shutdown(ctx) == nil
}

func baseContext(ctx context.Context) func(net.Listener) context.Context {
	return func(net.Listener) context.Context { return ctx }
}

// netHTTPLog takes the lines that net/http writes by itself, such as refused connections.
type netHTTPLog struct{ log *zap.Logger }

func (l netHTTPLog) Write(line []byte) (int, error) {
	l.log.Warn("net_http", zap.String("message", strings.TrimSpace(string(line))))
	return len(line), nil
}
