package main

import (
	"fmt"

	"github.com/asksql/asksql/internal/plain"
	"github.com/asksql/asksql/schema/infer"
)

type inferCommand struct {
	JSON bool   `name:"json" help:"Print the proposals as JSON."`
	File string `arg:"" help:"Schema artifact."`
}

// Run lists the foreign keys that the artifact may lack.
func (c *inferCommand) Run(p *program) error {
	doc, err := document(c.File)
	if err != nil {
		return err
	}
	proposals := infer.References(doc)
	if c.JSON {
		return p.json(map[string][]infer.Proposal{"proposals": append([]infer.Proposal{}, proposals...)})
	}
	for _, proposal := range proposals {
		if _, err := fmt.Fprintln(p.stdout, plain.Line(proposal.String())); err != nil {
			return err
		}
	}
	return nil
}
