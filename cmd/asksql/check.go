package main

import (
	"errors"
	"fmt"
	"io"
	"os"

	"github.com/asksql/asksql/internal/ask"
	"github.com/asksql/asksql/schema"
	"github.com/asksql/asksql/sqlcheck"
)

// maxText is the longest text or line that check reads, in bytes. It is far beyond what the limits
// of the checker let pass.
const maxText = 16 << 20

type checkCommand struct {
	configured
	named
	Schema        string   `required:"" placeholder:"FILE" help:"Schema artifact."`
	Mode          string   `enum:"schema_only,bounded_results" default:"schema_only" help:"One of ${enum}; bounded_results adds a LIMIT of host.maxRows."`
	OmitSensitive bool     `negatable:"" default:"true" help:"Refuse sensitive columns."`
	Dialect       string   `enum:"mysql,mariadb,tidb," default:"" help:"Server that will run the SQL; the artifact's by default."`
	JSONL         bool     `name:"jsonl" help:"Read {\"id\",\"sql\"} and write a verdict, one a line."`
	Format        string   `enum:"sql,text,json,sarif,github" default:"sql" help:"What to print: the checked SQL, or a report, one of ${enum}."`
	Warnings      bool     `help:"Advice stands in the report too; in json it always does."`
	Files         []string `arg:"" optional:"" name:"file" help:"Files to read, or folders with .sql files; - is standard input, the default. Semicolons part the statements of a file."`
}

// Run checks one text, or the text of each line, or each statement of files.
func (c *checkCommand) Run(p *program) error {
	check, err := c.checkFunc(p)
	if err != nil {
		return err
	}
	names := c.Files
	if len(names) == 0 {
		names = []string{"-"}
	}
	switch {
	case c.JSONL && (len(names) > 1 || c.Format != "sql"):
		return errors.New("--jsonl reads one file and has a format of its own")
	case c.JSONL, c.Format == "sql" && len(names) == 1 && names[0] == "-":
	default:
		return c.checkFiles(check, names, p)
	}
	in, err := p.open(names[0])
	if err != nil {
		return err
	}
	defer in.Close()
	if c.JSONL {
		return checkLines(check, in, p.stdout)
	}
	return checkText(check, in, p)
}

// A checkFunc returns the checked query, or a *sqlcheck.RejectedError.
type checkFunc func(sql string) (*sqlcheck.Query, error)

// checkFunc returns the check that the flags and the configuration ask for.
func (c *checkCommand) checkFunc(p *program) (checkFunc, error) {
	cfg, checkers, err := c.loadCheckers(p)
	if err != nil {
		return nil, err
	}
	artifact, err := checkers.decoder().Load(c.Schema)
	if err != nil {
		return nil, err
	}
	dialect := artifact.View(schema.Policy{}).Dialect()
	if c.Dialect != "" {
		if dialect, err = sqlcheck.ParseDialect(c.Dialect); err != nil {
			return nil, err
		}
	}
	checker := checkers[dialect]
	grant, err := c.grant(cfg.Host, artifact, checker)
	if err != nil {
		return nil, err
	}
	if grant != nil {
		artifact = grant.Artifact
	}
	view, rows := artifact.View(schema.Policy{Sensitive: !c.OmitSensitive}), uint64(0)
	if ask.Mode(grant.Mode(c.Mode)) == ask.BoundedResults {
		rows = cfg.Host.MaxRows
	}
	rows = grant.Bound(rows)
	return func(sql string) (*sqlcheck.Query, error) { return grant.Check(checker, sql, view, rows) }, nil
}

// open opens the file called name for reading; "-" is standard input.
func (p *program) open(name string) (io.ReadCloser, error) {
	if name == "-" {
		return io.NopCloser(p.stdin), nil
	}
	return os.Open(name)
}

// checkText checks the one text in r. It prints the checked SQL, or all that is wrong.
func checkText(check checkFunc, r io.Reader, p *program) error {
	text, err := io.ReadAll(io.LimitReader(r, maxText)) // what is cut off here is too long by far
	if err != nil {
		return err
	}
	query, err := check(string(text))
	if err != nil {
		return p.refused(err)
	}
	_, err = fmt.Fprintln(p.stdout, query)
	return err
}

// refused writes all that is wrong with a text that was refused, and fails; any other error it returns.
func (p *program) refused(err error) error {
	var rejected *sqlcheck.RejectedError
	if !errors.As(err, &rejected) {
		return err
	}
	for _, v := range rejected.Violations {
		fmt.Fprintln(p.stderr, violationLine(v))
	}
	return failure{}
}

// violationLine is "rule: message (near "words", byte 17)".
func violationLine(v sqlcheck.Violation) string {
	line := v.Rule + ": " + v.Message
	switch {
	case v.Near != "" && v.Offset >= 0:
		line += fmt.Sprintf(" (near %q, byte %d)", v.Near, v.Offset)
	case v.Near != "":
		line += fmt.Sprintf(" (near %q)", v.Near)
	case v.Offset >= 0:
		line += fmt.Sprintf(" (byte %d)", v.Offset)
	}
	return line
}
