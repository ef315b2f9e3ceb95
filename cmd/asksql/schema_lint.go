package main

import (
	"errors"
	"fmt"

	"github.com/asksql/asksql/internal/plain"
	"github.com/asksql/asksql/prompt"
	"github.com/asksql/asksql/schema"
	"github.com/asksql/asksql/schema/lint"
)

type lintCommand struct {
	configured
	Strict bool   `help:"Exit with 1 on advice too."`
	JSON   bool   `name:"json" help:"Print faults, advice and size as JSON."`
	File   string `arg:"" help:"Schema artifact."`
}

// findings are what lint has found.
type findings struct {
	OK     bool          `json:"ok"` // there is no fault
	Faults []fault       `json:"faults"`
	Advice []lint.Advice `json:"advice"`
	Size   *lint.Size    `json:"size"` // null where there is a fault
}

// A fault is a schema.Error as it is printed.
type fault struct {
	Path    string `json:"path"`
	Message string `json:"message"`
}

// Run prints all that is wrong with the artifact, or else what could be better.
func (c *lintCommand) Run(p *program) error {
	found, err := c.find(p)
	if err != nil {
		return err
	}
	if c.JSON {
		err = p.json(found)
	} else {
		err = found.print(p)
	}
	if err == nil && (!found.OK || c.Strict && len(found.Advice) > 0) {
		return failure{}
	}
	return err
}

func (c *lintCommand) find(p *program) (*findings, error) {
	cfg, checkers, err := c.loadCheckers(p)
	if err != nil {
		return nil, err
	}
	found := &findings{Faults: []fault{}, Advice: []lint.Advice{}}
	artifact, err := checkers.decoder().Load(c.File)
	var faults schema.Errors
	switch {
	case errors.As(err, &faults):
		for _, f := range faults {
			found.Faults = append(found.Faults, fault{f.Path, f.Message})
		}
	case err != nil:
		return nil, err
	default:
		size := lint.Measure(artifact, prompt.WholeTokens, cfg.Prompt.MaxTokens)
		found.OK, found.Size = true, &size
		found.Advice = append(found.Advice, lint.Check(artifact, size)...)
	}
	return found, nil
}

// print writes the findings to standard output, one a line, and their number to standard error.
func (f *findings) print(p *program) error {
	for _, fault := range f.Faults {
		if _, err := fmt.Fprintf(p.stdout, "%s: %s\n", fault.Path, plain.Line(fault.Message)); err != nil {
			return err
		}
	}
	for _, a := range f.Advice {
		if _, err := fmt.Fprintln(p.stdout, plain.Line(a.String())); err != nil {
			return err
		}
	}
	if !f.OK {
		fmt.Fprintf(p.stderr, "asksql: %s; advice follows once there is none\n", counted(len(f.Faults), "fault", "faults"))
		return nil
	}
	fmt.Fprintf(p.stderr, "asksql: no fault, %s; the prompt of the whole schema has %d tokens, of %d\n",
		counted(len(f.Advice), "advice", "pieces of advice"), f.Size.Tokens, f.Size.MaxTokens)
	return nil
}

// counted returns a number of things.
func counted(n int, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return fmt.Sprintf("%d %s", n, many)
}
