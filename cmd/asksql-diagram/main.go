// Command asksql-diagram draws a schema artifact as an entity diagram in SVG. It is a program of its
// own because the library that draws compiles itself whenever a program that links it starts.
package main

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"os"

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
	return svg.Bytes(), nil
}
