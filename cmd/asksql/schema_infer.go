package main

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/asksql/asksql/internal/plain"
	"github.com/asksql/asksql/schema"
	"github.com/asksql/asksql/schema/bundle"
	"github.com/asksql/asksql/schema/infer"
)

type inferCommand struct {
	DSN    string   `name:"dsn" placeholder:"DSN" help:"Server whose rows the proposals are held to, as for bundle; it is read only, and a sample of each table."`
	Accept []string `sep:"none" placeholder:"GLOB" help:"Write the proposals of these names into the artifact as inferred, such as orders.* or '*' for all."`
	Output string   `short:"o" placeholder:"FILE" help:"Artifact to write with --accept; the one that is read by default."`
	JSON   bool     `name:"json" help:"Print the proposals as JSON."`
	serverFlags
	File string `arg:"" help:"Schema artifact."`
}

// Run lists the foreign keys that the artifact may lack, and writes those that are accepted into it.
func (c *inferCommand) Run(p *program) error {
	if err := bundle.CheckGlobs(c.Accept); err != nil {
		return err
	}
	doc, err := document(c.File)
	if err != nil {
		return err
	}
	own := *doc
	own.Tables = slices.Clone(doc.Tables)
	inference := &bundle.Inference{Accept: c.Accept}
	if c.DSN != "" {
		data, err := c.open(p, c.DSN)
		if err != nil {
			return err
		}
		defer data.Close()
		inference.Check = data.check
	}
	proposed, err := inference.Run(&own)
	if err != nil {
		return err
	}
	if err := c.print(p, proposed); err != nil || len(c.Accept) == 0 {
		return err
	}
	return c.write(p, &own, proposed)
}

func (c *inferCommand) print(p *program, proposed []bundle.Proposed) error {
	if c.JSON {
		return p.json(map[string][]bundle.Proposed{"proposals": append([]bundle.Proposed{}, proposed...)})
	}
	for _, one := range proposed {
		if _, err := fmt.Fprintln(p.stdout, plain.Line(one.String())); err != nil {
			return err
		}
	}
	return nil
}

// write writes the artifact with what was accepted.
func (c *inferCommand) write(p *program, doc *schema.Document, proposed []bundle.Proposed) error {
	text, err := schema.Encode(doc)
	if err != nil {
		return err
	}
	if _, err := (schema.Decoder{}).Decode(text); err != nil {
		return err
	}
	file := cmp.Or(c.Output, c.File)
	if err := replaceFile(file, text); err != nil {
		return err
	}
	n := 0
	for _, one := range proposed {
		if one.Accepted {
			n++
		}
	}
	fmt.Fprintf(p.stderr, "asksql: wrote %s: %s\n", file, counted(n, "inferred foreign key", "inferred foreign keys"))
	return nil
}

// tellInferred writes what became of proposals.
func (p *program) tellInferred(all []bundle.Proposed) {
	var accepted, refuted, weak, left []bundle.Proposed
	for _, one := range all {
		switch {
		case one.Accepted:
			accepted = append(accepted, one)
		case one.Refuted:
			refuted = append(refuted, one)
		case one.Grade == infer.Weak:
			weak = append(weak, one)
		default:
			left = append(left, one)
		}
	}
	list(p, "these foreign keys are inferred", accepted)
	list(p, "these look like foreign keys and are not in the artifact; take them over by --accept GLOB, such as '*'", left)
	list(p, "these may be foreign keys, but often such are none; write them into the artifact yourself", weak)
	list(p, "these look like foreign keys, but the data speaks against it", refuted)
}
