package ask

import (
	"context"
	"errors"
)

// A Code is a class of failure, as clients see it.
type Code string

// The codes that Ask returns.
const (
	CodeBadRequest    Code = "bad_request"
	CodeSchemaParse   Code = "schema_parse_error"
	CodeNotConfigured Code = "generation_not_configured"
	CodeValidation    Code = "sql_validation_error"
	CodeGeneration    Code = "sql_generation_error"
	CodeInternal      Code = "internal_error"
)

// RuleAnswerable is the rule of a CodeValidation where the model says that it cannot answer. It is
// the one rule that package sqlcheck does not know.
const RuleAnswerable = "answerable"

// ruleExtraction is the rule of a Repair that took a statement out of what was round it.
const ruleExtraction = "extraction"

// An Error is why there is no answer. Code, Message, Rule and Explain are for the client.
type Error struct {
	Code    Code
	Message string
	Rule    string   // with CodeValidation, the rule that failed
	Explain *Explain // with CodeValidation, if the request asked for it
	// Gone reports that the caller gave up: there is nobody to answer, and no failure to count.
	Gone bool

	cause error
}

// Error returns code, rule, message and cause. It is for the log.
func (e *Error) Error() string {
	text := string(e.Code)
	if e.Rule != "" {
		text += " (" + e.Rule + ")"
	}
	text += ": " + e.Message
	if e.cause != nil {
		text += ": " + e.cause.Error()
	}
	return text
}

// Unwrap returns the cause, or nil.
func (e *Error) Unwrap() error { return e.cause }

func badRequest(message string) *Error { return &Error{Code: CodeBadRequest, Message: message} }

// unfinished returns the error for work of ours that ended with the request's context. message is for
// one whose time is over: one that the caller gave up has nobody to read it. No provider is to blame.
func unfinished(err error, message string) *Error {
	if errors.Is(err, context.Canceled) {
		return &Error{Code: CodeGeneration, Message: "the question was withdrawn", Gone: true, cause: err}
	}
	return &Error{Code: CodeGeneration, Message: message, cause: err}
}
