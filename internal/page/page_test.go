package page_test

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"regexp"
	"strings"
	"sync"
	"testing"
	"time"

	"go.uber.org/zap"

	"github.com/asksql/asksql/internal/admin"
	"github.com/asksql/asksql/internal/ask"
	"github.com/asksql/asksql/internal/page"
	"github.com/asksql/asksql/llm"
	"github.com/asksql/asksql/prompt"
	"github.com/asksql/asksql/rules"
	"github.com/asksql/asksql/schema"
	"github.com/asksql/asksql/sqlcheck"
)

// A scripted is a Model that answers as its script says, one text a call, and the last one from then on.
type scripted struct {
	wait   time.Duration // before each
	mu     sync.Mutex
	script []string
	calls  int
}

func (s *scripted) Generate(context.Context, llm.Request) (llm.Reply, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	time.Sleep(s.wait)
	s.calls++
	text := s.script[0]
	if len(s.script) > 1 {
		s.script = s.script[1:]
	}
	return llm.Reply{Text: text, Provider: "fake", Model: "<b>fake</b>", InputTokens: 120, OutputTokens: 14, Tries: 1}, nil
}

// serve returns the address of a second listener with the pages, about an artifact and with a model that says so.
func serve(t *testing.T, artifact string, script ...string) string {
	t.Helper()
	if len(script) == 0 {
		return serveModel(t, artifact, nil)
	}
	return serveModel(t, artifact, &scripted{script: script})
}

// serveModel is serve with a model, nil for none.
func serveModel(t *testing.T, artifact string, model *scripted) string {
	t.Helper()
	checkers := map[sqlcheck.Dialect]*sqlcheck.Checker{}
	for _, d := range []sqlcheck.Dialect{sqlcheck.MySQL, sqlcheck.MariaDB, sqlcheck.TiDB} {
		checker, err := sqlcheck.New(rules.All(), sqlcheck.Options{Dialect: d})
		if err != nil {
			t.Fatal(err)
		}
		checkers[d] = checker
	}
	parts := ask.Parts{Checkers: checkers, Log: zap.NewNop()}
	if artifact != "" {
		a, err := schema.Decoder{}.Decode([]byte(artifact))
		if err != nil {
			t.Fatal(err)
		}
		parts.Schema = a
	}
	if model != nil {
		parts.Model = model
	}
	pipeline, err := ask.New(parts, ask.Options{MaxRows: 1000, MaxRepairs: 2, MaxPromptTokens: prompt.DefaultMaxTokens, OmitSensitive: true})
	if err != nil {
		t.Fatal(err)
	}
	handler := page.New(pipeline, page.Options{Timeout: 20 * time.Second, MaxBodyBytes: 1 << 20, Version: "test"})
	server := httptest.NewServer(admin.Handler(admin.Parts{
		Ready: func() admin.Readiness { return admin.Readiness{} }, Metrics: func(io.Writer) {},
		Surfaces: []admin.Surface{{Path: "/", Handler: handler}}, Log: zap.NewNop(),
	}))
	t.Cleanup(server.Close)
	return server.URL
}

