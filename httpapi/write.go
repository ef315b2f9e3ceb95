package httpapi

import (
	"errors"
	"net/http"
	"strconv"

	"github.com/gin-gonic/gin"
	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
	"go.uber.org/zap"

	"github.com/asksql/asksql/internal/ask"
)

// The codes that exist on the web side only.
const (
	codeNotFound        ask.Code = "not_found"
	codePayloadTooLarge ask.Code = "payload_too_large"
	codeOverloaded      ask.Code = "overloaded" // only where Options.MaxInFlight is set
)

// answered is the body of a success. Without explain it has three fields.
type answered struct {
	OK            bool         `json:"ok"`
	CorrelationID string       `json:"correlationId"`
	SQL           string       `json:"sql"`
	Explain       *ask.Explain `json:"explain,omitzero"`
}

// failed is the body of an error response.
type failed struct {
	OK            bool         `json:"ok"`
	CorrelationID string       `json:"correlationId"`
	Error         reason       `json:"error"`
	Explain       *ask.Explain `json:"explain,omitzero"`
}

type reason struct {
	Code    ask.Code `json:"code"`
	Message string   `json:"message"`
	Rule    string   `json:"rule,omitzero"`
}

// Response returns status and body of the response with the answer or, where err is not nil, with
// the error. Of an error that is no *ask.Error, the body tells nothing.
func Response(correlationID string, answer *ask.Answer, err error) (int, []byte) {
	if err == nil {
		return http.StatusOK, encode(answered{true, correlationID, answer.SQL, answer.Explain})
	}
	var e *ask.Error
	if !errors.As(err, &e) {
		e = internal("something went wrong here; the log tells more under this correlation id")
	}
	return status(e.Code), encode(failed{false, correlationID, reason{e.Code, e.Message, e.Rule}, e.Explain})
}

func internal(message string) *ask.Error {
	return &ask.Error{Code: ask.CodeInternal, Message: message}
}

// encode returns v as JSON without HTML escaping: "<" in SQL is to stay readable. Texts may come
// from a model, so that bytes that are not UTF-8 become U+FFFD.
func encode(v any) []byte {
	body, err := json.Marshal(v, jsontext.AllowInvalidUTF8(true))
	if err != nil {
		panic(err) // a value of our own that has no JSON
	}
	return body
}

// respond sends the response with the answer, or with the error if there is one.
func (s *Server) respond(c *gin.Context, answer *ask.Answer, err error) {
	s.logFault(c, err)
	status, body := Response(correlationID(c), answer, err)
	s.send(c, status, body)
}

// logFault writes a line about an error that is a fault of this program.
func (s *Server) logFault(c *gin.Context, err error) {
	var e *ask.Error
	if err != nil && !errors.As(err, &e) {
		s.logger(c).Error("internal_error", zap.Error(err))
	}
}

// send sends a response. It is the only place that does, streams of steps aside. It flushes, because a response that stays in
// net/http's buffer is written after the handler, where nobody would hear that it could not be.
func (s *Server) send(c *gin.Context, status int, body []byte) {
	c.Header("Content-Type", "application/json; charset=utf-8")
	c.Header("Content-Length", strconv.Itoa(len(body)))
	c.Status(status)
	_, err := c.Writer.Write(body)
	if err == nil {
		err = http.NewResponseController(inner(c.Writer)).Flush()
	}
	if err != nil {
		c.Set(unsentKey, err)
	}
}

// inner returns net/http's own writer. Gin's has a Flush of its own, which tells no errors.
func inner(w http.ResponseWriter) http.ResponseWriter {
	if wrapped, ok := w.(interface{ Unwrap() http.ResponseWriter }); ok {
		return wrapped.Unwrap()
	}
	return w
}
