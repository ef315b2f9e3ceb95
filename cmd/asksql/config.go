package main

import (
	"encoding/json"
	"fmt"
	"text/tabwriter"

	"go.uber.org/zap"

	"github.com/asksql/asksql/internal/config"
)

type configCommand struct {
	Check configCheck `cmd:"" help:"Load the configuration, the schema and the provider's settings as serve would, and say what is wrong."`
	Show  configShow  `cmd:"" help:"Print every key with the value in force and where it comes from; no credential is shown."`
}

type configCheck struct {
	configured
	Strict bool `help:"Warnings fail too."`
}

// Run is silent where nothing is wrong. It calls nobody.
func (c *configCheck) Run(p *program) error {
	cfg, warnings, err := c.load(p, nil)
	if err != nil {
		return err
	}
	if err := checkSurfaces(cfg); err != nil {
		return err
	}
	if _, err := newPipeline(cfg, nil, zap.NewNop()); err != nil {
		return err
	}
	if _, err := newProvider(cfg.LLM, "llm", cfg.LLM.Endpoint, nil, zap.NewNop()); err != nil {
		warnings = append(warnings, err.Error())
	}
	if cfg.Host.SchemaPath == "" {
		warnings = append(warnings, "host.schemaPath is empty: each request has to bring a schema")
	}
	p.warn(warnings)
	if c.Strict && len(warnings) > 0 {
		return failure{}
	}
	return nil
}

type configShow struct {
	configured
	JSON bool `name:"json" help:"Print a JSON list."`
}

// Run prints the keys in the order of the documentation.
func (c *configShow) Run(p *program) error {
	settings, err := config.Settings(c.sources(p, nil))
	if err != nil {
		return err
	}
	if c.JSON {
		out := json.NewEncoder(p.stdout)
		out.SetEscapeHTML(false)
		out.SetIndent("", "  ")
		return out.Encode(settings)
	}
	table := tabwriter.NewWriter(p.stdout, 0, 0, 2, ' ', 0)
	for _, s := range settings {
		fmt.Fprintf(table, "%s\t%s\t%s\n", s.Key, s.Value, s.Origin)
	}
	return table.Flush()
}

// settings returns the values in force, for those who want to see them.
func (c configured) settings(p *program, flags map[string]string) []config.Setting {
	settings, err := config.Settings(c.sources(p, flags))
	if err != nil {
		return nil // load has said why already
	}
	return settings
}
