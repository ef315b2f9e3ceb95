package main

import (
	"context"
	"os/signal"
	"runtime/debug"
	"syscall"

	"go.uber.org/zap"

	"github.com/asksql/asksql/httpapi"
)

type serveCommand struct {
	configured
	Port   string `placeholder:"N" help:"Port to listen on (server.port)."`
	Host   string `placeholder:"ADDRESS" help:"Bind address (server.host)."`
	Schema string `placeholder:"FILE" help:"Schema artifact (host.schemaPath)."`
}

// Run serves until SIGTERM or SIGINT, and then until what is in flight is finished. A second
// signal ends the program at once.
func (c *serveCommand) Run(p *program) error {
	flags := map[string]string{"server.port": c.Port, "server.host": c.Host, "host.schemaPath": c.Schema}
	cfg, warnings, err := c.load(p, flags)
	if err != nil {
		return err
	}
	if err := checkSurfaces(cfg); err != nil {
		return err
	}
	// A log whose reader has gone is no reason to end: without this, a write to a closed pipe would.
	signal.Ignore(syscall.SIGPIPE)
	log, lines, err := newServiceLogger(cfg.Logging, p.stderr)
	if err != nil {
		return err
	}
	defer lines.close(lastLines)
	for _, w := range warnings {
		log.Warn("configuration_ignored", zap.String("message", w))
	}
	tracer, err := newTracer(cfg.Traces, log)
	if err != nil {
		return err
	}
	defer tracer.Close(lastSpans)
	hangups := hangups(cfg.Host)
	w := newWatch(cfg.Admin)
	w.spans(tracer)
	pipeline, err := newPipeline(cfg, w, log)
	if err != nil {
		return err
	}
	ctx, stop := untilSignal()
	defer stop()
	p.collectLess()
	go reloadOn(ctx, hangups, func() { w.counter().Reloaded(reload(pipeline, cfg, log)) })
	server := httpapi.New(cfg.Server, pipeline, log).Metered(w.counter()).Traced(tracer)
	end, err := w.serve(ctx, cfg, c.settings(p, flags), server, pipeline, lines, log)
	if err != nil {
		return failure{err}
	}
	defer end()
	if err := server.ListenAndServe(ctx); err != nil {
		return failure{err}
	}
	return nil
}

// gcPercent is how much the heap grows before it is collected, in percent of what is in use. In a burst
// of questions, Go's own 100 costs a twelfth of the processor's time to mark thousands of stacks, for
// memory that is handed out again at once.
const gcPercent = 200

// collectLess sets gcPercent, unless the operator has set GOGC.
func (p *program) collectLess() {
	if p.variable("GOGC") == "" {
		debug.SetGCPercent(gcPercent)
	}
}

// untilSignal returns a context that is done after the first SIGTERM or SIGINT, and a function that
// ends it. By the time it is done, the next signal has its usual effect again: it ends the program
// at once.
func untilSignal() (context.Context, context.CancelFunc) {
	signalled, restore := signal.NotifyContext(context.Background(), syscall.SIGTERM, syscall.SIGINT)
	ctx, cancel := context.WithCancel(context.Background())
	context.AfterFunc(signalled, func() {
		restore()
		cancel()
	})
	return ctx, restore // which ends signalled, and so ctx
}
