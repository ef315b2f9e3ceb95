package ask

import (
	"slices"
	"time"

	"github.com/asksql/asksql/internal/checked"
	"github.com/asksql/asksql/rules"
	"github.com/asksql/asksql/sqlcheck"
)

// explain tells how the run came to query, or to the violations.
func (r *run) explain(query *sqlcheck.Query, violations []sqlcheck.Violation) *Explain {
	e := &Explain{
		SchemaID:   r.view.SchemaID(),
		Mode:       r.mode,
		Rules:      ruleResults(violations),
		Violations: append([]sqlcheck.Violation{}, violations...),
		Warnings:   []sqlcheck.Advice{},
		Attempts:   r.attempts,
		Repairs:    append([]Repair{}, r.repairs...),
		Prompt:     &r.prompt,
		Model:      &r.use,
		Timings:    &Timings{milliseconds(r.took.prompt), milliseconds(r.took.model), milliseconds(r.took.check)},
	}
	facts := new(sqlcheck.Facts)
	if query != nil {
		facts = query.Facts()
		e.Warnings = append(e.Warnings, query.Advice()...)
		e.RowLimit = checked.RowLimitOf(query)
	}
	e.Read = checked.ReadOf(facts)
	e.Access = accessUse(r.grant, query)
	return e
}

// ruleResults says of each rule that was judged whether it held. Where the text was not understood
// or over a limit, only the checks that say so were.
func ruleResults(violations []sqlcheck.Violation) []RuleResult {
	broken := func(rule string) bool {
		return slices.ContainsFunc(violations, func(v sqlcheck.Violation) bool { return v.Rule == rule })
	}
	results := []RuleResult{{RuleAnswerable, !broken(RuleAnswerable)}}
	if broken(RuleAnswerable) {
		return results
	}
	engine := []string{sqlcheck.RuleComplexity, sqlcheck.RuleSyntax}
	for _, rule := range engine {
		results = append(results, RuleResult{rule, !broken(rule)})
	}
	if slices.ContainsFunc(engine, broken) {
		return results
	}
	for _, rule := range rules.All() {
		if !rule.Advisory {
			results = append(results, RuleResult{rule.Name, !broken(rule.Name)})
		}
	}
	return results
}

func milliseconds(d time.Duration) float64 { return float64(d.Microseconds()) / 1000 }
