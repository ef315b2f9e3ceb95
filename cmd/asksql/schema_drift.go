package main

import (
	"github.com/asksql/asksql/schema"
	"github.com/asksql/asksql/schema/bundle"
	"github.com/asksql/asksql/schema/diff"
)

type driftCommand struct {
	configured
	DSN     string   `name:"dsn" required:"" placeholder:"DSN" help:"Server to compare with: user@tcp(host:3306)/database, user@unix(/path)/database or mysql://user@host/database, without the password, which is taken from ASKSQL_DSN_PASSWORD."`
	Tables  []string `placeholder:"GLOB" help:"The tables that the artifact was made of, as for bundle."`
	Exclude []string `placeholder:"GLOB" help:"The tables that were left out, as for bundle."`
	JSON    bool     `name:"json" help:"Print the changes as JSON."`
	FailOn  string   `name:"fail-on" enum:"never,breaks,risks,widens,any" default:"any" placeholder:"GRADE" help:"Exit with 1 only where a change is of this grade or a worse one: breaks, risks or widens."`
	serverFlags
	File string `arg:"" help:"Schema artifact."`
}

// Run prints what the server has otherwise than the artifact: what bundling again, with the decisions
// of people kept, would change in it. A difference of the grade that --fail-on says: exit code 1.
func (c *driftCommand) Run(p *program) error {
	_, checkers, err := c.loadCheckers(p)
	if err != nil {
		return err
	}
	old, err := document(c.File)
	if err != nil {
		return err
	}
	next, err := c.again(p, old, checkers.decoder())
	if err != nil {
		return err
	}
	changes := diff.Compare(old, next)
	if err := p.changes(changes, c.JSON); err != nil || !fails(changes, c.FailOn) {
		return err
	}
	return failure{}
}

// again returns the document that bundling the server's schema over the old one gives.
func (c *driftCommand) again(p *program, old *schema.Document, d schema.Decoder) (*schema.Document, error) {
	wanted, err := bundle.NewSelection(c.Tables, c.Exclude)
	if err != nil {
		return nil, err
	}
	from, err := c.read(p, c.DSN, wanted)
	if err != nil {
		return nil, err
	}
	text, _, err := bundle.Make(from.Document, bundle.Options{Tables: wanted, Old: old, Derived: from.derived, Decoder: d})
	if err != nil {
		return nil, err
	}
	artifact, err := schema.Decoder{}.Decode(text)
	if err != nil {
		return nil, err
	}
	return artifact.Document(), nil
}
