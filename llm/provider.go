package llm

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/textproto"
	"net/url"
	"slices"
	"strings"

	"golang.org/x/net/http/httpguts"
)

// A provider is one protocol and the server that it belongs to.
type provider struct {
	name        string
	keyVariable string // see KeyVariable
	baseURL     string // of the provider itself
	endings     endings
	// address reads an address as people paste it.
	address func(*url.URL, *Config) error
	// limit returns shape.limitName for the first call, and may be nil.
	limit func(Config) string
	// connect returns what makes the calls. Its cfg has passed check and has a BaseURL.
	connect func(Config, *http.Client) (client, error)
}

// limitName returns shape.limitName for the first call.
func (p provider) limitName(cfg Config) string {
	if p.limit == nil {
		return ""
	}
	return p.limit(cfg)
}

// A client makes one call of one provider. It is safe for concurrent use.
type client interface {
	// call sends the conversation once, with req.Format if there is one, and returns what came
	// back whatever that is worth. An error of the transport is in the chain of its error; any
	// other error means that the response is not what the protocol says.
	call(ctx context.Context, req Request, s shape) (answer, error)
}

// An answer is what a provider sent back, before anybody has judged it.
type answer struct {
	text     string // what the model wrote for its reader, without its thinking
	ending   string // why the model stopped, in the provider's word
	note     string // what the provider says about that, or ""
	toolCall bool   // the model asks for a tool
	blocked  string // why the provider kept the conversation from the model, or ""
	refusal  string // what the model says in place of an answer, or ""
	thought  bool   // the model thought before it wrote, or in place of it
	raw      string // more of the response, for the log, where there is no text
	said     []byte // the text so far, of a reply that comes in pieces
	whole    bool   // a reply in pieces has said that it is complete

	model                     string // as the provider names it, or ""
	inputTokens, outputTokens int64
}

// providers lists what this program can call. A new provider is one file and one line here.
func providers() []provider {
	return []provider{
		{anthropicName, "ANTHROPIC_API_KEY", "https://api.anthropic.com", anthropicEndings(), anthropicAddress, nil, newAnthropic},
		{geminiName, "GEMINI_API_KEY", "https://generativelanguage.googleapis.com", geminiEndings(), geminiAddress, nil, newGemini},
		{ollamaName, "", "http://localhost:11434", ollamaEndings(), ollamaAddress, nil, newOllama},
		{openAIName, "OPENAI_API_KEY", "https://api.openai.com/v1", openAIEndings(), openAIAddress, openAILimit, newOpenAI},
	}
}

func find(name string) (provider, bool) {
	all := providers()
	i := slices.IndexFunc(all, func(p provider) bool { return p.name == name })
	if i < 0 {
		return provider{}, false
	}
	return all[i], true
}

// check says what of cfg would keep every call from working, and how to set it right.
func (p provider) check(cfg Config) error {
	switch {
	case cfg.APIKey == "" && cfg.TokenFile == "" && cfg.BaseURL == "" && p.keyVariable != "":
		return fmt.Errorf("%w: %s needs a key in API_KEY or %s", ErrNotConfigured, p.name, p.keyVariable)
	case cfg.Model == "":
		return fmt.Errorf("%s is empty; name the model to call", cfg.key("model"))
	case cfg.Organization != "" && p.name != openAIName:
		return fmt.Errorf("%s is a setting of %s; leave it out for %s", cfg.key("organization"), openAIName, p.name)
	case cfg.APIVersion != "" && p.name != openAIName:
		return fmt.Errorf("%s is a setting of %s, for Azure; leave it out for %s", cfg.key("apiVersion"), openAIName, p.name)
	case cfg.APIVersion != "" && cfg.BaseURL == "":
		return fmt.Errorf("%s is for Azure; set %s to the resource, like https://example.openai.azure.com", cfg.key("apiVersion"), cfg.key("baseURL"))
	case cfg.MaxOutputTokens < 0:
		return fmt.Errorf("%s is negative; leave it out for the model's own limit", cfg.key("maxOutputTokens"))
	case cfg.ReasoningEffort != "" && !slices.Contains(Efforts(), cfg.ReasoningEffort):
		return fmt.Errorf("%s must be one of %s", cfg.key("reasoningEffort"), strings.Join(Efforts(), ", "))
	}
	return errors.Join(checkBaseURL(cfg), checkAPIVersion(cfg), checkKey(cfg), checkHeaders(cfg))
}

// checkKey looks for what net/http would refuse at every call, and for what is no key at all.
func checkKey(cfg Config) error {
	if !httpguts.ValidHeaderFieldValue(cfg.APIKey) {
		return fmt.Errorf("the key in %s holds a character that no header can carry; look for line breaks in it", cfg.keyName())
	}
	if placeholder(cfg.APIKey) {
		return fmt.Errorf("what stands in %s is a placeholder; put the key itself there", cfg.keyName())
	}
	return nil
}

// checkHeaders looks for what net/http would refuse at every call, or drop without a word.
func checkHeaders(cfg Config) error {
	at := cfg.key("headers")
	for name, value := range cfg.Headers {
		switch {
		case !httpguts.ValidHeaderFieldName(name):
			return fmt.Errorf("%s: %q is no name of a header", at, name)
		case !httpguts.ValidHeaderFieldValue(value):
			return fmt.Errorf("%s: the value of %s holds a character that no header can carry", at, name)
		case slices.Contains([]string{"Host", "Content-Length", "Content-Type", "Transfer-Encoding"}, textproto.CanonicalMIMEHeaderKey(name)):
			return fmt.Errorf("%s: %s follows from the request; leave it out", at, name)
		}
	}
	return nil
}
