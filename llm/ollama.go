package llm

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"strings"
)

const ollamaName = "ollama"

// ollama calls the chat of an Ollama server. It does so without Ollama's own client, which reads
// OLLAMA_AUTH from the environment at every call, and with it a private key from the home
// directory; and by Ollama's own protocol, not the OpenAI-compatible one, which has no way to say
// truncate: false.
type ollama struct {
	web *http.Client
	url string
	cfg Config
}

func newOllama(cfg Config, web *http.Client) (client, error) {
	return &ollama{web: web, url: strings.TrimSuffix(cfg.BaseURL, "/") + "/api/chat", cfg: cfg}, nil
}

type ollamaRequest struct {
	Model    string          `json:"model"`
	Messages []ollamaMessage `json:"messages"`
	Stream   bool            `json:"stream"`
	Format   json.RawMessage `json:"format,omitempty"`
	Options  ollamaOptions   `json:"options"`
	// A conversation that is longer than the context window is an error. By default Ollama drops
	// its beginning without a word, and the model answers without having seen the schema.
	Truncate bool `json:"truncate"`
	Shift    bool `json:"shift"`
}

type ollamaMessage struct {
	Role      string            `json:"role"`
	Content   string            `json:"content"`
	ToolCalls []json.RawMessage `json:"tool_calls,omitempty"`
}

type ollamaOptions struct {
	Temperature *float64 `json:"temperature,omitempty"`
	NumPredict  int      `json:"num_predict,omitempty"`
}

type ollamaResponse struct {
	Model           string        `json:"model"`
	Message         ollamaMessage `json:"message"`
	DoneReason      string        `json:"done_reason"`
	PromptEvalCount int64         `json:"prompt_eval_count"`
	EvalCount       int64         `json:"eval_count"`
}

func (m *ollama) call(ctx context.Context, req Request) (answer, error) {
	body, err := m.post(ctx, m.request(req))
	if err != nil {
		return answer{}, err
	}
	var got ollamaResponse
	if err := json.Unmarshal(body, &got); err != nil {
		return answer{}, fmt.Errorf("%w: %s", err, body)
	}
	return answer{
		text:         got.Message.Content,
		ending:       got.DoneReason,
		toolCall:     len(got.Message.ToolCalls) > 0,
		raw:          string(body),
		model:        got.Model,
		inputTokens:  got.PromptEvalCount,
		outputTokens: got.EvalCount,
	}, nil
}

func (m *ollama) request(req Request) ollamaRequest {
	out := ollamaRequest{
		Model:   m.cfg.Model,
		Options: ollamaOptions{Temperature: m.cfg.Temperature, NumPredict: m.cfg.MaxOutputTokens},
	}
	if req.System != "" {
		out.Messages = append(out.Messages, ollamaMessage{Role: "system", Content: req.System})
	}
	for _, turn := range req.Messages {
		out.Messages = append(out.Messages, ollamaMessage{Role: string(turn.Role), Content: turn.Text})
	}
	if req.Format != nil {
		out.Format = req.Format.Schema
	}
	return out
}

// post sends body as JSON and returns the body of the response.
func (m *ollama) post(ctx context.Context, body any) ([]byte, error) {
	data, err := json.Marshal(body)
	if err != nil {
		return nil, err
	}
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, m.url, bytes.NewReader(data))
	if err != nil {
		return nil, err
	}
	req.Header.Set("Content-Type", "application/json")
	if m.cfg.APIKey != "" {
		req.Header.Set("Authorization", "Bearer "+m.cfg.APIKey)
	}
	res, err := m.web.Do(req)
	if err != nil {
		return nil, err
	}
	defer res.Body.Close()
	return io.ReadAll(res.Body)
}
