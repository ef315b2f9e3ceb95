package main

import (
	"context"
	"errors"
	"os"
	"os/signal"
	"syscall"

	"go.uber.org/zap"

	"github.com/asksql/asksql/internal/access"
	"github.com/asksql/asksql/internal/ask"
	"github.com/asksql/asksql/internal/config"
	"github.com/asksql/asksql/schema"
)

// hangups returns the SIGHUPs that the process gets from now on, of which those that come while one
// waits are one; or nil, and leaves them the usual effect, if they are not to reload the schema.
func hangups(host config.Host) <-chan os.Signal {
	if !host.ReloadOnSIGHUP {
		return nil
	}
	c := make(chan os.Signal, 1)
	signal.Notify(c, syscall.SIGHUP)
	return c
}

// reloadOn calls reload after each signal, one call at a time, until ctx is done.
func reloadOn(ctx context.Context, signals <-chan os.Signal, reload func()) {
	for {
		select {
		case <-signals:
			reload()
		case <-ctx.Done():
			return
		}
	}
}

// reload reads the configured schema and access file again, checks them, and has the pipeline use them from now on.
// If that cannot be, those before stay. It reports whether they are the new ones.
func reload(pipeline *ask.Pipeline, cfg *config.Config, log *zap.Logger) bool {
	artifact, guard, err := reloaded(cfg)
	if err != nil {
		log.Error("schema_reload_failed", zap.String("reason", err.Error()))
		return false
	}
	pipeline.SetSchema(artifact, guard)
	logSchema(artifact, log)
	if guard != nil {
		logAccess(guard, log)
	}
	return true
}

// reloaded returns schema and access file as they are now, both or neither.
func reloaded(cfg *config.Config) (*schema.Artifact, *access.Guard, error) {
	if cfg.Host.SchemaPath == "" {
		return nil, nil, errors.New("there is no schema to load again; set host.schemaPath")
	}
	checkers, err := newCheckers(cfg)
	if err != nil {
		return nil, nil, err
	}
	artifact, err := checkers.decoder().Load(cfg.Host.SchemaPath)
	if err != nil {
		return nil, nil, err
	}
	guard, err := guardOf(cfg.Host, artifact, checkers)
	return artifact, guard, err
}
