// Command asksql turns questions into SQL that is proven to be one read-only statement inside a
// schema, and checks SQL of other origin.
package main

import (
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	_ "time/tzdata" // prompt.timeZone: an empty root folder has no zones

	"github.com/alecthomas/kong"

	"github.com/asksql/asksql/internal/config"
	"github.com/asksql/asksql/internal/plain"
)

// Exit codes. Ends by a signal are the shell's.
const (
	exitOK     = 0
	exitFailed = 1 // the SQL was refused, no SQL came, or the server could not go on
	exitUsage  = 2 // wrong usage, configuration, schema or input
)

func main() { os.Exit(run(os.Args[1:], os.Environ(), os.Stdin, os.Stdout, os.Stderr)) }

// A program is what a command may touch of the world.
type program struct {
	environ        []string
	stdin          io.Reader
	stdout, stderr io.Writer
}

// commands is the command line, as package kong reads it.
type commands struct {
	Serve   serveCommand   `cmd:"" help:"Answer questions over HTTP."`
	Ask     askCommand     `cmd:"" help:"Answer one question and print the SQL."`
	Try     tryCommand     `cmd:"" help:"Ask, check and look at the schema in a browser."`
	Check   checkCommand   `cmd:"" help:"Check SQL against a schema and print it anew."`
	Eval    evalCommand    `cmd:"" help:"Measure how well a model answers questions."`
	MCP     mcpCommand     `cmd:"" name:"mcp" help:"Serve one agent over standard input and output: the Model Context Protocol."`
	Schema  schemaCommand  `cmd:"" help:"Make schema artifacts."`
	Config  configCommand  `cmd:"" help:"Look at the configuration."`
	Access  accessCommand  `cmd:"" help:"Look at the access file."`
	Rules   rulesCommand   `cmd:"" help:"List the rules and what each promises."`
	Version versionCommand `cmd:"" help:"Print the version."`

	ShowVersion kong.VersionFlag `name:"version" help:"Print the version."`
}

// run runs the command that args name and returns its exit code.
func run(args, environ []string, stdin io.Reader, stdout, stderr io.Writer) int {
	var (
		cli  commands
		done bool // kong has printed a help page and there is nothing to run
		p    = &program{environ, stdin, stdout, stderr}
	)
	parser, err := kong.New(&cli,
		kong.Name("asksql"),
		kong.Description("Questions into SQL that is proven to be one read-only statement inside a schema. "+
			"Exit codes: 0 is success, 1 a refusal or a failure, 2 wrong usage, configuration, schema or input."),
		kong.Writers(stdout, stderr),
		kong.Vars{"version": version()},
		kong.Exit(func(int) { done = true }),
	)
	if err != nil {
		return p.fail(err)
	}
	command, err := parser.Parse(args)
	switch {
	case done:
		return exitOK
	case err != nil:
		return p.fail(err)
	}
	return p.fail(command.Run(p))
}

// A failure is an error that is nobody's wrong usage. Without a cause, all has been said already.
type failure struct{ cause error }

func (f failure) Error() string { return fmt.Sprint(f.cause) }

// fail says what err is about and returns the exit code for it. The words of others that are in it, such
// as a model's or a server's, cannot command the terminal.
func (p *program) fail(err error) int {
	var f failure
	switch {
	case err == nil:
		return exitOK
	case !errors.As(err, &f):
		fmt.Fprintln(p.stderr, "asksql:", plain.Lines(err.Error()))
		return exitUsage
	case f.cause != nil:
		fmt.Fprintln(p.stderr, "asksql:", plain.Lines(f.cause.Error()))
	}
	return exitFailed
}

// configured are the flags of every command that reads the configuration.
type configured struct {
	Config string            `placeholder:"FILE" help:"Configuration file; asksql.yaml in the working directory if there is one."`
	Set    map[string]string `mapsep:"none" placeholder:"KEY=VALUE" help:"Set a key of the configuration, such as server.port=8080."`
}

// sources are where load takes values from.
func (c configured) sources(p *program, flags map[string]string) config.Sources {
	all := make(map[string]string)
	maps.Copy(all, c.Set)
	for key, value := range flags {
		if value != "" {
			all[key] = value
		}
	}
	return config.Sources{File: c.Config, Environ: p.environ, Flags: all}
}

// load returns the configuration and warnings about what it ignores. Flags of a command's own are
// given by their keys; empty ones are unset.
func (c configured) load(p *program, flags map[string]string) (*config.Config, []string, error) {
	return config.Load(c.sources(p, flags))
}

// warn writes warnings for a person to read.
func (p *program) warn(warnings []string) {
	for _, w := range warnings {
		fmt.Fprintln(p.stderr, "asksql: warning:", plain.Lines(w))
	}
}
