package main_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"testing"
)

// TestOwnTimeBlamesNobody: schemas that take longer to read than a request has cost those who send them an
// answer, and nobody else. A provider that answers at once is not left alone for it.
func TestOwnTimeBlamesNobody(t *testing.T) {
	m := newModel(t, saysSQL(goodSQL))
	s := serve(t, m, "ASKSQL_SERVER_REQUEST_TIMEOUT=25ms", "ASKSQL_LLM_BREAKER_FAILURES=3")
	late := 0
	for i := range 7 {
		body, err := json.Marshal(map[string]string{"question": "how many?", "schemaJson": largeSchema(i)})
		if err != nil {
			t.Fatal(err)
		}
		if r := s.post(t, string(body)); r.status == 502 {
			late++
		}
	}
	if late == 0 {
		t.Fatal("the schemas were read in time, so that nothing was tried")
	}
	answered := false
	for range 20 { // a busy machine may need more than the time of one request
		answered = answered || s.post(t, question).status == 200
	}
	if log := s.output.String(); !answered || strings.Contains(log, "breaker_changed") || strings.Contains(log, "openai: timeout") {
		t.Errorf("answered: %t; the log blames the provider:\n%s", answered, log)
	}
}

// largeSchema returns an artifact of most of 1 MiB that is like no other.
func largeSchema(n int) string {
	columns := make([]string, 14)
	for i := range columns {
		columns[i] = fmt.Sprintf(`{"name":"column_%d","type":"varchar(100)"}`, i)
	}
	tables := make([]string, 1100)
	for i := range tables {
		tables[i] = fmt.Sprintf(`{"name":"table_%d_%d","columns":[%s]}`, n, i, strings.Join(columns, ","))
	}
	return fmt.Sprintf(`{"version":1,"schemaId":"s%d","tables":[%s]}`, n, strings.Join(tables, ","))
}

// TestModelThatWantsAnotherBody: what a provider wants in the body of a call can be set, for the fallback as
// well, and a refusal names the key.
func TestModelThatWantsAnotherBody(t *testing.T) {
	const refusal = `{"error":{"message":"parameter.enable_thinking must be set to false for non-streaming calls","type":"invalid_request_error"}}`
	m := newModel(t, nil)
	m.will(func(w http.ResponseWriter, r *http.Request) {
		calls := m.called()
		if body := calls[len(calls)-1].body; !strings.Contains(body, `"enable_thinking":false`) || !strings.Contains(body, `"stream":false`) {
			saysRaw(400, "application/json", refusal)(w, r)
			return
		}
		saysSQL(goodSQL)(w, r)
	})
	wantError{502, "sql_generation_error", "", "llm.extraBody"}.check(t, serve(t, m).post(t, question))
	checkSQL(t, serve(t, m, `ASKSQL_LLM_EXTRA_BODY={"enable_thinking":false}`).post(t, question))
	down := newModel(t, saysRaw(500, "text/plain", "down"))
	checkSQL(t, serve(t, down, "ASKSQL_LLM_FALLBACK_PROVIDER=openai", "ASKSQL_LLM_FALLBACK_MODEL=m", "ASKSQL_LLM_FALLBACK_BASE_URL="+m.url+"/v1",
		`ASKSQL_LLM_FALLBACK_EXTRA_BODY={"enable_thinking":false}`).post(t, question))
}

// TestModelThatIsAskedTwice: an error within a 200 is tried again by its kind, and a spent account is not.
func TestModelThatIsAskedTwice(t *testing.T) {
	for _, tc := range []struct {
		name  string
		first http.HandlerFunc
		calls int
		says  string // in the message; "" for SQL
	}{
		{"busy within a 200", saysRaw(200, "application/json", `{"error":{"message":"rate limit exceeded","code":429}}`), 2, ""},
		{"no choices", saysRaw(200, "application/json", `{"choices":null}`), 2, ""},
		{"broken JSON", saysRaw(400, "application/json", `{"error":{"message":"Failed to generate JSON","code":"json_validate_failed"}}`), 2, ""},
		{"a spent account", saysRaw(429, "application/json", `{"error":{"message":"quota","type":"insufficient_quota","code":"insufficient_quota"}}`), 1, "has nothing left"},
		{"a long conversation", saysRaw(400, "application/json", `{"error":{"message":"too long","code":"context_length_exceeded"}}`), 1, "too long for the model"},
		{"an unknown model", saysRaw(404, "application/json", `{"error":{"message":"no model","code":"model_not_found"}}`), 1, "llm.model"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			first := true
			m := newModel(t, func(w http.ResponseWriter, r *http.Request) {
				if first {
					first = false
					tc.first(w, r)
					return
				}
				saysSQL(goodSQL)(w, r)
			})
			r := serve(t, m, "ASKSQL_LLM_MAX_RETRIES=2").post(t, question)
			if n := len(m.called()); n != tc.calls {
				t.Errorf("%d calls, want %d", n, tc.calls)
			}
			if tc.says == "" {
				checkSQL(t, r)
				return
			}
			wantError{502, "sql_generation_error", "", tc.says}.check(t, r)
			if strings.Contains(r.body, "later") {
				t.Errorf("body %s tells the client to wait", r.body)
			}
		})
	}
}

// TestStartNamesTheVariable: a key that cannot be one is looked for where it stands.
func TestStartNamesTheVariable(t *testing.T) {
	for _, name := range []string{"API_KEY", "OPENAI_API_KEY"} {
		out, err := command(t, []string{"ASKSQL_LLM_PROVIDER=openai", "ASKSQL_LLM_MODEL=m", name + "=${SECRET}", "ASKSQL_HOST_SCHEMA_PATH=" + shop(t)}, "serve").CombinedOutput()
		if err == nil || !strings.Contains(string(out), "what stands in "+name+" is a placeholder") {
			t.Errorf("serve: %v, %s", err, out)
		}
	}
}
