package httpapi

import (
	"errors"
	"fmt"
	"io"
	"mime"
	"net/http"
	"os"
	"strings"
	"time"

	"github.com/gin-gonic/gin"
	"go.uber.org/zap"

	"github.com/asksql/asksql/internal/ask"
)

// readBody returns the body of a request whose body is limited by http.MaxBytesHandler and in time
// by a read deadline. After an error the connection is of no further use.
func readBody(r *http.Request, limit int64) ([]byte, error) {
	if r.ContentLength > limit {
		return nil, tooLarge(limit) // without a look at it: 100 Continue is not sent either
	}
	body, err := io.ReadAll(r.Body)
	var crossed *http.MaxBytesError
	switch {
	case err == nil:
		return body, nil
	case errors.As(err, &crossed):
		return nil, tooLarge(limit)
	case errors.Is(err, os.ErrDeadlineExceeded):
		return nil, badRequest("the body did not arrive in time")
	case errors.Is(err, io.ErrUnexpectedEOF):
		return nil, badRequest("the body ended early")
	default:
		return nil, badRequest("the body cannot be read; its chunks are malformed or the connection broke")
	}
}

// lastBytes is how long the rest of a body is read on behind a refusal, as net/http itself waits.
const lastBytes = 500 * time.Millisecond

// readNoMore makes net/http close the connection soon after the response is sent. It would read on
// otherwise, as long as a slow client sends. What such a client has sent meanwhile is read: bytes that nobody
// has read reset a connection as it is closed, and the response would be lost with it.
func (s *Server) readNoMore(c *gin.Context) {
	deadline := time.Now()
	if c.Request.ContentLength >= 0 { // net/http waits by itself for one in chunks that has crossed the limit
		deadline = deadline.Add(lastBytes)
	}
	if err := http.NewResponseController(c.Writer).SetReadDeadline(deadline); err != nil {
		s.log.Warn("net_http", zap.Error(err))
	}
}

func tooLarge(limit int64) error {
	return &ask.Error{
		Code:    codePayloadTooLarge,
		Message: fmt.Sprintf("the body is larger than %d bytes; send a smaller one", limit),
	}
}

func badRequest(message string) error {
	return &ask.Error{Code: ask.CodeBadRequest, Message: message}
}

// checkType returns an error unless the headers say that the body is plain JSON. Besides clarity
// this keeps web pages from posting without a preflight.
func checkType(h http.Header) error {
	// A malformed parameter is refused with the rest: two readers could take it for two types.
	values := h.Values("Content-Type")
	if len(values) != 1 {
		return badRequest("send one header content-type: application/json")
	}
	if media, _, err := mime.ParseMediaType(values[0]); err != nil || media != "application/json" {
		return badRequest("the content type must be application/json")
	}
	for _, coding := range h.Values("Content-Encoding") {
		if coding = strings.TrimSpace(coding); coding != "" && !strings.EqualFold(coding, "identity") {
			return badRequest("the body must have no content encoding")
		}
	}
	return nil
}
