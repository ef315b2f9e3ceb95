package wires

import (
	"encoding/json"
	"errors"
	"net/http"
	"net/url"
	"strings"
	"testing"

	"github.com/anthropics/anthropic-sdk-go/v2"
	claude "github.com/anthropics/anthropic-sdk-go/v2/option"
	ollama "github.com/ollama/ollama/api"
	"github.com/openai/openai-go/v3"
	gpt "github.com/openai/openai-go/v3/option"
	"github.com/openai/openai-go/v3/shared"
	"google.golang.org/genai"

	"github.com/asksql/asksql/llm"
)

func sdks() []sdk { return []sdk{ofOpenAI(), ofAnthropic(), ofGemini(), ofOllama()} }

const (
	ownName   = "asksql says its own name"
	telemetry = "asksql tells nobody about its machine, its runtime and its versions"
	whole     = "some gateways stream unless they are told not to"
)

func ofOpenAI() sdk {
	return sdk{
		provider: "openai",
		differs:  map[string]string{"User-Agent": ownName, "X-Stainless-*": telemetry, "stream": whole},
		answers: map[string]string{
			"plain": `{"id":"c","object":"chat.completion","model":"m","choices":[{"index":0,"finish_reason":"stop","message":{"role":"assistant","content":"SELECT 1"}}],"usage":{"prompt_tokens":11,"completion_tokens":7,"total_tokens":18}}`,
			"with more": `{"id":"c","created":1,"service_tier":"default","system_fingerprint":null,"model":"m","choices":[{"index":0,"logprobs":null,"finish_reason":"stop","message":{"role":"assistant","content":"a \"b\" 漢\u2028","refusal":null,"annotations":[],"tool_calls":null}}],
				"usage":{"prompt_tokens":1,"completion_tokens":2,"prompt_tokens_details":{"cached_tokens":1},"completion_tokens_details":{"reasoning_tokens":1}}}`,
			"no usage": `{"choices":[{"index":0,"finish_reason":"stop","message":{"content":"x"}}]}`,
		},
		call: func(t *testing.T, address string, s settings, req llm.Request) outcome {
			client := openai.Client{Options: []gpt.RequestOption{gpt.WithBaseURL(address), gpt.WithAPIKey(key), gpt.WithMaxRetries(0)}}
			client.Chat = openai.NewChatService(client.Options...)
			params := openai.ChatCompletionNewParams{Model: "m", ReasoningEffort: shared.ReasoningEffort(s.effort)}
			if req.System != "" {
				params.Messages = append(params.Messages, openai.SystemMessage(req.System))
			}
			for _, m := range req.Messages {
				if m.Role == llm.Assistant {
					params.Messages = append(params.Messages, openai.AssistantMessage(m.Text))
				} else {
					params.Messages = append(params.Messages, openai.UserMessage(m.Text))
				}
			}
			if s.temperature != 0 {
				params.Temperature = openai.Float(s.temperature)
			}
			if s.limit != 0 {
				params.MaxTokens = openai.Int(int64(s.limit))
			}
			if f := req.Format; f != nil {
				params.ResponseFormat.OfJSONSchema = &shared.ResponseFormatJSONSchemaParam{JSONSchema: shared.ResponseFormatJSONSchemaJSONSchemaParam{Name: f.Name, Schema: f.Schema, Strict: openai.Bool(true)}}
			}
			reply, err := client.Chat.Completions.New(t.Context(), params)
			var failure *openai.Error
			if errors.As(err, &failure) {
				return outcome{status: failure.StatusCode}
			}
			if err != nil || len(reply.Choices) == 0 {
				t.Fatal(err)
			}
			return outcome{reply.Choices[0].Message.Content, reply.Usage.PromptTokens, reply.Usage.CompletionTokens, 0}
		},
	}
}

