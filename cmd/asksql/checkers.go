package main

import (
	"github.com/asksql/asksql/internal/config"
	"github.com/asksql/asksql/rules"
	"github.com/asksql/asksql/schema"
	"github.com/asksql/asksql/sqlcheck"
)

// checkers has a checker for each dialect, with the same rules and limits.
type checkers map[sqlcheck.Dialect]*sqlcheck.Checker

func newCheckers(cfg *config.Config) (checkers, error) {
	all := make(checkers)
	fullGroupBy, err := sqlcheck.ParseFullGroupBy(cfg.Host.FullGroupBy)
	if err != nil {
		return nil, err
	}
	for _, dialect := range []sqlcheck.Dialect{sqlcheck.MySQL, sqlcheck.MariaDB, sqlcheck.TiDB} {
		server := cfg.Host.ServerVersion
		if !dialect.HasVersion(server) {
			server = "" // it is one of another dialect's, whose schemas it is for
		}
		checker, err := sqlcheck.New(rules.All(), sqlcheck.Options{
			Dialect:             dialect,
			Server:              server,
			Limits:              cfg.Limits,
			Functions:           cfg.Host.Functions,
			FullGroupBy:         fullGroupBy,
			CaseSensitiveTables: cfg.Host.CaseSensitiveTables,
			ASCII:               cfg.Host.ASCII,
		})
		if err != nil {
			return nil, err
		}
		all[dialect] = checker
	}
	return all, nil
}

// loadCheckers returns the configuration and the checkers that it asks for. It prints the warnings of
// load.
func (c configured) loadCheckers(p *program) (*config.Config, checkers, error) {
	cfg, warnings, err := c.load(p, nil)
	if err != nil {
		return nil, nil, err
	}
	p.warn(warnings)
	all, err := newCheckers(cfg)
	return cfg, all, err
}

// decoder returns what reads schema artifacts. It refuses those with an example that would be
// refused as an answer.
func (c checkers) decoder() schema.Decoder {
	return schema.Decoder{CheckExample: func(view *schema.View, sql string) (sensitive bool, err error) {
		query, err := c[view.Dialect()].Check(sql, view)
		return err != nil || query.Facts().Sensitive, err
	}}
}
