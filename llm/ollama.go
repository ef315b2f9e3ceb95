package llm

import (
	"bytes"
	"net/http"
	"strings"
	"sync/atomic"

	"github.com/go-json-experiment/json/jsontext"
)

const ollamaName = "ollama"

// ollama is the chat protocol of Ollama: its own, not the OpenAI-compatible one, which has no way to say
// truncate: false, nor how large the context window is to be.
// https://github.com/ollama/ollama/blob/main/docs/api.md
type ollama struct {
	cfg    Config
	window *atomic.Int64 // the largest that was asked for
}

func newOllama(cfg Config, web *http.Client) (client, error) {
	c := newCaller(ollama{cfg, new(atomic.Int64)}, cfg, web)
	c.url = strings.TrimSuffix(cfg.BaseURL, "/") + "/api/chat"
	return c, nil
}

func (m ollama) body(req Request, system jsontext.Value, _ shape) object {
	o := object{}.with("model", quoted(m.cfg.Model)).with("stream", jsontext.Value("false")).
		// A conversation that is longer than the context window is an error. By default Ollama drops
		// its beginning without a word, and the model answers without having seen the schema.
		with("truncate", jsontext.Value("false")).with("shift", jsontext.Value("false"))
	if think := ollamaThink(m.cfg.ReasoningEffort); think != nil {
		o = o.with("think", think)
	}
	if req.Format != nil {
		o = o.with("format", jsontext.Value(req.Format.Schema))
	}
	options := object{}.with("num_ctx", number(m.windowFor(req)))
	if t := m.cfg.Temperature; t != nil {
		options = options.with("temperature", encoded(*t))
	}
	if n := m.cfg.MaxOutputTokens; n > 0 {
		options = options.with("num_predict", number(n))
	}
	return o.with("options", options.json()).with("messages", list(rolesAndTexts(req, system)...))
}

// ollamaThink returns the setting for an effort, or nil.
func ollamaThink(effort string) jsontext.Value {
	switch effort {
	case "":
		return nil
	case effortNone:
		return jsontext.Value("false")
	case effortMinimal:
		effort = effortLow
	case effortXHigh, effortMax:
		effort = effortHigh
	}
	return quoted(effort)
}

const (
	leastWindow = 4096
	mostWindow  = 1 << 17
	// replyTokens are kept for a reply without a limit, thinking included.
	replyTokens = 2048
)

// windowFor returns the context window to ask for: what Ollama gives by itself is 2k to 4k tokens and
// smaller than most prompts. It grows by doubling and never shrinks, since Ollama loads the model anew for
// each other size. Of a window larger than the model's own, Ollama makes that one.
func (m ollama) windowFor(req Request) int {
	need := estimate(req.System) + max(m.cfg.MaxOutputTokens, replyTokens)
	for _, turn := range req.Messages {
		need += estimate(turn.Text)
	}
	window := leastWindow
	for window < need && window < mostWindow {
		window *= 2
	}
	for {
		before := m.window.Load()
		if int64(window) <= before {
			return int(before)
		}
		if m.window.CompareAndSwap(before, int64(window)) {
			return window
		}
	}
}

// estimate returns about how many tokens a text is, rather too many than too few: a token of SQL and
// English has more than three bytes, one of other scripts two and more.
func estimate(text string) int {
	wide := 0
	for i := range len(text) {
		if text[i] >= 0x80 {
			wide++
		}
	}
	const frame = 16 // of a turn
	return (len(text)-wide)/3 + wide/2 + frame
}

type ollamaReply struct {
	Model   string `json:"model"`
	Message struct {
		Content   content          `json:"content"`
		Thinking  string           `json:"thinking"`
		ToolCalls []jsontext.Value `json:"tool_calls"`
	} `json:"message"`
	Done            bool   `json:"done"`
	DoneReason      string `json:"done_reason"`
	PromptEvalCount int64  `json:"prompt_eval_count"`
	EvalCount       int64  `json:"eval_count"`
}

// read reads one object, or many: a proxy that drops "stream": false makes the server send a line for
// each word.
func (m ollama) read(body []byte, a *answer) error {
	d := jsontext.NewDecoder(bytes.NewReader(body), jsontext.AllowDuplicateNames(true), jsontext.AllowInvalidUTF8(true))
	for first := true; first || d.PeekKind() != 0; first = false {
		piece, err := d.ReadValue()
		if err != nil {
			return err
		}
		if err := m.event(piece, a); err != nil {
			return err
		}
	}
	a.text, a.said = string(a.said), nil
	return nil
}

func (m ollama) event(data []byte, a *answer) error {
	if fault := faultWithin(data); fault != nil { // in the middle of many objects
		return fault
	}
	var got ollamaReply
	if err := decode(data, &got); err != nil {
		return err
	}
	if got.Model != "" {
		a.model = got.Model
	}
	if got.DoneReason != "" {
		a.ending = got.DoneReason
	}
	a.said = append(a.said, got.Message.Content.text...)
	a.toolCall = a.toolCall || len(got.Message.ToolCalls) > 0
	a.thought = a.thought || got.Message.Thinking != "" || got.Message.Content.thought
	a.inputTokens, a.outputTokens = max(a.inputTokens, got.PromptEvalCount), max(a.outputTokens, got.EvalCount)
	return nil
}
