package main

import (
	"errors"
	"net/http"

	"github.com/asksql/asksql/internal/ask"
	"github.com/asksql/asksql/internal/mcpapi"
)

type mcpCommand struct {
	configured
	named
	Schema        string `placeholder:"FILE" help:"Schema artifact (host.schemaPath)."`
	Mode          string `enum:"schema_only,bounded_results" default:"schema_only" help:"One of ${enum}; bounded_results shows values and adds a LIMIT of host.maxRows."`
	OmitSensitive *bool  `negatable:"" help:"Hide sensitive columns; modes.omitSensitiveFromPrompt by default."`
	Verbose       bool   `short:"v" help:"Write the whole log to standard error, not its errors alone."`
}

// Run serves until standard input ends. What the agent may see, the flags say and never the agent.
func (c *mcpCommand) Run(p *program) error {
	cfg, err := c.loadAs(p, c.Schema, c.named)
	if err != nil {
		return err
	}
	if cfg.Host.SchemaPath == "" {
		return errors.New("there is no schema; give one with --schema FILE, or set host.schemaPath")
	}
	if !c.Verbose {
		cfg.Logging.Level = "error"
	}
	log, err := newLogger(cfg.Logging, p.stderr)
	if err != nil {
		return err
	}
	pipeline, err := newPipeline(cfg, nil, log)
	if err != nil {
		return err
	}
	ctx, stop := untilSignal()
	defer stop()
	request := func(http.Header) ask.Request {
		return ask.Request{Mode: &c.Mode, OmitSensitiveFromPrompt: c.OmitSensitive, Caller: c.caller()}
	}
	if err := mcpapi.ServeStdio(ctx, pipeline, mcpOptions(cfg, pipeline, request, log), p.stdin, p.stdout); err != nil {
		return failure{err}
	}
	return nil
}
