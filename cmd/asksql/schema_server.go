package main

import (
	"context"
	"time"

	"github.com/asksql/asksql/internal/roots"
	"github.com/asksql/asksql/schema/bundle"
	"github.com/asksql/asksql/schema/live"
)

// serverFlags say how to read a server, beside its DSN.
type serverFlags struct {
	TLS         string        `name:"tls" enum:"false,preferred,true,skip-verify," default:"" help:"One of false, preferred, true, skip-verify."`
	TLSCA       string        `name:"tls-ca" placeholder:"FILE" help:"Certificates, one of which must have signed the server's."`
	AskPassword bool          `short:"p" help:"Ask for the password."`
	Timeout     time.Duration `default:"60s" help:"Time for reading the server, and as much again for rows."`

	asked *string // the password, once it is known
}

// password returns the password, which it asks for once.
func (f *serverFlags) password(p *program) (string, error) {
	if f.asked == nil {
		text, err := p.password(f.AskPassword)
		if err != nil {
			return "", err
		}
		f.asked = &text
	}
	return *f.asked, nil
}

// connect returns the server that a DSN names, which is not connected to yet.
func (f *serverFlags) connect(p *program, dsn string) (*live.Server, error) {
	roots.Install()
	config := live.Config{DSN: dsn, TLS: f.TLS, CAFile: f.TLSCA}
	// Before a password is asked for.
	server, err := live.Open(config)
	if err != nil {
		return nil, err
	}
	_ = server.Close() // it was never connected
	if config.Password, err = f.password(p); err != nil {
		return nil, err
	}
	return live.Open(config)
}

// read returns the schema of the database that the DSN names.
func (f *serverFlags) read(p *program, dsn string, wanted bundle.Selection) (*source, error) {
	server, err := f.connect(p, dsn)
	if err != nil {
		return nil, err
	}
	defer func() { _ = server.Close() }() // what was read is read
	ctx, cancel := context.WithTimeout(context.Background(), f.Timeout)
	defer cancel()
	result, err := server.Read(ctx, live.Options{Keep: wanted.Has, Progress: p.progress()})
	if err != nil {
		return nil, failure{err}
	}
	p.warn(result.Notes)
	return newSource(result.Document, result.Derivations), nil
}
