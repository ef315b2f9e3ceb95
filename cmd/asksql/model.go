package main

import (
	"errors"

	"go.uber.org/zap"

	"github.com/asksql/asksql/internal/config"
	"github.com/asksql/asksql/internal/roots"
	"github.com/asksql/asksql/llm"
	"github.com/asksql/asksql/llm/builtin"
)

// newModel returns who answers: the provider, and the fallback behind it if there is one. It
// returns nil with a warning where no provider is configured: the service starts all the same, and
// says so when it is asked.
func newModel(cfg config.LLM, w *watch, log *zap.Logger) (llm.Model, error) {
	first, err := newProvider(cfg, "llm", cfg.Endpoint, w, log)
	if errors.Is(err, llm.ErrNotConfigured) {
		log.Warn("generation_not_configured", zap.String("message", err.Error()+
			"; set ASKSQL_LLM_PROVIDER, ASKSQL_LLM_MODEL and API_KEY, or ASKSQL_LLM_BASE_URL for a server of your own"))
		return nil, nil
	}
	if err != nil || cfg.Fallback.Provider == "" {
		return first, err
	}
	second, err := newProvider(cfg, "llm.fallback", cfg.Fallback, w, log)
	if errors.Is(err, llm.ErrNotConfigured) {
		log.Warn("fallback_not_configured", zap.String("message", err.Error()+
			"; a fallback needs its provider's own variable, API_KEY serves llm.provider alone"))
		return first, nil
	}
	if err != nil {
		return nil, err
	}
	return llm.WithFallback(first, second), nil
}

// newProvider returns the model at the endpoint, whose keys stand in the section, with retries and a breaker. The one that calls
// nobody needs neither.
func newProvider(cfg config.LLM, section string, at config.Endpoint, w *watch, log *zap.Logger) (llm.Model, error) {
	if at.Provider == builtin.Name {
		return followed{w.model(builtin.New(), at), at}, nil
	}
	roots.Install()
	model, err := llm.New(llm.Config{
		Provider:        at.Provider,
		Model:           at.Model,
		BaseURL:         at.BaseURL,
		APIKey:          at.APIKey.Reveal(),
		KeyFrom:         at.APIKey.From(),
		TokenFile:       at.TokenFile,
		Organization:    at.Organization,
		APIVersion:      at.APIVersion,
		Headers:         at.Headers,
		Temperature:     at.Temperature,
		MaxOutputTokens: at.MaxOutputTokens,
		ReasoningEffort: at.ReasoningEffort,
		ExtraBody:       at.ExtraBody,
		Section:         section,
		Traceparent:     handedOn(at),
		Timeout:         cfg.Timeout,
		MaxRetries:      cfg.MaxRetries,
	})
	if err != nil {
		return nil, err
	}
	return followed{w.model(llm.WithBreaker(model, at.Provider, llm.Breaker{
		Model:    at.Model,
		Failures: cfg.Breaker.Failures,
		OpenFor:  cfg.Breaker.OpenFor,
		Changed: func(from, to string) {
			w.breaker(at, to)
			log.Warn("breaker_changed", zap.String("provider", at.Provider), zap.String("model", at.Model),
				zap.String("from", from), zap.String("to", to))
		},
	}), at), at}, nil
}
