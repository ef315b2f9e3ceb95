package httpapi

import (
	"net/http"
	"reflect"
	"slices"

	"github.com/asksql/asksql/internal/ask"
)

// An ErrorKind is a row of the table of errors.
type ErrorKind struct {
	Code      ask.Code
	Status    int
	Condition string // in which it is given
	Example   string // of a message
	Rule      string // of the example; "" where there is none
	Check     bool   // POST /check gives it too
}

// errorKinds is the table of errors: what a client sees, and docs/openapi.json says.
var errorKinds = []ErrorKind{
	{codeNotFound, http.StatusNotFound, "There is no such route, or not with this method.", "no such route; the routes are GET /health and POST /ask", "", true},
	{ask.CodeBadRequest, http.StatusBadRequest, "The body is no JSON object, or a field is missing, has another type or a value that is not taken.", "field question must be a string", "", true},
	{ask.CodeSchemaParse, http.StatusBadRequest, "schemaJson is no valid artifact.", "schemaJson: $.tables: must have at least one table", "", true},
	{ask.CodeValidation, http.StatusBadRequest, "The model's SQL broke a rule, or the model says that it cannot answer.", "column totl is not in the schema; orders has total", "column_scope", false},
	{codePayloadTooLarge, http.StatusRequestEntityTooLarge, "The body is larger than server.maxBodyBytes.", "the body is larger than 1048576 bytes; send a smaller one", "", true},
	{ask.CodeNotConfigured, http.StatusInternalServerError, "No model provider is configured.", "no model provider is configured; set llm.provider and its credential on the server", "", false},
	{ask.CodeInternal, http.StatusInternalServerError, "Anything else failed.", "something went wrong here; the log tells more under this correlation id", "", true},
	{ask.CodeGeneration, http.StatusBadGateway, "The model call failed, or the time of the request was over.", "the model did not answer in time; ask again", "", true},
	{codeOverloaded, http.StatusServiceUnavailable, "More questions are being answered than server.maxInFlight allows.", "too many questions are being answered at once; ask again in a moment", "", false},
}

// ErrorKinds returns the table of errors.
func ErrorKinds() []ErrorKind { return slices.Clone(errorKinds) }

// status returns the HTTP status of an error code, that of internal_error for one that nobody thought of.
func status(code ask.Code) int {
	for _, kind := range errorKinds {
		if kind.Code == code {
			return kind.Status
		}
	}
	return http.StatusInternalServerError
}

// Bodies returns the types of the JSON bodies by their names in docs/openapi.json.
func Bodies() map[string]reflect.Type {
	return map[string]reflect.Type{
		"AskRequest":   reflect.TypeFor[askBody](),
		"Answer":       reflect.TypeFor[answered](),
		"Failure":      reflect.TypeFor[failed](),
		"CheckRequest": reflect.TypeFor[checkBody](),
		"CheckResult":  reflect.TypeFor[judged](),
	}
}
