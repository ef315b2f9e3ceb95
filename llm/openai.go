package llm

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"sync/atomic"

	"github.com/openai/openai-go/v3"
	"github.com/openai/openai-go/v3/option"
	"github.com/openai/openai-go/v3/shared"
)

const (
	openAIName = "openai"
	openAIBase = "https://api.openai.com/v1/"
)

// openAI calls the Chat Completions of OpenAI, or of a server that speaks the same protocol.
type openAI struct {
	// chat is the bare service: openai.NewClient would read its key, address and extra headers
	// from the environment.
	chat        openai.ChatCompletionService
	model       string
	temperature *float64
	scrub       scrubber
	// formless is set once the server has shown that it answers only without a response format.
	formless atomic.Bool
}

func newOpenAI(cfg Config) (Model, error) {
	if cfg.APIKey == "" && cfg.BaseURL == "" {
		return nil, fmt.Errorf("%w: %s needs a key in API_KEY or OPENAI_API_KEY", ErrNotConfigured, openAIName)
	}
	if cfg.Model == "" {
		return nil, errors.New("llm.model is empty; name the model to call")
	}
	base, err := baseURL(cfg.BaseURL, openAIBase)
	if err != nil {
		return nil, err
	}
	m := &openAI{model: cfg.Model, temperature: cfg.Temperature, scrub: scrubber{cfg.APIKey}}
	m.chat = openai.NewChatCompletionService(
		option.WithBaseURL(base),
		option.WithHTTPClient(newHTTPClient(m.scrub)),
		option.WithMaxRetries(0), // retrying is the one that repeats
		option.WithAPIKey(cfg.APIKey),
		option.WithHeader("User-Agent", "asksql"),
	)
	return m, nil
}

// baseURL returns the address to call, or says what is wrong with the one configured.
func baseURL(configured, standard string) (string, error) {
	if configured == "" {
		return standard, nil
	}
	u, err := url.Parse(configured)
	if err != nil || u.Host == "" || u.Scheme != "http" && u.Scheme != "https" {
		return "", errors.New("llm.baseURL is no http or https address; write it like http://localhost:8000/v1")
	}
	if u.User != nil || u.RawQuery != "" || u.Fragment != "" {
		return "", errors.New("llm.baseURL must have no user, query or fragment; put the credential in API_KEY")
	}
	return configured, nil
}

// Generate implements Model.
func (m *openAI) Generate(ctx context.Context, req Request) (Reply, error) {
	format := req.Format
	if m.formless.Load() {
		format = nil
	}
	reply, failure := m.call(ctx, req, format)
	if failure == nil || format == nil || !refusesFormat(failure) {
		return result(reply, failure)
	}
	reply, failure = m.call(ctx, req, nil)
	if failure == nil {
		// Learnt only now: an error text alone proves nothing, it may quote the conversation.
		m.formless.Store(true)
	}
	return result(reply, failure)
}

// result keeps a nil *Error from becoming an error that is not nil.
func result(reply Reply, failure *Error) (Reply, error) {
	if failure != nil {
		return Reply{}, failure
	}
	return reply, nil
}

// refusesFormat reports whether a server may have refused the request for its response format.
// There is no code for it; these are the words that OpenAI, Azure, vLLM, LiteLLM, llama.cpp, Groq
// and DeepSeek use.
func refusesFormat(e *Error) bool {
	if e.Status != http.StatusBadRequest && e.Status != http.StatusUnprocessableEntity {
		return false
	}
	detail := strings.ToLower(e.Detail)
	for _, words := range []string{"response_format", "response format", "json_schema", "structured output"} {
		if strings.Contains(detail, words) {
			return true
		}
	}
	return false
}

func (m *openAI) call(ctx context.Context, req Request, format *Format) (Reply, *Error) {
	completion, err := m.chat.New(ctx, m.params(req, format))
	if err != nil {
		return Reply{}, failed(ctx, openAIName, m.scrub, err)
	}
	text, failure := m.text(completion)
	if failure != nil {
		return Reply{}, failure
	}
	return Reply{
		Text:         text,
		Provider:     openAIName,
		Model:        cmp.Or(completion.Model, m.model),
		InputTokens:  completion.Usage.PromptTokens,
		OutputTokens: completion.Usage.CompletionTokens,
		Tries:        1,
	}, nil
}

func (m *openAI) params(req Request, format *Format) openai.ChatCompletionNewParams {
	params := openai.ChatCompletionNewParams{
		Model:    m.model,
		Messages: []openai.ChatCompletionMessageParamUnion{openai.SystemMessage(req.System)},
	}
	for _, turn := range req.Messages {
		if turn.Role == Assistant {
			params.Messages = append(params.Messages, openai.AssistantMessage(turn.Text))
		} else {
			params.Messages = append(params.Messages, openai.UserMessage(turn.Text))
		}
	}
	if m.temperature != nil {
		params.Temperature = openai.Float(*m.temperature)
	}
	if format != nil {
		params.ResponseFormat.OfJSONSchema = &shared.ResponseFormatJSONSchemaParam{
			JSONSchema: shared.ResponseFormatJSONSchemaJSONSchemaParam{
				Name: format.Name, Schema: format.Schema, Strict: openai.Bool(true),
			},
		}
	}
	return params
}

// text returns what the model wrote, or why that is no answer.
func (m *openAI) text(completion *openai.ChatCompletion) (string, *Error) {
	if completion == nil || len(completion.Choices) == 0 {
		return "", m.unanswered(KindNoContent, rawJSON(completion))
	}
	choice := completion.Choices[0]
	message := choice.Message
	switch {
	case choice.FinishReason == "length":
		return "", m.unanswered(KindTruncated, "the reply was cut off at the model's limit of output tokens")
	case choice.FinishReason == "content_filter":
		return "", m.unanswered(KindFiltered, "the provider withheld the reply")
	case choice.FinishReason == "tool_calls", choice.FinishReason == "function_call", len(message.ToolCalls) > 0:
		return "", m.unanswered(KindToolCall, "the model asked for a tool though it was offered none")
	case message.Refusal != "":
		return "", m.unanswered(KindRefused, message.Refusal)
	case strings.TrimSpace(message.Content) == "":
		return "", m.unanswered(KindNoContent, choice.RawJSON())
	}
	if !strings.HasPrefix(message.JSON.Content.Raw(), `"`) {
		return "", m.unanswered(KindMalformed, "the content is no string: "+message.Content)
	}
	return message.Content, nil
}

func rawJSON(completion *openai.ChatCompletion) string {
	if completion == nil {
		return "null"
	}
	return completion.RawJSON()
}

func (m *openAI) unanswered(kind Kind, detail string) *Error {
	return &Error{Kind: kind, Provider: openAIName, Detail: m.scrub.line(detail)}
}
