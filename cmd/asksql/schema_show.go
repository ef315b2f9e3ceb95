package main

import (
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"

	"golang.org/x/term"

	"github.com/asksql/asksql/schema"
	"github.com/asksql/asksql/schema/bundle"
	"github.com/asksql/asksql/schema/show"
)

// drawing is the program that draws. It is apart from this one because the library in it is compiled
// whenever a program that has it starts.
const drawing = "asksql-diagram"

type showCommand struct {
	Mermaid bool     `xor:"form" help:"Print an entity diagram in the language of Mermaid, for Markdown."`
	SVG     bool     `name:"svg" xor:"form" help:"Print an entity diagram in SVG, or an index of more than 300 tables; asksql-diagram draws it, which must be installed."`
	Tables  []string `placeholder:"GLOB" help:"Show these tables only, such as shop_*."`
	Exclude []string `placeholder:"GLOB" help:"Leave these tables out."`
	File    string   `arg:"" help:"Schema artifact."`
}

// Run shows the artifact in the form that is asked for.
func (c *showCommand) Run(p *program) error {
	doc, err := document(c.File)
	if err != nil {
		return err
	}
	whole := len(c.Tables)+len(c.Exclude) == 0
	if !whole {
		if doc, err = c.part(doc); err != nil {
			return err
		}
	}
	switch {
	case c.Mermaid:
		text := show.Mermaid(doc)
		if over := show.MermaidExceeds(text); over != "" {
			fmt.Fprintf(p.stderr, "asksql: %s, so that Mermaid does not draw it unless it is configured to; print a part by --tables, or --svg\n", over)
		}
		_, err = io.WriteString(p.stdout, text)
	case c.SVG && !whole:
		err = p.drawPart(doc)
	case c.SVG:
		err = p.draw(c.File)
	default:
		err = show.Overview(p.stdout, doc, p.style())
	}
	return err
}

// part returns the document of the tables that are asked for.
func (c *showCommand) part(doc *schema.Document) (*schema.Document, error) {
	wanted, err := bundle.NewSelection(c.Tables, c.Exclude)
	if err != nil {
		return nil, err
	}
	part := show.Part(doc, wanted.Has)
	if unused := wanted.Unused(); len(unused) > 0 {
		return nil, fmt.Errorf("no table is called like %s", strings.Join(unused, ", "))
	}
	if len(part.Tables) == 0 {
		return nil, errors.New("there is no table left; check --tables and --exclude")
	}
	return part, nil
}

// drawPart has a document drawn that is in no file.
func (p *program) drawPart(doc *schema.Document) error {
	text, err := schema.Encode(doc)
	if err != nil {
		return err
	}
	folder, err := os.MkdirTemp("", "asksql")
	if err != nil {
		return err
	}
	defer func() { _ = os.RemoveAll(folder) }() // what is left of it holds a schema, as its artifact does
	file := filepath.Join(folder, "schema.json")
	if err := os.WriteFile(file, text, 0o600); err != nil {
		return err
	}
	return p.draw(file)
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
