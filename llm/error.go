package llm

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"time"
)

// A Kind is a class of failure.
type Kind string

// The kinds of failure to get a reply.
const (
	KindCanceled    Kind = "canceled"     // the caller gave up; no fault of the provider
	KindTimeout     Kind = "timeout"      // no reply within the time given
	KindConnection  Kind = "connection"   // not reached, or lost before the reply was complete
	KindTLS         Kind = "tls"          // reached, but not proven to be who it should be, or not by TLS
	KindAuth        Kind = "auth"         // 401, 403: the key is missing, wrong or not allowed
	KindRateLimited Kind = "rate_limited" // 429
	KindUnavailable Kind = "unavailable"  // 408, 5xx, and an error of the server in place of a reply
	KindRejected    Kind = "rejected"     // any other 4xx: the request is at fault, and mostly the configuration behind it
	KindRedirect    Kind = "redirect"     // 3xx; redirects are never followed, they would carry the key along
	KindTooLarge    Kind = "too_large"    // the reply is larger than maxReplyBytes
	KindMalformed   Kind = "malformed"    // the reply is not what the protocol says

	KindQuota        Kind = "quota"          // 402, and whatever else says that the account is spent: waiting does not help
	KindUnknownModel Kind = "unknown_model"  // the provider has no model of the name
	KindTooLong      Kind = "context_length" // 413, and whatever else says that the conversation does not fit the model
	// KindOwnTime is the failure of a call that our own work left no time for: it was not begun, or it
	// had less than went before it. It is no fault of the provider.
	KindOwnTime Kind = "own_time"
)

// The kinds of reply that hold no answer.
const (
	KindNoContent Kind = "no_content"     // no choice, or nothing in it
	KindTruncated Kind = "truncated"      // cut off at the limit of output tokens
	KindFiltered  Kind = "content_filter" // withheld by the provider
	KindRefused   Kind = "refused"        // the model declined to take part at all
	KindToolCall  Kind = "tool_call"      // the model wants a tool called
)

// An Error is a failure to get a reply. None of its fields holds any part of the credential.
type Error struct {
	Kind     Kind
	Provider string
	Model    string // that was to be called, as Config has it
	Status   int    // of the HTTP response, or 0
	// Detail is what the provider or the network said, on one line of at most maxDetail bytes.
	// It is for the log of whoever runs the service, not for those who use it.
	Detail string
	// RetryAfter is how long the provider asks to wait, or 0.
	RetryAfter time.Duration
	// Setting is the key of the configuration that seems to be at fault, or "".
	Setting string
	// Hint says what to change about it, or "". Like Detail it is for whoever runs the service.
	Hint string
	// Thought says that the model spent its reply on thinking.
	Thought bool
	// Cause is, with KindCircuitOpen, the kind of the failure that opened it.
	Cause Kind
	// Tries is how many calls were made.
	Tries int
	// After is why the first provider did not answer, where this is the failure of a fallback.
	After *Error

	retry verdict
	about about
}

// A verdict is what a server says about a second try.
type verdict int8

const (
	byKind verdict = iota // nothing
	always
	never
)

// Error returns provider, kind, status and detail, and those of After.
func (e *Error) Error() string {
	text := fmt.Sprintf("%s: %s", e.Provider, e.Kind)
	if e.Status != 0 {
		text += fmt.Sprintf(" (HTTP %d)", e.Status)
	}
	if e.Detail != "" {
		text += ": " + e.Detail
	}
	if e.Hint != "" {
		text += "; " + e.Hint
	}
	if e.After != nil {
		text += "; before that, " + e.After.Error()
	}
	return text
}

// Is makes the kinds that end a context match the errors of package context.
func (e *Error) Is(target error) bool {
	return e.Kind == KindCanceled && target == context.Canceled ||
		e.Kind == KindTimeout && target == context.DeadlineExceeded
}

// Retryable reports whether the same call may succeed a little later. A call that ran out of time
// is not repeated: whoever waits has waited long enough.
func (e *Error) Retryable() bool {
	switch e.retry {
	case always:
		return true
	case never:
		return false
	}
	switch e.Kind {
	case KindConnection, KindRateLimited, KindUnavailable:
		return true
	default:
		return false
	}
}

// statusKind returns the kind of a response that is not a 2xx.
func statusKind(status int) Kind {
	switch {
	case status == http.StatusUnauthorized, status == http.StatusForbidden:
		return KindAuth
	case status == http.StatusTooManyRequests:
		return KindRateLimited
	case status == http.StatusRequestTimeout, status >= 500:
		return KindUnavailable
	case status >= 400:
		return KindRejected
	case status >= 300:
		return KindRedirect
	default:
		return KindMalformed
	}
}

// failed returns err as an *Error. The transport has made one of all that can go wrong on the way,
// so that what is left comes from reading a complete reply.
func failed(ctx context.Context, provider string, scrub scrubber, err error) *Error {
	if ended := ended(ctx, provider); ended != nil {
		return ended
	}
	var known *Error
	if errors.As(err, &known) {
		failure := *known // it may be shared: nobody else is to see the change
		failure.Provider, failure.Detail = provider, scrub.line(known.Detail)
		return &failure
	}
	return &Error{Kind: KindMalformed, Provider: provider, Detail: scrub.line(err.Error())}
}

// ended returns the *Error for a context that is done, or nil.
func ended(ctx context.Context, provider string) *Error {
	switch ctx.Err() {
	case nil:
		return nil
	case context.Canceled:
		return &Error{Kind: KindCanceled, Provider: provider, Detail: "the caller gave up"}
	default:
		return &Error{Kind: KindTimeout, Provider: provider, Detail: "no reply in time"}
	}
}

// unbegun returns the *Error for a call that is not begun because its context is done, or nil. Our own
// work has used up the time, and nothing was learnt about the provider.
func unbegun(ctx context.Context, provider string) *Error {
	failure := ended(ctx, provider)
	if failure != nil && failure.Kind == KindTimeout {
		failure.Kind, failure.Detail = KindOwnTime, "not called, because the time of the request was over"
	}
	return failure
}
