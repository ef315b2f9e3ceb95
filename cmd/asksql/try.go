package main

import (
	"context"
	"fmt"
	"io"
	"net"
	"os/exec"
	"runtime"
	"time"

	"go.uber.org/zap"

	"github.com/asksql/asksql/examples/shop"
	"github.com/asksql/asksql/httpapi"
	"github.com/asksql/asksql/internal/admin"
	"github.com/asksql/asksql/internal/ask"
	"github.com/asksql/asksql/internal/config"
	"github.com/asksql/asksql/llm/builtin"
)

type tryCommand struct {
	configured
	named
	Schema  string `placeholder:"FILE" help:"Schema artifact (host.schemaPath); an example without one."`
	Port    int    `placeholder:"N" help:"Port on 127.0.0.1; a free one by default."`
	Open    bool   `negatable:"" default:"true" help:"Open the address in a browser, if there is a screen."`
	Verbose bool   `short:"v" help:"Write the log to standard error."`
}

// Run serves the pages to this machine alone, until SIGINT or SIGTERM. Nothing else listens.
func (c *tryCommand) Run(p *program) error {
	cfg, err := c.loadAs(p, c.Schema, c.named)
	if err != nil {
		return err
	}
	log := zap.NewNop()
	if c.Verbose {
		if log, err = newLogger(cfg.Logging, p.stderr); err != nil {
			return err
		}
	}
	if cfg.LLM.Provider == "" && cfg.LLM.BaseURL == "" {
		cfg.LLM.Provider = builtin.Name
		fmt.Fprintln(p.stderr, "asksql: no model is configured: the builtin one answers, which understands plain questions only (docs/builtin.md)")
	}
	pipeline, err := c.pipeline(p, cfg, log)
	if err != nil {
		return err
	}
	ln, err := net.Listen("tcp", fmt.Sprintf("127.0.0.1:%d", c.Port))
	if err != nil {
		return failure{err}
	}
	ctx, stop := untilSignal()
	defer stop()
	address := "http://" + ln.Addr().String() + "/"
	fmt.Fprintln(p.stdout, address)
	if c.Open {
		p.browse(ctx, address)
	}
	if err := admin.Serve(ctx, ln, c.parts(cfg, pipeline, log)); err != nil {
		return failure{err}
	}
	return nil
}

// pipeline returns what answers, with the example's schema where none is configured.
func (c *tryCommand) pipeline(p *program, cfg *config.Config, log *zap.Logger) (*ask.Pipeline, error) {
	pipeline, err := newPipeline(cfg, nil, log)
	if err != nil || cfg.Host.SchemaPath != "" {
		return pipeline, err
	}
	fmt.Fprintln(p.stderr, "asksql: no schema is configured: this is the example of a shop; give yours with --schema FILE")
	checkers, err := newCheckers(cfg)
	if err != nil {
		return nil, err
	}
	artifact, err := checkers.decoder().Decode(shop.Schema)
	if err != nil {
		return nil, err
	}
	pipeline.SetSchema(artifact, nil)
	return pipeline, nil
}

// parts returns what listens: the pages, and of the operators' routes what has a meaning here.
func (c *tryCommand) parts(cfg *config.Config, pipeline *ask.Pipeline, log *zap.Logger) admin.Parts {
	caller := c.caller()
	server := httpapi.New(cfg.Server, pipeline, log) // for its times alone: it does not listen
	return admin.Parts{
		Version: version(),
		Ready: func() admin.Readiness {
			return admin.Readiness{Ready: true, Reasons: []string{}, SchemaID: pipeline.State().SchemaID}
		},
		Metrics:  func(io.Writer) {},
		Config:   []config.Setting{},
		Surfaces: []admin.Surface{pageSurface(cfg, server, pipeline, &caller)},
		Log:      log,
	}
}

// opening is how long a browser may take to be told an address.
const opening = 10 * time.Second

// browse opens an address in the person's browser. Where there is none, the address that was printed has to do.
func (p *program) browse(ctx context.Context, address string) {
	var name string
	var args []string
	switch {
	case runtime.GOOS == "darwin":
		name = "open"
	case runtime.GOOS == "windows":
		name, args = "rundll32", []string{"url.dll,FileProtocolHandler"}
	case p.variable("DISPLAY") != "" || p.variable("WAYLAND_DISPLAY") != "":
		name = "xdg-open"
	default:
		return
	}
	ctx, cancel := context.WithTimeout(ctx, opening)
	command := exec.CommandContext(ctx, name, append(args, address)...)
	command.Env = p.environ
	go func() {
		defer cancel()
		_ = command.Run() // nothing is lost but convenience
	}()
}
