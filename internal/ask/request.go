package ask

import (
	"fmt"
	"strings"
	"time"

	"github.com/asksql/asksql/internal/access"
)

// A Request is one question, or says for a text or a look at the schema what it is about. Pointers are nil
// where the client said nothing.
type Request struct {
	// CorrelationID tags every line of the log.
	CorrelationID string
	// Question is the question in natural language. Blank is missing.
	Question string
	// Mode is the name of a Mode; nil is SchemaOnly.
	Mode *string
	// Explain asks for Answer.Explain and Error.Explain.
	Explain bool
	// OmitSensitiveFromPrompt hides sensitive columns from model and query.
	OmitSensitiveFromPrompt *bool
	// SchemaJSON is a schema artifact for this question alone.
	SchemaJSON *string
	// History is what the question may go on from: earlier questions with the SQL that answered them, oldest first.
	History []Exchange
	// Watch is told of each step. It may be nil.
	Watch Watcher
	// Tables are the tables that the question is about; nil is all that it may be about.
	Tables []string
	// Caller is who asks. It counts only where an access file is in force.
	Caller access.Caller
	// Began is when the request came in. Zero is now.
	Began time.Time
}

// MaxQuestionBytes is the length of the longest question, in bytes.
const MaxQuestionBytes = 16 << 10

// A Mode is a way to generate SQL.
type Mode string

// The modes.
const (
	// SchemaOnly shows the model the schema and none of the values in it.
	SchemaOnly Mode = "schema_only"
	// BoundedResults shows the model the artifact's values too, and bounds the rows of the query.
	BoundedResults Mode = "bounded_results"
)

// asks returns nil, or the *Error for a question that is not well-formed.
func (r *Request) asks() *Error {
	switch {
	case strings.TrimSpace(r.Question) == "":
		return badRequest("question is missing or blank; ask something")
	case len(r.Question) > MaxQuestionBytes:
		return badRequest(fmt.Sprintf("question is longer than %d bytes; shorten it", MaxQuestionBytes))
	}
	return nil
}

// mode returns the mode of the request, or the *Error for one that does not exist.
func (r *Request) mode() (Mode, *Error) {
	if r.Mode == nil {
		return SchemaOnly, nil
	}
	switch mode := Mode(*r.Mode); mode {
	case SchemaOnly, BoundedResults:
		return mode, nil
	default:
		return "", badRequest(fmt.Sprintf("mode must be %s or %s", SchemaOnly, BoundedResults))
	}
}
