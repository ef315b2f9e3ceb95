package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/signal"
	"time"

	"github.com/asksql/asksql/schema"
	"github.com/asksql/asksql/schema/bundle"
	"github.com/asksql/asksql/schema/infer"
	"github.com/asksql/asksql/schema/live"
)

// errInterrupted ends a run of which nothing is written.
var errInterrupted = failure{errors.New("interrupted; nothing was written")}

// A dataSource reads rows of a server, for all that asks for them within one time limit.
type dataSource struct {
	p      *program
	server *live.Server
	ctx    context.Context
	stop   func()
}

// open connects to the server that the DSN names. Close ends it; an interrupt of the program ends what it reads.
func (f *serverFlags) open(p *program, dsn string) (*dataSource, error) {
	server, err := f.connect(p, dsn)
	if err != nil {
		return nil, err
	}
	interrupted, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	ctx, cancel := context.WithTimeout(interrupted, f.Timeout)
	return &dataSource{p, server, ctx, func() { cancel(); stop() }}, nil
}

// Close ends the connection.
func (d *dataSource) Close() {
	d.stop()
	_ = d.server.Close() // what was read is read
}

// options returns what tells, once a second at most, how far a reading has come.
func (d *dataSource) options(what string) live.DataOptions {
	last := time.Now()
	return live.DataOptions{Progress: func(done, of int) {
		if time.Since(last) < time.Second {
			return
		}
		last = time.Now()
		fmt.Fprintf(d.p.stderr, "asksql: %s: %d of %d\n", what, done, of)
	}}
}

// tell says what was not read.
func (d *dataSource) tell(what string, r *live.DataReport, err error) error {
	switch {
	case errors.Is(d.ctx.Err(), context.Canceled):
		return errInterrupted
	case err != nil:
		return failure{err}
	}
	list(d.p, what+" could not be read here", r.Skipped[:min(len(r.Skipped), maxFindings)])
	if more := len(r.Skipped) - maxFindings; more > 0 {
		fmt.Fprintf(d.p.stderr, "asksql: and %d more\n", more)
	}
	if r.Cut > 0 {
		fmt.Fprintf(d.p.stderr, "asksql: the time limit came first: %s of %d more were not read; raise --timeout\n", what, r.Cut)
	}
	return nil
}

// isOver reports whether the time was over before anything was read, which it tells.
func (d *dataSource) isOver(what string) bool {
	over := errors.Is(d.ctx.Err(), context.DeadlineExceeded)
	if over {
		fmt.Fprintf(d.p.stderr, "asksql: the time limit came first: %s were not read; raise --timeout\n", what)
	}
	return over
}

// values reads values into the document.
func (d *dataSource) values(doc *schema.Document, skip func(table, column string) bool) ([]string, error) {
	if d.isOver("values of tables") {
		return nil, nil
	}
	found, report, err := d.server.Values(d.ctx, doc, skip, d.options("tables read for values"))
	if err := d.tell("values of tables", report, err); err != nil {
		return nil, err
	}
	read := map[[2]string]live.Categorical{}
	lines := make([]string, len(found))
	for i, c := range found {
		read[[2]string{c.Table, c.Column}], lines[i] = c, c.String()
	}
	for i := range doc.Tables {
		for j := range doc.Tables[i].Columns {
			c := &doc.Tables[i].Columns[j]
			if v, ok := read[[2]string{doc.Tables[i].Name, c.Name}]; ok {
				c.Values, c.Form = v.Values, v.Form
			}
		}
	}
	return lines, nil
}

// check holds proposals to the data.
func (d *dataSource) check(proposals []infer.Proposal) ([]bundle.Evidence, error) {
	if d.isOver("references") {
		return make([]bundle.Evidence, len(proposals)), nil
	}
	keys := make([]live.KeyOf, len(proposals))
	for i, p := range proposals {
		keys[i] = live.KeyOf{Table: p.Table, ForeignKey: p.Key()}
	}
	found, report, err := d.server.Included(d.ctx, keys, d.options("references checked"))
	if err := d.tell("references", report, err); err != nil {
		return nil, err
	}
	all := make([]bundle.Evidence, len(found))
	for i, f := range found {
		all[i] = bundle.Evidence{Holds: f.Holds(), Fails: f.Fails(), Text: f.String()}
	}
	return all, nil
}
