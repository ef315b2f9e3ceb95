package main

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/google/uuid"
	"go.uber.org/zap"

	"github.com/asksql/asksql/httpapi"
	"github.com/asksql/asksql/internal/ask"
	"github.com/asksql/asksql/internal/config"
	"github.com/asksql/asksql/llm"
)

type askCommand struct {
	configured
	named
	Schema        string   `placeholder:"FILE" help:"Schema artifact (host.schemaPath)."`
	Mode          string   `enum:"schema_only,bounded_results" default:"schema_only" help:"One of ${enum}; bounded_results adds a LIMIT of host.maxRows."`
	OmitSensitive *bool    `negatable:"" help:"Hide sensitive columns; modes.omitSensitiveFromPrompt by default."`
	Explain       bool     `help:"With --json, tell how the answer came about."`
	JSON          bool     `name:"json" help:"Print the response that POST /ask would give."`
	Verbose       bool     `short:"v" help:"Write the log to standard error."`
	Question      []string `arg:"" help:"The question; its words need no quotes unless the shell reads them otherwise."`
}

// Run answers one question. The SQL, or with --json the response, goes to standard output.
func (c *askCommand) Run(p *program) error {
	cfg, err := c.loadAs(p, c.Schema, c.named)
	if err != nil {
		return err
	}
	if err := c.ready(cfg); err != nil && !c.JSON {
		return err
	}
	log := zap.NewNop()
	if c.Verbose {
		if log, err = newLogger(cfg.Logging, p.stderr); err != nil {
			return err
		}
	}
	pipeline, err := newPipeline(cfg, nil, log)
	if err != nil {
		return err
	}
	return c.print(p, c.ask(cfg, pipeline))
}

// ready returns what is missing before a question can be asked, in the words of the command line: those of
// the service are about requests.
func (c *askCommand) ready(cfg *config.Config) error {
	if cfg.Host.SchemaPath == "" {
		return errors.New("there is no schema; give one with --schema FILE, or set host.schemaPath")
	}
	if _, err := newProvider(cfg.LLM, "llm", cfg.LLM.Endpoint, nil, zap.NewNop()); errors.Is(err, llm.ErrNotConfigured) {
		return fmt.Errorf("%w; set llm.provider and llm.model with --set, and the key in the environment", err)
	}
	return nil
}

// A result is what became of a question.
type result struct {
	id     string
	answer *ask.Answer
	err    error
}

// ask asks the question, within the time that a request has.
func (c *askCommand) ask(cfg *config.Config, asker httpapi.Asker) result {
	ctx, stop := untilSignal()
	defer stop()
	ctx, cancel := context.WithTimeout(ctx, cfg.Server.RequestTimeout)
	defer cancel()
	id := uuid.NewString()
	answer, err := asker.Ask(ctx, ask.Request{
		CorrelationID:           id,
		Question:                strings.Join(c.Question, " "),
		Mode:                    &c.Mode,
		Explain:                 c.Explain,
		OmitSensitiveFromPrompt: c.OmitSensitive,
		Caller:                  c.caller(),
	})
	return result{id, answer, err}
}

// print prints the result and returns the error that stands for its exit code.
func (c *askCommand) print(p *program, r result) error {
	if c.JSON {
		_, body := httpapi.Response(r.id, r.answer, r.err)
		fmt.Fprintf(p.stdout, "%s\n", body)
	} else if r.err == nil {
		fmt.Fprintln(p.stdout, r.answer.SQL)
	}
	return outcome(r.err)
}

// outcome returns nil, a failure to answer, or what is wrong with question or configuration.
func outcome(err error) error {
	var e *ask.Error
	switch {
	case err == nil:
		return nil
	case !errors.As(err, &e):
		return failure{err}
	}
	said := errors.New(e.Message)
	if e.Rule != "" {
		said = fmt.Errorf("%s: %s", e.Rule, e.Message)
	}
	switch e.Code {
	case ask.CodeBadRequest, ask.CodeSchemaParse, ask.CodeNotConfigured:
		return said
	default:
		return failure{said}
	}
}
