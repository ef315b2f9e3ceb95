package main

import (
	"context"
	"errors"
	"fmt"

	"go.uber.org/zap"

	"github.com/asksql/asksql/internal/access"
	"github.com/asksql/asksql/internal/config"
	"github.com/asksql/asksql/schema"
	"github.com/asksql/asksql/sqlcheck"
)

// loadAccess returns the guard that the access file makes for the schema, nil where none is configured.
func loadAccess(host config.Host, artifact *schema.Artifact, c checkers, log *zap.Logger) (*access.Guard, error) {
	guard, err := guardOf(host, artifact, c)
	if err == nil && guard != nil {
		logAccess(guard, log)
	}
	return guard, err
}

// guardOf is loadAccess, without a word.
func guardOf(host config.Host, artifact *schema.Artifact, c checkers) (*access.Guard, error) {
	switch {
	case artifact == nil && host.InlineSchema == "narrow":
		return nil, errors.New("host.inlineSchema is narrow and host.schemaPath is not set; there is no schema to choose a part of")
	case host.AccessPath == "":
		return nil, nil
	case artifact == nil:
		return nil, errors.New("host.accessPath is set and host.schemaPath is not; the access file is about the schema there")
	case host.InlineSchema == "allow":
		return nil, errors.New("host.accessPath is set, so host.inlineSchema must be narrow or deny; a schema of the request's own would know no access file")
	}
	return newGuard(host, artifact, c[artifact.View(schema.Policy{}).Dialect()])
}

// newGuard returns the guard that the configured access file makes for an artifact.
func newGuard(host config.Host, artifact *schema.Artifact, checker *sqlcheck.Checker) (*access.Guard, error) {
	file, err := access.Load(host.AccessPath, host.AccessSecret.Reveal())
	if err != nil {
		return nil, err
	}
	return file.Guard(context.Background(), artifact, checker)
}

// logAccess writes which access file is in force from now on.
func logAccess(guard *access.Guard, log *zap.Logger) {
	roles, parameters, rows := guard.Summary()
	log.Info("access_loaded", zap.Strings("roles", roles), zap.Strings("parameters", parameters), zap.Int("rowRules", rows))
}

// A named is the flags that say as whom a command asks.
type named struct {
	Role  string            `placeholder:"ROLE" help:"Role of the access file to ask as (host.accessPath)."`
	Param map[string]string `mapsep:"none" placeholder:"NAME=VALUE" help:"Parameter of the access file; a list has the separator that the file gives."`
}

// caller returns who the flags say asks.
func (n named) caller() access.Caller {
	var role *string
	if n.Role != "" {
		role = &n.Role
	}
	return access.Named(role, n.Param)
}

// grant returns what the flags may see of an artifact, nil where no access file is configured.
func (n named) grant(host config.Host, artifact *schema.Artifact, checker *sqlcheck.Checker) (*access.Grant, error) {
	if err := n.fits(host); err != nil || host.AccessPath == "" {
		return nil, err
	}
	guard, err := newGuard(host, artifact, checker)
	if err != nil {
		return nil, err
	}
	return guard.Admit(n.caller())
}

// loadAs returns the configuration of a command that asks with one schema as somebody, and prints the warnings of
// load.
func (c configured) loadAs(p *program, schemaPath string, as named) (*config.Config, error) {
	cfg, warnings, err := c.load(p, map[string]string{"host.schemaPath": schemaPath})
	if err != nil {
		return nil, err
	}
	p.warn(warnings)
	return cfg, as.fits(cfg.Host)
}

// fits returns an error for flags that would have no effect.
func (n named) fits(host config.Host) error {
	if host.AccessPath == "" && (n.Role != "" || len(n.Param) > 0) {
		return fmt.Errorf("--role and --param are for an access file; name one with --set host.accessPath=FILE")
	}
	return nil
}