func ofAnthropic() sdk {
	return sdk{
		provider: "anthropic",
		differs: map[string]string{"User-Agent": ownName, "X-Stainless-*": telemetry, "stream": whole,
			"Anthropic-Version": "the SDK's version has no temperature; where one is set, the version before is asked for"},
		answers: map[string]string{
			"plain":       `{"id":"m1","type":"message","role":"assistant","model":"m","stop_reason":"end_turn","content":[{"type":"text","text":"SELECT 1"}],"usage":{"input_tokens":11,"output_tokens":7}}`,
			"thinking":    `{"id":"m1","type":"message","role":"assistant","model":"m","stop_reason":"end_turn","content":[{"type":"thinking","thinking":"hm","signature":"s"},{"type":"redacted_thinking","data":"x"},{"type":"text","text":"SELECT"},{"type":"text","text":" 1"}],"usage":{"input_tokens":1,"output_tokens":7}}`,
			"cached":      `{"id":"m1","type":"message","role":"assistant","model":"m","stop_reason":"stop_sequence","content":[{"type":"text","text":"x"}],"usage":{"input_tokens":1,"cache_creation_input_tokens":20,"cache_read_input_tokens":300,"output_tokens":7}}`,
			"citations":   `{"model":"m","stop_reason":"end_turn","content":[{"type":"text","text":"x","citations":null}],"usage":{"input_tokens":1,"output_tokens":7}}`,
			"no counting": `{"model":"m","stop_reason":"end_turn","content":[{"type":"text","text":"x"}]}`,
		},
		call: func(t *testing.T, address string, s settings, req llm.Request) outcome {
			messages := anthropic.NewMessageService(claude.WithBaseURL(address), claude.WithAPIKey(key), claude.WithMaxRetries(0),
				claude.WithoutOpenTelemetry(), claude.WithOpenTelemetryPropagation(false))
			params := anthropic.MessageNewParams{Model: "m", MaxTokens: 16384}
			if s.limit != 0 {
				params.MaxTokens = int64(s.limit)
			}
			if req.System != "" {
				params.System = []anthropic.TextBlockParam{{Text: req.System}}
			}
			for _, m := range req.Messages {
				if m.Role == llm.Assistant {
					params.Messages = append(params.Messages, anthropic.NewAssistantMessage(anthropic.NewTextBlock(m.Text)))
				} else {
					params.Messages = append(params.Messages, anthropic.NewUserMessage(anthropic.NewTextBlock(m.Text)))
				}
			}
			switch s.effort {
			case "":
			case "none":
				disabled := anthropic.NewThinkingConfigDisabledParam()
				params.Thinking.OfDisabled = &disabled
			default:
				params.OutputConfig.Effort = anthropic.OutputConfigEffort(s.effort)
			}
			if req.Format != nil {
				if err := json.Unmarshal(req.Format.Schema, &params.OutputConfig.Format.Schema); err != nil {
					t.Fatal(err)
				}
			}
			var options []claude.RequestOption
			if s.temperature != 0 { // the SDK has no field for it
				options = append(options, claude.WithJSONSet("temperature", s.temperature))
			}
			reply, err := messages.New(t.Context(), params, options...)
			var failure *anthropic.Error
			if errors.As(err, &failure) {
				return outcome{status: failure.StatusCode}
			}
			if err != nil {
				t.Fatal(err)
			}
			var text strings.Builder
			for _, block := range reply.Content {
				if block.Type == "text" {
					text.WriteString(block.Text)
				}
			}
			u := reply.Usage
			return outcome{text.String(), u.InputTokens + u.CacheCreationInputTokens + u.CacheReadInputTokens, u.OutputTokens, 0}
		},
	}
}

