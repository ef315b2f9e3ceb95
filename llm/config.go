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
	Provider    string        // one of Providers
	Model       string        // the model's name at the provider
	BaseURL     string        // another server that speaks the provider's protocol; "" for the provider's own
	APIKey      string        // the credential; optional with a BaseURL
	Temperature *float64      // sent only if set: some models refuse any
	Timeout     time.Duration // for one call, within the deadline of its context; 0 for that deadline alone
	MaxRetries  int           // calls beyond the first, where a failure may pass by itself
}

// Providers lists the names that Config.Provider takes.
func Providers() []string {
	var names []string
	for _, p := range providers() {
		names = append(names, p.name)
	}
	return names
}

// New returns the model that cfg describes, with retries. The error wraps ErrNotConfigured, or
// names the key of the configuration that is at fault.
func New(cfg Config) (Model, error) {
	if cfg.Provider == "" {
		return nil, fmt.Errorf("%w: llm.provider is empty", ErrNotConfigured)
	}
	for _, p := range providers() {
		if p.name == cfg.Provider {
			return p.build(cfg)
		}
	}
	return nil, fmt.Errorf("llm.provider: unknown provider %q; the providers are %s", cfg.Provider, strings.Join(Providers(), ", "))
}

// A provider makes the models of one kind of server.
type provider struct {
	name string
	make func(Config) (Model, error)
}

// providers lists what this program can call. A new provider is one file and one line here.
func providers() []provider {
	return []provider{
		{openAIName, newOpenAI},
	}
}

func (p provider) build(cfg Config) (Model, error) {
	model, err := p.make(cfg)
	if err != nil {
		return nil, err
	}
	return &retrying{model: model, provider: p.name, timeout: cfg.Timeout, maxRetries: cfg.MaxRetries}, nil
}
