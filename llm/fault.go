package llm

import (
	"bytes"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/go-json-experiment/json/jsontext"
)

// A fault is what a server says about what went wrong, in whichever of the usual shapes it does.
type fault struct {
	message string
	kind    string // its type, like invalid_request_error
	code    string // like insufficient_quota, or a status
	param   string // the parameter at fault
	daily   bool   // a quota that is back tomorrow at the earliest
	badKey  bool
	delay   time.Duration
}

// faultJSON is the JSON of a fault: {"error":{…}} or {"error":"…"} with most servers; with some, the
// members stand at the top.
type faultJSON struct {
	Error   jsontext.Value `json:"error"`
	Errors  []faultMembers `json:"errors"` // Cloudflare
	Choices jsontext.Value `json:"choices"`
	faultMembers
}

type faultMembers struct {
	Object  string           `json:"object"`
	Message jsontext.Value   `json:"message"`
	Detail  jsontext.Value   `json:"detail"` // FastAPI
	Type    jsontext.Value   `json:"type"`
	Status  jsontext.Value   `json:"status"` // a number, or Google's word
	Code    jsontext.Value   `json:"code"`
	Param   jsontext.Value   `json:"param"`
	Details []jsontext.Value `json:"details"` // Google
}

// maxMessage is how much of what a server says is looked at for its meaning, in bytes.
const maxMessage = 8 << 10

func opening(text string) string { return text[:min(len(text), maxMessage)] }

// readFault reads the body of a failed response. Of one that is no JSON the whole is the message.
func readFault(body []byte) fault {
	f := faultIn(body)
	f.message, f.kind, f.code, f.param = opening(f.message), opening(f.kind), opening(f.code), opening(f.param)
	return f
}

func faultIn(body []byte) fault {
	body = bytes.TrimSpace(body)
	if many := []jsontext.Value(nil); len(body) > 0 && body[0] == '[' && decode(body, &many) == nil && len(many) > 0 {
		body = many[0] // Google's OpenAI-compatible server
	}
	var all faultJSON
	if err := decode(body, &all); err != nil {
		return fault{message: string(body)}
	}
	said := all.faultMembers
	switch {
	case all.Error.Kind() == '{':
		if decode(all.Error, &said) != nil {
			return fault{message: string(body)}
		}
	case all.Error.Kind() == '"':
		said.Message = all.Error
	case len(all.Errors) > 0:
		said = all.Errors[0]
	}
	return said.fault(body)
}

func (m faultMembers) fault(body []byte) fault {
	f := fault{message: word(m.Message), kind: word(m.Type), code: word(m.Code), param: word(m.Param)}
	if f.message == "" {
		f.message = word(m.Detail)
	}
	if f.message == "" {
		f.message = string(body)
	}
	if status := word(m.Status); f.kind == "" {
		f.kind = status
	}
	for _, detail := range m.Details {
		f.google(detail)
	}
	return f
}

// google reads one of the details that Google's servers give of an error.
// https://cloud.google.com/apis/design/errors#error_details
func (f *fault) google(detail jsontext.Value) {
	var said struct {
		Reason     string `json:"reason"`
		RetryDelay string `json:"retryDelay"`
		Violations []struct {
			QuotaID string `json:"quotaId"`
		} `json:"violations"`
	}
	if decode(detail, &said) != nil {
		return
	}
	if delay, err := time.ParseDuration(said.RetryDelay); err == nil && delay > 0 {
		f.delay = delay
	}
	f.badKey = f.badKey || said.Reason == "API_KEY_INVALID"
	for _, v := range said.Violations {
		f.daily = f.daily || strings.Contains(v.QuotaID, "PerDay")
	}
}

// word returns a JSON string or number as a text, and other JSON as it stands.
func word(v jsontext.Value) string {
	switch {
	case len(v) == 0 || v.Kind() == 'n':
		return ""
	case v.Kind() == '"':
		var s string
		_ = decode(v, &s)
		return s
	default:
		return string(v)
	}
}

// refusal returns the *Error for a response that is not a 2xx.
func refusal(status int, header http.Header, body []byte, scrub scrubber) *Error {
	f := readFault(body)
	e := &Error{
		Kind:       f.class(status),
		Status:     status,
		Detail:     scrub.line(string(body)),
		RetryAfter: max(retryDelay(header, time.Now()), f.delay),
		retry:      retryVerdict(header),
	}
	e.about = f.about(status, string(body))
	return e
}

