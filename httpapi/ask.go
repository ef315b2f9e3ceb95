package httpapi

import (
	"context"
	"net/http"

	"github.com/gin-gonic/gin"

	"github.com/asksql/asksql/internal/ask"
)

// ask answers POST /ask.
func (s *Server) ask(c *gin.Context) {
	ctx, cancel := context.WithTimeout(c.Request.Context(), s.options.RequestTimeout)
	defer cancel()
	req, err := s.decode(c)
	if err != nil {
		s.respond(c, nil, err)
		return
	}
	answer, err := s.asker.Ask(ctx, req)
	if gone(c.Request) {
		panic(http.ErrAbortHandler) // net/http's word for: close, and send nothing
	}
	if err != nil && stopping(c.Request) {
		err = internal("the server is stopping; send the question again")
	}
	s.respond(c, answer, err)
}

// health answers GET /health. It says that the process answers, and asks nobody else.
func (s *Server) health(c *gin.Context) {
	s.send(c, http.StatusOK, []byte(`{"ok":true}`))
}

func (s *Server) notFound(c *gin.Context) {
	s.respond(c, nil, &ask.Error{Code: codeNotFound, Message: "no such route; the routes are GET /health and POST /ask"})
}
