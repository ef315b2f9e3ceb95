package main_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"testing"
)

func TestAnswers(t *testing.T) {
	m := newModel(t, nil)
	s := serve(t, m)
	for _, tc := range []struct {
		name   string
		answer http.HandlerFunc
		words  string // in the SQL
	}{
		{"structured output", saysSQL("SELECT status FROM orders"), "status"},
		{"plain text", saysText("SELECT status FROM orders"), "status"},
		{"a fenced block", saysText("Here you are:\n```sql\nSELECT status FROM orders;\n```\nIt lists them."), "status"},
		{"printed anew, in the schema's spelling", saysSQL("select /* c */ STATUS from Orders"), "`status`"},
		{"markup is not escaped", saysSQL("SELECT id FROM orders WHERE note = '<b>&' AND id > 1"), "'<b>&'"},
		{"a wildcard stands for what is shown", saysSQL("SELECT * FROM customers"), "SELECT `id`, `name`, `city`, `created_at` FROM `customers`"},
		{"a set operation", saysSQL("SELECT id FROM orders UNION SELECT id FROM customers"), "UNION"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			m.will(tc.answer)
			if r := s.post(t, question); !strings.Contains(checkSQL(t, r), tc.words) || strings.Contains(r.body, "u003") {
				t.Errorf("body %s, want %s in it", r.body, tc.words)
			}
		})
	}
}

func TestRefusals(t *testing.T) {
	m := newModel(t, nil)
	s := serve(t, m)
	for _, tc := range []struct {
		name   string
		answer http.HandlerFunc
		rule   string
	}{
		{"too long a text", saysSQL("SELECT '" + strings.Repeat("x", 64<<10) + "'"), "complexity"},
		{"SQL that does not parse", saysSQL("SELECT FROM WHERE"), "syntax"},
		{"only a comment", saysSQL("-- nothing"), "syntax"},
		{"two statements", saysSQL("SELECT 1; SELECT 2"), "single_statement"},
		{"a write", saysSQL("DELETE FROM orders"), "read_only"},
		{"a write that does not parse", saysSQL("DROP TABEL orders"), "read_only"},
		{"a file", saysSQL("SELECT id FROM orders INTO OUTFILE '/tmp/x'"), "read_only"},
		{"a lock", saysSQL("SELECT id FROM orders FOR UPDATE"), "read_only"},
		{"a function that blocks", saysSQL("SELECT SLEEP(10)"), "function_scope"},
		{"a system variable", saysSQL("SELECT @@version"), "function_scope"},
		{"a table of nobody", saysSQL("SELECT id FROM payments"), "table_scope"},
		{"a system schema", saysSQL("SELECT user FROM mysql.user"), "table_scope"},
		{"a column of nobody", saysSQL("SELECT colour FROM orders"), "column_scope"},
		{"a sensitive column", saysSQL("SELECT email FROM customers"), "column_scope"},
		{"a sensitive column behind a wildcard, by its name", saysSQL("SELECT email FROM (SELECT * FROM customers) c"), "column_scope"},
		{"the model cannot answer", saysCannot("the schema has no weather"), "answerable"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			m.will(tc.answer)
			wantError{400, "sql_validation_error", tc.rule, ""}.check(t, s.post(t, question))
		})
	}
	t.Run("the model's reason is the message", func(t *testing.T) {
		m.will(saysCannot("the schema has\nno weather"))
		wantError{400, "sql_validation_error", "answerable", "the schema has no weather"}.check(t, s.post(t, question))
	})
}

func TestRepairs(t *testing.T) {
	m := newModel(t, nil)
	s := serve(t, m, "ASKSQL_LLM_MAX_REPAIRS=2")
	inTurn := func(answers ...http.HandlerFunc) http.HandlerFunc {
		return func(w http.ResponseWriter, r *http.Request) { answers[len(m.called())-1](w, r) }
	}
	wrong, worse := saysSQL("SELECT totl FROM orders"), saysSQL("DELETE FROM orders")
	for _, tc := range []struct {
		name   string
		answer http.HandlerFunc
		calls  int
		want   wantError // zero is a success
	}{
		{"the second answer is right", inTurn(wrong, saysSQL(goodSQL)), 2, wantError{}},
		{"the third answer is right", inTurn(wrong, worse, saysSQL(goodSQL)), 3, wantError{}},
		{"the last refusal counts", inTurn(wrong, wrong, worse), 3, wantError{400, "sql_validation_error", "read_only", ""}},
		{"what cannot be answered is not repaired", inTurn(saysCannot("no")), 1, wantError{400, "sql_validation_error", "answerable", "no"}},
		{"a failure during a repair", inTurn(wrong, saysRaw(500, "text/plain", "")), 2, wantError{502, "sql_generation_error", "", ""}},
	} {
		t.Run(tc.name, func(t *testing.T) {
			m.will(tc.answer)
			r := s.post(t, question)
			if tc.want == (wantError{}) {
				checkSQL(t, r)
			} else {
				tc.want.check(t, r)
			}
			if n := len(m.called()); n != tc.calls {
				t.Errorf("%d calls, want %d", n, tc.calls)
			}
		})
	}
}

