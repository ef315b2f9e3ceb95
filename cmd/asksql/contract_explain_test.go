package main_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"regexp"
	"slices"
	"strings"
	"testing"
)

var (
	explainedMessage = regexp.MustCompile(`"message":"(?:[^"\\]|\\.)+"`)
	explainedFigure  = regexp.MustCompile(`(Ms|"tokens)":[0-9.]+`)
)

// explanation asks with explain and returns the keys of the explanation, each as compact JSON with
// "…" for messages, timings and the length of the prompt.
func explanation(t *testing.T, s *service, body string) map[string]string {
	t.Helper()
	r := s.post(t, body)
	var got struct{ Explain map[string]json.RawMessage }
	if err := json.Unmarshal([]byte(r.body), &got); err != nil || got.Explain == nil {
		t.Fatalf("%d %s has no explanation: %v", r.status, r.body, err)
	}
	keys := map[string]string{}
	for key, value := range got.Explain {
		text := explainedMessage.ReplaceAllString(string(value), `"message":"…"`)
		keys[key] = explainedFigure.ReplaceAllString(text, `$1":…`)
	}
	return keys
}

// heldBut returns the rules, all held but the given ones.
func heldBut(broken ...string) string {
	var results []string
	for _, rule := range []string{"answerable", "complexity", "syntax", "single_statement", "read_only", "function_scope", "table_scope", "column_scope", "runnable"} {
		results = append(results, fmt.Sprintf(`{"name":%q,"ok":%t}`, rule, !slices.Contains(broken, rule)))
	}
	return "[" + strings.Join(results, ",") + "]"
}

// TestExplainKeys holds every key of the explanation to what it promises.
func TestExplainKeys(t *testing.T) {
	m := newModel(t, nil)
	s := serve(t, m, "ASKSQL_LLM_MAX_REPAIRS=2", "ASKSQL_HOST_MAX_ROWS=50")
	inTurn := func(answers ...http.HandlerFunc) http.HandlerFunc {
		return func(w http.ResponseWriter, r *http.Request) {
			answers[min(len(m.called()), len(answers))-1](w, r)
		}
	}
	const plain, bounded, open = `{"question":"q","explain":true}`, `{"question":"q","explain":true,"mode":"bounded_results"}`,
		`{"question":"q","explain":true,"omitSensitiveFromPrompt":false}`
	wrong := saysSQL("SELECT totl, SLEEP(1) FROM orders")
	refused := []string{
		`{"rule":"function_scope","message":"…","near":"SLEEP","offset":13}`,
		`{"rule":"column_scope","message":"…","near":"totl","offset":7}`,
	}
	const mended = `{"rule":"function_scope","message":"…"},{"rule":"column_scope","message":"…"}`
	for _, tc := range []struct {
		name, body string
		answer     http.HandlerFunc
		want       map[string]string
	}{
		{"an answer", plain, saysSQL("SELECT upper(c.name), o.TOTAL FROM orders o JOIN customers c ON c.id = o.customer_id WHERE o.id = 1 LIMIT 9"), map[string]string{
			"schemaId": `"shop"`, "mode": `"schema_only"`, "statement": `"select"`,
			"tables":    `["orders","customers"]`,
			"columns":   `["customers.id","orders.customer_id","orders.id","customers.name","orders.total"]`,
			"functions": `["UPPER"]`, "sensitiveColumns": `[]`, "rules": heldBut(), "violations": `[]`,
			"rowLimit": `{"limit":9,"source":"query"}`, "warnings": `[]`, "attempts": `1`, "repairs": `[]`,
			"model":   `{"provider":"openai","name":"test-model","inputTokens":10,"outputTokens":5}`,
			"prompt":  `{"tables":6,"ofTables":6,"tokens":…,"pruned":false}`,
			"timings": `{"promptMs":…,"modelMs":…,"checkMs":…}`,
		}},
		{"a set operation", plain, saysSQL("SELECT id FROM orders UNION SELECT id FROM customers LIMIT 3"), map[string]string{
			"statement": `"set_operation"`, "tables": `["orders","customers"]`, "columns": `["orders.id","customers.id"]`,
		}},
		{"no limit", plain, saysSQL("SELECT COUNT(*) FROM orders"), map[string]string{"rowLimit": `null`, "functions": `["COUNT"]`, "columns": `[]`}},
		{"a limit that is added", bounded, saysSQL("SELECT id FROM orders WHERE id > 7"), map[string]string{
			"mode": `"bounded_results"`, "rowLimit": `{"limit":50,"source":"added"}`}},
		{"a limit that is lowered", bounded, saysSQL("SELECT id FROM orders LIMIT 500"), map[string]string{"rowLimit": `{"limit":50,"source":"lowered"}`}},
		{"a limit that is kept", bounded, saysSQL("SELECT id FROM orders LIMIT 5"), map[string]string{"rowLimit": `{"limit":5,"source":"query"}`}},
		{"a sensitive column", open, saysSQL("SELECT email, id FROM customers WHERE id = 1 LIMIT 1"), map[string]string{
			"sensitiveColumns": `["customers.email"]`, "columns": `["customers.id","customers.email"]`}},
		{"repairs, with the usage of all calls", plain, inTurn(wrong, saysText("```sql\nDELETE FROM orders\n```"), saysSQL("SELECT 1")), map[string]string{
			"attempts": `3`, "violations": `[]`, "rules": heldBut(),
			"repairs": `[` + mended + `,{"rule":"extraction","message":"…"},{"rule":"read_only","message":"…"}]`,
			"model":   `{"provider":"openai","name":"test-model","inputTokens":30,"outputTokens":15}`,
		}},
		{"a refusal, with all that is wrong", plain, wrong, map[string]string{
			"statement": `""`, "tables": `[]`, "columns": `[]`, "functions": `[]`, "sensitiveColumns": `[]`, "rowLimit": `null`, "warnings": `[]`,
			"rules": heldBut("function_scope", "column_scope"), "violations": `[` + strings.Join(refused, ",") + `]`,
			"attempts": `3`, "repairs": `[` + mended + `,` + mended + `]`,
			"model": `{"provider":"openai","name":"test-model","inputTokens":30,"outputTokens":15}`,
		}},
		{"no answer possible", plain, saysCannot("no weather"), map[string]string{
			"rules": `[{"name":"answerable","ok":false}]`, "violations": `[{"rule":"answerable","message":"…","near":"","offset":-1}]`, "attempts": `1`, "repairs": `[]`,
		}},
	} {
		t.Run(tc.name, func(t *testing.T) {
			m.will(tc.answer)
			got := explanation(t, s, tc.body)
			for key, want := range tc.want {
				if got[key] != want {
					t.Errorf("%s: %s, want %s", key, got[key], want)
				}
			}
		})
	}
}

