package httpapi

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"reflect"
	"slices"
	"strings"

	"github.com/gin-gonic/gin"
	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
	"go.uber.org/zap"

	"github.com/asksql/asksql/internal/ask"
)

// askBody is the body of POST /ask. A null is the same as an absent field.
type askBody struct {
	Question                *string `json:"question"`
	Mode                    *string `json:"mode"`
	Explain                 *bool   `json:"explain"`
	OmitSensitiveFromPrompt *bool   `json:"omitSensitiveFromPrompt"`
	SchemaJSON              *string `json:"schemaJson"`
	// A list of the tables that the request is about, where an access file is in force: fewer than its caller may see, never
	// more. Without one it is ignored.
	Tables  jsontext.Value            `json:"tables"`
	Unknown map[string]jsontext.Value `json:",embed"`
}

// openBody is the body of POST /ask on the second listener.
type openBody struct {
	askBody
	History []exchange `json:"history"`
}

// exchange is an earlier question and the SQL that answered it.
type exchange struct {
	Question *string                   `json:"question"`
	SQL      *string                   `json:"sql"`
	Unknown  map[string]jsontext.Value `json:",embed"`
}

// decode returns the request in the body of POST /ask. What the fields may hold, package ask says.
func (s *Server) decode(ctx context.Context, c *gin.Context) (ask.Request, error) {
	body, err := decoded[askBody](ctx, s, c)
	if err != nil {
		return ask.Request{}, err
	}
	return s.request(c, body)
}

// decodeOpen is decode for the second listener.
func (s *Server) decodeOpen(ctx context.Context, c *gin.Context) (ask.Request, error) {
	body, err := decoded[openBody](ctx, s, c)
	if err != nil {
		return ask.Request{}, err
	}
	req, err := s.request(c, body.askBody)
	if err != nil {
		return ask.Request{}, err
	}
	for _, e := range body.History {
		req.History = append(req.History, ask.Exchange{Question: *cmp.Or(e.Question, new(string)), SQL: *cmp.Or(e.SQL, new(string))})
	}
	return req, nil
}

func (s *Server) request(c *gin.Context, body askBody) (ask.Request, error) {
	tables, unknown, err := chosenTables(s.asker, body.Tables, body.Unknown)
	if err != nil {
		return ask.Request{}, err
	}
	s.warnUnknown(c, unknown)
	return ask.Request{
		CorrelationID:           correlationID(c),
		Question:                *cmp.Or(body.Question, new(string)),
		Mode:                    body.Mode,
		Explain:                 *cmp.Or(body.Explain, new(bool)),
		OmitSensitiveFromPrompt: body.OmitSensitiveFromPrompt,
		SchemaJSON:              body.SchemaJSON,
		Tables:                  tables,
		Caller:                  callerOf(c.Request),
	}, nil
}

// decoded returns the body of a request. The order of the checks is part of the contract: size, content
// type, JSON.
func decoded[T any](ctx context.Context, s *Server, c *gin.Context) (body T, err error) {
	data, err := readBody(c.Request, s.options.MaxBodyBytes)
	if err != nil {
		c.Header("Connection", "close")
		s.readNoMore(c)
		return body, err
	}
	if err := checkType(c.Request.Header); err != nil {
		return body, err
	}
	return inTurn[T](ctx, s, data)
}

// largeBody is how many bytes a body has that waits for its turn to be read as JSON.
const largeBody = 64 << 10

// inTurn is decodeBody for as many large bodies at once as there are cores; the others wait, at most
// as long as their request has time.
func inTurn[T any](ctx context.Context, s *Server, data []byte) (body T, err error) {
	if len(data) < largeBody {
		return decodeBody[T](data)
	}
	select {
	case s.decoding <- struct{}{}:
		defer func() { <-s.decoding }()
		return decodeBody[T](data)
	case <-ctx.Done():
		return body, &ask.Error{Code: ask.CodeGeneration, Message: "the time of the request was over before its body could be read; ask again"}
	}
}

// decodeBody reads exactly one JSON object with nothing but white space after it. Names match by
// letter case; a duplicate name and text that is not UTF-8 are errors, in unknown fields too.
func decodeBody[T any](data []byte) (body T, err error) {
	if bytes.HasPrefix(data, []byte("\ufeff")) {
		return body, badRequest("the body begins with a byte-order mark; leave it out")
	}
	switch jsontext.Value(data).Kind() {
	case '[', '"', '0', 't', 'f', 'n':
		return body, badRequest("the body must be one JSON object")
	}
	if err := json.Unmarshal(data, &body); err != nil {
		return body, badRequest(complaint(err))
	}
	return body, nil
}

// complaint says what is wrong with the JSON, and in which field.
func complaint(err error) string {
	var syntax *jsontext.SyntacticError
	var semantic *json.SemanticError
	switch {
	case errors.As(err, &semantic):
		return shorten(strings.TrimSpace(field(semantic.JSONPointer) + " must be " + noun(semantic.GoType)))
	case !errors.As(err, &syntax):
		return "the body is not valid JSON"
	case errors.Is(syntax.Err, jsontext.ErrDuplicateName):
		return shorten(field(syntax.JSONPointer) + " is there twice")
	case errors.Is(syntax.Err, io.ErrUnexpectedEOF):
		return "the body is not valid JSON: it ends before the object does"
	default:
		return shorten(fmt.Sprintf("the body is not valid JSON at byte %d, in %s: %v", syntax.ByteOffset, field(syntax.JSONPointer), syntax.Err))
	}
}

// field returns the words for the place that p points to.
func field(p jsontext.Pointer) string {
	if p == "" {
		return "the object"
	}
	return "field " + shorten(strings.TrimPrefix(string(p), "/"))
}

// noun returns the words for the JSON that makes a t.
func noun(t reflect.Type) string {
	switch {
	case t == nil:
		return "of another type"
	case t.Kind() == reflect.Pointer:
		return noun(t.Elem())
	case t.Kind() == reflect.String:
		return "a string"
	case t.Kind() == reflect.Bool:
		return "true or false"
	case t.Kind() == reflect.Slice:
		return "a list"
	case t.Kind() == reflect.Struct:
		return "an object"
	default:
		return "of another type"
	}
}

const (
	maxShown = 160 // bytes of the client's own words in a message or in the log
	maxNames = 10  // unknown names in the log
)

// shorten cuts text to maxShown bytes: names are the client's and may fill the body.
func shorten(text string) string {
	if len(text) <= maxShown {
		return text
	}
	return strings.ToValidUTF8(text[:maxShown], "") + "…"
}

// warnUnknown names the fields that were ignored.
func (s *Server) warnUnknown(c *gin.Context, unknown map[string]jsontext.Value) {
	if len(unknown) == 0 {
		return
	}
	names := slices.Sorted(maps.Keys(unknown))
	names = names[:min(len(names), maxNames)]
	for i := range names {
		names[i] = shorten(names[i])
	}
	s.logger(c).Warn("unknown_fields", zap.Strings("fields", names), zap.Int("count", len(unknown)))
}
