package client

import (
	"fmt"
	"time"
)

// A Code is a class of failure.
type Code string

// The codes.
const (
	CodeNotFound        Code = "not_found"
	CodeBadRequest      Code = "bad_request"
	CodePayloadTooLarge Code = "payload_too_large"
	CodeSchemaParse     Code = "schema_parse_error"
	CodeNotConfigured   Code = "generation_not_configured"
	CodeValidation      Code = "sql_validation_error"
	CodeGeneration      Code = "sql_generation_error"
	CodeInternal        Code = "internal_error"
	CodeOverloaded      Code = "overloaded"
)

// Details are what every error says.
type Details struct {
	Status        int    // of HTTP
	Code          Code   // "" where it is not the service's own response, but a gateway's
	Message       string // for people
	CorrelationID string // under which the service's log tells more
}

func (d *Details) text() string {
	if d.Code == "" {
		return fmt.Sprintf("asksql: HTTP status %d: %s", d.Status, d.Message)
	}
	return "asksql: " + string(d.Code) + ": " + d.Message
}

// An Error is a response that is no success. errors.As finds one in each of the other types too.
type Error struct {
	Details
	cause error
}

// Error returns code and message.
func (e *Error) Error() string { return e.text() }

// Unwrap returns why the response could not be read, or nil.
func (e *Error) Unwrap() error { return e.cause }

// A RefusedError says that the service has no SQL that keeps to the rules: the question should be put in other words,
// or the schema has nothing to answer it with. To send it again is of little use.
type RefusedError struct {
	Details
	Rule    string   // that was broken; "answerable" where the model says that it cannot answer
	Explain *Explain // nil unless the request asked for it
}

// Error returns rule and message.
func (e *RefusedError) Error() string { return "asksql: " + e.Rule + ": " + e.Message }

// As gives an *Error to who asks for one.
func (e *RefusedError) As(target any) bool { return as(e.Details, target) }

// An UnavailableError says that the model could not be asked, or that the service has too much to do. The same request
// may succeed later.
type UnavailableError struct {
	Details
	RetryAfter time.Duration // 0 where the service does not say
}

// Error returns code and message.
func (e *UnavailableError) Error() string { return e.text() }

// As gives an *Error to who asks for one.
func (e *UnavailableError) As(target any) bool { return as(e.Details, target) }

func as(d Details, target any) bool {
	t, ok := target.(**Error)
	if ok {
		*t = &Error{Details: d}
	}
	return ok
}
