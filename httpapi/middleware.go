package httpapi

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"strconv"
	"time"
	"unicode/utf8"

	"github.com/gin-gonic/gin"
	"github.com/google/uuid"
	"go.uber.org/zap"

	"github.com/asksql/asksql/internal/ask"
	"github.com/asksql/asksql/internal/trace"
)

const correlationHeader = "x-correlation-id"

// Keys in gin's context.
const (
	correlationKey = "correlationId" // in the log too
	unsentKey      = "unsent"        // why the response could not be written
)

// correlated gives the request its id: the client's, unchanged whatever it holds, or a new one.
// Only what no JSON string can carry, text that is not UTF-8, is replaced.
func correlated(c *gin.Context) {
	id := c.Request.Header.Get(correlationHeader) // of several, the first
	if id == "" || !utf8.ValidString(id) {
		id = uuid.NewString()
	}
	c.Set(correlationKey, id)
	c.Header(correlationHeader, id)
}

func correlationID(c *gin.Context) string { return c.GetString(correlationKey) }

// logger returns the log for lines about the request.
func (s *Server) logger(c *gin.Context) *zap.Logger {
	fields := []zap.Field{zap.String(correlationKey, ask.LoggedID(correlationID(c)))}
	if id := trace.From(c.Request.Context()).TraceID(); id != "" {
		fields = append(fields, zap.String("traceId", id))
	}
	return s.log.With(fields...)
}

// begin begins the span of a question. Probes have none.
func (s *Server) begin(c *gin.Context) *trace.Span {
	if c.FullPath() != askRoute {
		return nil
	}
	var header string
	if sent := c.Request.Header.Values(trace.Header); len(sent) == 1 { // of several, none
		header = sent[0]
	}
	ctx, span := s.tracer.Begin(c.Request.Context(), header, http.MethodPost+" "+askRoute)
	if span == nil {
		return nil
	}
	c.Request = c.Request.WithContext(ctx)
	span.Set("http.request.method", http.MethodPost)
	span.Set("http.route", askRoute)
	return span
}

// end ends the span of a question, with the status of the response, 0 for none.
func end(span *trace.Span, status int) {
	switch {
	case status == 0:
		span.Fail("aborted")
	case status >= http.StatusInternalServerError:
		span.Fail(strconv.Itoa(status))
	}
	if status != 0 {
		span.Set("http.response.status_code", status)
	}
	span.End()
}

// logged writes one line when the request has ended, however it ends.
func (s *Server) logged(c *gin.Context) {
	start, returned, status := time.Now(), false, 0
	ended := s.meter.Began(c.Request.Method, c.FullPath())
	span := s.begin(c)
	defer func() {
		fields := []zap.Field{
			zap.String("method", c.Request.Method),
			zap.String("route", c.FullPath()), // "" where there is none: a log should not grow a key per scan
			zap.Int64("durationMs", time.Since(start).Milliseconds()),
			zap.Int("bytes", max(0, c.Writer.Size())),
		}
		switch unsent, _ := c.Get(unsentKey); {
		case !returned:
			fields = append(fields, zap.Int("status", 0), zap.String("aborted", cause(c.Request)))
		case unsent != nil:
			fields = append(fields, zap.Int("status", 0), zap.String("aborted", "the response could not be written"), zap.Any("error", unsent))
		default:
			status = c.Writer.Status()
			fields = append(fields, zap.Int("status", status))
		}
		ended(status)
		end(span, status)
		s.logger(c).Info("request_completed", fields...)
	}()
	c.Next()
	returned = true
}

// cause says why a request ended without a response.
func cause(r *http.Request) string {
	if gone(r) {
		return "client gone"
	}
	return "handler failed while it was writing"
}

// gone reports whether the client has closed its side of the connection. net/http finds out by
// reading on, which it does as soon as the body has been read to its end.
func gone(r *http.Request) bool {
	return r.Context().Err() != nil && !stopping(r)
}

// stopping reports whether the request was cut off because the server stops.
func stopping(r *http.Request) bool { return errors.Is(context.Cause(r.Context()), errStopping) }

// errPanicked stands for a fault of which the log has the details.
var errPanicked = errors.New("panic")

// recovered turns a panic into internal_error. The stack goes to the log and nowhere else.
func (s *Server) recovered(c *gin.Context) {
	defer func() {
		v := recover()
		if v == nil {
			return
		}
		if err, ok := v.(error); ok && errors.Is(err, http.ErrAbortHandler) {
			panic(http.ErrAbortHandler)
		}
		s.logger(c).Error("panic", zap.String("value", fmt.Sprint(v)), zap.Stack("stack"))
		if c.Writer.Written() {
			panic(http.ErrAbortHandler) // half a response must not look like a whole one
		}
		status, body := Response(correlationID(c), nil, errPanicked)
		s.send(c, status, body)
	}()
	c.Next()
}

// timedBody bounds the time in which a body must arrive, on every route: what a handler leaves
// unread, net/http reads before it answers. Requests without a body are left alone, because
// net/http is reading on already, and the deadline would look like a client that is gone.
func (s *Server) timedBody(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Body != http.NoBody {
			deadline := time.Now().Add(min(s.options.ReadBodyTimeout, s.options.RequestTimeout))
			if err := http.NewResponseController(w).SetReadDeadline(deadline); err != nil {
				s.log.Warn("net_http", zap.Error(err))
			}
		}
		next.ServeHTTP(w, r)
	})
}
