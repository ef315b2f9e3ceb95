package main_test

import (
	"encoding/json"
	"fmt"
	"net"
	"net/http"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"
)

// An operator asks the second listener.
type operator struct{ url string }

// withAdmin returns what makes a service have a second listener, and who asks it.
func withAdmin(t testing.TB) (operator, []string) {
	port := freePort(t)
	return operator{"http://127.0.0.1:" + port}, []string{"ASKSQL_ADMIN_PORT=" + port}
}

func (o operator) do(t testing.TB, method, path string) (int, string) {
	t.Helper()
	req, err := http.NewRequest(method, o.url+path, nil)
	if err != nil {
		t.Fatal(err)
	}
	alone := &http.Transport{DisableKeepAlives: true} // a connection that stays would be a goroutine of the service
	res, err := alone.RoundTrip(req)
	if err != nil {
		t.Fatal(err)
	}
	r := read(t, res)
	documented(t, req, "", r)
	return r.status, r.body
}

func TestAdminRoutes(t *testing.T) {
	t.Parallel()
	o, env := withAdmin(t)
	m := newModel(t, saysSQL(goodSQL))
	s := serve(t, m, append(env, "ASKSQL_LLM_HEADERS=X-Gateway="+credential)...)
	s.output.waitFor(t, "admin_started")
	for _, tc := range []struct {
		method, path string
		status       int
		body         string
	}{
		{"GET", "/live", 200, `{"live":true}`},
		{"HEAD", "/live", 200, ""},
		{"GET", "/ready", 200, `"ready":true`},
		{"GET", "/ready", 200, `"schemaId":"shop"`},
		{"GET", "/version", 200, `"version":"asksql`},
		{"GET", "/config", 200, `{"key":"llm.model","value":"test-model","origin":"ASKSQL_LLM_MODEL"}`},
		{"GET", "/config", 200, `{"key":"llm.headers","value":"X-Gateway=…","origin":"ASKSQL_LLM_HEADERS"}`},
		{"GET", "/metrics", 200, "\nasksql_schema_info{schema_id=\"shop\""},
		{"GET", "/", 404, "no such route"},
		{"GET", "/ask", 404, "no such route"},
		{"GET", "//live", 404, "no such route"},
		{"GET", "/%6cive", 404, "no such route"},
		{"GET", "/x/../live", 404, "no such route"},
		{"POST", "/live", 405, "GET and HEAD"},
		{"DELETE", "/config", 405, "GET and HEAD"},
		{"TRACE", "/metrics", 405, "GET and HEAD"},
	} {
		status, body := o.do(t, tc.method, tc.path)
		if status != tc.status || !strings.Contains(body, tc.body) {
			t.Errorf("%s %s = %d %.300s, want %d %s", tc.method, tc.path, status, body, tc.status, tc.body)
		}
		innocent(t, body)
	}
	if r := s.do(t, "GET", "/metrics", ""); r.status != 404 {
		t.Errorf("the first listener: GET /metrics = %d, want 404", r.status)
	}
}

// What happened stands in the figures, and no word of a client's in them.
func TestMetrics(t *testing.T) {
	t.Parallel()
	o, env := withAdmin(t)
	m := newModel(t, saysSQL(goodSQL))
	s := serve(t, m, append(env, "ASKSQL_LLM_MAX_REPAIRS=1")...)
	checkSQL(t, s.post(t, question, "x-correlation-id", "an-id-of-mine"))
	m.will(saysSQL("SELECT secret_word FROM nowhere"))
	s.post(t, question)
	s.do(t, "BREW", "/coffee", "")
	wanted := []string{
		`asksql_questions_total{code="ok",rule=""} 1`,
		`asksql_questions_total{code="sql_validation_error",rule="table_scope"} 1`,
		`asksql_refusals_total{rule="table_scope"} 2`,
		`asksql_repairs_total 1`,
		`asksql_check_duration_seconds_count 3`,
		`asksql_prompt_tokens_count 2`,
		`gen_ai_client_operation_duration_seconds_count{gen_ai_operation_name="chat",gen_ai_provider_name="openai",gen_ai_request_model="test-model"} 3`,
		`asksql_breaker_open{gen_ai_provider_name="openai",gen_ai_request_model="test-model"} 0`,
		`http_server_request_duration_seconds_count{http_request_method="POST",http_route="/ask",http_response_status_code="200"} 1`,
		`http_server_request_duration_seconds_count{http_request_method="POST",http_route="/ask",http_response_status_code="400"} 1`,
		`http_server_request_duration_seconds_count{http_request_method="_OTHER",http_route="",http_response_status_code="404"} 1`,
		`asksql_log_lines_dropped_total 0`,
	}
	var figures string
	missing := func(want string) bool { return !strings.Contains(figures, want+"\n") }
	for deadline := time.Now().Add(patience); ; time.Sleep(time.Millisecond) { // a request is counted behind its response
		if _, figures = o.do(t, "GET", "/metrics"); !slices.ContainsFunc(wanted, missing) || time.Now().After(deadline) {
			break
		}
	}
	for _, want := range wanted {
		if missing(want) {
			t.Errorf("there is no %s", want)
		}
	}
	for _, word := range []string{"secret_word", "an-id-of-mine", "coffee", "how many"} {
		if strings.Contains(figures, word) {
			t.Errorf("the figures hold %q", word)
		}
	}
	if t.Failed() {
		t.Log(figures)
	}
}

