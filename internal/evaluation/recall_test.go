package evaluation

import (
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/asksql/asksql/prompt"
	"github.com/asksql/asksql/schema"
)

// recallBudgets are the lengths of prompts at which recall is measured, in tokens.
var recallBudgets = []int{2000, 4000, 8000}

// recallGoals are the parts of the questions whose tables must all be in the prompt, in both
// halves, by the length of prompts.
var recallGoals = map[int]float64{4000: 0.85, 8000: 0.95}

// A recall says how often prompts of one length hold what the queries of people read.
type recall struct {
	budget    int
	half      string
	questions int
	tables    int // questions all of whose tables are in the prompt
	columns   int // questions all of whose columns are
	shown     int // tables in all prompts together
}

// share returns a count as a part of the questions.
func (r recall) share(count int) float64 { return float64(count) / float64(r.questions) }

// Of a schema of many tables a prompt shows those that the question is about.
func TestRecall(t *testing.T) {
	dbs := databases(t)
	m := merged(t, dbs, 1)
	for _, r := range recalls(m.view(t), m.needs(t, dbs)) {
		t.Logf("%+v", r)
		if got := r.share(r.tables); got < recallGoals[r.budget] {
			t.Errorf("%d tokens, %s: all tables are there for %.3f of the questions, want %.3f", r.budget, r.half, got, recallGoals[r.budget])
		}
	}
}

// recalls returns the recall of the half that was seen and of the one that was not, by budget.
func recalls(view *schema.View, needs []need) []recall {
	var all []recall
	for _, budget := range recallBudgets {
		builder := prompt.NewBuilder(prompt.Options{MaxRows: 1000, MaxTokens: budget})
		seen, unseen := recall{budget: budget, half: "seen"}, recall{budget: budget, half: "held out"}
		var mu sync.Mutex
		inParallel(len(needs), func(i int) {
			p := builder.Build(view, needs[i].question)
			shows := shownIn(p.System + p.User)
			mu.Lock()
			defer mu.Unlock()
			if needs[i].heldOut() {
				unseen.add(needs[i], p, shows)
			} else {
				seen.add(needs[i], p, shows)
			}
		})
		all = append(all, seen, unseen)
	}
	return all
}

func (r *recall) add(n need, p prompt.Prompt, shows func(name string) bool) {
	hides := func(name string) bool { return !shows(name) }
	r.questions++
	r.shown += p.Tables
	if !slices.ContainsFunc(n.tables, hides) {
		r.tables++
	}
	if !slices.ContainsFunc(n.columns, hides) {
		r.columns++
	}
}

// shownIn returns a function that reports whether a model can read a name in the DDL of a text: that
// of a table, or of a column as table.column.
func shownIn(text string) func(name string) bool {
	quoted := func(name string) string { return "`" + strings.ReplaceAll(name, "`", "``") + "`" }
	return func(name string) bool {
		table, column, isColumn := strings.Cut(name, ".")
		_, ddl, ok := strings.Cut(text, "\nCREATE TABLE "+quoted(table)+" ")
		if !ok || !isColumn {
			return ok
		}
		ddl, _, _ = strings.Cut(ddl, ");\n")
		// A blank follows the name where a column is declared, but not where a key lists it.
		return slices.ContainsFunc([]string{"(", ", ", "\n  "}, func(before string) bool {
			return strings.Contains(ddl, before+quoted(column)+" ")
		})
	}
}
