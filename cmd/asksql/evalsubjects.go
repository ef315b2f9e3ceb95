package main

import (
	"cmp"
	"fmt"

	"go.uber.org/zap"

	"github.com/asksql/asksql/internal/ask"
	"github.com/asksql/asksql/internal/config"
	"github.com/asksql/asksql/internal/eval"
	"github.com/asksql/asksql/llm"
	"github.com/asksql/asksql/schema"
	"github.com/asksql/asksql/sqlcheck"
)

// tasks returns the questions with the schemas they are about, each of which is loaded once.
func (c *evalCommand) tasks(questions []eval.Question, b *subjects) ([]eval.Task, error) {
	var tasks []eval.Task
	for _, q := range questions {
		path := cmp.Or(q.SchemaPath, b.cfg.Host.SchemaPath)
		if path == "" {
			return nil, fmt.Errorf("question %s in %s has no schema; give --schema, or name one in its line", q.ID, c.Questions)
		}
		subject, err := b.subject(path)
		if err != nil {
			return nil, fmt.Errorf("question %s in %s: %w", q.ID, c.Questions, err)
		}
		tasks = append(tasks, eval.Task{Question: q, Subject: subject})
	}
	return tasks, nil
}

// subjects makes the subjects of questions, by the paths of their schemas. They share the model, as the
// requests to a server do.
type subjects struct {
	cfg      *config.Config
	settings eval.Settings
	log      *zap.Logger
	checkers checkers
	model    llm.Model
	made     map[string]*eval.Subject
}

// newSubjects returns an error where no model is configured: there is nothing to measure then.
func newSubjects(cfg *config.Config, settings eval.Settings, log *zap.Logger) (*subjects, error) {
	checkers, err := newCheckers(cfg)
	if err != nil {
		return nil, err
	}
	model, err := newModel(cfg.LLM, nil, log)
	if err != nil {
		return nil, err
	}
	if model == nil {
		return nil, fmt.Errorf("%w; set ASKSQL_LLM_PROVIDER, ASKSQL_LLM_MODEL and API_KEY, or ASKSQL_LLM_BASE_URL for a server of your own",
			llm.ErrNotConfigured)
	}
	return &subjects{cfg, settings, log, checkers, model, map[string]*eval.Subject{}}, nil
}

// subject returns the subject with the schema at path. Its pipeline is that of a server with the
// schema, so that what is measured is what is served.
func (b *subjects) subject(path string) (*eval.Subject, error) {
	if s := b.made[path]; s != nil {
		return s, nil
	}
	artifact, err := loadSchema(path, b.checkers.decoder(), b.log)
	if err != nil {
		return nil, err
	}
	pipeline, err := pipelineOf(b.cfg, b.checkers, artifact, nil, b.model, nil, b.log)
	if err != nil {
		return nil, err
	}
	b.made[path] = &eval.Subject{Artifact: artifact, Asker: pipeline, Check: b.check(artifact)}
	return b.made[path], nil
}

// check returns the check that the pipeline makes.
func (b *subjects) check(artifact *schema.Artifact) checkFunc {
	bounded := ask.Mode(b.settings.Mode) == ask.BoundedResults
	view := artifact.View(schema.Policy{Values: bounded, Sensitive: !b.settings.OmitSensitive})
	checker := b.checkers[view.Dialect()]
	if bounded {
		return func(sql string) (*sqlcheck.Query, error) { return checker.CheckBounded(sql, view, b.cfg.Host.MaxRows) }
	}
	return func(sql string) (*sqlcheck.Query, error) { return checker.Check(sql, view) }
}