func ofGemini() sdk {
	return sdk{
		provider: "gemini",
		differs: map[string]string{"User-Agent": ownName, "X-Goog-Api-Client": telemetry,
			"Accept": "what is wanted is said, as with the other protocols", "generationConfig": "an empty one is left out"},
		answers: map[string]string{
			"plain":    `{"candidates":[{"finishReason":"STOP","content":{"role":"model","parts":[{"text":"SELECT 1"}]}}],"modelVersion":"m","usageMetadata":{"promptTokenCount":11,"candidatesTokenCount":7,"totalTokenCount":18}}`,
			"thinking": `{"candidates":[{"index":0,"avgLogprobs":-0.1,"safetyRatings":[],"finishReason":"STOP","content":{"role":"model","parts":[{"text":"hm","thought":true},{"text":"SELECT"},{"text":" 1","thoughtSignature":"eA=="}]}}],"usageMetadata":{"promptTokenCount":11,"candidatesTokenCount":4,"thoughtsTokenCount":3}}`,
			"no usage": `{"candidates":[{"finishReason":"STOP","content":{"parts":[{"text":"x"}]}}]}`,
		},
		call: func(t *testing.T, address string, s settings, req llm.Request) outcome {
			client, err := genai.NewClient(t.Context(), &genai.ClientConfig{Backend: genai.BackendGeminiAPI, APIKey: key, HTTPClient: &http.Client{}, HTTPOptions: genai.HTTPOptions{BaseURL: address}})
			if err != nil {
				t.Fatal(err)
			}
			cfg := &genai.GenerateContentConfig{MaxOutputTokens: int32(s.limit), AutomaticContinuation: genai.Ptr(false)}
			if req.System != "" {
				cfg.SystemInstruction = genai.NewContentFromText(req.System, genai.RoleUser)
			}
			if s.temperature != 0 {
				cfg.Temperature = genai.Ptr(float32(s.temperature))
			}
			switch s.effort {
			case "":
			case "none":
				cfg.ThinkingConfig = &genai.ThinkingConfig{ThinkingBudget: genai.Ptr[int32](0)}
			default:
				cfg.ThinkingConfig = &genai.ThinkingConfig{ThinkingLevel: genai.ThinkingLevel(strings.ToUpper(s.effort))}
			}
			if req.Format != nil {
				cfg.ResponseMIMEType, cfg.ResponseJsonSchema = "application/json", req.Format.Schema
			}
			var turns []*genai.Content
			for _, m := range req.Messages {
				role := genai.RoleUser
				if m.Role == llm.Assistant {
					role = genai.RoleModel
				}
				turns = append(turns, genai.NewContentFromText(m.Text, genai.Role(role)))
			}
			reply, err := client.Models.GenerateContent(t.Context(), "m", turns, cfg)
			var failure genai.APIError
			if errors.As(err, &failure) {
				return outcome{status: failure.Code}
			}
			if err != nil {
				t.Fatal(err)
			}
			got := outcome{text: reply.Text()}
			if u := reply.UsageMetadata; u != nil {
				got.in, got.out = int64(u.PromptTokenCount), int64(u.CandidatesTokenCount+u.ThoughtsTokenCount)
			}
			return got
		},
	}
}

func ofOllama() sdk {
	return sdk{
		provider: "ollama",
		differs: map[string]string{"User-Agent": ownName, "Authorization": "a key is for servers behind a proxy; the client knows none",
			"Accept": "the client wants lines, and asksql one object", "options.num_ctx": "by itself Ollama gives a window that most prompts do not fit into"},
		answers: map[string]string{
			"plain":    `{"model":"m","created_at":"2025-01-01T00:00:00Z","message":{"role":"assistant","content":"SELECT 1"},"done":true,"done_reason":"stop","total_duration":1,"prompt_eval_count":11,"eval_count":7}`,
			"thinking": `{"model":"m","message":{"role":"assistant","content":"SELECT 1","thinking":"hm"},"done":true,"done_reason":"stop","prompt_eval_count":11,"eval_count":7}`,
			"lines":    `{"model":"m","message":{"role":"assistant","content":"SELECT"},"done":false}` + "\n" + `{"model":"m","message":{"role":"assistant","content":" 1"},"done":true,"done_reason":"stop","prompt_eval_count":11,"eval_count":7}` + "\n",
		},
		call: func(t *testing.T, address string, s settings, req llm.Request) outcome {
			base, err := url.Parse(address)
			if err != nil {
				t.Fatal(err)
			}
			no := false
			request := &ollama.ChatRequest{Model: "m", Stream: &no, Truncate: &no, Shift: &no, Options: map[string]any{}}
			if req.System != "" {
				request.Messages = append(request.Messages, ollama.Message{Role: "system", Content: req.System})
			}
			for _, m := range req.Messages {
				request.Messages = append(request.Messages, ollama.Message{Role: string(m.Role), Content: m.Text})
			}
			if req.Format != nil {
				request.Format = req.Format.Schema
			}
			if s.temperature != 0 {
				request.Options["temperature"] = s.temperature
			}
			if s.limit != 0 {
				request.Options["num_predict"] = s.limit
			}
			switch s.effort {
			case "":
			case "none":
				request.Think = &ollama.ThinkValue{Value: false}
			default:
				request.Think = &ollama.ThinkValue{Value: s.effort}
			}
			var got outcome
			err = ollama.NewClient(base, http.DefaultClient).Chat(t.Context(), request, func(r ollama.ChatResponse) error {
				got.text += r.Message.Content
				got.in, got.out = int64(r.PromptEvalCount), int64(r.EvalCount)
				return nil
			})
			var failure ollama.StatusError
			var unauthorized ollama.AuthorizationError
			switch {
			case errors.As(err, &failure):
				return outcome{status: failure.StatusCode}
			case errors.As(err, &unauthorized):
				return outcome{status: unauthorized.StatusCode}
			case err != nil:
				return outcome{status: -1}
			}
			return got
		},
	}
}