// faultWithin returns the *Error that a 2xx holds in place of a reply, or nil. Routers and gateways send
// one where the server behind them failed when the header was out already.
func faultWithin(body []byte) *Error {
	if !bytes.Contains(body, []byte(`"error"`)) {
		return nil
	}
	var all faultJSON
	if decode(body, &all) != nil {
		return nil
	}
	atTop := all.Object == "error" || word(all.Type) == "error"
	if k := all.Error.Kind(); k != '{' && k != '"' && !atTop || all.Choices.Kind() == '[' {
		return nil
	}
	f := readFault(body)
	return &Error{Kind: f.class(f.status()), Detail: string(body), RetryAfter: f.delay, about: f.about(f.status(), string(body))}
}

// status returns the status that the fault would have had as a response of its own.
func (f fault) status() int {
	if n, err := strconv.Atoi(f.code); err == nil && 400 <= n && n <= 599 {
		return n
	}
	if f.spent(0) {
		return http.StatusPaymentRequired
	}
	for _, known := range []struct {
		word   string
		status int
	}{
		{"rate_limit", 429}, {"rate limit", 429}, {"too many requests", 429}, {"resource_exhausted", 429}, {"quota", 429},
		{"authentication", 401}, {"invalid_api_key", 401}, {"permission", 403}, {"unauthenticated", 401},
		{"not_found", 404}, {"not found", 404}, {"invalid_request", 400}, {"invalid_argument", 400}, {"invalid_parameter", 400}, {"context_length", 400},
	} {
		if strings.Contains(strings.ToLower(f.kind+" "+f.code), known.word) || startsWith(f.message, known.word) {
			return known.status
		}
	}
	if f.unknownModel(404) {
		return 404
	}
	return http.StatusInternalServerError // the server failed, and the same call may succeed
}

// class returns the Kind of the fault in a response of the status.
func (f fault) class(status int) Kind {
	kind := statusKind(status)
	if f.brokenJSON(status) {
		return KindNoContent
	}
	if kind != KindRejected && kind != KindAuth && kind != KindRateLimited {
		return kind
	}
	switch {
	case f.is("content_filter"):
		return KindFiltered
	case f.spent(status):
		return KindQuota
	case f.badKey, f.is("invalid_api_key"), startsWith(f.message, "incorrect api key", "invalid api key"): // 400 with Gemini and xAI
		return KindAuth
	case f.tooLong(status):
		return KindTooLong
	case kind == KindRejected && f.unknownModel(status):
		return KindUnknownModel
	default:
		return kind
	}
}

// is reports whether the fault has one of the codes, be it in its code or its type.
func (f fault) is(codes ...string) bool {
	return slices.Contains(codes, f.code) || slices.Contains(codes, f.kind)
}

// brokenJSON reports whether the model was to keep to a format and did not. Groq says so with a 400 and a
// code, llama.cpp with a 500 and a sentence. It is nothing that the server could help.
func (f fault) brokenJSON(status int) bool {
	return status == http.StatusBadRequest && f.is("json_validate_failed") ||
		status == http.StatusInternalServerError && startsWith(f.message, "the model produced output that does not match the expected")
}

// spent reports whether the account has nothing left, so that waiting does not help. The codes are
// OpenAI's, DeepSeek's, Moonshot's and Anthropic's. Where there is only a sentence, it has to open the
// message: a message may quote the conversation, which anyone can write.
func (f fault) spent(status int) bool {
	if status == http.StatusPaymentRequired || f.daily {
		return true
	}
	return f.is("insufficient_quota", "billing_error", "billing_not_active", "billing_hard_limit_reached",
		"insufficient_balance", "insufficient_user_quota", "exceeded_current_quota_error", "Arrearage", "402") ||
		startsWith(f.message, "your credit balance", "insufficient balance", "insufficient credit", "insufficient_quota", "you have run out of credit")
}

func startsWith(message string, openings ...string) bool {
	message = strings.ToLower(strings.TrimSpace(message))
	return slices.ContainsFunc(openings, func(o string) bool { return strings.HasPrefix(message, o) })
}

