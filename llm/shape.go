package llm

import (
	"net/http"
	"strings"
)

// A shape is how a server wants to be asked, where servers of one protocol differ and say so only when
// they refuse.
type shape struct {
	formless  bool   // without structured output
	limitName string // the field for the limit of output tokens, where there are two of them; or ""
}

// after returns the shape to try after the failure of a call that had this one, and whether there is
// another. once is true of one that is good for this conversation alone.
func (s shape) after(e *Error, req Request) (next shape, once, ok bool) {
	switch {
	case e == nil:
	case req.Format != nil && !s.formless && e.about.badJSON:
		s.formless = true
		return s, true, true
	case req.Format != nil && !s.formless && e.about.format:
		s.formless = true
		return s, false, true
	case s.limitName == maxTokens && (e.about.maxCompletionTokens || e.about.maxTokens && e.about.unknownName):
		s.limitName = maxCompletionTokens
		return s, false, true
	case s.limitName == maxCompletionTokens && (e.about.maxTokens || e.about.maxCompletionTokens && e.about.unknownName):
		s.limitName = maxTokens
		return s, false, true
	}
	return s, false, false
}

// refusesFormat reports whether a server may have refused the request for its format. There is no
// code for it; these are the words of Anthropic, Azure, DeepSeek, Gemini, Groq, LiteLLM, llama.cpp,
// Ollama, OpenAI and vLLM. The server of llama-cpp-python says 500 to a value that it does not know; a 500
// may be anything else too, so it has to name the field as that server does.
func refusesFormat(status int, body string) bool {
	body = strings.ToLower(body)
	switch status {
	case http.StatusBadRequest, http.StatusUnprocessableEntity:
	case http.StatusInternalServerError:
		return strings.Contains(body, "'body', 'response_format'")
	default:
		return false
	}
	return contains(body,
		"response_format", "response format", "json_schema", "json schema", "structured output",
		"output_config", "output_format", "output format",
		"responsejsonschema", "response_json_schema", "responsemimetype", "response_mime_type", "json mode",
		"invalid format",
	)
}

// The two names of the limit of output tokens in OpenAI's protocol. OpenAI and the proxies before it name
// the one they want in their refusal of the other; a server that is strict about names names only the
// one that it does not know.
const (
	maxTokens           = "max_tokens"
	maxCompletionTokens = "max_completion_tokens"
)
