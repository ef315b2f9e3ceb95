package ask

import (
	"cmp"
	"errors"

	"github.com/asksql/asksql/llm"
)

// modelFailure returns the error for a call of the model that failed. What the provider said is in
// the cause alone.
func modelFailure(err error) *Error {
	failure := &Error{Code: CodeGeneration, Message: "the call of the model failed; try again later", cause: err}
	var e *llm.Error
	if !errors.As(err, &e) {
		return failure
	}
	failure.Gone = e.Kind == llm.KindCanceled
	failure.Message = sentence(e)
	return failure
}

// sentence returns what a client is told about a failed call: whether to ask again, in other words, or not
// before the service is set up otherwise. It names keys of the configuration, which are no secret, and
// nothing that the provider said.
func sentence(e *llm.Error) string {
	kind := e.Kind
	if kind == llm.KindCircuitOpen && lasting(e.Cause) {
		kind = e.Cause // to wait for the breaker does not help
	}
	switch kind {
	case llm.KindCanceled:
		return "the question was withdrawn"
	case llm.KindOwnTime:
		return "the time of the request was over before the model could answer; send a smaller schema, or ask again"
	case llm.KindTimeout:
		return "the model did not answer in time; ask again"
	case llm.KindRateLimited:
		return "the model provider is busy; try again later"
	case llm.KindConnection:
		return "the model provider could not be reached; try again later"
	case llm.KindUnavailable, llm.KindCircuitOpen:
		return "the model provider is out of order; try again later"
	}
	if text := setup(kind, e); text != "" {
		return text
	}
	return withoutAnswer(kind, e)
}

// lasting reports whether failures of the kind last until somebody does something about them.
func lasting(kind llm.Kind) bool {
	switch kind {
	case llm.KindAuth, llm.KindQuota, llm.KindTLS, llm.KindRedirect:
		return true
	default:
		return false
	}
}

// setup returns the sentence for a service that is set up wrongly, or "".
func setup(kind llm.Kind, e *llm.Error) string {
	const log = "; the service's log says more"
	switch kind {
	case llm.KindAuth:
		return "the model provider does not accept the service's key; whoever runs the service has to set it right"
	case llm.KindQuota:
		return "the service's account at the model provider has nothing left; whoever runs the service has to see to it"
	case llm.KindUnknownModel:
		return "the model provider does not have the model that the service asks for; whoever runs the service has to set " + cmp.Or(e.Setting, "llm.model") + " right"
	case llm.KindTLS, llm.KindRedirect:
		return "the address of the model provider is set up wrongly; whoever runs the service has to set " + cmp.Or(e.Setting, "llm.baseURL") + " right"
	case llm.KindRejected:
		if e.Setting != "" {
			return "the model provider refuses the request because of " + e.Setting + "; whoever runs the service has to change it"
		}
		return "the model provider refuses the request" + log
	case llm.KindMalformed:
		return "the reply of the model provider could not be read" + log
	default:
		return ""
	}
}

// withoutAnswer returns the sentence for a call that went well and brought nothing.
func withoutAnswer(kind llm.Kind, e *llm.Error) string {
	switch {
	case kind == llm.KindTooLong:
		return "question and schema are too long for the model; send a smaller schema, or lower prompt.maxTokens on the server"
	case kind == llm.KindTooLarge:
		return "the reply of the model is too large; ask for less"
	case kind == llm.KindTruncated && e.Thought:
		return "the model used up its output tokens on thinking; raise " + cmp.Or(e.Setting, "llm.maxOutputTokens") + " on the server, or have it think less"
	case kind == llm.KindTruncated:
		return "the answer was cut off at the limit of output tokens; ask for less, or raise " + cmp.Or(e.Setting, "llm.maxOutputTokens") + " on the server"
	case kind == llm.KindNoContent && e.Thought:
		return "the model thought and wrote no answer; ask again, or lower " + cmp.Or(e.Setting, "llm.reasoningEffort") + " on the server"
	case kind == llm.KindFiltered, kind == llm.KindRefused:
		return "the model or its provider declined the question; ask in other words"
	default:
		return noAnswerMessage
	}
}

const noAnswerMessage = "the model gave no answer; ask again or in other words"

// noAnswer returns the error for a call of the model that went well and brought nothing.
func noAnswer(cause error) *Error {
	return &Error{Code: CodeGeneration, Message: noAnswerMessage, cause: cause}
}