// tooLong reports whether the conversation does not fit the model's window. There are codes for that
// with OpenAI, Anthropic and llama.cpp; the words are theirs, and those of Bedrock, Gemini, Groq, Mistral,
// Ollama and vLLM.
func (f fault) tooLong(status int) bool {
	if f.is("context_length_exceeded", "exceed_context_size_error", "request_too_large", "string_above_max_length") {
		return true
	}
	if status != http.StatusBadRequest && status != http.StatusRequestEntityTooLarge && status != http.StatusUnprocessableEntity {
		return false
	}
	if status == http.StatusRequestEntityTooLarge {
		return true
	}
	return contains(f.message, "context length", "context_length", "context window", "maximum context", "context size",
		"prompt is too long", "prompt too long", "input is too long", "input too long", "input token count", "too many tokens",
		"too many input tokens", "reduce the length")
}

// unknownModel reports whether the server has no such model.
func (f fault) unknownModel(status int) bool {
	if f.is("model_not_found", "DeploymentNotFound", "invalid_model", "unknown_model") || f.is("model_not_supported") {
		return true
	}
	if status == http.StatusNotFound {
		return contains(f.message, "model", "deployment")
	}
	return contains(f.message, "invalid model id", "not a valid model id", "model not exist", "invalid model:", "model does not exist") ||
		strings.HasPrefix(f.message, "model ") && contains(f.message, "not found")
}

func contains(text string, any ...string) bool {
	text = strings.ToLower(text)
	return slices.ContainsFunc(any, func(words string) bool { return strings.Contains(text, words) })
}

// about is what a refusal seems to be about: no more than a guess, from words that may quote the
// conversation. It decides about one more try, and about the advice in the log.
type about struct {
	format  bool   // structured output
	badJSON bool   // the model did not keep to it
	param   string // the name of a parameter
	// Whether the limit of output tokens is named, and that a name is not known.
	maxTokens, maxCompletionTokens, unknownName bool
}

func (f fault) about(status int, body string) about {
	body = opening(body)
	a := about{format: refusesFormat(status, body), badJSON: f.brokenJSON(status), param: plainName(f.param)}
	if status == http.StatusBadRequest || status == http.StatusUnprocessableEntity {
		a.maxTokens, a.maxCompletionTokens = strings.Contains(body, maxTokens), strings.Contains(body, maxCompletionTokens)
		a.unknownName = contains(body, "unsupported parameter", "unknown", "unrecognized", "unexpected", "extra", "not permitted", "not supported", "not allowed")
	}
	return a
}

// plainName returns the name of a parameter, or "" for what cannot be one.
func plainName(s string) string {
	const longest = 64
	odd := strings.IndexFunc(s, func(r rune) bool {
		return r != '_' && r != '.' && r != '-' && (r < '0' || r > '9') && (r < 'a' || r > 'z') && (r < 'A' || r > 'Z')
	})
	if odd >= 0 || len(s) > longest {
		return ""
	}
	return s
}

// retryVerdict reads x-should-retry, by which OpenAI's and Anthropic's servers overrule the status.
func retryVerdict(header http.Header) verdict {
	switch header.Get("X-Should-Retry") {
	case "true":
		return always
	case "false":
		return never
	default:
		return byKind
	}
}

// retryDelay reads how long a server asks to wait.
func retryDelay(header http.Header, now time.Time) time.Duration {
	if ms, err := strconv.ParseFloat(header.Get("Retry-After-Ms"), 64); err == nil && ms > 0 && ms < maxDelay.Seconds()*1000 {
		return time.Duration(ms * float64(time.Millisecond))
	}
	return retryAfter(header.Get("Retry-After"), now)
}

// maxDelay is the longest wait that is taken for one.
const maxDelay = 1 << 31 * time.Second

// retryAfter reads a Retry-After header, in seconds or as a date (RFC 9110, 10.2.3). Some servers send
// fractions of seconds. It returns 0 for one that is absent, past or unreadable.
func retryAfter(header string, now time.Time) time.Duration {
	if seconds, err := strconv.ParseFloat(header, 64); err == nil {
		if seconds > 0 && seconds < maxDelay.Seconds() {
			return time.Duration(seconds * float64(time.Second))
		}
		return 0
	}
	if date, err := http.ParseTime(header); err == nil {
		return max(0, date.Sub(now))
	}
	return 0
}
