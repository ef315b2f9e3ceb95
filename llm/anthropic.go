package llm

import (
	"cmp"
	"errors"
	"net/http"
	"net/url"
	"strings"

	"github.com/go-json-experiment/json/jsontext"
)

const (
	anthropicName = "anthropic"
	// anthropicTokens is sent where no limit of output tokens is configured, since the protocol
	// has no request without one. Newer models think before they write, and that counts.
	anthropicTokens = 16384
	// The newest version of the protocol has no temperature, and refuses a request with one; the one before
	// is the same in all that is sent here. https://platform.claude.com/docs/en/api/versioning
	anthropicVersion     = "2026-10-21"
	anthropicTemperature = "2023-06-01"
	vertexVersion        = "vertex-2023-10-16" // in the body, in place of the header
)

// anthropic is the Messages protocol of Anthropic, and of the servers that speak it.
// https://platform.claude.com/docs/en/api/messages
type anthropic struct {
	cfg    Config
	vertex bool // the model stands in the address
}

func newAnthropic(cfg Config, web *http.Client) (client, error) {
	base := strings.TrimSuffix(cfg.BaseURL, "/")
	m := anthropic{cfg: cfg, vertex: strings.Contains(base, "/publishers/anthropic")}
	c := newCaller(m, cfg, web)
	if m.vertex {
		c.url = base + "/models/" + url.PathEscape(cfg.Model) + ":rawPredict"
		return c, nil
	}
	c.url = base + "/v1/messages"
	version := anthropicVersion
	if cfg.Temperature != nil {
		version = anthropicTemperature
	}
	c.header.Set("Anthropic-Version", version)
	return c, nil
}

func (m anthropic) body(req Request, system jsontext.Value, _ shape) object {
	var o object
	if m.vertex {
		o = o.with("anthropic_version", quoted(vertexVersion))
	} else {
		o = o.with("model", quoted(m.cfg.Model))
	}
	o = o.with("max_tokens", number(cmp.Or(m.cfg.MaxOutputTokens, anthropicTokens))).with("stream", jsontext.Value("false"))
	if t := m.cfg.Temperature; t != nil {
		o = o.with("temperature", encoded(*t))
	}
	if m.cfg.ReasoningEffort == effortNone {
		o = o.with("thinking", object{}.with("type", quoted("disabled")).json())
	}
	if output := m.output(req); output != nil {
		o = o.with("output_config", output.json())
	}
	if system != nil {
		o = o.with("system", list(textBlock(system)))
	}
	var turns []jsontext.Value
	for _, turn := range req.Messages {
		turns = append(turns, object{}.with("role", quoted(string(turn.Role))).with("content", list(textBlock(quoted(turn.Text)))).json())
	}
	return o.with("messages", list(turns...))
}

// output returns the settings of the output, or nil.
func (m anthropic) output(req Request) (o object) {
	switch e := m.cfg.ReasoningEffort; e {
	case "", effortNone:
	case effortMinimal:
		o = o.with("effort", quoted("low"))
	default:
		o = o.with("effort", quoted(e))
	}
	if req.Format != nil {
		format := object{}.with("type", quoted("json_schema")).with("schema", jsontext.Value(req.Format.Schema))
		o = o.with("format", format.json())
	}
	return o
}

func textBlock(text jsontext.Value) jsontext.Value {
	return object{}.with("type", quoted("text")).with("text", text).json()
}

type claudeMessage struct {
	Model      string         `json:"model"`
	Content    []claudeBlock  `json:"content"`
	StopReason string         `json:"stop_reason"`
	Stop       claudeStop     `json:"stop_details"`
	Usage      jsontext.Value `json:"usage"`
}

type claudeBlock struct {
	Type string `json:"type"`
	Text string `json:"text"`
}

type claudeStop struct {
	Explanation string `json:"explanation"`
}

type claudeUsage struct {
	Input      int64 `json:"input_tokens"`
	CacheWrite int64 `json:"cache_creation_input_tokens"`
	CacheRead  int64 `json:"cache_read_input_tokens"`
	Output     int64 `json:"output_tokens"`
}

func (m anthropic) read(body []byte, a *answer) error {
	if jsontext.Value(body).Kind() != '{' {
		return errors.New("it is no object")
	}
	var got claudeMessage
	if err := decode(body, &got); err != nil {
		return err
	}
	a.claude(got)
	for _, block := range got.Content {
		a.block(block)
	}
	a.text, a.said = string(a.said), nil
	return nil
}

// event reads one of the events that a message comes in.
// https://platform.claude.com/docs/en/build-with-claude/streaming
func (m anthropic) event(data []byte, a *answer) error {
	var got struct {
		Type    string         `json:"type"`
		Message *claudeMessage `json:"message"`
		Block   claudeBlock    `json:"content_block"`
		Delta   struct {
			claudeBlock
			StopReason string     `json:"stop_reason"`
			Stop       claudeStop `json:"stop_details"`
		} `json:"delta"`
		Usage jsontext.Value `json:"usage"`
	}
	if err := decode(data, &got); err != nil {
		return err
	}
	switch got.Type {
	case "message_start":
		if got.Message != nil {
			a.claude(*got.Message)
		}
	case "content_block_start":
		a.block(got.Block)
	case "content_block_delta":
		if got.Delta.Type == "text_delta" {
			a.said = append(a.said, got.Delta.Text...)
		}
	case "message_delta":
		a.claude(claudeMessage{StopReason: got.Delta.StopReason, Stop: got.Delta.Stop, Usage: got.Usage})
	case "message_stop":
		a.whole = true
	}
	return nil
}

// claude adds what stands beside the content.
func (a *answer) claude(got claudeMessage) {
	a.model, a.ending, a.note = cmp.Or(got.Model, a.model), cmp.Or(got.StopReason, a.ending), cmp.Or(got.Stop.Explanation, a.note)
	var usage claudeUsage
	if len(got.Usage) == 0 || decode(got.Usage, &usage) != nil {
		return
	}
	a.inputTokens = max(a.inputTokens, usage.Input+usage.CacheWrite+usage.CacheRead)
	a.outputTokens = max(a.outputTokens, usage.Output)
}

// block adds one block of the content.
func (a *answer) block(b claudeBlock) {
	switch {
	case b.Type == "text":
		a.said = append(a.said, b.Text...)
	case strings.HasSuffix(b.Type, "tool_use"):
		a.toolCall = true
	case thinks(b.Type):
		a.thought = true
	}
}
