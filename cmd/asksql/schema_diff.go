package main

import (
	"fmt"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"github.com/asksql/asksql/schema"
	"github.com/asksql/asksql/schema/diff"
)

type diffCommand struct {
	JSON bool   `name:"json" help:"Print the changes as JSON."`
	Old  string `arg:"" help:"Schema artifact before."`
	New  string `arg:"" help:"Schema artifact after."`
}

// Run prints what is different, and what that does to queries.
func (c *diffCommand) Run(p *program) error {
	old, err := document(c.Old)
	if err != nil {
		return err
	}
	next, err := document(c.New)
	if err != nil {
		return err
	}
	return p.changes(diff.Compare(old, next), c.JSON)
}

// document returns the content of the artifact in a file, whose examples nobody judges.
func document(file string) (*schema.Document, error) {
	artifact, err := schema.Decoder{}.Load(file)
	if err != nil {
		return nil, err
	}
	return artifact.Document(), nil
}

// changes writes changes, as JSON or one a line, and how many there are to standard error.
func (p *program) changes(all []diff.Change, asJSON bool) error {
	if asJSON {
		return p.json(map[string][]diff.Change{"changes": append([]diff.Change{}, all...)})
	}
	breaking, widening := 0, 0
	for _, c := range all {
		if c.Breaks {
			breaking++
		}
		if c.Widens {
			widening++
		}
		if _, err := fmt.Fprintf(p.stdout, "%-13s %s\n", effectOf(c), c); err != nil {
			return err
		}
	}
	fmt.Fprintf(p.stderr, "asksql: %s, %d of which can break queries that pass today, and %d widen what queries may touch\n",
		counted(len(all), "difference", "differences"), breaking, widening)
	return nil
}

// effectOf returns what a change does to queries, in a word.
func effectOf(c diff.Change) string {
	switch {
	case c.Breaks && c.Widens:
		return "breaks+widens"
	case c.Breaks:
		return "breaks"
	case c.Widens:
		return "widens"
	}
	return "neither"
}

// json writes a value for programs, over lines for people.
func (p *program) json(v any) error {
	text, err := json.Marshal(v, jsontext.WithIndent("  "))
	if err == nil {
		_, err = fmt.Fprintf(p.stdout, "%s\n", text)
	}
	return err
}
