package main

import (
	"errors"
	"fmt"
	"math"
	"strings"
	"time"

	"github.com/asksql/asksql/internal/eval/report"
)

type evalCommand struct {
	configured
	Questions     string        `placeholder:"FILE" help:"Questions, one JSON object a line: id, question; sql (gold), schema (a path) and db are optional."`
	Schema        string        `placeholder:"FILE" help:"Schema artifact of the questions that name none (host.schemaPath)."`
	Mode          string        `enum:"schema_only,bounded_results" default:"schema_only" help:"One of ${enum}."`
	OmitSensitive *bool         `negatable:"" help:"Hide sensitive columns; modes.omitSensitiveFromPrompt by default."`
	Concurrency   int           `short:"j" default:"4" help:"Questions to ask at once."`
	MaxFailures   int           `default:"10" help:"Stop after so many failed calls in a row; 0 never stops."`
	Wait          time.Duration `default:"5m" help:"Time to wait for a model that is loading or not up yet (${default})."`
	Out           string        `default:"asksql-eval" placeholder:"DIR" help:"Directory for answers and reports (${default}). A rerun asks only what has no answer in it."`
	Results       string        `placeholder:"FILE" help:"Keep the answers in this file instead, and write no reports but those named."`
	JSON          string        `name:"json" placeholder:"FILE" help:"Write the report as JSON."`
	JUnit         string        `name:"junit" placeholder:"FILE" help:"Write a test case for each question, as JUnit's XML."`
	Report        string        `placeholder:"FILE" help:"Write the report as Markdown, with a chart beside it."`
	PriceIn       float64       `placeholder:"PRICE" help:"Price of a million tokens in."`
	PriceOut      float64       `placeholder:"PRICE" help:"Price of a million tokens out."`
	MinAccepted   float64       `placeholder:"PERCENT" help:"Exit with 1 if less is accepted."`
	MinMatch      float64       `placeholder:"PERCENT" help:"Exit with 1 if less equals the gold queries: by rows where they were run, else by form."`
	DSN           string        `name:"dsn" placeholder:"DSN" help:"Run answers and gold queries there, as user@tcp(host:3306)/db without a password; that is asked for, or taken from ASKSQL_DSN_PASSWORD."`
	DSNEnv        string        `name:"dsn-env" default:"ASKSQL_DSN" placeholder:"NAME" help:"Variable that holds the whole data source name, if it is set (${default}). Use an account that may only read."`
	QueryTimeout  time.Duration `default:"10s" help:"Time for one query (${default})."`
	MaxResultRows int           `default:"10000" help:"Rows of a query to compare; one with more is left out (${default})."`
	Verbose       bool          `short:"v" help:"Write the log to standard error."`
	Compare       bool          `help:"Print what changed between two reports in JSON, and ask nothing."`
	Reports       []string      `arg:"" optional:"" help:"With --compare, the report before and the one after."`
}

// Run asks the questions that have no answer yet, judges all answers and writes the reports; or,
// with --compare, compares two reports.
func (c *evalCommand) Run(p *program) error {
	if err := c.validate(); err != nil {
		return err
	}
	if c.Compare {
		return c.compare(p)
	}
	e, err := c.prepare(p)
	if err != nil {
		return err
	}
	defer e.close()
	ctx, stop := untilSignal()
	defer stop()
	r, stopped := e.run(ctx)
	if err := c.write(p, r); err != nil {
		return failure{err}
	}
	if stopped != nil {
		done := len(e.tasks) - e.asking.Left(e.tasks, e.log)
		return failure{fmt.Errorf("%w; %d of %d questions have an answer, run the same command again to go on", stopped, done, len(e.tasks))}
	}
	return c.judge(r)
}

// validate checks what kong cannot.
func (c *evalCommand) validate() error {
	switch {
	case c.Compare && len(c.Reports) != 2:
		return errors.New("--compare takes two reports: asksql eval --compare before.json after.json")
	case c.Compare:
		return nil
	case len(c.Reports) > 0:
		return fmt.Errorf("unexpected argument %s; reports go with --compare", c.Reports[0])
	case c.Questions == "":
		return errors.New("--questions is missing; name a file of questions")
	case c.Concurrency < 1:
		return errors.New("--concurrency must be at least 1")
	case c.QueryTimeout <= 0 || c.MaxResultRows < 1 || c.MaxFailures < 0 || c.Wait < 0:
		return errors.New("--query-timeout and --max-result-rows must be more than 0, and --max-failures and --wait not less")
	case !within(math.MaxFloat64, c.PriceIn, c.PriceOut):
		return errors.New("a price must be a number and not negative")
	case !within(100, c.MinAccepted, c.MinMatch):
		return errors.New("--min-accepted and --min-match are percentages from 0 to 100")
	}
	return nil
}

// within reports whether values are from 0 to most, which NaN is not, though it is not less than anything.
func within(most float64, values ...float64) bool {
	for _, v := range values {
		if in := v >= 0 && v <= most; !in {
			return false
		}
	}
	return true
}

func (c *evalCommand) compare(p *program) error {
	before, err := report.Read(c.Reports[0])
	if err != nil {
		return err
	}
	after, err := report.Read(c.Reports[1])
	if err != nil {
		return err
	}
	return report.Compare(before, after).WriteText(p.stdout)
}

// judge returns failure where the report is below a threshold.
func (c *evalCommand) judge(r *report.Report) error {
	if got := r.Summary.Accepted; got.Percent() < c.MinAccepted {
		return failure{fmt.Errorf("%s accepted, less than the %g %% of --min-accepted", got, c.MinAccepted)}
	}
	if got, name, _ := r.Summary.Match(); got.Percent() < c.MinMatch {
		return failure{fmt.Errorf("%s: %s, less than the %g %% of --min-match", strings.ToLower(name), got, c.MinMatch)}
	}
	return nil
}
