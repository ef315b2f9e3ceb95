package main_test

import (
	"bufio"
	"encoding/json"
	"html"
	"net/http"
	"net/url"
	"regexp"
	"strings"
	"syscall"
	"testing"
	"time"
)

// form is the header of a form that a page of an address sends.
func form(address string) []string {
	return []string{"content-type", "application/x-www-form-urlencoded", "Origin", address}
}

func TestPageIsOffByDefault(t *testing.T) {
	t.Parallel()
	o, env := withAdmin(t)
	s := serve(t, nil, append(env, "ASKSQL_ADMIN_CHECK=true")...)
	s.output.waitFor(t, "admin_started")
	for _, path := range []string{"/", "/sql", "/schema", "/page.js"} {
		if status, body := o.do(t, "GET", path); status != 404 || !strings.Contains(body, "no such route") {
			t.Errorf("GET %s = %d %s, want 404 as long as admin.page is not set", path, status, body)
		}
	}
}

func TestPageOverHTTP(t *testing.T) {
	t.Parallel()
	o, env := withAdmin(t)
	s := serve(t, nil, append(env, "ASKSQL_ADMIN_PAGE=true", "ASKSQL_LLM_PROVIDER=builtin")...)
	s.output.waitFor(t, "admin_started")
	ask := url.Values{"question": {"How many orders were placed in March 2025?"}, "mode": {"bounded_results"}}.Encode()
	if r := o.post(t, "/", ask, form(o.url)...); r.status != 200 || !strings.Contains(r.body, "&#39;2025-03-01&#39;") || !strings.Contains(r.body, "rows bounded</option>") {
		t.Errorf("a question = %d %s", r.status, r.body)
	}
	ask = url.Values{"question": {"How old is the moon?"}}.Encode()
	if r := o.post(t, "/", ask, form(o.url)...); r.status != 200 || !strings.Contains(r.body, "the builtin model does not understand &#34;old&#34;, &#34;moon&#34;") {
		t.Errorf("a refusal = %d %s", r.status, r.body)
	}
	check := url.Values{"sql": {"SELECT email FROM customers"}}.Encode()
	if r := o.post(t, "/sql", check, form(o.url)...); r.status != 200 || !strings.Contains(r.body, "column email is not in the schema") {
		t.Errorf("a text = %d %s", r.status, r.body)
	}
	if r := o.post(t, "/", ask, form("http://evil.example")...); r.status != 403 {
		t.Errorf("a stranger's question = %d %s", r.status, r.body)
	}
	if status, body := o.do(t, "GET", "/ready"); status != 200 {
		t.Errorf("GET /ready beside the pages = %d %s", status, body)
	}
	// The main listener has its two routes, whatever the other one answers.
	for _, path := range []string{"/", "/sql", "/schema", "/page.css"} {
		if r := s.do(t, "GET", path, ""); r.status != 404 {
			t.Errorf("GET %s on the main listener = %d %s", path, r.status, r.body)
		}
	}
}

// try begins with nothing: the example's schema, the builtin model, and a free port.
func TestTry(t *testing.T) {
	t.Parallel()
	cmd := command(t, nil, "try", "--no-open")
	stdout, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	var stderr output
	cmd.Stderr = &stderr
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { cmd.Process.Kill() })
	line, err := bufio.NewReader(stdout).ReadString('\n')
	address := strings.TrimSuffix(strings.TrimSpace(line), "/")
	if err != nil || !strings.HasPrefix(address, "http://127.0.0.1:") {
		t.Fatalf("try prints %q: %v", line, err)
	}
	o := operator{address}
	ask := url.Values{"question": {"What are the top 5 products by price?"}}.Encode()
	if r := o.post(t, "/", ask, form(address)...); r.status != http.StatusOK || !strings.Contains(r.body, "`products`") {
		t.Errorf("a question = %d %s", r.status, r.body)
	}
	if err := cmd.Process.Signal(syscall.SIGTERM); err != nil {
		t.Fatal(err)
	}
	if err := cmd.Wait(); err != nil {
		t.Errorf("try ends with %v", err)
	}
}

// The second listener's /ask tells of steps and takes history; the first one's does neither.
func TestStepsAndHistory(t *testing.T) {
	t.Parallel()
	m := newModel(t, saysSQL(goodSQL))
	o, env := withAdmin(t)
	s := serve(t, m, append(env, "ASKSQL_ADMIN_ASK=true")...)
	s.output.waitFor(t, "admin_started")
	const body = `{"question":"and of these?","history":[{"question":"which customers are there?","sql":"select name from customers"}]}`
	r := o.post(t, "/ask", body, "Accept", "text/event-stream")
	var events []string
	for line := range strings.Lines(r.body) {
		if name, ok := strings.CutPrefix(line, "event: "); ok {
			events = append(events, strings.TrimSpace(name))
		}
	}
	if got := strings.Join(events, " "); r.status != 200 || got != "prompt_built model_asked model_called answer" {
		t.Errorf("the steps are %q:\n%d %s", got, r.status, r.body)
	}
	if sent := lastCall(m).body; !strings.Contains(sent, "which customers are there?") || !strings.Contains(sent, "SELECT `name` FROM `customers`") {
		t.Errorf("the model is not told what the question goes on from: %s", sent)
	}
	if r := o.post(t, "/ask", `{"question":"and?","history":[{"question":"q","sql":"select email from customers"}]}`); r.status != 400 || !strings.Contains(r.body, "history[0].sql is refused now (column_scope: column email is not in the schema") {
		t.Errorf("a hidden column in history: %d %s", r.status, r.body)
	}
	if r := s.post(t, body, "Accept", "text/event-stream"); r.status != 200 || !strings.HasPrefix(r.body, `{"ok":true`) || strings.Contains(lastCall(m).body, "which customers") {
		t.Errorf("the main listener: %d %s", r.status, r.body)
	}
}