func TestModes(t *testing.T) {
	m := newModel(t, saysSQL("SELECT id FROM orders"))
	s := serve(t, m, "ASKSQL_HOST_MAX_ROWS=50")
	limited := func(t *testing.T, sql, mode string) string {
		t.Helper()
		m.will(saysSQL(sql))
		return checkSQL(t, s.post(t, fmt.Sprintf(`{"question":"q","mode":%q}`, mode)))
	}
	for _, tc := range []struct {
		name, mode, sql, want string // want "" is no LIMIT
	}{
		{"schema_only adds none", "schema_only", "SELECT id FROM orders", ""},
		{"schema_only keeps a large one", "schema_only", "SELECT id FROM orders LIMIT 5000", "LIMIT 5000"},
		{"bounded_results adds one", "bounded_results", "SELECT id FROM orders", "LIMIT 50"},
		{"bounded_results lowers a large one", "bounded_results", "SELECT id FROM orders LIMIT 5000", "LIMIT 50"},
		{"bounded_results keeps a small one", "bounded_results", "SELECT id FROM orders LIMIT 7", "LIMIT 7"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			got := limited(t, tc.sql, tc.mode)
			if tc.want == "" && strings.Contains(got, "LIMIT") || !strings.HasSuffix(got, tc.want) {
				t.Errorf("SQL %s, want %q at its end", got, tc.want)
			}
		})
	}
	t.Run("values are shown in bounded_results only", func(t *testing.T) {
		limited(t, goodSQL, "schema_only")
		if prompt := m.called()[0].body; strings.Contains(prompt, "Lisboa") {
			t.Error("schema_only shows the model a value")
		}
		limited(t, goodSQL, "bounded_results")
		if prompt := m.called()[0].body; !strings.Contains(prompt, "Lisboa") {
			t.Error("bounded_results keeps a value from the model")
		}
	})
}

func TestExplain(t *testing.T) {
	m := newModel(t, saysSQL("SELECT status FROM orders"))
	s := serve(t, m)
	const explain = `{"question":"q","explain":true}`
	keys := []string{"schemaId", "mode", "statement", "tables", "columns", "sensitiveColumns", "functions", "rules", "violations",
		"rowLimit", "warnings", "attempts", "repairs", "prompt", "model", "timings"}
	check := func(t *testing.T, r response) {
		t.Helper()
		var body struct{ Explain map[string]any }
		if err := json.Unmarshal([]byte(r.body), &body); err != nil {
			t.Fatal(err)
		}
		for _, key := range keys {
			if _, ok := body.Explain[key]; !ok {
				t.Errorf("explain lacks %s: %s", key, r.body)
			}
		}
		if len(body.Explain) != len(keys) || body.Explain["schemaId"] != "shop" {
			t.Errorf("explain has other keys too: %s", r.body)
		}
	}
	t.Run("of a success", func(t *testing.T) { check(t, s.post(t, explain)) })
	t.Run("of a refusal", func(t *testing.T) {
		m.will(saysSQL("DELETE FROM orders"))
		r := s.post(t, explain)
		wantError{400, "sql_validation_error", "read_only", ""}.check(t, r)
		check(t, r)
	})
	t.Run("of other errors there is none", func(t *testing.T) {
		m.will(saysRaw(500, "text/plain", ""))
		if r := s.post(t, explain); strings.Contains(r.body, "explain") {
			t.Errorf("body %s", r.body)
		}
	})
}

