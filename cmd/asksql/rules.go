package main

import (
	"fmt"
	"io"
	"text/tabwriter"

	"github.com/asksql/asksql/internal/checked/report"
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
	fmt.Fprintln(t, "RULE\tKIND\tPROMISE")
	for _, r := range described(all) {
		kind := "rule"
		switch {
		case isEngine(r.Name):
			kind = "engine"
		case r.Advisory:
			kind = "advice"
		}
		fmt.Fprintf(t, "%s\t%s\t%s\n", r.Name, kind, r.Doc)
	}
	return t.Flush()
}

func isEngine(rule string) bool {
	return rule == sqlcheck.RuleComplexity || rule == sqlcheck.RuleSyntax
}

// described returns all that a text can break, the checks of the engine first.
func described(all []*sqlcheck.Rule) []report.Rule {
	list := []report.Rule{
		{Name: sqlcheck.RuleComplexity, Doc: "the text stays within the limits of length, nesting, size and cost"},
		{Name: sqlcheck.RuleSyntax, Doc: "the text is SQL that the checker understands to the last word"},
	}
	for _, r := range all {
		list = append(list, report.Rule{Name: r.Name, Doc: r.Doc, Advisory: r.Advisory})
	}
	return list
}
