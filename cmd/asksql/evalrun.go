package main

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"

	"go.uber.org/zap"

	"github.com/asksql/asksql/internal/config"
	"github.com/asksql/asksql/internal/eval"
	"github.com/asksql/asksql/internal/eval/report"
)

// An evaluation is what a run needs.
type evaluation struct {
	asking  eval.Run
	tasks   []eval.Task
	log     *eval.Log
	judge   eval.Judge
	report  report.Report // without items
	program *program
	plain   bool // progress in lines
}

// prepare reads all that is given and opens all that is needed, in an order that finds what is
// wrong before anything is asked.
func (c *evalCommand) prepare(p *program) (*evaluation, error) {
	questions, err := eval.ReadQuestions(c.Questions)
	if err != nil {
		return nil, err
	}
	cfg, warnings, err := c.load(c.withoutDSN(p), map[string]string{"host.schemaPath": c.Schema})
	if err != nil {
		return nil, err
	}
	p.warn(warnings)
	log := zap.NewNop()
	if c.Verbose {
		if log, err = newLogger(cfg.Logging, p.stderr); err != nil {
			return nil, err
		}
	}
	e := &evaluation{program: p, plain: c.Verbose, asking: c.settings(cfg)}
	log, e.asking.Observer = eval.Observe(log)
	subjects, err := newSubjects(cfg, e.asking.Settings, log)
	if err != nil {
		return nil, err
	}
	if e.tasks, err = c.tasks(questions, subjects); err != nil {
		return nil, err
	}
	e.report = report.Report{
		Questions: filepath.Base(c.Questions), Provider: cfg.LLM.Provider, Model: cfg.LLM.Model, Mode: c.Mode,
		Price: report.Price{In: c.PriceIn, Out: c.PriceOut},
	}
	if e.judge.Database, err = c.openDatabase(p); err != nil {
		return nil, err
	}
	if e.log, err = c.openLog(); err != nil {
		e.close()
		return nil, err
	}
	return e, nil
}

// settings returns the run that flags and configuration ask for.
func (c *evalCommand) settings(cfg *config.Config) eval.Run {
	omit := cfg.Modes.OmitSensitiveFromPrompt
	if c.OmitSensitive != nil {
		omit = *c.OmitSensitive
	}
	return eval.Run{
		Settings: eval.Settings{
			Provider: cfg.LLM.Provider, Model: cfg.LLM.Model, Temperature: cfg.LLM.Temperature, MaxOutput: cfg.LLM.MaxOutputTokens,
			Effort: cfg.LLM.ReasoningEffort, ExtraBody: cfg.LLM.ExtraBody, MaxRepairs: cfg.LLM.MaxRepairs, PromptTokens: cfg.Prompt.MaxTokens,
			Mode: c.Mode, OmitSensitive: omit || cfg.Modes.EnforceOmitSensitive,
		},
		Concurrency: c.Concurrency,
		Timeout:     cfg.Server.RequestTimeout,
		MaxFailures: c.MaxFailures,
		Wait:        c.Wait,
	}
}

// close closes what prepare opened.
func (e *evaluation) close() {
	if e.judge.Database != nil {
		_ = e.judge.Database.Close() // nothing was written
	}
	if e.log != nil {
		_ = e.log.Close() // each line was written when it was there
	}
}

// run asks and judges. The error says why not everything was asked or compared; the report holds
// what there is.
func (e *evaluation) run(ctx context.Context) (*report.Report, error) {
	progress := newProgress(e.program.stderr, len(e.tasks), e.asking.Left(e.tasks, e.log), e.plain)
	e.asking.Progress, e.asking.Waiting = progress.add, progress.waiting
	answers, stopped := e.asking.Ask(ctx, e.tasks, e.log)
	progress.end()
	if e.judge.Database != nil {
		fmt.Fprintln(e.program.stderr, "asksql: running the answers and the gold queries")
	}
	full := e.report
	for _, t := range e.tasks {
		full.Items = append(full.Items, e.item(ctx, t, answers))
	}
	if ctx.Err() != nil {
		stopped = errors.New("stopped by a signal")
	}
	if stopped != nil {
		full.Stopped = stopped.Error()
	}
	return full.Finish(), stopped
}

// item returns a task with what became of it. When ctx is done, nothing is run any more.
func (e *evaluation) item(ctx context.Context, t eval.Task, answers map[string]eval.Answer) report.Item {
	item := report.Item{Question: t.Question}
	a, asked := answers[t.ID]
	if !asked {
		return item
	}
	grade := e.judge.Grade(ctx, t, a)
	if ctx.Err() != nil {
		grade = new(eval.Judge).Grade(ctx, t, a)
	}
	item.Answer, item.Grade = &a, &grade
	return item
}
