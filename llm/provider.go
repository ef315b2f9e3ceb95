package llm

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/textproto"
	"net/url"
	"slices"

	"golang.org/x/net/http/httpguts"
)

// A provider is one protocol and the server that it belongs to.
type provider struct {
	name        string
	keyVariable string // see KeyVariable
	baseURL     string // of the provider itself
	endings     endings
	// connect returns what makes the calls. Its cfg has passed check and has a BaseURL.
	connect func(Config, *http.Client) (client, error)
}

// A client makes one call of one provider. It is safe for concurrent use.
type client interface {
	// call sends the conversation once, with req.Format if there is one, and returns what came
	// back whatever that is worth. An error of the transport is in the chain of its error; any
	// other error means that the response is not what the protocol says.
	call(ctx context.Context, req Request) (answer, error)
}

// An answer is what a provider sent back, before anybody has judged it.
type answer struct {
	text     string // what the model wrote for its reader, without its thinking
	ending   string // why the model stopped, in the provider's word
	note     string // what the provider says about that, or ""
	toolCall bool   // the model asks for a tool
	blocked  string // why the provider kept the conversation from the model, or ""
	refusal  string // what the model says in place of an answer, or ""
	raw      string // more of the response, for the log, where there is no text

	model                     string // as the provider names it, or ""
	inputTokens, outputTokens int64
}

// providers lists what this program can call. A new provider is one file and one line here.
func providers() []provider {
	return []provider{
		{anthropicName, "ANTHROPIC_API_KEY", "https://api.anthropic.com/", anthropicEndings(), newAnthropic},
		{geminiName, "GEMINI_API_KEY", "https://generativelanguage.googleapis.com/", geminiEndings(), newGemini},
		{ollamaName, "", "http://localhost:11434/", ollamaEndings(), newOllama},
		{openAIName, "OPENAI_API_KEY", "https://api.openai.com/v1/", openAIEndings(), newOpenAI},
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
	case cfg.APIKey == "" && cfg.BaseURL == "" && p.keyVariable != "":
		return fmt.Errorf("%w: %s needs a key in API_KEY or %s", ErrNotConfigured, p.name, p.keyVariable)
	case cfg.Model == "":
		return errors.New("llm.model is empty; name the model to call")
	case cfg.Organization != "" && p.name != openAIName:
		return fmt.Errorf("llm.organization is a setting of %s; leave it out for %s", openAIName, p.name)
	case cfg.APIVersion != "" && p.name != openAIName:
		return fmt.Errorf("llm.apiVersion is a setting of %s, for Azure; leave it out for %s", openAIName, p.name)
	case cfg.APIVersion != "" && cfg.BaseURL == "":
		return errors.New("llm.apiVersion is for Azure; set llm.baseURL to the resource, like https://example.openai.azure.com")
	case cfg.MaxOutputTokens < 0:
		return errors.New("llm.maxOutputTokens is negative; leave it out for the model's own limit")
	}
	return errors.Join(checkBaseURL(cfg.BaseURL), checkHeaders(cfg))
}

func checkBaseURL(address string) error {
	if address == "" {
		return nil
	}
	u, err := url.Parse(address)
	if err != nil || u.Host == "" || u.Scheme != "http" && u.Scheme != "https" {
		return errors.New("llm.baseURL is no http or https address; write it like http://localhost:8000/v1")
	}
	if u.User != nil || u.RawQuery != "" || u.Fragment != "" {
		return errors.New("llm.baseURL must have no user, query or fragment; put the credential in API_KEY")
	}
	return nil
}

// checkHeaders looks for what net/http would refuse at every call, or drop without a word.
func checkHeaders(cfg Config) error {
	if !httpguts.ValidHeaderFieldValue(cfg.APIKey) {
		return errors.New("the key in API_KEY holds a character that no header can carry; look for line breaks in it")
	}
	for name, value := range cfg.Headers {
		switch {
		case !httpguts.ValidHeaderFieldName(name):
			return fmt.Errorf("llm.headers: %q is no name of a header", name)
		case !httpguts.ValidHeaderFieldValue(value):
			return fmt.Errorf("llm.headers: the value of %s holds a character that no header can carry", name)
		case slices.Contains([]string{"Host", "Content-Length", "Content-Type", "Transfer-Encoding"}, textproto.CanonicalMIMEHeaderKey(name)):
			return fmt.Errorf("llm.headers: %s follows from the request; leave it out", name)
		}
	}
	return nil
}
