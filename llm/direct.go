package llm

import (
	"cmp"
	"context"
	"net/http"
	"strings"
	"sync/atomic"
)

// direct is the Model of one provider. It makes one call per turn, or two where the provider turns
// out to know no structured output.
type direct struct {
	provider provider
	model    string
	client   client
	scrub    scrubber
	// formless is set once the provider has shown that it answers only without a format.
	formless atomic.Bool
}

// Generate implements Model.
func (m *direct) Generate(ctx context.Context, req Request) (Reply, error) {
	if m.formless.Load() {
		req.Format = nil
	}
	reply, failure := m.call(ctx, req)
	if failure != nil && req.Format != nil && refusesFormat(failure) {
		req.Format = nil
		if reply, failure = m.call(ctx, req); failure == nil {
			// Learnt only now: an error text alone proves nothing, it may quote the conversation.
			m.formless.Store(true)
		}
	}
	if failure != nil { // a nil *Error would be an error that is not nil
		return Reply{}, failure
	}
	return reply, nil
}

// refusesFormat reports whether a server may have refused the request for its format. There is no
// code for it; these are the words of Anthropic, Azure, DeepSeek, Gemini, Groq, LiteLLM, llama.cpp,
// Ollama, OpenAI and vLLM. The server of llama-cpp-python says 500 to a value that it does not know; a 500
// may be anything else too, so it has to name the field as that server does.
func refusesFormat(e *Error) bool {
	detail := strings.ToLower(e.Detail)
	switch e.Status {
	case http.StatusBadRequest, http.StatusUnprocessableEntity:
	case http.StatusInternalServerError:
		return strings.Contains(detail, "'body', 'response_format'")
	default:
		return false
	}
	for _, words := range []string{
		"response_format", "response format", "json_schema", "json schema", "structured output",
		"output_config", "output_format", "output format",
		"responsejsonschema", "response_json_schema", "responsemimetype", "response_mime_type", "json mode",
		"invalid format",
	} {
		if strings.Contains(detail, words) {
			return true
		}
	}
	return false
}

// call makes one call and judges what comes back.
func (m *direct) call(ctx context.Context, req Request) (Reply, *Error) {
	got, err := m.client.call(ctx, req)
	if err != nil {
		return Reply{}, failed(ctx, m.provider.name, m.scrub, err)
	}
	if kind, detail := m.provider.endings.judge(got); kind != "" {
		return Reply{}, &Error{Kind: kind, Provider: m.provider.name, Detail: m.scrub.line(detail)}
	}
	return Reply{
		Text:         got.text,
		Provider:     m.provider.name,
		Model:        cmp.Or(got.model, m.model),
		InputTokens:  got.inputTokens,
		OutputTokens: got.outputTokens,
		Tries:        1,
	}, nil
}
