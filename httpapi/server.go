// Package httpapi serves questions over HTTP: GET /health, POST /ask, and 404 for everything else.
// It has no authentication, TLS or rate limits; a gateway in front of it provides them.
package httpapi

import (
	"cmp"
	"context"
	"log"
	"net/http"
	"runtime"
	"strings"
	"sync/atomic"
	"time"

	"github.com/gin-gonic/gin"
	"go.uber.org/zap"

	_ "github.com/asksql/asksql/httpapi/internal/ginmode"
	"github.com/asksql/asksql/internal/ask"
	"github.com/asksql/asksql/internal/meter"
	"github.com/asksql/asksql/internal/trace"
)

// Options are the parameters of a Server. Start from Defaults; a field that is zero, Port aside,
// takes its default.
type Options struct {
	Port           int    // to listen on; 0 takes a free one
	Host           string // bind address
	MaxBodyBytes   int64  // largest request body, in bytes as they come
	MaxHeaderBytes int    // largest header block, in bytes; more than 4,096

	ReadHeaderTimeout time.Duration // for the header of a request to arrive
	ReadBodyTimeout   time.Duration // for the body of a request to arrive
	IdleTimeout       time.Duration // between two requests on a connection
	RequestTimeout    time.Duration // for a whole request, from the first byte of its body on
	ShutdownGrace     time.Duration // for requests in flight when the server is told to stop
	DrainDelay        time.Duration // between that and the end of accepting, for those who send requests to notice

	MaxInFlight int // questions at once, above which it answers overloaded; 0 is without limit
}

// Defaults returns the options of a server of which nobody said anything.
func Defaults() Options {
	return Options{
		Port:              3000,
		Host:              "127.0.0.1",
		MaxBodyBytes:      1 << 20,
		MaxHeaderBytes:    64 << 10,
		ReadHeaderTimeout: 5 * time.Second,
		ReadBodyTimeout:   15 * time.Second,
		IdleTimeout:       120 * time.Second,
		RequestTimeout:    55 * time.Second, // common gateways give up after 60
		ShutdownGrace:     30 * time.Second,
	}
}

func (o Options) withDefaults() Options {
	d := Defaults()
	return Options{
		Port:              o.Port,
		Host:              cmp.Or(Unbracketed(o.Host), d.Host), // an empty address would bind every interface
		MaxBodyBytes:      cmp.Or(o.MaxBodyBytes, d.MaxBodyBytes),
		MaxHeaderBytes:    cmp.Or(o.MaxHeaderBytes, d.MaxHeaderBytes),
		ReadHeaderTimeout: cmp.Or(o.ReadHeaderTimeout, d.ReadHeaderTimeout),
		ReadBodyTimeout:   cmp.Or(o.ReadBodyTimeout, d.ReadBodyTimeout),
		IdleTimeout:       cmp.Or(o.IdleTimeout, d.IdleTimeout),
		RequestTimeout:    cmp.Or(o.RequestTimeout, d.RequestTimeout),
		ShutdownGrace:     cmp.Or(o.ShutdownGrace, d.ShutdownGrace),
		DrainDelay:        o.DrainDelay,
		MaxInFlight:       o.MaxInFlight,
	}
}

// Unbracketed returns an IPv6 address without the brackets that it has in an URL.
func Unbracketed(host string) string {
	if inner, ok := strings.CutPrefix(host, "["); ok && strings.HasSuffix(inner, "]") {
		return strings.TrimSuffix(inner, "]")
	}
	return host
}

// An Asker turns a question into checked SQL. It returns soon after ctx is done. Errors are
// *ask.Error; any other is answered with internal_error.
type Asker interface {
	Ask(ctx context.Context, req ask.Request) (*ask.Answer, error)
}

// A Server answers HTTP requests. It is safe for concurrent use.
type Server struct {
	options  Options
	asker    Asker
	log      *zap.Logger
	meter    *meter.Meter  // nil if nobody counts
	tracer   *trace.Tracer // nil if nobody follows
	inFlight atomic.Int64
	draining atomic.Bool
	decoding chan struct{} // one for each large body that may be read as JSON
}

// New returns a server that asks asker. Nothing listens before Serve or ListenAndServe.
func New(options Options, asker Asker, log *zap.Logger) *Server {
	return &Server{options: options.withDefaults(), asker: asker, log: log, decoding: make(chan struct{}, runtime.GOMAXPROCS(0))}
}

// Metered has m count the requests, and returns the server. Call it before it serves.
func (s *Server) Metered(m *meter.Meter) *Server {
	s.meter = m
	return s
}

// Traced has t take the spans of the requests, and returns the server. Call it before it serves.
func (s *Server) Traced(t *trace.Tracer) *Server {
	s.tracer = t
	return s
}

// Draining reports whether the server has been told to stop.
func (s *Server) Draining() bool { return s.draining.Load() }

// Handler returns what answers requests, for a caller with a listener of its own. The time-outs of
// header, idle connection and response, the header limit, and the answer to OPTIONS * belong to
// the http.Server round it, which Serve sets up.
func (s *Server) Handler() http.Handler {
	return s.bounded(s.routes())
}

// bounded bounds the bodies that a handler reads, in length and in time.
func (s *Server) bounded(h http.Handler) http.Handler {
	return s.timedBody(http.MaxBytesHandler(h, s.options.MaxBodyBytes))
}

const askRoute = "/ask"

// routes returns the two routes.
func (s *Server) routes() *gin.Engine {
	e := s.engine("no such route; the routes are GET /health and POST /ask")
	e.GET("/health", s.health)
	e.HEAD("/health", s.health)
	e.POST(askRoute, s.ask)
	return e
}

// engine returns what has no routes yet. Every request that has none gets the same 404, with a message, whatever the
// nearest route would be: a gateway's rules are about paths as they are written, so that no second
// spelling of a path may reach it (/%61sk, //ask, /ask/, /Ask).
func (s *Server) engine(notFound string) *gin.Engine {
	gin.SetMode(gin.ReleaseMode) // in its other modes gin writes to standard output
	e := gin.New()
	e.UseEscapedPath = true
	e.RedirectTrailingSlash = false
	e.RedirectFixedPath = false
	e.HandleMethodNotAllowed = false
	e.ForwardedByClientIP = false

	e.Use(correlated, s.logged, s.recovered)
	e.NoRoute(func(c *gin.Context) { s.respond(c, nil, &ask.Error{Code: codeNotFound, Message: notFound}) })
	return e
}

// WriteTimeout returns how long the response to a request may take, from its header on.
func (s *Server) WriteTimeout() time.Duration {
	return s.options.RequestTimeout + s.options.ReadBodyTimeout + 5*time.Second
}

// netHTTPSlack is what net/http adds to MaxHeaderBytes by itself.
const netHTTPSlack = 4096

// httpServer returns the server round the handler. base is the ancestor of each request's context.
func (s *Server) httpServer(base context.Context) *http.Server {
	o := s.options
	return &http.Server{
		Handler:                      s.Handler(),
		DisableGeneralOptionsHandler: true, // it would answer OPTIONS * without a correlation id
		ReadHeaderTimeout:            o.ReadHeaderTimeout,
		WriteTimeout:                 s.WriteTimeout(),
		IdleTimeout:                  o.IdleTimeout,
		MaxHeaderBytes:               max(1, o.MaxHeaderBytes-netHTTPSlack),
		BaseContext:                  baseContext(base),
		ErrorLog:                     log.New(netHTTPLog{s.log}, "", 0),
	}
}