// What the pages show, and what the second listener's /ask says, is what the first one says.
func TestPagesAndStepsAgree(t *testing.T) {
	t.Parallel()
	o, env := withAdmin(t)
	s := serve(t, nil, append(env, "ASKSQL_ADMIN_PAGE=true", "ASKSQL_ADMIN_ASK=true", "ASKSQL_ADMIN_CHECK=true", "ASKSQL_LLM_PROVIDER=builtin", "ASKSQL_LLM_MODEL=")...)
	s.output.waitFor(t, "admin_started")
	words := func(page string) string {
		return html.UnescapeString(regexp.MustCompile("<[^>]*>").ReplaceAllString(page, ""))
	}
	for _, question := range []string{"How many paid orders are there per customer?", "Which customers placed more than 5 orders since January 2025?", "why is the sky blue?"} {
		body := `{"question":"` + question + `"}`
		want := s.post(t, body, "x-correlation-id", "i")
		if got := o.post(t, "/ask", body, "x-correlation-id", "i"); got.status != want.status || got.body != want.body {
			t.Errorf("%q: %d %s\nwant %d %s", question, got.status, got.body, want.status, want.body)
		}
		if got := o.post(t, "/ask", body, "x-correlation-id", "i", "accept", "text/event-stream"); !strings.HasSuffix(got.body, "\ndata: "+want.body+"\n\n") {
			t.Errorf("%q in steps: %s\nwant %s", question, got.body, want.body)
		}
		var said struct {
			SQL   string
			Error struct{ Message string }
		}
		if err := json.Unmarshal([]byte(want.body), &said); err != nil {
			t.Fatal(err)
		}
		page := o.post(t, "/", url.Values{"question": {question}}.Encode(), form(o.url)...)
		if got := words(page.body); !strings.Contains(got, said.SQL+said.Error.Message) {
			t.Errorf("%q: the page has no %q:\n%s", question, said.SQL+said.Error.Message, got)
		}
	}
	for _, sql := range []string{"select c.city, count(*) from customers c group by 1", "SELECT totl, nmae FROM orders, nowhere", "DROP TABLE orders"} {
		var said struct {
			SQL        string
			Violations []struct{ Rule, Message string }
		}
		if err := json.Unmarshal([]byte(o.post(t, "/check", `{"sql":"`+sql+`"}`).body), &said); err != nil {
			t.Fatal(err)
		}
		page := words(o.post(t, "/sql", url.Values{"sql": {sql}}.Encode(), form(o.url)...).body)
		if !strings.Contains(page, said.SQL) {
			t.Errorf("%q: the page has no %q:\n%s", sql, said.SQL, page)
		}
		for _, v := range said.Violations {
			if !strings.Contains(page, v.Rule+" "+v.Message) {
				t.Errorf("%q: the page has no %q:\n%s", sql, v.Message, page)
			}
		}
	}
}

// A service that is told to stop finishes what the second listener has begun to answer.
func TestSecondListenerFinishes(t *testing.T) {
	t.Parallel()
	asked := make(chan struct{})
	m := newModel(t, func(w http.ResponseWriter, r *http.Request) {
		close(asked)
		time.Sleep(500 * time.Millisecond)
		saysSQL(goodSQL)(w, r)
	})
	o, env := withAdmin(t)
	s := serve(t, m, append(env, "ASKSQL_ADMIN_PAGE=true")...)
	s.output.waitFor(t, "admin_started")
	answered := make(chan response, 1)
	go func() {
		answered <- o.post(t, "/", url.Values{"question": {"how many orders are there?"}}.Encode(), form(o.url)...)
	}()
	<-asked
	if err := s.cmd.Process.Signal(syscall.SIGTERM); err != nil {
		t.Fatal(err)
	}
	if r := <-answered; r.status != 200 || !strings.Contains(r.body, `id="sql"`) {
		t.Errorf("the page that was on its way: %d %s", r.status, r.body)
	}
	s.exitCode(t)
}

func TestAskIsOffByDefault(t *testing.T) {
	t.Parallel()
	o, env := withAdmin(t)
	s := serve(t, nil, env...)
	s.output.waitFor(t, "admin_started")
	if r := o.post(t, "/ask", question); r.status != 404 {
		t.Errorf("POST /ask = %d %s, want 404 as long as admin.ask is not set", r.status, r.body)
	}
}

func lastCall(m *model) call { calls := m.called(); return calls[len(calls)-1] }
