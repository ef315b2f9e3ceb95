package httpapi

import (
	"context"
	"net/http"
	"time"

	"github.com/gin-gonic/gin"

	"github.com/asksql/asksql/internal/ask"
)

// ask answers POST /ask.
func (s *Server) ask(c *gin.Context) { s.answer(c, s.decode, nil) }

// answer answers a question, in one response, or where there is a stream with its steps first.
func (s *Server) answer(c *gin.Context, decode func(context.Context, *gin.Context) (ask.Request, error), steps *stream) {
	if s.inFlight.Add(1); s.overloaded() {
		s.inFlight.Add(-1)
		c.Header("Retry-After", "1")
		s.respond(c, nil, &ask.Error{Code: codeOverloaded, Message: "too many questions are being answered at once; ask again in a moment"})
		return
	}
	defer s.inFlight.Add(-1)
	ctx, cancel := context.WithTimeout(c.Request.Context(), s.options.RequestTimeout)
	defer cancel()
	began := time.Now()
	req, err := decode(ctx, c)
	req.Began = began
	if err != nil {
		s.respond(c, nil, err)
		return
	}
	if steps != nil {
		req.Watch = steps
	}
	answer, err := s.asker.Ask(ctx, req)
	if gone(c.Request) {
		panic(http.ErrAbortHandler) // net/http's word for: close, and send nothing
	}
	if err != nil && stopping(c.Request) {
		err = internal("the server is stopping; send the question again")
	}
	if steps != nil {
		steps.end(answer, err)
		return
	}
	s.respond(c, answer, err)
}

// overloaded reports whether more questions are in flight than the operator allows.
func (s *Server) overloaded() bool {
	return s.options.MaxInFlight > 0 && s.inFlight.Load() > int64(s.options.MaxInFlight)
}

// health answers GET /health. It says that the process answers, and asks nobody else.
func (s *Server) health(c *gin.Context) {
	s.send(c, http.StatusOK, []byte(`{"ok":true}`))
}
