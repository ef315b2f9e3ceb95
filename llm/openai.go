package llm

import (
	"errors"
	"net/http"
	"net/url"
	"strconv"
	"strings"

	"github.com/go-json-experiment/json/jsontext"
)

const openAIName = "openai"

// openAI is the Chat Completions protocol of OpenAI, of Azure, and of the many servers that speak it.
// https://platform.openai.com/docs/api-reference/chat/create
type openAI struct{ cfg Config }

func newOpenAI(cfg Config, web *http.Client) (client, error) {
	c := newCaller(openAI{cfg}, cfg, web)
	c.url = strings.TrimSuffix(cfg.BaseURL, "/")
	if cfg.APIVersion != "" {
		c.azure(cfg)
	} else {
		c.url += "/chat/completions"
	}
	if cfg.Organization != "" {
		c.header.Set("OpenAI-Organization", cfg.Organization)
	}
	return c, nil
}

// azure sets the address and the key as Azure OpenAI wants them. An address that names a deployment, or
// that needs none, is the user's own.
// https://learn.microsoft.com/azure/ai-foundry/openai/reference
func (c *caller) azure(cfg Config) {
	if !strings.Contains(c.url, "/openai/deployments/") && !strings.HasSuffix(c.url, "/v1") && !strings.HasSuffix(c.url, "/models") {
		c.url += "/openai/deployments/" + url.PathEscape(cfg.Model)
	}
	c.url += "/chat/completions?api-version=" + url.QueryEscape(cfg.APIVersion)
	c.bearer.as("Api-Key", "")
}

// openAILimit returns the name of the limit of output tokens that the server is thought to know:
// OpenAI's reasoning models refuse max_tokens, and many compatible servers ignore max_completion_tokens.
func openAILimit(cfg Config) string {
	switch {
	case cfg.MaxOutputTokens == 0:
		return ""
	case cfg.APIVersion != "" || ownOpenAI(cfg.BaseURL):
		return maxCompletionTokens
	default:
		return maxTokens
	}
}

// ownOpenAI reports whether OpenAI or Azure runs the server.
func ownOpenAI(address string) bool {
	u, err := url.Parse(address)
	if err != nil {
		return false
	}
	return strings.HasSuffix(strings.ToLower(u.Hostname()), ".openai.com") || azureHost(u)
}

func (m openAI) body(req Request, system jsontext.Value, s shape) object {
	o := object{}.with("model", quoted(m.cfg.Model)).with("stream", jsontext.Value("false"))
	if t := m.cfg.Temperature; t != nil {
		o = o.with("temperature", encoded(*t))
	}
	if s.limitName != "" {
		o = o.with(s.limitName, number(m.cfg.MaxOutputTokens))
	}
	if e := m.cfg.ReasoningEffort; e != "" {
		o = o.with("reasoning_effort", quoted(e))
	}
	if req.Format != nil {
		schema := object{}.with("name", quoted(req.Format.Name)).with("schema", jsontext.Value(req.Format.Schema)).with("strict", jsontext.Value("true"))
		format := object{}.with("type", quoted("json_schema")).with("json_schema", schema.json())
		o = o.with("response_format", format.json())
	}
	return o.with("messages", list(rolesAndTexts(req, system)...))
}

// rolesAndTexts returns the turns as objects of role and content, the system prompt first.
func rolesAndTexts(req Request, system jsontext.Value) (turns []jsontext.Value) {
	turn := func(role string, text jsontext.Value) {
		turns = append(turns, object{}.with("role", quoted(role)).with("content", text).json())
	}
	if system != nil {
		turn("system", system)
	}
	for _, m := range req.Messages {
		turn(string(m.Role), quoted(m.Text))
	}
	return turns
}

func number(n int) jsontext.Value { return jsontext.Value(strconv.Itoa(n)) }

// A chatReply is what matters of the body of a response.
type chatReply struct {
	Model   string         `json:"model"`
	Choices chatChoices    `json:"choices"`
	Usage   jsontext.Value `json:"usage"`
}

