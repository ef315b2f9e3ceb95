package main

import (
	"fmt"
	"io"
	"text/tabwriter"

	"github.com/asksql/asksql/rules"
	"github.com/asksql/asksql/sqlcheck"
)

type rulesCommand struct{}

// Run prints the checks of the engine, the rules in their order of evaluation, and the advisories.
func (rulesCommand) Run(p *program) error {
	return printRules(p.stdout, rules.All())
}

func printRules(w io.Writer, all []*sqlcheck.Rule) error {
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	row := func(name, kind, promise string) { fmt.Fprintf(t, "%s\t%s\t%s\n", name, kind, promise) }
	row("RULE", "KIND", "PROMISE")
	row(sqlcheck.RuleComplexity, "engine", "the text stays within the limits of length, nesting, size and cost")
	row(sqlcheck.RuleSyntax, "engine", "the text is SQL that the checker understands to the last word")
	for _, r := range all {
		row(r.Name, kindOf(r), r.Doc)
	}
	return t.Flush()
}

func kindOf(r *sqlcheck.Rule) string {
	if r.Advisory {
		return "advice"
	}
	return "rule"
}
