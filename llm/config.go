package llm

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"strings"
	"time"
)

// ErrNotConfigured says that there is no provider, or that it lacks the key it needs. Whoever gets
// it can start all the same and say so when asked for SQL.
var ErrNotConfigured = errors.New("no model provider is configured")

// Config chooses a provider and says how to call it. Nothing else is read from anywhere, the
// environment included, but for the proxy variables that net/http knows (HTTPS_PROXY, NO_PROXY).
type Config struct {
	Provider string // one of Providers
	Model    string // the model's name at the provider; with an APIVersion, the deployment's
	BaseURL  string // another server that speaks the provider's protocol; "" for the provider's own
	APIKey   string // the credential; optional with a BaseURL
	// KeyFrom says where APIKey comes from, such as the name of a variable; "" is API_KEY.
	KeyFrom string
	// TokenFile is the path of a file with a bearer token, in place of APIKey. It is read again whenever
	// it has changed.
	TokenFile string

	Organization string // whom OpenAI bills; "" for the key's own
	APIVersion   string // of Azure OpenAI, like 2024-10-21; it chooses Azure's paths and key header
	// Headers are sent with every call, in place of what the protocol has under the same name; an
	// empty value sends none. They are for gateways. Errors hold no value of minFragment bytes or more.
	Headers map[string]string

	Temperature     *float64 // sent only if set: some models refuse any
	MaxOutputTokens int      // of one reply, thinking included; 0 for the model's own limit
	ReasoningEffort string   // how much a model is to think: one of Efforts, or "" for its own way
	// ExtraBody is a JSON object that is merged last into the body of every call, as a merge patch
	// (RFC 7396): it goes before all that this package sends, and null takes a member out. "" is none.
	ExtraBody string

	// Traceparent returns the header traceparent of W3C Trace Context for a call, "" for none. It may be nil.
	Traceparent func(context.Context) string

	Timeout    time.Duration // for one call, within the deadline of its context; 0 for that deadline alone
	MaxRetries int           // calls beyond the first, where a failure may pass by itself

	// Section is where these settings stand in the configuration, for errors; "" is llm.
	Section string

	token *tokenFile // what TokenFile names
}

// The efforts of reasoning. Each protocol has its own word for them; one that has fewer takes the nearest.
const (
	effortNone    = "none" // no thinking, where the model can do without
	effortMinimal = "minimal"
	effortLow     = "low"
	effortMedium  = "medium"
	effortHigh    = "high"
	effortXHigh   = "xhigh"
	effortMax     = "max"
)

// Efforts lists the values of Config.ReasoningEffort, the least first.
func Efforts() []string {
	return []string{effortNone, effortMinimal, effortLow, effortMedium, effortHigh, effortXHigh, effortMax}
}

// key returns the full name of a key of the configuration.
func (c Config) key(name string) string { return cmp.Or(c.Section, "llm") + "." + name }

// keyName returns where the credential comes from.
func (c Config) keyName() string {
	if c.TokenFile != "" {
		return c.key("tokenFile")
	}
	return cmp.Or(c.KeyFrom, "API_KEY")
}

// Providers lists the names that Config.Provider takes.
func Providers() []string {
	var names []string
	for _, p := range providers() {
		names = append(names, p.name)
	}
	return names
}

// KeyVariable returns the environment variable that the provider's users keep its key in, or "" for
// a provider that is unknown or needs no key. Nothing in this package reads it.
func KeyVariable(name string) string {
	p, _ := find(name)
	return p.keyVariable
}

// New returns the model that cfg describes, with retries. The error wraps ErrNotConfigured, or
// names the key of the configuration that is at fault.
func New(cfg Config) (Model, error) {
	if cfg.Provider == "" {
		return nil, fmt.Errorf("%w: %s is empty", ErrNotConfigured, cfg.key("provider"))
	}
	p, ok := find(cfg.Provider)
	if !ok {
		return nil, fmt.Errorf("%s: unknown provider %q; the providers are %s", cfg.key("provider"), cfg.Provider, strings.Join(Providers(), ", "))
	}
	cfg, err := p.understood(cfg)
	if err != nil {
		return nil, err
	}
	if err := p.check(cfg); err != nil {
		return nil, err
	}
	extra, err := extraBody(cfg)
	if err != nil {
		return nil, err
	}
	if cfg.TokenFile != "" {
		if cfg.token, err = openToken(cfg.TokenFile); err != nil {
			return nil, fmt.Errorf("%s: %w", cfg.key("tokenFile"), err)
		}
	}
	if cfg.BaseURL == "" {
		cfg.BaseURL = p.baseURL
	}
	scrub := newScrubber(cfg)
	client, err := p.connect(cfg, newHTTPClient(cfg.Headers, scrub))
	if err != nil {
		return nil, fmt.Errorf("%s: %s", p.name, scrub.line(err.Error()))
	}
	return &retrying{model: newDirect(p, cfg, client, extra, scrub), provider: p.name, name: cfg.Model, timeout: cfg.Timeout, maxRetries: cfg.MaxRetries}, nil
}

// extraBody reads cfg.ExtraBody. What makes up the conversation is not for it to change, and a reply in
// pieces would only cost.
func extraBody(cfg Config) (object, error) {
	if cfg.ExtraBody == "" {
		return nil, nil
	}
	extra, err := parseObject(cfg.ExtraBody)
	if err != nil {
		return nil, fmt.Errorf("%s must be a JSON object, like {\"enable_thinking\": false}", cfg.key("extraBody"))
	}
	for _, m := range extra {
		switch m.name {
		case "messages", "system", "contents", "systemInstruction", "system_instruction", "stream":
			return nil, fmt.Errorf("%s: %s is for the service to say; leave it out", cfg.key("extraBody"), m.name)
		case "model":
			return nil, fmt.Errorf("%s: model is %s; set that", cfg.key("extraBody"), cfg.key("model"))
		}
	}
	return extra, nil
}
