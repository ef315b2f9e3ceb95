package main

import (
	"runtime/debug"

	"github.com/asksql/asksql/rules"
	"github.com/asksql/asksql/scoreboard/board"
	"github.com/asksql/asksql/scoreboard/cases"
	"github.com/asksql/asksql/scoreboard/guard"
	"github.com/asksql/asksql/scoreboard/peers"
	"github.com/asksql/asksql/sqlcheck"
)

// A contender is one that can be started.
type contender struct {
	board.Contender
	// command returns the program that answers for it, and installs what that needs.
	command func() ([]string, error)
	// judge makes the contender in this process; nil for one that is not in Go.
	judge func([]cases.Catalog) (guard.Judge, error)
	// timed tells whether its speed is compared.
	timed bool
}

// The modules of contenders in Go.
const (
	vitessModule = "vitess.io/vitess"
	parserModule = "github.com/pingcap/tidb/pkg/parser"
	engineModule = "github.com/dolthub/go-mysql-server"
)

// contenders returns all of them, asksql first. self is the path of this program, version that of
// asksql.
func contenders(self, version string, cache peers.Cache) []*contender {
	var all []*contender
	for _, list := range [][]*contender{inGo(self, version), inNode(cache), inPython(cache)} {
		all = append(all, list...)
	}
	return all
}

func inGo(self, version string) []*contender {
	list := []*contender{
		{
			Contender: board.Contender{
				Name: "asksql", Version: version, Own: true,
				Asked:  "`sqlcheck` with all rules and the schema",
				Claims: ownRules(),
			},
			judge: guard.NewAsksql,
		},
		{
			Contender: board.Contender{
				Name: "Vitess parser", Version: moduleVersion(vitessModule),
				Asked:  "whether the text parses and is a SELECT; the guard that many write first",
				Claims: []string{sqlcheck.RuleSyntax, rules.SingleStatement.Name, rules.ReadOnly.Name},
			},
			judge: guard.NewVitessParser,
		},
		{
			Contender: board.Contender{
				Name: "Vitess semantics", Version: moduleVersion(vitessModule),
				Asked:  "the same, then `semantics.AnalyzeStrict` with the schema's tables and columns in scope",
				Claims: []string{sqlcheck.RuleSyntax, rules.SingleStatement.Name, rules.ReadOnly.Name, rules.TableScope.Name, rules.ColumnScope.Name, rules.Runnable.Name},
			},
			judge: guard.NewVitessSemantics,
		},
	}
	for _, c := range list {
		c.timed = true
		c.command = func() ([]string, error) { return []string{self, contenderCommand, c.Name}, nil }
	}
	return list
}

// ownRules returns the rules of asksql that refuse, in the order of evaluation.
func ownRules() []string {
	names := []string{sqlcheck.RuleComplexity, sqlcheck.RuleSyntax}
	for _, rule := range rules.All() {
		if !rule.Advisory {
			names = append(names, rule.Name)
		}
	}
	return names
}

func inNode(cache peers.Cache) []*contender {
	whiteList := func(mode string) func() ([]string, error) {
		return func() ([]string, error) {
			return cache.Node("node_sql_parser.mjs", "node-sql-parser", peers.NodeSQLParser, mode)
		}
	}
	return []*contender{
		{
			Contender: board.Contender{
				Name: "node-sql-parser (tables)", Version: peers.NodeSQLParser,
				Asked:  "`whiteListCheck` with `select` on the schema's tables",
				Claims: []string{sqlcheck.RuleSyntax, rules.ReadOnly.Name, rules.TableScope.Name},
			},
			command: whiteList("tables"),
			timed:   true,
		},
		{
			Contender: board.Contender{
				Name: "node-sql-parser (columns)", Version: peers.NodeSQLParser,
				Asked:  "the same, then with `select` on each table's columns in scope",
				Claims: []string{sqlcheck.RuleSyntax, rules.ReadOnly.Name, rules.TableScope.Name, rules.ColumnScope.Name, rules.Runnable.Name},
			},
			command: whiteList("columns"),
		},
		{
			Contender: board.Contender{
				Name: "dbhub", Version: peers.DBHub,
				Asked:  "the check that `@bytebase/dbhub` makes in read-only mode: each statement begins with a reading verb and does without a list of words. It knows no schema, and allows several statements, SHOW, EXPLAIN and DESCRIBE by design",
				Claims: []string{rules.ReadOnly.Name},
				Allows: []string{"SHOW", "EXPLAIN", "DESCRIBE", "DESC"},
			},
			command: func() ([]string, error) { return cache.Node("dbhub.mjs", "@bytebase/dbhub", peers.DBHub) },
			timed:   true,
		},
	}
}

func inPython(cache peers.Cache) []*contender {
	return []*contender{{
		Contender: board.Contender{
			Name: "sqlglot", Version: peers.Sqlglot,
			Asked:  "whether the text is one SELECT, `qualify` resolves every column against the columns in scope, and every table of its scopes is in the schema",
			Claims: []string{sqlcheck.RuleSyntax, rules.SingleStatement.Name, rules.ReadOnly.Name, rules.TableScope.Name, rules.ColumnScope.Name, rules.Runnable.Name},
		},
		command: func() ([]string, error) { return cache.Python("sqlglot_qualify.py", "sqlglot", peers.Sqlglot) },
		timed:   true,
	}}
}

// moduleVersion returns the version of a module that this program is built with.
func moduleVersion(path string) string {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return ""
	}
	for _, module := range info.Deps {
		if module.Path == path {
			return module.Version
		}
	}
	return ""
}