func shop(t *testing.T) string {
	t.Helper()
	text, err := os.ReadFile("../../examples/shop/schema.json")
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// send sends a request as the page's own browser does, and returns status and body.
func send(t *testing.T, method, address string, form url.Values, headers ...string) (int, http.Header, string) {
	t.Helper()
	req, err := http.NewRequest(method, address, strings.NewReader(form.Encode()))
	if err != nil {
		t.Fatal(err)
	}
	if form != nil {
		req.Header.Set("Content-Type", "application/x-www-form-urlencoded")
		req.Header.Set("Origin", "http://"+req.Host)
	}
	for i := 0; i < len(headers); i += 2 {
		if req.Header.Set(headers[i], headers[i+1]); headers[i] == "Host" {
			req.Host = headers[i+1]
		}
		if headers[i+1] == "" {
			req.Header.Del(headers[i])
		}
	}
	res, err := http.DefaultTransport.RoundTrip(req)
	if err != nil {
		t.Fatal(err)
	}
	defer res.Body.Close()
	body, err := io.ReadAll(res.Body)
	if err != nil {
		t.Fatal(err)
	}
	return res.StatusCode, res.Header, string(body)
}

func TestAnswer(t *testing.T) {
	at := serve(t, shop(t), "```sql\nselect totl from orders\n```", "select total, email from orders", "select c.name, sum(o.total) from orders o join customers c on c.id = o.customer_id group by 1 limit 3")
	status, _, body := send(t, "POST", at+"/", url.Values{"question": {"Who spent most?"}, "mode": {"schema_only"}})
	for _, want := range []string{
		"The SQL", "Repaired on the way", "Reply 1 was refused for 1 reason", "Reply 2 was refused for 1 reason", `<mark class="">totl</mark>`,
		"column totl is not in the schema; orders has total", "<dt>Tokens</dt><dd>360 in, 42 out</dd>", "3 replies", "at most 3 (as the query says)",
		`<li class="held"><strong>holds</strong> <code class="rule">column_scope</code>`, "orders.customer_id refers to customers.id", "&lt;b&gt;fake&lt;/b&gt;",
		`<code><bdi>customers.name</bdi></code>`, "order_items.order_id refers to orders.id", "correlation id",
	} {
		if !strings.Contains(strings.ToLower(body), strings.ToLower(want)) {
			t.Errorf("the page (%d) lacks %q", status, want)
		}
	}
	if status != 200 || t.Failed() {
		t.Errorf("status %d\n%s", status, body)
	}
}

// A question can go on from those before: the page keeps them, and asks with them where the person says so.
func TestGoOn(t *testing.T) {
	at := serve(t, shop(t), "select count(*) from orders", "select status, count(*) from orders group by status")
	_, _, body := send(t, "POST", at+"/", url.Values{"question": {"How many <orders>?"}})
	for _, want := range []string{
		`<input type="checkbox" name="goon" value="yes"> <span>go on from “<bdi>How many &lt;orders&gt;?</bdi>”`,
		`<input type="hidden" name="earlierQuestion" value="How many &lt;orders&gt;?"><input type="hidden" name="earlierSQL" value="SELECT COUNT(*) AS ` + "`count(*)` FROM `orders`" + `">`,
	} {
		if !strings.Contains(body, want) {
			t.Errorf("the page lacks %q:\n%s", want, body)
		}
	}
	form := url.Values{"question": {"And by status?"}, "goon": {"yes"}, "earlierQuestion": {"How many?"}, "earlierSQL": {"SELECT COUNT(*) FROM orders"}}
	_, _, body = send(t, "POST", at+"/", form)
	if strings.Count(body, `name="earlierSQL"`) != 2 || !strings.Contains(body, `value="yes" checked> <span>go on from “<bdi>And by status?`) {
		t.Errorf("the page does not keep both questions:\n%s", body)
	}
	form.Set("earlierSQL", "SELECT email FROM customers")
	if status, _, body := send(t, "POST", at+"/", form); status != 400 || !strings.Contains(body, "history[0].sql is refused now") {
		t.Errorf("a query that is not allowed: %d\n%s", status, body)
	}
	form.Del("goon")
	if status, _, body := send(t, "POST", at+"/", form); status != 200 || strings.Count(body, `name="earlierSQL"`) != 1 {
		t.Errorf("a question by itself: %d\n%s", status, body)
	}
}

func TestRefusal(t *testing.T) {
	at := serve(t, shop(t), "delete from orders")
	status, _, body := send(t, "POST", at+"/", url.Values{"question": {"Empty the orders"}})
	for _, want := range []string{`<h2 id="verdict">Refused</h2>`, "What the model tried", "Reply 3 was refused", `<li class="broken"><strong>broken</strong> <code class="rule">read_only</code>`} {
		if status != 200 || !strings.Contains(body, want) {
			t.Errorf("the page (%d) lacks %q:\n%s", status, want, body)
		}
	}
	if strings.Contains(body, "What it reads") {
		t.Errorf("a refused query is said to read something:\n%s", body)
	}
}

func TestCheck(t *testing.T) {
	at := serve(t, shop(t))
	_, _, body := send(t, "POST", at+"/sql", url.Values{"sql": {"select Name from Customers where id = 1"}})
	if want := "Valid: the SQL to run"; !strings.Contains(body, want) || !strings.Contains(body, `<span class="n">`+"`name`</span>") {
		t.Errorf("the page lacks %q:\n%s", want, body)
	}
	_, _, body = send(t, "POST", at+"/sql", url.Values{"sql": {"select\n  email, sleep(1)\nfrom customers"}})
	for _, want := range []string{
		"Refused for 2 reasons", `<mark class="">email</mark>`, `<mark class="f">sleep</mark>`, "line 2, column 3", "line 2, column 10",
		"column email is not in the schema; customers has id, name, city, created_at",
	} {
		if !strings.Contains(body, want) {
			t.Errorf("the page lacks %q:\n%s", want, body)
		}
	}
}

func TestSchema(t *testing.T) {
	at := serve(t, shop(t))
	_, _, body := send(t, "GET", at+"/schema", nil)
	for _, want := range []string{"6 tables", "order_items", "Stock-keeping unit", "→ <a href=\"#t"} {
		if !strings.Contains(body, want) {
			t.Errorf("the page lacks %q:\n%s", want, body)
		}
	}
	if strings.Contains(body, "email") || strings.Contains(body, "+351") {
		t.Errorf("the page has a sensitive column:\n%s", body)
	}
	if _, _, body = send(t, "GET", at+"/schema?q=courier", nil); !strings.Contains(body, "0 tables") {
		t.Errorf("a search finds the comment of a sensitive column:\n%s", body)
	}
	if _, _, body = send(t, "GET", at+"/schema?q=LINES+of", nil); !strings.Contains(body, "1 table with") || !strings.Contains(body, "order_items") {
		t.Errorf("a search does not find a comment:\n%s", body)
	}
}

// A schema of ten thousand tables has a page still, and a query of many tables a drawing.
func TestManyTables(t *testing.T) {
	type table = map[string]any
	var tables []any
	var from []string
	for i := range 10_000 {
		next := fmt.Sprintf("t%d", (i+1)%10_000)
		tables = append(tables, table{"name": fmt.Sprintf("t%d", i), "columns": []table{{"name": "id"}, {"name": "next"}},
			"foreignKeys": []table{{"columns": []string{"next"}, "references": table{"table": next, "columns": []string{"id"}}}}})
		if i < 40 {
			from = append(from, fmt.Sprintf("t%d", i))
		}
	}
	text, err := json.Marshal(table{"version": 1, "schemaId": "large", "tables": tables})
	if err != nil {
		t.Fatal(err)
	}
	at := serve(t, string(text))
	_, _, body := send(t, "GET", at+"/schema", nil)
	if strings.Count(body, `<details class="table"`) != 200 || !strings.Contains(body, "10000 tables; the first 200 are shown") || strings.Contains(body, "<svg") {
		t.Errorf("the page of the schema has %d bytes and %d tables", len(body), strings.Count(body, `<details class="table"`))
	}
	if _, _, body = send(t, "GET", at+"/schema?q=t9999", nil); !strings.Contains(body, `href="#t0"`) || !strings.Contains(body, "1 table with") {
		t.Errorf("the search finds\n%s", body)
	}
	join := "SELECT t0.id FROM t0"
	for i, name := range from[1:] {
		join += fmt.Sprintf(" JOIN %s ON %[1]s.id = %s.next", name, from[i])
	}
	_, _, body = send(t, "POST", at+"/sql", url.Values{"sql": {join}})
	if n := strings.Count(body, `<g class="box`); n != 14 || !strings.Contains(body, "27 more tables are linked to these and not drawn") {
		t.Errorf("the drawing has %d tables:\n%s", n, body)
	}
}

// What the pages do not have is told in words, with the status that belongs to it.
func TestTrouble(t *testing.T) {
	form := url.Values{"question": {"Who?"}, "sql": {"select 1"}}
	for name, test := range map[string]struct {
		artifact, path string
		form           url.Values
		status         int
		want           string
	}{
		"no model":         {shop(t), "/", form, 500, "no model provider is configured"},
		"no schema":        {"", "/", form, 400, "no schema is configured"},
		"no schema, sql":   {"", "/sql", form, 400, "no schema is configured"},
		"a blank question": {shop(t), "/", url.Values{"question": {" "}}, 400, "question is missing or blank"},
		"another mode":     {shop(t), "/", url.Values{"question": {"Who?"}, "mode": {"<i>"}}, 400, "mode must be"},
	} {
		status, _, body := send(t, "POST", serve(t, test.artifact)+test.path, test.form)
		if status != test.status || !strings.Contains(body, test.want) {
			t.Errorf("%s: %d, want %d and %q:\n%s", name, status, test.status, test.want, body)
		}
	}
	if status, _, body := send(t, "GET", serve(t, "")+"/schema", nil); status != 400 || !strings.Contains(body, "no schema is configured") {
		t.Errorf("the schema where there is none: %d\n%s", status, body)
	}
}

// Nobody's page but these has a browser send anything here, nor shows them inside its own.
func TestStrangers(t *testing.T) {
	at := serve(t, shop(t), "select 1")
	form := url.Values{"question": {"Who?"}}
	for name, headers := range map[string][]string{
		"a form of another site":              {"Origin", "http://evil.example"},
		"one of another port":                 {"Origin", "http://127.0.0.1:1"},
		"one without an origin":               {"Origin", "null"},
		"one of no browser":                   {"Origin", ""},
		"another name for this address":       {"Host", "evil.example", "Origin", "http://evil.example"},
		"one that says that it is a stranger": {"Origin", "", "Sec-Fetch-Site", "cross-site"},
		"one of a neighbour":                  {"Origin", "", "Sec-Fetch-Site", "same-site"},
	} {
		if status, _, body := send(t, "POST", at+"/", form, headers...); status != 403 || strings.Contains(body, "SELECT") {
			t.Errorf("%s: %d\n%s", name, status, body)
		}
	}
	if status, _, _ := send(t, "GET", at+"/schema", nil, "Host", "evil.example"); status != 403 {
		t.Errorf("the schema under another name: %d", status)
	}
	if status, _, _ := send(t, "POST", at+"/", url.Values{"question": {strings.Repeat("x", 2<<20)}}); status != 413 {
		t.Errorf("a form that is too large: %d", status)
	}
	for _, path := range []string{"/", "/sql", "/schema", "/page.css", "/page.js", "/icon.svg", "/nothing"} {
		status, header, body := send(t, "GET", at+path, nil)
		if policy := header.Get("Content-Security-Policy"); !strings.HasPrefix(policy, "default-src 'none'; script-src 'self'; style-src 'self'") || strings.Contains(policy, "unsafe") ||
			!strings.Contains(policy, "frame-ancestors 'none'") || header.Get("X-Content-Type-Options") != "nosniff" {
			t.Errorf("%s (%d) has the headers %v", path, status, header)
		}
		for _, inline := range []string{" style=", "<style", " onclick", "javascript:", "<script>"} {
			if strings.Contains(body, inline) {
				t.Errorf("%s has %q", path, inline)
			}
		}
	}
	for _, target := range []string{"POST /schema", "PUT /", "DELETE /sql", "GET /page.js/", "GET /static/page.js", "GET /../page.go", "GET /%2e%2e/page.go"} {
		method, path, _ := strings.Cut(target, " ")
		if status, _, body := send(t, method, at+path, nil); status == 200 || strings.Contains(body, "package page") {
			t.Errorf("%s: %d", target, status)
		}
	}
}

// hostile is a schema whose every text would like to be markup, a script, or something else than it is.
func hostile(t *testing.T) string {
	t.Helper()
	name := func(n string) string { return n + "\"'><img src=x onerror=alert(1)>" }
	word := "</script><script>document.title='owned'</script>{{.}}<svg onload=alert(2)>\u202etxt"
	text, err := json.Marshal(map[string]any{
		"version": 1, "schemaId": "</title><script>alert(3)</script>", "tables": []any{
			map[string]any{"name": name("t"), "description": word, "primaryKey": []string{name("a")}, "columns": []any{
				map[string]any{"name": name("a"), "type": "int" + word, "description": word, "unit": word},
				map[string]any{"name": "secret", "sensitive": true, "description": "</bdi>"},
				map[string]any{"name": "javascript:alert(4)", "description": word},
			}},
			map[string]any{"name": "u", "columns": []any{map[string]any{"name": "r"}}, "foreignKeys": []any{
				map[string]any{"columns": []string{"r"}, "references": map[string]any{"table": name("t"), "columns": []string{name("a")}}},
			}},
		},
		"glossary": []any{map[string]any{"term": word, "meaning": word}},
		"examples": []any{map[string]any{"question": word, "sql": "SELECT r FROM u"}},
	})
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// hostileSQL is what a model answers that is as hostile, and what it then says correctly.
const (
	hostileReply = "SELECT `</code></pre><script>alert(5)</script>`, '\u202e<img src=x onerror=alert(6)>' FROM u"
	hostileSQL   = "SELECT r, '</code><script>alert(7)</script><img src=x onerror=alert(8)>' AS `<svg onload=alert(9)>`, '\u202e\u200b' FROM u"
)

// Nothing that a schema, a model or a person says becomes an element of the page.
func TestHostileWords(t *testing.T) {
	at := serve(t, hostile(t), hostileReply, hostileSQL)
	question := "<script>alert(10)</script></textarea><img src=x onerror=alert(11)>"
	var bodies []string
	for _, get := range []string{"/", "/sql", "/schema", "/schema?q=" + url.QueryEscape("<img src=x onerror=alert(12)>")} {
		_, _, body := send(t, "GET", at+get, nil)
		bodies = append(bodies, body)
	}
	_, _, asked := send(t, "POST", at+"/", url.Values{"question": {question}})
	_, _, refused := send(t, "POST", at+"/sql", url.Values{"sql": {hostileReply + " </textarea><script>alert(13)</script>"}})
	if !strings.Contains(asked, "The SQL") || !strings.Contains(refused, "Refused for") {
		t.Fatalf("the pages show something else:\n%s\n%s", asked, refused)
	}
	for _, body := range append(bodies, asked, refused) {
		for _, markup := range []string{"<script>", "<img", "<svg onload", "onerror=alert(1)>\"", "owned'</script>"} {
			if strings.Contains(body, markup) {
				t.Errorf("a page has %q:\n%s", markup, body)
			}
		}
		shown := regexp.MustCompile(`(?s)<textarea[^>]*>.*?</textarea>| value="[^"]*"`).ReplaceAllString(body, "")
		if shown = strings.ReplaceAll(shown, `data-code="U&#43;202E">`+"\u202e</span>", ""); strings.Contains(shown, "\u202e") {
			t.Errorf("a page has a character that turns the line round:\n%s", body)
		}
		if strings.Contains(body, "secret") {
			t.Errorf("a page has a hidden name:\n%s", body)
		}
	}
}
