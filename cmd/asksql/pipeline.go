package main

import (
	"time"

	"go.uber.org/zap"

	"github.com/asksql/asksql/internal/access"
	"github.com/asksql/asksql/internal/ask"
	"github.com/asksql/asksql/internal/config"
	"github.com/asksql/asksql/llm"
	"github.com/asksql/asksql/schema"
)

// newPipeline builds what answers questions, in the order in which the parts need each other.
func newPipeline(cfg *config.Config, w *watch, log *zap.Logger) (*ask.Pipeline, error) {
	checkers, err := newCheckers(cfg)
	if err != nil {
		return nil, err
	}
	artifact, err := loadSchema(cfg.Host.SchemaPath, checkers.decoder(), log)
	if err != nil {
		return nil, err
	}
	guard, err := loadAccess(cfg.Host, artifact, checkers, log)
	if err != nil {
		return nil, err
	}
	model, err := newModel(cfg.LLM, w, log)
	if err != nil {
		return nil, err
	}
	return pipelineOf(cfg, checkers, artifact, guard, model, w, log)
}

// pipelineOf puts the parts together.
func pipelineOf(cfg *config.Config, c checkers, artifact *schema.Artifact, guard *access.Guard, model llm.Model, w *watch, log *zap.Logger) (*ask.Pipeline, error) {
	return ask.New(
		ask.Parts{
			Model:    model,
			Schema:   artifact,
			Access:   guard,
			Decoder:  c.decoder(),
			Checkers: c,
			Log:      log,
			Meter:    w.counter(),
		},
		ask.Options{
			InlineSchema:         cfg.Host.InlineSchema != "deny",
			NarrowInline:         cfg.Host.InlineSchema == "narrow",
			SchemaCacheBytes:     cfg.Host.SchemaCacheBytes,
			MaxRows:              cfg.Host.MaxRows,
			MaxRepairs:           cfg.LLM.MaxRepairs,
			MaxPromptTokens:      cfg.Prompt.MaxTokens,
			Now:                  clock(cfg.Prompt.TimeZone),
			OmitSensitive:        cfg.Modes.OmitSensitiveFromPrompt,
			EnforceOmitSensitive: cfg.Modes.EnforceOmitSensitive,
			Redact:               cfg.Logging.Redact,
		},
	)
}

// clock returns the time in a zone that the configuration names, or nil for none.
func clock(zone string) func() time.Time {
	location := config.Location(zone)
	if location == nil {
		return nil
	}
	return func() time.Time { return time.Now().In(location) }
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
	logSchema(artifact, log)
	return artifact, nil
}

// logSchema writes which schema is in use from now on.
func logSchema(artifact *schema.Artifact, log *zap.Logger) {
	log.Info("schema_loaded", zap.String("schemaId", artifact.SchemaID()),
		zap.Int("tables", len(artifact.Document().Tables)), zap.String("digest", artifact.Digest()))
}
