package ask_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/asksql/asksql/internal/ask"
)

// watched are the steps of a question, as they come.
type watched []ask.Stage

func (t *watched) Told(s ask.Stage) { *t = append(*t, s) }

func (t *watched) names() (names []string) {
	for _, s := range *t {
		names = append(names, fmt.Sprint(s.Name, " ", s.Attempt))
	}
	return names
}

// The steps of a question are told in their order, and what is refused with the text and the reasons.
func TestStages(t *testing.T) {
	p := newPipeline(t, says("SELECT totl FROM orders", "SELECT total FROM orders"))
	var steps watched
	if _, err := p.Ask(context.Background(), ask.Request{Question: "what are the totals?", Watch: &steps}); err != nil {
		t.Fatal(err)
	}
	want := []string{"prompt_built 0", "model_asked 1", "model_called 1", "sql_refused 1", "model_asked 2", "model_called 2"}
	if got := steps.names(); !slices.Equal(got, want) {
		t.Fatalf("the steps are %q, want %q", got, want)
	}
	if s := steps[0]; s.Prompt == nil || s.Prompt.OfTables != 2 {
		t.Errorf("the first step is %+v", s)
	}
	if s := steps[2]; s.InputTokens != 100 || s.OutputTokens != 10 {
		t.Errorf("the reply is %+v", s)
	}
	if s := steps[3]; s.SQL != "SELECT totl FROM orders" || len(s.Violations) != 1 || s.Violations[0].Rule != "column_scope" {
		t.Errorf("the refusal is %+v", s)
	}
}

// What a question goes on from is in the prompt as it is printed today, and nothing that is refused today is.
func TestHistory(t *testing.T) {
	model := says("SELECT COUNT(*) FROM orders")
	p := newPipeline(t, model)
	_, err := p.Ask(context.Background(), ask.Request{Question: "and of paid ones?", History: []ask.Exchange{
		{Question: "how many orders are there?", SQL: "select count(*) from Orders"},
		{Question: "of whom?", SQL: "select customer_id from orders"},
	}})
	if err != nil {
		t.Fatal(err)
	}
	user := model.calls[0].Messages[0].Text
	for _, want := range []string{"how many orders are there?", "SELECT COUNT(*) AS `count(*)` FROM `orders`", "of whom?", "and of paid ones?"} {
		if !strings.Contains(user, want) {
			t.Errorf("the prompt lacks %q:\n%s", want, user)
		}
	}
	if model.calls[0].Question != "and of paid ones?" {
		t.Errorf("the question is %q", model.calls[0].Question)
	}
	for name, tc := range map[string]struct {
		history []ask.Exchange
		want    string
	}{
		"a hidden column":      {[]ask.Exchange{{"q", "SELECT id FROM orders"}, {"q", "SELECT email FROM customers"}}, "history[1].sql is refused now (column_scope: column email is not in the schema"},
		"a column that is not": {[]ask.Exchange{{"q", "SELECT phone FROM customers"}}, "history[0].sql is refused now (column_scope: column phone is not in the schema"},
		"a write":              {[]ask.Exchange{{"q", "DELETE FROM orders"}}, "history[0].sql is refused now (read_only: "},
		"no SQL":               {[]ask.Exchange{{"q", ""}}, "history[0].sql is refused now (syntax: "},
		"no question":          {[]ask.Exchange{{" ", "SELECT 1"}}, "history[0].question is missing or blank"},
		"a long question":      {[]ask.Exchange{{strings.Repeat("q", 20_000), "SELECT 1"}}, "history[0].question is longer than"},
		"five":                 {slices.Repeat([]ask.Exchange{{"q", "SELECT 1"}}, 5), "history has 5 entries; send the last 4 at most"},
	} {
		calls := len(model.calls)
		_, err := p.Ask(context.Background(), ask.Request{Question: "and?", History: tc.history})
		var e *ask.Error
		if !errors.As(err, &e) || e.Code != ask.CodeBadRequest || !strings.Contains(e.Message, tc.want) {
			t.Errorf("%s: %v, want %q", name, err, tc.want)
		}
		if len(model.calls) > calls {
			t.Errorf("%s: the model is asked", name)
		}
	}
}

// Where an access file chooses rows, the SQL of an answer has the caller's own values in it: no model is shown it, and
// it may name columns that the caller does not see.
func TestHistoryUnderAccess(t *testing.T) {
	model := says(object("SELECT id FROM orders"))
	p := newPipeline(t, model, underAccess(t, tenants))
	answer, err := p.Ask(t.Context(), asking("kept", 7))
	if err != nil {
		t.Fatal(err)
	}
	again := asking("kept", 7)
	again.History = []ask.Exchange{{Question: "which orders are there?", SQL: answer.SQL}}
	if _, err := p.Ask(t.Context(), again); err != nil {
		t.Fatal(err)
	}
	user := model.calls[1].Messages[0].Text
	if !strings.Contains(user, "question: which orders are there?\n</earlier-") || strings.Contains(user, "= 7") {
		t.Errorf("the model is shown\n%s", user)
	}
}
