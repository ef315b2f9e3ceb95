package httpapi

import (
	"context"
	"net/http"

	"github.com/gin-gonic/gin"
	"github.com/go-json-experiment/json/jsontext"

	"github.com/asksql/asksql/internal/ask"
	"github.com/asksql/asksql/internal/checked"
)

// A Checker checks SQL in the scope of a request. It returns soon after ctx is done. A refusal is a result;
// errors are *ask.Error, and any other is answered with internal_error.
type Checker interface {
	Check(ctx context.Context, req ask.Request, sql string) (*checked.Result, error)
}

// checkBody is the body of POST /check. A null is the same as an absent field.
type checkBody struct {
	SQL                     *string `json:"sql"`
	Mode                    *string `json:"mode"`
	OmitSensitiveFromPrompt *bool   `json:"omitSensitiveFromPrompt"`
	SchemaJSON              *string `json:"schemaJson"`
	// The tables that the request is about, where an access file is in force: fewer than its caller may see, never
	// more. Without one it is ignored.
	Tables  jsontext.Value            `json:"tables"`
	Unknown map[string]jsontext.Value `json:",embed"`
}

// judged is the body of a response that tells what became of a text.
type judged struct {
	OK            bool   `json:"ok"`
	CorrelationID string `json:"correlationId"`
	checked.Result
}

// CheckHandler returns what answers POST /check, for the second listener, and is as strict about requests as
// Handler. A text that is refused is answered 200, like one that is not: the question was whether it is valid.
func (s *Server) CheckHandler(checker Checker) http.Handler {
	e := s.engine("this route answers POST with a body of application/json")
	e.POST("/check", func(c *gin.Context) { s.check(c, checker) })
	return s.bounded(e)
}

func (s *Server) check(c *gin.Context, checker Checker) {
	ctx, cancel := context.WithTimeout(c.Request.Context(), s.options.RequestTimeout)
	defer cancel()
	result, err := s.checked(ctx, c, checker)
	switch {
	case gone(c.Request):
		panic(http.ErrAbortHandler)
	case err != nil:
		s.respond(c, nil, err)
	default:
		s.send(c, http.StatusOK, encode(judged{true, correlationID(c), *result}))
	}
}

func (s *Server) checked(ctx context.Context, c *gin.Context, checker Checker) (*checked.Result, error) {
	body, err := decoded[checkBody](ctx, s, c)
	if err != nil {
		return nil, err
	}
	tables, unknown, err := chosenTables(checker, body.Tables, body.Unknown)
	if err != nil {
		return nil, err
	}
	s.warnUnknown(c, unknown)
	if body.SQL == nil {
		return nil, badRequest("field sql is missing; send the text to check")
	}
	return checker.Check(ctx, ask.Request{
		CorrelationID:           correlationID(c),
		Mode:                    body.Mode,
		OmitSensitiveFromPrompt: body.OmitSensitiveFromPrompt,
		SchemaJSON:              body.SchemaJSON,
		Tables:                  tables,
		Caller:                  callerOf(c.Request),
	}, *body.SQL)
}