func TestSensitiveColumns(t *testing.T) {
	const (
		show = `{"question":"q","omitSensitiveFromPrompt":false}`
		hide = `{"question":"q","omitSensitiveFromPrompt":true}`
		env  = "ASKSQL_OMIT_SENSITIVE_FROM_PROMPT=false"
	)
	m := newModel(t, saysSQL("SELECT email FROM customers"))
	for _, tc := range []struct {
		name, env, body string
		shown           bool
	}{
		{"omitted by default", "", question, false},
		{"the request shows them", "", show, true},
		{"the environment shows them", env, question, true},
		{"the request hides them again", env, hide, false},
		{"enforced, a request cannot show them", "ASKSQL_MODES_ENFORCE_OMIT_SENSITIVE=true", show, false},
	} {
		t.Run(tc.name, func(t *testing.T) {
			m.will(saysSQL("SELECT email FROM customers"))
			r := serve(t, m, tc.env).post(t, tc.body)
			if prompt := m.called()[0].body; strings.Contains(prompt, "email") != tc.shown {
				t.Errorf("the prompt shows the column: %t", !tc.shown)
			}
			if tc.shown {
				checkSQL(t, r)
				return
			}
			wantError{400, "sql_validation_error", "column_scope", ""}.check(t, r)
		})
	}
}

func TestInlineSchema(t *testing.T) {
	const inline = `{"version":1,"schemaId":"zoo","tables":[{"name":"animals","columns":[{"name":"species"}]}]}`
	with := func(artifact string) string {
		text, _ := json.Marshal(artifact)
		return fmt.Sprintf(`{"question":"q","schemaJson":%s}`, text)
	}
	m := newModel(t, saysSQL("SELECT species FROM animals"))
	configured := serve(t, m)
	bare := serve(t, m, "ASKSQL_HOST_SCHEMA_PATH=")
	denied := serve(t, m, "ASKSQL_HOST_INLINE_SCHEMA=deny")
	t.Run("is used in place of the configured one", func(t *testing.T) { checkSQL(t, configured.post(t, with(inline))) })
	t.Run("is used where none is configured", func(t *testing.T) { checkSQL(t, bare.post(t, with(inline))) })
	t.Run("the next request is not affected", func(t *testing.T) {
		wantError{400, "sql_validation_error", "table_scope", ""}.check(t, configured.post(t, question))
	})
	t.Run("there is none at all", func(t *testing.T) {
		badRequest("no schema is configured; send schemaJson").check(t, bare.post(t, question))
	})
	t.Run("is denied", func(t *testing.T) {
		badRequest("schema").check(t, denied.post(t, with(inline)))
		badRequest("schema").check(t, denied.post(t, with("rubbish")))
	})
	for _, tc := range []struct{ name, artifact, message string }{
		{"empty", "", ""},
		{"no JSON", "rubbish", ""},
		{"null", "null", ""},
		{"an array", "[]", ""},
		{"another version", `{"version":2,"schemaId":"s","tables":[{"name":"t","columns":[{"name":"c"}]}]}`, "version"},
		{"no tables", `{"version":1,"schemaId":"s","tables":[]}`, "tables"},
		{"a column without a name", `{"version":1,"schemaId":"s","tables":[{"name":"t","columns":[{}]}]}`, "tables[0].columns[0]"},
		{"a wrong type", `{"version":1,"schemaId":"s","tables":[{"name":"t","columns":[{"name":1}]}]}`, "tables[0].columns[0].name"},
		{"a system database", `{"version":1,"schemaId":"s","database":"mysql","tables":[{"name":"t","columns":[{"name":"c"}]}]}`, "database"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			wantError{400, "schema_parse_error", "", tc.message}.check(t, configured.post(t, with(tc.artifact)))
		})
	}
}

func TestNotConfigured(t *testing.T) {
	for _, tc := range []struct {
		name string
		env  []string
	}{
		{"no provider", []string{"ASKSQL_LLM_PROVIDER="}},
		{"a provider without its key", []string{"API_KEY="}},
		{"a key for another provider", []string{"API_KEY=", "ANTHROPIC_API_KEY=" + credential}},
	} {
		t.Run(tc.name, func(t *testing.T) {
			s := serve(t, nil, tc.env...)
			wantError{500, "generation_not_configured", "", ""}.check(t, s.post(t, question))
			if r := s.do(t, "GET", "/health", ""); r.status != 200 {
				t.Errorf("GET /health = %d", r.status)
			}
		})
	}
}
