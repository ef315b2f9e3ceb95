package main

import (
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"

	"golang.org/x/term"

	"github.com/asksql/asksql/schema/show"
)

// drawing is the program that draws. It is apart from this one because the library in it is compiled
// whenever a program that has it starts.
const drawing = "asksql-diagram"

type showCommand struct {
	Mermaid bool   `xor:"form" help:"Print an entity diagram in the language of Mermaid, for Markdown."`
	SVG     bool   `name:"svg" xor:"form" help:"Print an entity diagram in SVG; asksql-diagram draws it, which must be installed."`
	File    string `arg:"" help:"Schema artifact."`
}

// Run shows the artifact in the form that is asked for.
func (c *showCommand) Run(p *program) error {
	doc, err := document(c.File)
	switch {
	case err != nil:
		return err
	case c.Mermaid:
		_, err = io.WriteString(p.stdout, show.Mermaid(doc))
	case c.SVG:
		err = p.draw(c.File)
	default:
		err = show.Overview(p.stdout, doc, p.style())
	}
	return err
}

// style returns how the standard output wants an overview: colours only for a terminal whose user has
// not asked for none.
func (p *program) style() show.Style {
	file, ok := p.stdout.(*os.File)
	if !ok || !term.IsTerminal(int(file.Fd())) {
		width, _ := strconv.Atoi(p.variable("COLUMNS")) // what is no number cuts nothing
		return show.Style{Width: max(width, 0)}
	}
	width, _, err := term.GetSize(int(file.Fd()))
	if err != nil {
		width = 0
	}
	return show.Style{Width: width, Colors: p.variable("NO_COLOR") == "" && p.variable("TERM") != "dumb"}
}

// draw has the program that draws print the artifact in a file.
func (p *program) draw(file string) error {
	path, err := drawingPath()
	if err != nil {
		return err
	}
	file, err = filepath.Abs(file) // which begins with no dash
	if err != nil {
		return err
	}
	cmd := exec.Command(path, file)
	cmd.Env, cmd.Stdout, cmd.Stderr = p.without(passwordVariable).environ, p.stdout, p.stderr
	if err := cmd.Run(); err != nil {
		return failure{fmt.Errorf("%s: %w", drawing, err)}
	}
	return nil
}

// drawingPath returns where the program that draws is: beside this one, or else in PATH.
func drawingPath() (string, error) {
	if self, err := os.Executable(); err == nil {
		beside := filepath.Join(filepath.Dir(self), drawing)
		if _, err := os.Stat(beside); err == nil {
			return beside, nil
		}
	}
	path, err := exec.LookPath(drawing)
	if err != nil {
		return "", errors.New(drawing + " is not installed; make build builds it, or go install github.com/asksql/asksql/cmd/" + drawing + "@latest, or print --mermaid")
	}
	return path, nil
}
