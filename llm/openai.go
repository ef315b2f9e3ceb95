package llm

import (
	"context"
	"fmt"
	"net/http"
	"net/url"
	"strings"

	"github.com/openai/openai-go/v3"
	"github.com/openai/openai-go/v3/option"
	"github.com/openai/openai-go/v3/shared"
)

const openAIName = "openai"

// openAI calls the Chat Completions of OpenAI, of Azure, or of a server that speaks the same
// protocol.
type openAI struct {
	// chat is the bare service: openai.NewClient would read its key, address and extra headers
	// from the environment.
	chat openai.ChatCompletionService
	cfg  Config
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
	return &openAI{chat: openai.NewChatCompletionService(options...), cfg: cfg}, nil
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
	completion, err := m.chat.New(ctx, m.params(req))
	if err != nil {
		return answer{}, err
	}
	if completion == nil || len(completion.Choices) == 0 {
		return answer{raw: rawJSON(completion)}, nil
	}
	choice := completion.Choices[0]
	content := choice.Message.JSON.Content.Raw()
	if choice.Message.Content != "" && !strings.HasPrefix(content, `"`) {
		return answer{}, fmt.Errorf("the content is no string: %s", content)
	}
	return answer{
		text:         choice.Message.Content,
		ending:       choice.FinishReason,
		toolCall:     len(choice.Message.ToolCalls) > 0,
		refusal:      choice.Message.Refusal,
		raw:          choice.RawJSON(),
		model:        completion.Model,
		inputTokens:  completion.Usage.PromptTokens,
		outputTokens: completion.Usage.CompletionTokens,
	}, nil
}

func (m *openAI) params(req Request) openai.ChatCompletionNewParams {
	params := openai.ChatCompletionNewParams{Model: m.cfg.Model}
	if req.System != "" {
		params.Messages = append(params.Messages, openai.SystemMessage(req.System))
	}
	for _, turn := range req.Messages {
		if turn.Role == Assistant {
			params.Messages = append(params.Messages, openai.AssistantMessage(turn.Text))
		} else {
			params.Messages = append(params.Messages, openai.UserMessage(turn.Text))
		}
	}
	if m.cfg.Temperature != nil {
		params.Temperature = openai.Float(*m.cfg.Temperature)
	}
	m.limit(&params)
	if req.Format != nil {
		params.ResponseFormat.OfJSONSchema = &shared.ResponseFormatJSONSchemaParam{
			JSONSchema: shared.ResponseFormatJSONSchemaJSONSchemaParam{
				Name: req.Format.Name, Schema: req.Format.Schema, Strict: openai.Bool(true),
			},
		}
	}
	return params
}

// limit sets the limit of output tokens under the name that the server knows: OpenAI's reasoning
// models refuse max_tokens, and many compatible servers ignore max_completion_tokens.
func (m *openAI) limit(params *openai.ChatCompletionNewParams) {
	switch {
	case m.cfg.MaxOutputTokens == 0:
	case m.cfg.APIVersion != "" || ownOpenAI(m.cfg.BaseURL):
		params.MaxCompletionTokens = openai.Int(int64(m.cfg.MaxOutputTokens))
	default:
		params.MaxTokens = openai.Int(int64(m.cfg.MaxOutputTokens))
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

func rawJSON(completion *openai.ChatCompletion) string {
	if completion == nil {
		return "null"
	}
	return completion.RawJSON()
}
