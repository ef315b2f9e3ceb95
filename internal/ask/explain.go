package ask

import (
	"slices"
	"time"

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
	var facts sqlcheck.Facts
	if query != nil {
		facts = *query.Facts()
		e.Statement = string(facts.Statements[0].Kind)
		e.Warnings = append(e.Warnings, query.Advice()...)
		e.RowLimit = rowLimit(query.RowLimit())
	}
	e.Tables, e.Functions = tables(facts.Tables), functions(facts.Calls)
	e.Columns, e.SensitiveColumns = columns(facts.Columns)
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

func rowLimit(limit sqlcheck.RowLimit) *RowLimit {
	if limit.Source == sqlcheck.LimitNone {
		return nil
	}
	return &RowLimit{limit.Rows, limit.Source}
}

func tables(refs []sqlcheck.TableRef) []string {
	names := newNames()
	for _, ref := range refs {
		names.add(ref.Table.Name())
	}
	return names.list
}

// columns returns the columns of the query, and those of them that are sensitive.
func columns(refs []sqlcheck.ColumnRef) (all, sensitive []string) {
	every, secret := newNames(), newNames()
	for _, ref := range refs {
		name := ref.Table.Name() + "." + ref.Column.Name
		every.add(name)
		if ref.Column.Sensitive {
			secret.add(name)
		}
	}
	return every.list, secret.list
}

func functions(calls []sqlcheck.Call) []string {
	names := newNames()
	for _, call := range calls {
		names.add(call.Name)
	}
	return names.list
}

// names is a list without duplicates, in order of first appearance.
type names struct {
	list []string // never nil
	seen map[string]bool
}

func newNames() *names { return &names{list: []string{}, seen: map[string]bool{}} }

func (n *names) add(name string) {
	if !n.seen[name] {
		n.seen[name] = true
		n.list = append(n.list, name)
	}
}

func milliseconds(d time.Duration) float64 { return float64(d.Microseconds()) / 1000 }
