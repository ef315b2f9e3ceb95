package llm

import (
	"cmp"
	"context"
	"encoding/json"
	"net/http"
	"strings"
	"time"

	"github.com/anthropics/anthropic-sdk-go/v2"
	"github.com/anthropics/anthropic-sdk-go/v2/option"
)

const (
	anthropicName = "anthropic"
	// anthropicTokens is sent where no limit of output tokens is configured, since the protocol
	// has no request without one. Newer models think before they write, and that counts.
	anthropicTokens = 16384
	// anthropicWait is longer than any call lasts, which ends with its context. The SDK would
	// otherwise guess from the limit of output tokens that a call takes too long, and refuse it.
	anthropicWait = 24 * time.Hour
)

// anthropicClient calls the Messages of Anthropic, or of a server that speaks the same protocol.
type anthropicClient struct {
	// messages is the bare service: anthropic.NewClient would read keys, profiles, its address and
	// extra headers from the environment and from files in the home directory.
	messages anthropic.MessageService
	cfg      Config
}

func newAnthropic(cfg Config, web *http.Client) (client, error) {
	options := []option.RequestOption{
		option.WithBaseURL(cfg.BaseURL),
		option.WithHTTPClient(web),
		option.WithMaxRetries(0), // retrying is the one that repeats
		option.WithRequestTimeout(anthropicWait),
		// Set, so that variables of the environment do not set them.
		option.WithoutOpenTelemetry(),
		option.WithOpenTelemetryPropagation(false),
	}
	if cfg.APIKey != "" {
		options = append(options, option.WithAPIKey(cfg.APIKey))
	}
	if cfg.Temperature != nil { // no field of the SDK: the newest models have none, older ones do
		options = append(options, option.WithJSONSet("temperature", *cfg.Temperature))
	}
	return &anthropicClient{messages: anthropic.NewMessageService(options...), cfg: cfg}, nil
}

func (m *anthropicClient) call(ctx context.Context, req Request) (answer, error) {
	params, err := m.params(req)
	if err != nil {
		return answer{}, err
	}
	message, err := m.messages.New(ctx, params)
	if err != nil {
		return answer{}, err
	}
	if message == nil {
		return answer{raw: "null"}, nil
	}
	text, toolCall := anthropicText(message.Content)
	usage := message.Usage
	return answer{
		text:         text,
		ending:       string(message.StopReason),
		toolCall:     toolCall,
		note:         message.StopDetails.Explanation,
		raw:          message.RawJSON(),
		model:        message.Model,
		inputTokens:  usage.InputTokens + usage.CacheCreationInputTokens + usage.CacheReadInputTokens,
		outputTokens: usage.OutputTokens,
	}, nil
}

// anthropicText returns the text among the blocks, and whether there are tool calls among them.
func anthropicText(blocks []anthropic.ContentBlockUnion) (text string, toolCall bool) {
	var b strings.Builder
	for _, block := range blocks {
		switch {
		case block.Type == "text":
			b.WriteString(block.Text)
		case strings.HasSuffix(block.Type, "tool_use"):
			toolCall = true
		}
	}
	return b.String(), toolCall
}

func (m *anthropicClient) params(req Request) (anthropic.MessageNewParams, error) {
	params := anthropic.MessageNewParams{
		Model:     m.cfg.Model,
		MaxTokens: int64(cmp.Or(m.cfg.MaxOutputTokens, anthropicTokens)),
	}
	if req.System != "" {
		params.System = []anthropic.TextBlockParam{{Text: req.System}}
	}
	for _, turn := range req.Messages {
		block := anthropic.NewTextBlock(turn.Text)
		if turn.Role == Assistant {
			params.Messages = append(params.Messages, anthropic.NewAssistantMessage(block))
		} else {
			params.Messages = append(params.Messages, anthropic.NewUserMessage(block))
		}
	}
	if req.Format != nil {
		if err := json.Unmarshal(req.Format.Schema, &params.OutputConfig.Format.Schema); err != nil {
			return params, err
		}
	}
	return params, nil
}
