package main

import (
	"errors"
	"fmt"
	"os"
	"strings"

	"github.com/asksql/asksql/internal/plain"
	"github.com/asksql/asksql/prompt"
	"github.com/asksql/asksql/schema"
	"github.com/asksql/asksql/schema/lint"
)

type lintCommand struct {
	configured
	Strict  bool     `help:"Exit with 1 on advice too."`
	JSON    bool     `name:"json" help:"Print faults, advice and size as JSON."`
	Summary bool     `help:"Print how much advice of each kind there is, and no piece of it."`
	Only    []string `placeholder:"KIND" help:"Kinds of advice to give, such as no_foreign_key; all by default."`
	Ignore  []string `placeholder:"KIND" help:"Kinds of advice to leave out."`
	Mute    string   `type:"existingfile" placeholder:"FILE" help:"File of advice that somebody has read: a kind or * on each line, and a pattern of tables or table.column if need be, such as no_description log_*."`
	File    string   `arg:"" help:"Schema artifact."`
}

// findings are what lint has found.
type findings struct {
	OK     bool          `json:"ok"` // there is no fault
	Faults []fault       `json:"faults"`
	Advice []lint.Advice `json:"advice"`
	// Summary counts the advice of each kind, the most first.
	Summary []lint.Count `json:"summary"`
	Muted   int          `json:"muted"` // pieces of advice that --only, --ignore and --mute hold back
	idle    []lint.Mute  // lines of the file that mute nothing
	Size    *lint.Size   `json:"size"` // null where there is a fault
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
		err = found.print(p, c.Summary)
	}
	if err == nil && (!found.OK || c.Strict && len(found.Advice) > 0) {
		return failure{}
	}
	return err
}

func (c *lintCommand) find(p *program) (*findings, error) {
	filter, err := c.filter()
	if err != nil {
		return nil, err
	}
	cfg, checkers, err := c.loadCheckers(p)
	if err != nil {
		return nil, err
	}
	found := &findings{Faults: []fault{}, Advice: []lint.Advice{}, Summary: []lint.Count{}}
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
		var left []lint.Advice
		left, found.Muted, found.idle = filter.Apply(lint.Check(artifact, size))
		found.Advice = append(found.Advice, left...)
		found.Summary = append(found.Summary, lint.Summary(left)...)
	}
	return found, nil
}

// filter returns which advice is wanted.
func (c *lintCommand) filter() (f lint.Filter, err error) {
	if f.Only, err = codes("--only", c.Only); err != nil {
		return f, err
	}
	if f.Ignore, err = codes("--ignore", c.Ignore); err != nil || c.Mute == "" {
		return f, err
	}
	text, err := os.ReadFile(c.Mute)
	if err != nil {
		return f, fmt.Errorf("read what is muted: %w", err)
	}
	if f.Mutes, err = lint.ParseMutes(string(text)); err != nil {
		return f, fmt.Errorf("%s: %w", c.Mute, err)
	}
	return f, nil
}

func codes(flag string, names []string) (all []lint.Code, err error) {
	for _, name := range names {
		code, err := lint.ParseCode(name)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", flag, err)
		}
		all = append(all, code)
	}
	return all, nil
}

// print writes the findings to standard output, one a line or counted by kind, and their number to standard error.
func (f *findings) print(p *program, summary bool) error {
	for _, fault := range f.Faults {
		if _, err := fmt.Fprintf(p.stdout, "%s: %s\n", fault.Path, plain.Line(fault.Message)); err != nil {
			return err
		}
	}
	if summary {
		for _, n := range f.Summary {
			if _, err := fmt.Fprintf(p.stdout, "%6d %s\n", n.Count, n.Code); err != nil {
				return err
			}
		}
	}
	for _, a := range f.Advice {
		if summary {
			break
		}
		if _, err := fmt.Fprintln(p.stdout, plain.Line(a.String())); err != nil {
			return err
		}
	}
	if !f.OK {
		fmt.Fprintf(p.stderr, "asksql: %s; advice follows once there is none\n", counted(len(f.Faults), "fault", "faults"))
		return nil
	}
	for _, m := range f.idle {
		fmt.Fprintf(p.stderr, "asksql: line %d of what is muted mutes nothing; take it out\n", m.Line)
	}
	fmt.Fprintf(p.stderr, "asksql: no fault, %s%s; the prompt of the whole schema has %d tokens, of %d\n",
		counted(len(f.Advice), "advice", "pieces of advice"), f.kinds(), f.Size.Tokens, f.Size.MaxTokens)
	return nil
}

// kinds says how much advice of each kind there is, and how much is muted.
func (f *findings) kinds() string {
	var parts []string
	for _, n := range f.Summary {
		parts = append(parts, fmt.Sprintf("%d %s", n.Count, n.Code))
	}
	text := ""
	if len(parts) > 0 {
		text = " (" + strings.Join(parts, ", ") + ")"
	}
	if f.Muted > 0 {
		text += fmt.Sprintf(" and %d muted", f.Muted)
	}
	return text
}

// counted returns a number of things.
func counted(n int, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return fmt.Sprintf("%d %s", n, many)
}
