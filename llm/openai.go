package llm

import (
	"bytes"
	"context"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"sync/atomic"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
	"github.com/openai/openai-go/v3"
	"github.com/openai/openai-go/v3/option"
)

const openAIName = "openai"

// openAI calls the Chat Completions of OpenAI, of Azure, or of a server that speaks the same
// protocol.
type openAI struct {
	// sdk is bare: openai.NewClient would read its key, address and extra headers from the
	// environment.
	sdk openai.Client
	cfg Config
	// last is the opening of the call before, or nil. Most conversations are about one schema.
	last atomic.Pointer[opening]
}

func newOpenAI(cfg Config, web *http.Client) (client, error) {
	options := []option.RequestOption{
		option.WithHTTPClient(web),
		option.WithMaxRetries(0), // retrying is the one that repeats
	}
	if cfg.APIVersion != "" {
		options = append(options, azure(cfg)...)
	} else {
		options = append(options, option.WithBaseURL(cfg.BaseURL), option.WithAPIKey(cfg.APIKey))
	}
	if cfg.Organization != "" {
		options = append(options, option.WithOrganization(cfg.Organization))
	}
	return &openAI{sdk: openai.Client{Options: options}, cfg: cfg}, nil
}

// azure returns the address and the key as Azure OpenAI wants them.
// https://learn.microsoft.com/azure/ai-foundry/openai/reference
func azure(cfg Config) []option.RequestOption {
	deployment := strings.TrimSuffix(cfg.BaseURL, "/") + "/openai/deployments/" + url.PathEscape(cfg.Model) + "/"
	options := []option.RequestOption{option.WithBaseURL(deployment), option.WithQuery("api-version", cfg.APIVersion)}
	if cfg.APIKey != "" {
		options = append(options, option.WithHeader("api-key", cfg.APIKey))
	}
	return options
}

func (m *openAI) call(ctx context.Context, req Request) (answer, error) {
	body, err := m.body(req)
	if err != nil {
		return answer{}, err
	}
	var reply []byte
	if err := m.sdk.Post(ctx, "chat/completions", body, &reply); err != nil {
		return answer{}, err
	}
	return readReply(reply)
}

// A chatBody is the body of a call. The SDK's own types encode a prompt once more for each type round
// it, five times in all, and read a reply by reflection several times over: more work than the rest of
// a question. So what goes out and comes in is written down here, and the SDK does all else.
type chatBody struct {
	Model               string          `json:"model"`
	Temperature         *float64        `json:"temperature,omitzero"`
	MaxTokens           int             `json:"max_tokens,omitzero"`
	MaxCompletionTokens int             `json:"max_completion_tokens,omitzero"`
	ResponseFormat      *responseFormat `json:"response_format,omitzero"`
	Messages            []chatMessage   `json:"messages"` // last: openAI.body appends to them
}

type chatMessage struct {
	Role    string `json:"role"`
	Content string `json:"content"`
}

type responseFormat struct {
	Type       string     `json:"type"`
	JSONSchema jsonSchema `json:"json_schema"`
}

type jsonSchema struct {
	Name   string         `json:"name"`
	Schema jsontext.Value `json:"schema"`
	Strict bool           `json:"strict"`
}

// An opening is a body up to the first turn of the conversation, in JSON: what all conversations about
// a schema begin with, and most of what a call sends.
type opening struct {
	system string
	format *Format
	json   []byte
}

// body returns the body of a call.
func (m *openAI) body(req Request) ([]byte, error) {
	start, err := m.opening(req)
	if err != nil {
		return nil, err
	}
	var turns []chatMessage
	for _, turn := range req.Messages {
		turns = append(turns, chatMessage{string(turn.Role), turn.Text})
	}
	rest, err := json.Marshal(turns, lenient()...)
	if err != nil {
		return nil, err
	}
	comma := ","
	if req.System == "" || len(turns) == 0 {
		comma = ""
	}
	return slices.Concat(start, []byte(comma), rest[len("["):], []byte("}")), nil
}

// opening returns the JSON of the opening for a conversation. It is encoded anew only where the
// conversation before had another.
func (m *openAI) opening(req Request) ([]byte, error) {
	if last := m.last.Load(); last != nil && last.system == req.System && last.format == req.Format {
		return last.json, nil
	}
	c := &chatBody{Model: m.cfg.Model, Temperature: m.cfg.Temperature}
	m.limit(c)
	if req.Format != nil {
		c.ResponseFormat = &responseFormat{"json_schema", jsonSchema{req.Format.Name, jsontext.Value(req.Format.Schema), true}}
	}
	if req.System != "" {
		c.Messages = append(c.Messages, chatMessage{"system", req.System})
	}
	whole, err := json.Marshal(c, lenient()...)
	if err != nil {
		return nil, err
	}
	start := bytes.TrimSuffix(whole, []byte("]}"))
	m.last.Store(&opening{req.System, req.Format, start})
	return start, nil
}

// limit sets the limit of output tokens under the name that the server knows: OpenAI's reasoning
// models refuse max_tokens, and many compatible servers ignore max_completion_tokens.
func (m *openAI) limit(c *chatBody) {
	if m.cfg.APIVersion != "" || ownOpenAI(m.cfg.BaseURL) {
		c.MaxCompletionTokens = m.cfg.MaxOutputTokens
	} else {
		c.MaxTokens = m.cfg.MaxOutputTokens
	}
}

// ownOpenAI reports whether OpenAI or Azure runs the server.
func ownOpenAI(address string) bool {
	u, err := url.Parse(address)
	if err != nil {
		return false
	}
	host := strings.ToLower(u.Hostname())
	return strings.HasSuffix(host, ".openai.com") || strings.HasSuffix(host, ".openai.azure.com")
}

// A chatReply is what matters of the body of a response.
type chatReply struct {
	Model   string           `json:"model"`
	Choices []jsontext.Value `json:"choices"`
	Usage   jsontext.Value   `json:"usage"`
}

type chatChoice struct {
	FinishReason string `json:"finish_reason"`
	Message      struct {
		Content   string           `json:"content"`
		Refusal   string           `json:"refusal"`
		ToolCalls []jsontext.Value `json:"tool_calls"`
	} `json:"message"`
}

type chatUsage struct {
	PromptTokens     int64 `json:"prompt_tokens"`
	CompletionTokens int64 `json:"completion_tokens"`
}

// lenient are the options for JSON of and for others: a doubled name or a broken character in it is no
// reason to do without an answer.
func lenient() []json.Options {
	return []json.Options{jsontext.AllowDuplicateNames(true), jsontext.AllowInvalidUTF8(true)}
}

// readReply reads the body of a response.
func readReply(body []byte) (answer, error) {
	var reply chatReply
	if err := json.Unmarshal(body, &reply, lenient()...); err != nil {
		return answer{}, err
	}
	if len(reply.Choices) == 0 {
		return answer{raw: string(body)}, nil
	}
	var choice chatChoice
	if err := json.Unmarshal(reply.Choices[0], &choice, lenient()...); err != nil {
		return answer{}, err
	}
	var usage chatUsage
	_ = json.Unmarshal(reply.Usage, &usage, lenient()...) // a server that counts in its own way has answered all the same
	return answer{
		text:         choice.Message.Content,
		ending:       choice.FinishReason,
		toolCall:     len(choice.Message.ToolCalls) > 0,
		refusal:      choice.Message.Refusal,
		raw:          string(reply.Choices[0]),
		model:        reply.Model,
		inputTokens:  usage.PromptTokens,
		outputTokens: usage.CompletionTokens,
	}, nil
}
