package main

import (
	"errors"
	"fmt"
	"io"
	"strings"
	"text/tabwriter"

	"go.uber.org/zap"

	"github.com/asksql/asksql/internal/access"
	"github.com/asksql/asksql/internal/ask"
	"github.com/asksql/asksql/internal/config"
	"github.com/asksql/asksql/internal/plain"
	"github.com/asksql/asksql/schema"
	"github.com/asksql/asksql/sqlcheck"
)

type accessCommand struct {
	Explain accessExplain `cmd:"" help:"Show what a role sees: its tables, columns and rows, and what becomes of a query."`
}

type accessExplain struct {
	configured
	named
	Schema string   `placeholder:"FILE" help:"Schema artifact (host.schemaPath)."`
	SQL    []string `arg:"" optional:"" name:"sql" help:"A query to print as the role would get it; by default one of the first table."`
}

// Run prints what the flags may see. It calls nobody.
func (c *accessExplain) Run(p *program) error {
	cfg, warnings, err := c.load(p, map[string]string{"host.schemaPath": c.Schema})
	if err != nil {
		return err
	}
	p.warn(warnings)
	if cfg.Host.AccessPath == "" {
		return errors.New("there is no access file; name one with --set host.accessPath=FILE")
	}
	all, err := newCheckers(cfg)
	if err != nil {
		return err
	}
	artifact, err := loadSchema(cfg.Host.SchemaPath, all.decoder(), zap.NewNop())
	if err != nil {
		return err
	}
	if _, err := guardOf(cfg.Host, artifact, all); err != nil {
		return err
	}
	checker := all[artifact.View(schema.Policy{}).Dialect()]
	grant, err := c.grant(cfg.Host, artifact, checker)
	if err != nil {
		return err
	}
	c.print(p.stdout, cfg, grant)
	return c.sample(p, cfg, grant, checker)
}

func (c *accessExplain) print(w io.Writer, cfg *config.Config, grant *access.Grant) {
	out := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	row := func(name, value string) {
		if value != "" {
			fmt.Fprintf(out, "%s\t%s\n", name, plain.Line(value))
		}
	}
	row("role", grant.Role)
	row("parameters", strings.Join(grant.Parameters, ", "))
	row("modes", modesOf(grant))
	if rows := grant.Bound(0); rows > 0 {
		row("rows", fmt.Sprintf("at most %d of any answer", rows))
	}
	_ = out.Flush()
	fmt.Fprintln(w, "tables")
	out = tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	view := grant.Artifact.View(schema.Policy{Sensitive: !cfg.Modes.OmitSensitiveFromPrompt})
	for _, table := range view.Tables() {
		var columns []string
		for _, column := range table.Columns() {
			columns = append(columns, column.Name)
		}
		fmt.Fprintf(out, "  %s\t%s\n", plain.Line(table.Name()), plain.Line(strings.Join(columns, ", ")))
		for _, where := range grant.Conditions(table.Name()) {
			fmt.Fprintf(out, "  \twhere %s\n", plain.Line(where))
		}
	}
	_ = out.Flush()
}

func modesOf(grant *access.Grant) string {
	var modes []string
	for _, mode := range []ask.Mode{ask.SchemaOnly, ask.BoundedResults} {
		if grant.Mode(string(mode)) == string(mode) {
			modes = append(modes, string(mode))
		}
	}
	return strings.Join(modes, ", ")
}

// sample prints what becomes of a query.
func (c *accessExplain) sample(p *program, cfg *config.Config, grant *access.Grant, checker *sqlcheck.Checker) error {
	view := grant.Artifact.View(schema.Policy{Sensitive: !cfg.Modes.OmitSensitiveFromPrompt})
	sql := strings.Join(c.SQL, " ")
	if sql == "" {
		if len(view.Tables()) == 0 {
			return nil // what there is, is sensitive
		}
		sql = "SELECT * FROM " + quoted(sampled(view, grant))
	}
	rows := uint64(0)
	if grant.Mode(string(ask.SchemaOnly)) == string(ask.BoundedResults) {
		rows = cfg.Host.MaxRows
	}
	query, err := grant.Check(checker, sql, view, grant.Bound(rows))
	fmt.Fprintf(p.stdout, "query\n  %s\n", plain.Line(sql))
	if err != nil {
		return p.refused(err)
	}
	_, err = fmt.Fprintf(p.stdout, "prints\n%s\n", query)
	return err
}

// sampled returns the table that a sample is of: the first whose rows are chosen, else the first.
func sampled(view *schema.View, grant *access.Grant) string {
	for _, table := range view.Tables() {
		if len(grant.Conditions(table.Name())) > 0 {
			return table.Name()
		}
	}
	return view.Tables()[0].Name()
}

func quoted(name string) string { return "`" + strings.ReplaceAll(name, "`", "``") + "`" }
