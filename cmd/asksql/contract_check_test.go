package main_test

import (
	"encoding/json"
	"net/http"
	"strings"
	"testing"

	"github.com/asksql/asksql/internal/checked"
)

// post sends a body to the second listener.
func (o operator) post(t testing.TB, path, body string, headers ...string) response {
	t.Helper()
	req, err := http.NewRequest("POST", o.url+path, strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	req.Header.Set("content-type", "application/json")
	for i := 0; i < len(headers); i += 2 {
		req.Header.Set(headers[i], headers[i+1])
	}
	res, err := new(http.Transport).RoundTrip(req)
	if err != nil {
		t.Fatal(err)
	}
	r := read(t, res)
	documented(t, req, body, r)
	return r
}

func TestCheckIsOffByDefault(t *testing.T) {
	t.Parallel()
	o, env := withAdmin(t)
	s := serve(t, nil, env...)
	s.output.waitFor(t, "admin_started")
	if r := o.post(t, "/check", `{"sql":"SELECT 1"}`); r.status != 404 {
		t.Errorf("POST /check = %d %s, want 404 as long as admin.check is not set", r.status, r.body)
	}
}

func TestCheckOverHTTP(t *testing.T) {
	t.Parallel()
	o, env := withAdmin(t)
	s := serve(t, nil, append(env, "ASKSQL_ADMIN_CHECK=true", "ASKSQL_SERVER_MAX_BODY_BYTES=20000")...)
	s.output.waitFor(t, "admin_started")
	for _, tc := range []struct {
		name, body string
		status     int
		want       string
	}{
		{"accepted", `{"sql":"select id from orders"}`, 200, `{"ok":true,"correlationId":"id-1","valid":true,"sql":"SELECT `},
		{"refused", `{"sql":"SELECT totl FROM orders"}`, 200, `"valid":false,"sql":"","statement":"","tables":[],"columns":[]`},
		{"with all that is needed to mend it", `{"sql":"SELECT totl FROM orders"}`, 200,
			`"violations":[{"rule":"column_scope","code":"sql_validation_error","message":"column totl is not in the schema; orders has total","near":"totl","offset":7,"length":4,"line":1,"column":8,"nearest":["total"],"hint":"orders has total"}]`},
		{"all violations", `{"sql":"SELECT colour FROM payments WHERE SLEEP(1)"}`, 200, `"rule":"function_scope"`},
		{"sensitive columns are omitted", `{"sql":"SELECT email FROM customers"}`, 200, `"valid":false`},
		{"unless they are not", `{"sql":"SELECT email FROM customers","omitSensitiveFromPrompt":false}`, 200, `"sensitiveColumns":["customers.email"]`},
		{"a mode", `{"sql":"SELECT id FROM orders","mode":"bounded_results"}`, 200, `"rowLimit":{"limit":1000,"source":"added"}`},
		{"a schema", `{"sql":"SELECT b FROM a","schemaJson":"{\"version\":1,\"schemaId\":\"s\",\"tables\":[{\"name\":\"a\",\"columns\":[{\"name\":\"b\"}]}]}"}`, 200, `"valid":true`},
		{"nothing", `{"sql":""}`, 200, `"rule":"syntax"`},
		{"a field that nobody knows", `{"sql":"SELECT 1","dialect":"oracle"}`, 200, `"valid":true`},
		{"no text", `{}`, 400, `"code":"bad_request","message":"field sql is missing`},
		{"null", `{"sql":null}`, 400, `"code":"bad_request","message":"field sql is missing`},
		{"a number", `{"sql":1}`, 400, `"code":"bad_request","message":"field sql must be a string"`},
		{"another mode", `{"sql":"SELECT 1","mode":"fast"}`, 400, `"code":"bad_request","message":"mode must be`},
		{"no schema that can be read", `{"sql":"SELECT 1","schemaJson":"{}"}`, 400, `"code":"schema_parse_error"`},
		{"no JSON", `SELECT 1`, 400, `"code":"bad_request"`},
		{"too large", `{"sql":"` + strings.Repeat(" ", 30000) + `"}`, 413, `"code":"payload_too_large"`},
	} {
		t.Run(tc.name, func(t *testing.T) {
			r := o.post(t, "/check", tc.body, "x-correlation-id", "id-1")
			if r.status != tc.status || !strings.Contains(r.body, tc.want) {
				t.Errorf("POST /check %.80s = %d %s\nwant %d %s", tc.body, r.status, r.body, tc.status, tc.want)
			}
			if r.header.Get("x-correlation-id") != "id-1" || !strings.Contains(r.body, `"correlationId":"id-1"`) {
				t.Errorf("POST /check %.80s lacks its correlation id", tc.body)
			}
		})
	}
	if r := o.post(t, "/check", `{"sql":"SELECT 1"}`, "content-type", "text/plain"); r.status != 400 {
		t.Errorf("text/plain = %d, want 400", r.status)
	}
	if r := o.post(t, "/check", `{"sql":"SELECT 1"}`, "origin", "https://evil.example"); r.status != 403 {
		t.Errorf("a page of another origin = %d, want 403", r.status)
	}
	if status, body := o.do(t, "GET", "/check"); status != 404 || !strings.Contains(body, `"code":"not_found"`) {
		t.Errorf("GET /check = %d %s", status, body)
	}
	if r := s.do(t, "POST", "/check", `{"sql":"SELECT 1"}`); r.status != 404 {
		t.Errorf("the first listener: POST /check = %d, want 404", r.status)
	}
}

// The service and the command line say the same of the same text.
func TestCheckIsOne(t *testing.T) {
	t.Parallel()
	o, env := withAdmin(t)
	s := serve(t, nil, append(env, "ASKSQL_ADMIN_CHECK=true")...)
	s.output.waitFor(t, "admin_started")
	for _, sql := range []string{"SELECT totl, nmae FROM orders, nowhere", "select * from customers", "DELETE FROM orders", "SELECT 'ä', x.y FROM orders"} {
		body, err := json.Marshal(map[string]string{"sql": sql})
		if err != nil {
			t.Fatal(err)
		}
		var served checked.Result
		if err := json.Unmarshal([]byte(o.post(t, "/check", string(body)).body), &served); err != nil {
			t.Fatal(err)
		}
		code, stdout, stderr := run(t, strings.NewReader(sql), nil, "check", "--schema", shop(t))
		if (code == 0) != served.Valid || strings.TrimSuffix(stdout, "\n") != served.SQL {
			t.Errorf("%q: the command says %d %q, the service %+v", sql, code, stdout, served)
		}
		for _, v := range served.Violations {
			if !strings.Contains(stderr, v.Rule+": "+v.Message) {
				t.Errorf("%q: the command lacks %s: %s", sql, v.Rule, v.Message)
			}
		}
	}
}
