package llm

import (
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

	Organization string // whom OpenAI bills; "" for the key's own
	APIVersion   string // of Azure OpenAI, like 2024-10-21; it chooses Azure's paths and key header
	// Headers are sent with every call, in place of what the SDK sends under the same name; an
	// empty value sends none. They are for gateways. Errors hold no value of minFragment bytes or more.
	Headers map[string]string

	Temperature     *float64 // sent only if set: some models refuse any
	MaxOutputTokens int      // of one reply, thinking included; 0 for the model's own limit

	Timeout    time.Duration // for one call, within the deadline of its context; 0 for that deadline alone
	MaxRetries int           // calls beyond the first, where a failure may pass by itself
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
		return nil, fmt.Errorf("%w: llm.provider is empty", ErrNotConfigured)
	}
	p, ok := find(cfg.Provider)
	if !ok {
		return nil, fmt.Errorf("llm.provider: unknown provider %q; the providers are %s", cfg.Provider, strings.Join(Providers(), ", "))
	}
	if err := p.check(cfg); err != nil {
		return nil, err
	}
	if cfg.BaseURL == "" {
		cfg.BaseURL = p.baseURL
	}
	scrub := newScrubber(cfg)
	client, err := p.connect(cfg, newHTTPClient(cfg.Headers, scrub))
	if err != nil {
		return nil, fmt.Errorf("%s: %s", p.name, scrub.line(err.Error()))
	}
	direct := &direct{provider: p, model: cfg.Model, client: client, scrub: scrub}
	return &retrying{model: direct, provider: p.name, timeout: cfg.Timeout, maxRetries: cfg.MaxRetries}, nil
}
