// Command asksql-diagram draws a schema artifact as an entity diagram in SVG. It is a program of its
// own because the library that draws compiles itself whenever a program that links it starts.
package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"regexp"
	"strconv"

	"github.com/goccy/go-graphviz"

	_ "github.com/asksql/asksql/cmd/asksql-diagram/first" // keeps the library from a shared folder
	"github.com/asksql/asksql/schema"
	"github.com/asksql/asksql/schema/show"
)

func main() { os.Exit(run(os.Args[1:], os.Stdout, os.Stderr)) }

// run draws the artifact in the one file that args name and returns the exit code.
func run(args []string, stdout, stderr io.Writer) int {
	if len(args) != 1 || args[0] == "" || args[0][0] == '-' {
		fmt.Fprintln(stderr, "usage: asksql-diagram FILE > schema.svg")
		return 2
	}
	artifact, err := schema.Decoder{}.Load(args[0])
	if err != nil {
		fmt.Fprintln(stderr, "asksql-diagram:", err)
		return 2
	}
	svg, err := drawn(context.Background(), show.DOT(artifact.Document()))
	if err == nil {
		_, err = stdout.Write(svg)
	}
	if err != nil {
		fmt.Fprintln(stderr, "asksql-diagram:", err)
		return 1
	}
	return 0
}

// drawn returns the drawing of a graph in Graphviz's language, as SVG.
func drawn(ctx context.Context, dot string) ([]byte, error) {
	g, err := graphviz.New(ctx)
	if err != nil {
		return nil, fmt.Errorf("start the drawing: %w", err)
	}
	defer func() { _ = g.Close() }() // the program ends anyway
	graph, err := graphviz.ParseBytes([]byte(dot))
	if err != nil {
		return nil, fmt.Errorf("read the graph: %w", err)
	}
	defer func() { _ = graph.Close() }()
	var svg bytes.Buffer
	if err := g.Render(ctx, graph, graphviz.SVG, &svg); err != nil {
		return nil, fmt.Errorf("draw the graph: %w", err)
	}
	return svg.Bytes(), tooLarge(svg.Bytes())
}

// maxPixels is how wide and high a picture may be that browsers and viewers show.
const maxPixels = 32_767

// sizeOf is how Graphviz writes the size of a drawing, in points, of which 72 are as long as 96 pixels.
var sizeOf = regexp.MustCompile(`<svg width="([0-9.]+)pt" height="([0-9.]+)pt"`)

// tooLarge returns an error that says what to do where a drawing is larger than programs show.
func tooLarge(svg []byte) error {
	m := sizeOf.FindSubmatch(svg)
	if m == nil {
		return errors.New("the drawing does not say how large it is")
	}
	var pixels [2]float64
	for i := range pixels {
		points, err := strconv.ParseFloat(string(m[i+1]), 64)
		if err != nil {
			return fmt.Errorf("the drawing does not say how large it is: %w", err)
		}
		pixels[i] = points * 96 / 72
	}
	if max(pixels[0], pixels[1]) > maxPixels {
		return fmt.Errorf("the drawing would have %.0f × %.0f pixels and viewers show %d; draw a part of the tables: asksql schema show --svg --tables 'NAME*'", pixels[0], pixels[1], maxPixels)
	}
	return nil
}