// chatChoices tells an absent list from one that is null.
type chatChoices struct {
	list []jsontext.Value
	null bool
}

// UnmarshalJSON reads a list or null.
func (c *chatChoices) UnmarshalJSON(data []byte) error {
	c.null = jsontext.Value(data).Kind() == 'n'
	return decode(data, &c.list)
}

type chatChoice struct {
	FinishReason string         `json:"finish_reason"`
	Error        jsontext.Value `json:"error"` // OpenRouter
	Message      chatMessage    `json:"message"`
	Delta        chatMessage    `json:"delta"` // in a stream, in place of message
}

type chatMessage struct {
	Content   content          `json:"content"`
	Refusal   string           `json:"refusal"`
	ToolCalls []jsontext.Value `json:"tool_calls"`
	// What the model thought, under the names of DeepSeek and of OpenRouter.
	ReasoningContent jsontext.Value `json:"reasoning_content"`
	Reasoning        jsontext.Value `json:"reasoning"`
}

// thought reports whether the model thought before it wrote.
func (m chatMessage) thought() bool {
	return m.Content.thought || word(m.ReasoningContent) != "" || word(m.Reasoning) != ""
}

type chatUsage struct {
	PromptTokens     int64 `json:"prompt_tokens"`
	CompletionTokens int64 `json:"completion_tokens"`
	Details          struct {
		ReasoningTokens int64 `json:"reasoning_tokens"`
	} `json:"completion_tokens_details"`
}

func (m openAI) read(body []byte, a *answer) error {
	var reply chatReply
	if err := decode(body, &reply); err != nil {
		return err
	}
	switch {
	case reply.Choices.null: // routers say so where the server behind them had nothing to say
		return &Error{Kind: KindUnavailable, Detail: "the reply has no choices: " + string(body)}
	case reply.Choices.list == nil:
		return errors.New("it has no choices")
	}
	reply.head(a)
	if len(reply.Choices.list) == 0 {
		return nil
	}
	choice, err := reply.choice(a)
	if err != nil {
		return err
	}
	a.text, a.raw = choice.Message.Content.text, string(reply.Choices.list[0])
	a.add(choice.Message)
	return nil
}

func (m openAI) event(data []byte, a *answer) error {
	var reply chatReply
	if err := decode(data, &reply); err != nil {
		return err
	}
	reply.head(a)
	if len(reply.Choices.list) == 0 { // usage comes by itself
		return nil
	}
	choice, err := reply.choice(a)
	if err != nil {
		return err
	}
	a.said = append(a.said, choice.Delta.Content.text...)
	if len(a.said) == 0 { // a whole message in one event
		a.said = append(a.said, choice.Message.Content.text...)
		a.add(choice.Message)
	}
	a.add(choice.Delta)
	return nil
}

// head adds what stands beside the choices.
func (r chatReply) head(a *answer) {
	if r.Model != "" {
		a.model = r.Model
	}
	var usage chatUsage
	if len(r.Usage) == 0 || decode(r.Usage, &usage) != nil { // a server that counts in its own way has answered all the same
		return
	}
	a.inputTokens, a.outputTokens = max(a.inputTokens, usage.PromptTokens), max(a.outputTokens, usage.CompletionTokens)
	a.thought = a.thought || usage.Details.ReasoningTokens > 0
}

// choice returns the first choice, and adds how it ended.
func (r chatReply) choice(a *answer) (c chatChoice, err error) {
	if err := decode(r.Choices.list[0], &c); err != nil {
		return c, err
	}
	if c.Error.Kind() == '{' {
		f := readFault(object{}.with("error", c.Error).json())
		return c, &Error{Kind: f.class(f.status()), Detail: string(c.Error)}
	}
	if c.FinishReason != "" {
		a.ending = c.FinishReason
	}
	return c, nil
}

// add adds what a message holds beside its text.
func (a *answer) add(m chatMessage) {
	a.refusal += m.Refusal
	a.toolCall = a.toolCall || len(m.ToolCalls) > 0
	a.thought = a.thought || m.thought()
}
