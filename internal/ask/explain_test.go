package ask_test

import (
	"encoding/json"
	"errors"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/asksql/asksql/internal/ask"
	"github.com/asksql/asksql/rules"
)

// explained asks for the explanation and returns it as JSON without timings, which are checked to
// be there.
func explained(t *testing.T, model *scripted, mode string) string {
	t.Helper()
	req := question()
	req.Explain, req.Mode = true, &mode
	p := newPipeline(t, model, func(_ *ask.Parts, o *ask.Options) { o.OmitSensitive, o.MaxRepairs = false, 1 })
	answer, err := p.Ask(t.Context(), req)
	var failed *ask.Error
	var explain *ask.Explain
	switch {
	case errors.As(err, &failed):
		explain = failed.Explain
	case err == nil:
		explain = answer.Explain
	}
	if explain == nil || explain.Timings == nil || explain.Timings.CheckMs < 0 {
		t.Fatalf("Ask: %v, explanation %+v", err, explain)
	}
	if use := explain.Prompt; use == nil || use.Tables != 2 || use.OfTables != 2 || use.Tokens < 100 || use.Pruned {
		t.Errorf("explanation of the prompt %+v, want two of two tables", use)
	}
	explain.Timings, explain.Prompt = nil, nil
	text, err := json.Marshal(explain)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// What differs in no case, and what may improve in all of them: words and places.
const (
	noFacts  = `"statement":"","tables":[],"columns":[],"sensitiveColumns":[],"functions":[]`
	oneCall  = `"prompt":null,"model":{"provider":"fake","name":"fake-1","inputTokens":100,"outputTokens":10},"timings":null}`
	twoCalls = `"prompt":null,"model":{"provider":"fake","name":"fake-1","inputTokens":200,"outputTokens":20},"timings":null}`
)

// held returns every rule that can refuse, in the order of evaluation, each with the verdict that it holds.
func held() string {
	names := []string{"answerable", "complexity", "syntax"}
	for _, rule := range rules.All() {
		if !rule.Advisory {
			names = append(names, rule.Name)
		}
	}
	return `[{"name":"` + strings.Join(names, `","ok":true},{"name":"`) + `","ok":true}]`
}

var (
	messages = regexp.MustCompile(`"message":"(?:[^"\\]|\\.)+"`)
	places   = regexp.MustCompile(`"near":"(?:[^"\\]|\\.)*","offset":-?\d+`)
)

func TestExplain(t *testing.T) {
	allHeld := held()
	for _, tc := range []struct {
		name, mode string
		script     []any
		want       string
	}{
		{"an answer", "bounded_results", []any{object("SELECT email, UPPER(name) FROM customers WHERE UPPER(name) = 'X'")},
			`{"schemaId":"shop","mode":"bounded_results","statement":"select","tables":["customers"],"columns":["customers.name","customers.email"],` +
				`"sensitiveColumns":["customers.email"],"functions":["UPPER"],"rules":` + allHeld +
				`,"violations":[],"rowLimit":{"limit":1000,"source":"added"},"warnings":[{"code":"sensitive_column",MESSAGE}],"attempts":1,"repairs":[],` + oneCall},
		{"an answer after a repair", "schema_only", []any{"```sql\nSELECT x FROM orders\n```", object("SELECT 1")},
			`{"schemaId":"shop","mode":"schema_only","statement":"select","tables":[],"columns":[],"sensitiveColumns":[],"functions":[],"rules":` + allHeld +
				`,"violations":[],"rowLimit":null,"warnings":[],"attempts":2,"repairs":[{"rule":"extraction",MESSAGE},{"rule":"column_scope",MESSAGE}],` + twoCalls},
		{"a refusal", "schema_only", []any{object("DROP TABLE orders")},
			`{"schemaId":"shop","mode":"schema_only",` + noFacts + `,"rules":` + strings.Replace(allHeld, `"read_only","ok":true`, `"read_only","ok":false`, 1) +
				`,"violations":[{"rule":"read_only",MESSAGE,PLACE}],"rowLimit":null,"warnings":[],"attempts":2,"repairs":[{"rule":"read_only",MESSAGE}],` + twoCalls},
		{"a text that is not understood proves nothing about the other rules", "schema_only", []any{"42 orders."},
			`{"schemaId":"shop","mode":"schema_only",` + noFacts + `,"rules":[{"name":"answerable","ok":true},{"name":"complexity","ok":true},{"name":"syntax","ok":false}]` +
				`,"violations":[{"rule":"syntax",MESSAGE,PLACE}],"rowLimit":null,"warnings":[],"attempts":2,"repairs":[{"rule":"syntax",MESSAGE}],` + twoCalls},
		{"no answer possible", "schema_only", []any{`{"sql":"","cannotAnswer":"no weather"}`},
			`{"schemaId":"shop","mode":"schema_only",` + noFacts + `,"rules":[{"name":"answerable","ok":false}]` +
				`,"violations":[{"rule":"answerable",MESSAGE,PLACE}],"rowLimit":null,"warnings":[],"attempts":1,"repairs":[],` + oneCall},
	} {
		t.Run(tc.name, func(t *testing.T) {
			got := explained(t, says(tc.script...), tc.mode)
			got = places.ReplaceAllString(messages.ReplaceAllString(got, "MESSAGE"), "PLACE")
			if got != tc.want {
				t.Errorf("explanation\n%s\nwant\n%s", got, tc.want)
			}
		})
	}
}

// What the model was shown of a schema that does not fit is told, and the rest of it stays allowed.
func TestExplainPrunedPrompt(t *testing.T) {
	const tokens, all = 1000, 101
	wide := strings.Replace(shop, `"tables": [`, `"tables": [`+strings.Repeat(`{"name": "t%d", "columns": [{"name": "c"}]},`, all-2), 1)
	for i := range all - 2 {
		wide = strings.Replace(wide, "%d", strconv.Itoa(i), 1)
	}
	p := newPipeline(t, says(object("SELECT c FROM t98")), func(parts *ask.Parts, o *ask.Options) {
		parts.Schema, o.MaxPromptTokens = artifact(t, wide), tokens
	})
	req := question()
	req.Explain = true
	answer, err := p.Ask(t.Context(), req)
	if err != nil {
		t.Fatal(err)
	}
	got := *answer.Explain.Prompt
	if got.Tables < 1 || got.Tables >= all || got.OfTables != all || !got.Pruned || got.Tokens > tokens+100 {
		t.Errorf("explanation of the prompt %+v, want some of %d tables", got, all)
	}
	logged := p.logs.FilterMessage("prompt_built").All()[0].ContextMap()
	if logged["tables"] != int64(got.Tables) || logged["ofTables"] != int64(got.OfTables) || logged["tokens"] != int64(got.Tokens) || logged["pruned"] != got.Pruned {
		t.Errorf("log %v, explanation %+v", logged, got)
	}
}
