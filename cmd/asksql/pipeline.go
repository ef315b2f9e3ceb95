package main

import (
	"errors"

	"go.uber.org/zap"

	"github.com/asksql/asksql/internal/ask"
	"github.com/asksql/asksql/internal/config"
	"github.com/asksql/asksql/llm"
	"github.com/asksql/asksql/schema"
)

// newPipeline builds what answers questions, in the order in which the parts need each other.
func newPipeline(cfg *config.Config, log *zap.Logger) (*ask.Pipeline, error) {
	checkers, err := newCheckers(cfg)
	if err != nil {
		return nil, err
	}
	artifact, err := loadSchema(cfg.Host.SchemaPath, checkers.decoder(), log)
	if err != nil {
		return nil, err
	}
	model, err := newModel(cfg.LLM, log)
	if err != nil {
		return nil, err
	}
	return ask.New(
		ask.Parts{
			Model:    model,
			Schema:   artifact,
			Decoder:  checkers.decoder(),
			Checkers: checkers,
			Log:      log,
		},
		ask.Options{
			InlineSchema:         cfg.Host.InlineSchema == "allow",
			SchemaCacheBytes:     cfg.Host.SchemaCacheBytes,
			MaxRows:              cfg.Host.MaxRows,
			MaxRepairs:           cfg.LLM.MaxRepairs,
			OmitSensitive:        cfg.Modes.OmitSensitiveFromPrompt,
			EnforceOmitSensitive: cfg.Modes.EnforceOmitSensitive,
			Redact:               cfg.Logging.Redact,
		},
	)
}

// loadSchema returns the artifact in the file at path, or nil where there is no path: then each
// request brings its own.
func loadSchema(path string, decoder schema.Decoder, log *zap.Logger) (*schema.Artifact, error) {
	if path == "" {
		return nil, nil
	}
	artifact, err := decoder.Load(path)
	if err != nil {
		return nil, err
	}
	log.Info("schema_loaded", zap.String("schemaId", artifact.SchemaID()),
		zap.Int("tables", len(artifact.Document().Tables)), zap.String("digest", artifact.Digest()))
	return artifact, nil
}

// newModel returns the model, or nil with a warning where none is configured: the service starts
// all the same, and says so when it is asked.
func newModel(cfg config.LLM, log *zap.Logger) (llm.Model, error) {
	model, err := llm.New(llm.Config{
		Provider:    cfg.Provider,
		Model:       cfg.Model,
		BaseURL:     cfg.BaseURL,
		APIKey:      cfg.APIKey.Reveal(),
		Temperature: cfg.Temperature,
		Timeout:     cfg.Timeout,
		MaxRetries:  cfg.MaxRetries,
	})
	if errors.Is(err, llm.ErrNotConfigured) {
		log.Warn("generation_not_configured", zap.String("message", err.Error()+
			"; set ASKSQL_LLM_PROVIDER, ASKSQL_LLM_MODEL and API_KEY, or ASKSQL_LLM_BASE_URL for a server of your own"))
		return nil, nil
	}
	return model, err
}
