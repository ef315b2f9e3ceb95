package httpapi

import (
	"fmt"
	"net/http"
	"strings"

	"github.com/gin-gonic/gin"

	"github.com/asksql/asksql/internal/ask"
)

// AskHandler returns what answers POST /ask on the second listener: like Handler does, and besides with history in the
// body, and with steps as they happen for who accepts text/event-stream.
func (s *Server) AskHandler() http.Handler {
	e := s.engine("this route answers POST with a body of application/json")
	e.POST("/ask", func(c *gin.Context) {
		if accepts(c.Request.Header, eventStream) {
			s.answer(c, s.decodeOpen, &stream{server: s, c: c})
			return
		}
		s.answer(c, s.decodeOpen, nil)
	})
	return s.bounded(e)
}

const eventStream = "text/event-stream"

// accepts reports whether a header names a media type as one that it accepts.
func accepts(h http.Header, mediaType string) bool {
	for _, line := range h.Values("Accept") {
		for part := range strings.SplitSeq(line, ",") {
			name, parameters, _ := strings.Cut(part, ";")
			if strings.EqualFold(strings.TrimSpace(name), mediaType) {
				return strings.ReplaceAll(parameters, " ", "") != "q=0"
			}
		}
	}
	return false
}

// A stream tells of the steps of one question, as events of a response. It begins with the first step: what fails
// before is answered as ever.
type stream struct {
	server *Server
	c      *gin.Context
	begun  bool
	unsent error // why an event could not be written
}

// Told implements ask.Watcher. SQL that was refused is not told: nobody is to run it by mistake.
func (t *stream) Told(s ask.Stage) {
	s.SQL = ""
	t.send(s.Name, encode(s))
}

// send writes an event. Its data are JSON, which has no line breaks.
func (t *stream) send(event string, data []byte) {
	if t.unsent != nil {
		return
	}
	if !t.begun {
		t.begun = true
		t.c.Header("Content-Type", eventStream)
		t.c.Header("Cache-Control", "no-store")
		t.c.Header("X-Accel-Buffering", "no") // nginx would keep the steps until the last one
		t.c.Status(http.StatusOK)
	}
	_, err := fmt.Fprintf(t.c.Writer, "event: %s\ndata: %s\n\n", event, data)
	if err == nil {
		err = http.NewResponseController(inner(t.c.Writer)).Flush()
	}
	if err != nil {
		t.unsent = err
		t.c.Set(unsentKey, err)
	}
}

// end writes the last event: answer or error, with the body that the response would have had.
func (t *stream) end(answer *ask.Answer, err error) {
	if !t.begun {
		t.server.respond(t.c, answer, err)
		return
	}
	event := "answer"
	if err != nil {
		event = "error"
		t.server.logFault(t.c, err)
	}
	_, body := Response(correlationID(t.c), answer, err)
	t.send(event, body)
}