func TestNotReady(t *testing.T) {
	t.Parallel()
	for _, tc := range []struct {
		name, env, reason string
	}{
		{"no provider", "ASKSQL_LLM_PROVIDER=", "no model provider is configured"},
		{"no schema where requests may bring none", "ASKSQL_HOST_SCHEMA_PATH=", "no schema is loaded"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			o, env := withAdmin(t)
			s := serve(t, nil, append(env, tc.env, "ASKSQL_HOST_INLINE_SCHEMA=deny")...)
			if status, body := o.do(t, "GET", "/ready"); status != 503 || !strings.Contains(body, tc.reason) || !strings.Contains(body, `"ready":false`) {
				t.Errorf("GET /ready = %d %s, want 503 and %q", status, body, tc.reason)
			}
			if r := s.do(t, "GET", "/health", ""); r.status != 200 {
				t.Errorf("GET /health = %d", r.status)
			}
		})
	}
}

// After the signal to stop, /ready fails while requests are still taken; then they are no more, and what is
// in flight is finished.
func TestDraining(t *testing.T) {
	t.Parallel()
	o, env := withAdmin(t)
	answer, letGo := release()
	m := newModel(t, answer)
	s := start(t, m, append(env, "ASKSQL_SERVER_DRAIN_DELAY=1500ms")...)
	if status, _ := o.do(t, "GET", "/ready"); status != 200 {
		t.Fatalf("GET /ready = %d", status)
	}
	inFlight := make(chan response, 1)
	go func() { inFlight <- s.attempt(question) }()
	s.output.waitFor(t, "prompt_built")
	s.cmd.Process.Signal(syscall.SIGTERM)
	s.output.waitFor(t, "server_stopping")
	if status, body := o.do(t, "GET", "/ready"); status != 503 || !strings.Contains(body, "stopping") {
		t.Errorf("GET /ready = %d %s, want 503", status, body)
	}
	if r := s.do(t, "GET", "/health", ""); r.status != 200 {
		t.Errorf("a new request while it drains: %d, want 200", r.status)
	}
	for deadline := time.Now().Add(patience); ; time.Sleep(10 * time.Millisecond) {
		conn, err := net.DialTimeout("tcp", s.addr, time.Second)
		if err != nil {
			break
		}
		conn.Close()
		if time.Now().After(deadline) {
			t.Fatal("the listener stays open")
		}
	}
	letGo()
	checkSQL(t, <-inFlight)
	if code := s.exitCode(t); code != 0 {
		t.Errorf("exit code %d", code)
	}
}

func TestAdminPortInUse(t *testing.T) {
	taken, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer taken.Close()
	_, port, _ := net.SplitHostPort(taken.Addr().String())
	code, _, stderr := run(t, strings.NewReader(""), []string{"ASKSQL_SERVER_PORT=0", "ASKSQL_ADMIN_PORT=" + port}, "serve", "--schema", shop(t))
	if code != 1 {
		t.Errorf("exit code %d, want 1", code)
	}
	oneSentence(t, stderr, "admin.port")
}

func TestConfigCommand(t *testing.T) {
	good := []string{"ASKSQL_LLM_PROVIDER=openai", "ASKSQL_LLM_MODEL=m", "API_KEY=" + credential, "ASKSQL_HOST_SCHEMA_PATH=" + shop(t)}
	for _, tc := range []struct {
		name   string
		env    []string
		args   []string
		code   int
		stderr string
	}{
		{"nothing is wrong", good, []string{"check"}, 0, ""},
		{"a key that nobody knows", good, []string{"check", "--set", "server.prt=1"}, 2, "did you mean server.port"},
		{"a schema that is not there", append(good, "ASKSQL_HOST_SCHEMA_PATH=nowhere.json"), []string{"check"}, 2, "nowhere.json"},
		{"no key", good[:2], []string{"check"}, 0, "warning: no model provider is configured: openai needs a key"},
		{"no key, strictly", good[:2], []string{"check", "--strict"}, 1, "warning: no model provider"},
		{"no such schema is shown all the same", append(good, "ASKSQL_HOST_SCHEMA_PATH=nowhere.json"), []string{"show"}, 0, ""},
	} {
		t.Run(tc.name, func(t *testing.T) {
			code, _, stderr := run(t, strings.NewReader(""), tc.env, append([]string{"config"}, tc.args...)...)
			if code != tc.code || !strings.Contains(stderr, tc.stderr) || (tc.stderr == "") != (stderr == "") {
				t.Errorf("config %v = %d, %q; want %d, %q", tc.args, code, stderr, tc.code, tc.stderr)
			}
			innocent(t, stderr)
		})
	}
}

func TestConfigShow(t *testing.T) {
	path := file(t, "c.yaml", "server: {port: 81}\nllm: {headers: {X-Key: "+credential+"}}\n")
	code, stdout, _ := run(t, strings.NewReader(""), []string{"ASKSQL_SERVER_HOST=0.0.0.0", "API_KEY=" + credential}, "config", "show", "--json", "--config", path, "--set", "llm.timeout=7s")
	var settings []struct{ Key, Value, Origin string }
	if err := json.Unmarshal([]byte(stdout), &settings); err != nil || code != 0 {
		t.Fatalf("config show = %d, %v\n%s", code, err, stdout)
	}
	got := map[string]string{}
	for _, s := range settings {
		got[s.Key] = fmt.Sprint(s.Value, " from ", s.Origin)
	}
	for key, want := range map[string]string{
		"server.port":           "81 from " + path,
		"server.host":           "0.0.0.0 from ASKSQL_SERVER_HOST",
		"llm.timeout":           "7s from command line",
		"llm.headers":           "X-Key=… from " + path,
		"server.maxBodyBytes":   "1048576 from default",
		"server.requestTimeout": "55s from default",
	} {
		if got[key] != want {
			t.Errorf("%s: %q, want %q", key, got[key], want)
		}
	}
	innocent(t, stdout)
}
