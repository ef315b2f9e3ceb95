package main

import (
	"cmp"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/asksql/asksql/internal/eval"
	"github.com/asksql/asksql/internal/eval/report"
)

// The files of --out.
const (
	resultsFile = "results.jsonl"
	jsonFile    = "report.json"
	junitFile   = "junit.xml"
	reportFile  = "report.md"
)

// openLog opens the file of answers.
func (c *evalCommand) openLog() (*eval.Log, error) {
	path := c.Results
	if path == "" {
		if err := os.MkdirAll(c.Out, 0o755); err != nil {
			return nil, err
		}
		path = filepath.Join(c.Out, resultsFile)
	}
	return eval.OpenLog(path)
}

// write prints the summary and writes the reports that are asked for, or all of them to --out.
func (c *evalCommand) write(p *program, r *report.Report) error {
	if err := r.WriteText(p.stdout); err != nil {
		return err
	}
	if err := c.writeJSON(r); err != nil {
		return err
	}
	if err := c.writeJUnit(r); err != nil {
		return err
	}
	if err := c.writeMarkdown(r); err != nil {
		return err
	}
	if c.Results == "" {
		fmt.Fprintf(p.stderr, "asksql: wrote %s and the files beside it\n", cmp.Or(c.Report, filepath.Join(c.Out, reportFile)))
	}
	return nil
}

// path returns where a report goes: where its flag says, else to --out, else nowhere.
func (c *evalCommand) path(flag, name string) string {
	if flag == "" && c.Results == "" {
		return filepath.Join(c.Out, name)
	}
	return flag
}

func (c *evalCommand) writeJSON(r *report.Report) error {
	path := c.path(c.JSON, jsonFile)
	if path == "" {
		return nil
	}
	text, err := r.JSON()
	if err != nil {
		return err
	}
	return os.WriteFile(path, text, 0o644)
}

func (c *evalCommand) writeJUnit(r *report.Report) error {
	path := c.path(c.JUnit, junitFile)
	if path == "" {
		return nil
	}
	text, err := r.JUnit()
	if err != nil {
		return err
	}
	return os.WriteFile(path, text, 0o644)
}

// writeMarkdown writes the report and its chart, which has its name with the extension of images.
func (c *evalCommand) writeMarkdown(r *report.Report) error {
	path := c.path(c.Report, reportFile)
	if path == "" {
		return nil
	}
	chart := strings.TrimSuffix(path, filepath.Ext(path)) + ".svg"
	if err := os.WriteFile(chart, r.Chart(), 0o644); err != nil {
		return err
	}
	return os.WriteFile(path, r.Markdown(filepath.Base(chart)), 0o644)
}