// TestWarnings: each warning about a query that earns it, and a neighbour that earns none.
func TestWarnings(t *testing.T) {
	m := newModel(t, nil)
	s := serve(t, m)
	for _, tc := range []struct{ sql, want string }{
		{"SELECT * FROM orders WHERE id = 1 LIMIT 1", "select_star"},
		{"SELECT COUNT(*) FROM orders", ""},
		{"SELECT o.id FROM orders o, products p WHERE o.id = 1 LIMIT 1", "cartesian_join"},
		{"SELECT o.id FROM orders o JOIN customers c ON c.id = o.customer_id WHERE o.id = 1 LIMIT 1", ""},
		{"SELECT id FROM orders", "no_filter unbounded_result"},
		{"SELECT id FROM orders WHERE total > 5", "unbounded_result"},
		{"SELECT id FROM orders LIMIT 5", ""},
		{"SELECT id FROM customers WHERE name LIKE '%son' LIMIT 1", "leading_wildcard_like"},
		{"SELECT id FROM customers WHERE name LIKE 'son%' LIMIT 1", ""},
		{"SELECT phone FROM customers WHERE id = 1 LIMIT 1", "sensitive_column"},
		{`SELECT id FROM customers WHERE "city" = 'Lisboa' LIMIT 1`, "quoted_name"},
		{`SELECT id FROM customers WHERE city = "Lisboa" LIMIT 1`, ""},
		{`SELECT * FROM customers WHERE "email" LIKE '%x'`, "select_star leading_wildcard_like unbounded_result sensitive_column sensitive_column quoted_name"},
	} {
		t.Run(tc.sql, func(t *testing.T) {
			m.will(saysSQL(tc.sql))
			r := s.post(t, `{"question":"q","explain":true,"omitSensitiveFromPrompt":false}`)
			var got struct {
				Explain struct {
					Warnings []struct{ Code, Message string }
				}
			}
			if err := json.Unmarshal([]byte(r.body), &got); err != nil || r.status != 200 {
				t.Fatalf("%d %s, %v", r.status, r.body, err)
			}
			var codes []string
			for _, w := range got.Explain.Warnings {
				codes = append(codes, w.Code)
				if w.Message == "" {
					t.Errorf("%s has no message", w.Code)
				}
			}
			if strings.Join(codes, " ") != tc.want {
				t.Errorf("warnings %q, want %q", codes, tc.want)
			}
		})
	}
}
