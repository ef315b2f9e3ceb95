package llm

import (
	"errors"
	"net/http"
	"net/url"
	"path"
	"strings"

	"github.com/go-json-experiment/json/jsontext"
)

const geminiName = "gemini"

// gemini is the generateContent protocol of the Gemini API, of Vertex AI, and of the servers that speak it.
// https://ai.google.dev/api/generate-content
type gemini struct{ cfg Config }

func newGemini(cfg Config, web *http.Client) (client, error) {
	c := newCaller(gemini{cfg}, cfg, web)
	c.bearer.as("X-Goog-Api-Key", "")
	c.url = strings.TrimSuffix(cfg.BaseURL, "/")
	if !versioned(c.url) {
		c.url += "/v1beta"
	}
	c.url += "/models/" + url.PathEscape(strings.TrimPrefix(cfg.Model, "models/")) + ":generateContent"
	return c, nil
}

// versioned reports whether an address has the version of the protocol in it: at its end, or on the way
// to Vertex AI's models.
func versioned(address string) bool {
	last := path.Base(address)
	return strings.Contains(address, "/publishers/") || len(last) > 1 && last[0] == 'v' && '0' <= last[1] && last[1] <= '9'
}

func (m gemini) body(req Request, system jsontext.Value, _ shape) object {
	var o object
	if settings := m.settings(req); settings != nil {
		o = o.with("generationConfig", settings.json())
	}
	if system != nil {
		o = o.with("systemInstruction", geminiTurn("user", system))
	}
	var turns []jsontext.Value
	for _, turn := range req.Messages {
		role := "user"
		if turn.Role == Assistant {
			role = "model"
		}
		turns = append(turns, geminiTurn(role, quoted(turn.Text)))
	}
	return o.with("contents", list(turns...))
}

func geminiTurn(role string, text jsontext.Value) jsontext.Value {
	return object{}.with("role", quoted(role)).with("parts", list(object{}.with("text", text).json())).json()
}

func (m gemini) settings(req Request) (o object) {
	if t := m.cfg.Temperature; t != nil {
		o = o.with("temperature", encoded(*t))
	}
	if n := m.cfg.MaxOutputTokens; n > 0 {
		o = o.with("maxOutputTokens", number(n))
	}
	if thinking := geminiThinking(m.cfg.ReasoningEffort); thinking != nil {
		o = o.with("thinkingConfig", thinking.json())
	}
	if req.Format != nil {
		o = o.with("responseMimeType", quoted("application/json")).with("responseJsonSchema", jsontext.Value(req.Format.Schema))
	}
	return o
}

// geminiThinking returns the setting for an effort. None is a budget of nothing, which the models know
// that can do without; the levels are those of Gemini 3 and later.
func geminiThinking(effort string) object {
	switch effort {
	case "":
		return nil
	case effortNone:
		return object{}.with("thinkingBudget", number(0))
	case effortXHigh, effortMax:
		effort = effortHigh
	}
	return object{}.with("thinkingLevel", quoted(strings.ToUpper(effort)))
}

type geminiReply struct {
	Candidates []*geminiCandidate `json:"candidates"`
	Feedback   struct {
		BlockReason        string `json:"blockReason"`
		BlockReasonMessage string `json:"blockReasonMessage"`
	} `json:"promptFeedback"`
	Usage        jsontext.Value `json:"usageMetadata"`
	ModelVersion string         `json:"modelVersion"`
}

type geminiCandidate struct {
	FinishReason  string `json:"finishReason"`
	FinishMessage string `json:"finishMessage"`
	Content       struct {
		Parts []struct {
			Text         string         `json:"text"`
			Thought      bool           `json:"thought"`
			FunctionCall jsontext.Value `json:"functionCall"`
			ToolCall     jsontext.Value `json:"toolCall"`
		} `json:"parts"`
	} `json:"content"`
}

type geminiUsage struct {
	Prompt     int64 `json:"promptTokenCount"`
	Candidates int64 `json:"candidatesTokenCount"`
	Thoughts   int64 `json:"thoughtsTokenCount"`
}

func (m gemini) read(body []byte, a *answer) error {
	if err := m.event(body, a); err != nil {
		return err
	}
	a.text, a.said = string(a.said), nil
	return nil
}

// event reads a reply or a piece of one, which has the same form.
func (m gemini) event(data []byte, a *answer) error {
	if jsontext.Value(data).Kind() != '{' {
		return errors.New("it is no object")
	}
	var got geminiReply
	if err := decode(data, &got); err != nil {
		return err
	}
	if got.ModelVersion != "" {
		a.model = got.ModelVersion
	}
	a.geminiUsage(got.Usage)
	if got.Feedback.BlockReason != "" {
		a.blocked = strings.TrimSpace(got.Feedback.BlockReason + " " + got.Feedback.BlockReasonMessage)
	}
	if len(got.Candidates) > 0 && got.Candidates[0] != nil {
		a.candidate(got.Candidates[0])
	}
	return nil
}

func (a *answer) geminiUsage(said jsontext.Value) {
	var usage geminiUsage
	if len(said) == 0 || decode(said, &usage) != nil {
		return
	}
	a.inputTokens, a.outputTokens = usage.Prompt, usage.Candidates+usage.Thoughts
	a.thought = a.thought || usage.Thoughts > 0
}

func (a *answer) candidate(c *geminiCandidate) {
	if c.FinishReason != "" {
		a.ending, a.note = c.FinishReason, c.FinishMessage
	}
	for _, part := range c.Content.Parts {
		switch {
		case part.Thought:
			a.thought = true
		case part.FunctionCall.Kind() == '{', part.ToolCall.Kind() == '{':
			a.toolCall = true
		default:
			a.said = append(a.said, part.Text...)
		}
	}
}
