package main

import (
	"fmt"
	"slices"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"github.com/asksql/asksql/schema"
	"github.com/asksql/asksql/schema/diff"
)

type diffCommand struct {
	JSON   bool   `name:"json" help:"Print the changes as JSON."`
	FailOn string `name:"fail-on" enum:"never,breaks,risks,widens,any" default:"never" placeholder:"GRADE" help:"Exit with 1 where a change is of this grade or a worse one: breaks, risks, widens or any."`
	Old    string `arg:"" help:"Schema artifact before."`
	New    string `arg:"" help:"Schema artifact after."`
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
	changes := diff.Compare(old, next)
	if err := p.changes(changes, c.JSON); err != nil || !fails(changes, c.FailOn) {
		return err
	}
	return failure{}
}

// fails reports whether a change is as bad as the user will not have it.
func fails(changes []diff.Change, on string) bool {
	switch on {
	case "never":
		return false
	case "any":
		return len(changes) > 0
	}
	return slices.ContainsFunc(changes, func(c diff.Change) bool { return c.Grade.AtLeast(diff.Grade(on)) })
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
	count := map[diff.Grade]int{}
	widening := 0
	for _, c := range all {
		count[c.Grade]++
		if c.Widens {
			widening++
		}
		if _, err := fmt.Fprintf(p.stdout, "%-13s %s\n", effectOf(c), c); err != nil {
			return err
		}
	}
	fmt.Fprintf(p.stderr, "asksql: %s: %d break queries that name what is different, %d are a risk to queries of a rare shape, and %d widen what queries may touch\n",
		counted(len(all), "difference", "differences"), count[diff.GradeBreaks], count[diff.GradeRisks], widening)
	return nil
}

// effectOf returns what a change does to queries, in a word.
func effectOf(c diff.Change) string {
	if c.Widens && c.Grade != diff.GradeWidens {
		return string(c.Grade) + "+" + string(diff.GradeWidens)
	}
	return string(c.Grade)
}

// json writes a value for programs, over lines for people.
func (p *program) json(v any) error {
	text, err := json.Marshal(v, jsontext.WithIndent("  "))
	if err == nil {
		_, err = fmt.Fprintf(p.stdout, "%s\n", text)
	}
	return err
}
