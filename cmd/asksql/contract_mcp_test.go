package main_test

import (
	"encoding/json"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// agent connects a client to the program.
func agent(t testing.TB, env []string, args ...string) *mcp.ClientSession {
	t.Helper()
	cmd := command(t, env, append([]string{"mcp", "--schema", shop(t)}, args...)...)
	return connect(t, &mcp.CommandTransport{Command: cmd})
}

func connect(t testing.TB, transport mcp.Transport) *mcp.ClientSession {
	t.Helper()
	session, err := mcp.NewClient(&mcp.Implementation{Name: "test"}, nil).Connect(t.Context(), transport, nil)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { session.Close() })
	return session
}

// structured calls a tool and returns its result as JSON.
func structured(t testing.TB, session *mcp.ClientSession, name string, arguments map[string]any) string {
	t.Helper()
	r, err := session.CallTool(t.Context(), &mcp.CallToolParams{Name: name, Arguments: arguments})
	if err != nil {
		t.Fatal(err)
	}
	return r.Content[0].(*mcp.TextContent).Text
}

func TestMCP(t *testing.T) {
	t.Parallel()
	session := agent(t, nil)
	if got := structured(t, session, "check_sql", map[string]any{"sql": "SELECT email FROM customers"}); !strings.Contains(got, `"valid":false`) {
		t.Errorf("check_sql shows a hidden column: %s", got)
	}
	if _, err := session.CallTool(t.Context(), &mcp.CallToolParams{Name: "ask", Arguments: map[string]any{"question": "q"}}); err == nil {
		t.Error("there is ask without a provider")
	}
	flags := agent(t, nil, "--mode", "bounded_results", "--no-omit-sensitive", "--set", "llm.provider=builtin")
	if got := structured(t, flags, "check_sql", map[string]any{"sql": "SELECT email FROM customers"}); !strings.Contains(got, `"source":"added"`) || !strings.Contains(got, `"sensitiveColumns":["customers.email"]`) {
		t.Errorf("check_sql with flags: %s", got)
	}
	if got := structured(t, flags, "ask", map[string]any{"question": "how many orders are there?"}); !strings.Contains(got, "SELECT COUNT(*)") {
		t.Errorf("ask: %s", got)
	}
	for _, args := range [][]string{{"mcp"}, {"mcp", "--schema", "nowhere.json"}, {"mcp", "--mode", "fast"}} {
		if code, stdout, stderr := run(t, nil, nil, args...); code != 2 || stdout != "" || stderr == "" {
			t.Errorf("%q = %d %q %q, want 2 and a sentence", args, code, stdout, stderr)
		}
	}
}

// One question and one text through each way in have the same SQL, and the same refusal.
func TestWaysInAgree(t *testing.T) {
	t.Parallel()
	o, env := withAdmin(t)
	env = append(env, "ASKSQL_ADMIN_CHECK=true", "ASKSQL_MCP_HTTP=true", "ASKSQL_LLM_PROVIDER=builtin", "ASKSQL_LLM_MODEL=")
	s := serve(t, nil, env...)
	s.output.waitFor(t, "admin_started")
	sessions := map[string]*mcp.ClientSession{
		"stdio": agent(t, []string{"ASKSQL_LLM_PROVIDER=builtin"}),
		"http":  connect(t, &mcp.StreamableClientTransport{Endpoint: o.url + "/mcp", DisableStandaloneSSE: true}),
	}
	for _, sql := range []string{"select c.city, count(*) from customers c group by 1", "SELECT totl, nmae FROM orders, nowhere", "DROP TABLE orders", "SELECT email FROM customers"} {
		body, _ := json.Marshal(map[string]string{"sql": sql})
		over := o.post(t, "/check", string(body), "x-correlation-id", "i").body
		for name, session := range sessions {
			got := structured(t, session, "check_sql", map[string]any{"sql": sql})
			if `{"ok":true,"correlationId":"i",`+strings.TrimPrefix(got, "{") != over {
				t.Errorf("%q: over %s %s\nover HTTP %s", sql, name, got, over)
			}
		}
	}
	for _, question := range []string{"how many orders are there?", "why is the sky blue?"} {
		var asked struct {
			SQL   string
			Error struct{ Message, Rule string }
		}
		body, _ := json.Marshal(map[string]string{"question": question})
		if err := json.Unmarshal([]byte(s.post(t, string(body)).body), &asked); err != nil {
			t.Fatal(err)
		}
		code, stdout, stderr := run(t, nil, []string{"ASKSQL_LLM_PROVIDER=builtin"}, "ask", "--schema", shop(t), question)
		if strings.TrimSpace(stdout) != asked.SQL || code != 0 && !strings.Contains(stderr, asked.Error.Rule+": "+asked.Error.Message) {
			t.Errorf("%q: the command says %d %q %q, the service %+v", question, code, stdout, stderr, asked)
		}
		for name, session := range sessions {
			var got struct {
				SQL        string
				Violations []struct{ Rule, Message string }
			}
			if err := json.Unmarshal([]byte(structured(t, session, "ask", map[string]any{"question": question})), &got); err != nil {
				t.Fatal(err)
			}
			if got.SQL != asked.SQL || asked.SQL == "" && (got.Violations[0].Rule != asked.Error.Rule || got.Violations[0].Message != asked.Error.Message) {
				t.Errorf("%q: over %s %+v, the service %+v", question, name, got, asked)
			}
		}
	}
}

func TestMCPOverHTTPIsGuarded(t *testing.T) {
	t.Parallel()
	const list = `{"jsonrpc":"2.0","id":1,"method":"tools/list"}`
	o, env := withAdmin(t)
	s := serve(t, nil, append(env, "ASKSQL_MCP_HTTP=true", "ASKSQL_MCP_TOKEN="+credential+"-mcp")...)
	s.output.waitFor(t, "admin_started")
	accept := []string{"accept", "application/json, text/event-stream", "authorization", "Bearer " + credential + "-mcp"}
	for _, tc := range []struct {
		name   string
		header []string
		status int
	}{
		{"with the token", accept, 200},
		{"without", accept[:2], 401},
		{"a page of another origin", append([]string{"origin", "https://evil.example"}, accept...), 403},
		{"a page without an origin", append([]string{"origin", "null"}, accept...), 403},
	} {
		if r := o.post(t, "/mcp", list, tc.header...); r.status != tc.status {
			t.Errorf("%s: %d %s, want %d", tc.name, r.status, r.body, tc.status)
		}
	}
	if status, body := o.do(t, "GET", "/config"); status != 200 || strings.Contains(body, credential) {
		t.Errorf("GET /config = %d %s", status, body)
	}
	if r := s.do(t, "POST", "/mcp", list); r.status != 404 {
		t.Errorf("the first listener: POST /mcp = %d, want 404", r.status)
	}

	off, env := withAdmin(t)
	serve(t, nil, env...).output.waitFor(t, "admin_started")
	if r := off.post(t, "/mcp", list, accept...); r.status != 404 {
		t.Errorf("POST /mcp = %d, want 404 as long as mcp.http is not set", r.status)
	}
}

// Beyond this machine, agents need a token.
func TestMCPBeyondLoopback(t *testing.T) {
	t.Parallel()
	for _, host := range []string{"0.0.0.0", "::", "192.0.2.1"} {
		cmd := command(t, []string{"ASKSQL_ADMIN_HOST=" + host, "ASKSQL_ADMIN_PORT=" + freePort(t), "ASKSQL_SERVER_PORT=0", "ASKSQL_MCP_HTTP=true", "ASKSQL_HOST_SCHEMA_PATH=" + shop(t)}, "serve")
		code, _, stderr := outputs(t, cmd)
		if code != 2 {
			t.Errorf("%s: exit code %d, want 2", host, code)
		}
		oneSentence(t, stderr, "ASKSQL_MCP_TOKEN")
	}
	for _, set := range []string{"", "ASKSQL_MCP_TOKEN=x"} {
		host := "127.0.0.1"
		if set != "" {
			host = "0.0.0.0"
		}
		cmd := command(t, []string{"ASKSQL_ADMIN_HOST=" + host, "ASKSQL_MCP_HTTP=true", "ASKSQL_HOST_SCHEMA_PATH=" + shop(t), set}, "config", "check")
		if code, _, stderr := outputs(t, cmd); code != 0 {
			t.Errorf("%s %s: config check = %d %s", host, set, code, stderr)
		}
	}
}

// What docs/mcp.md tells people to paste starts the program.
func TestMCPPage(t *testing.T) {
	t.Parallel()
	page, err := os.ReadFile("../../docs/mcp.md")
	if err != nil {
		t.Fatal(err)
	}
	tried := 0
	for block := range strings.SplitSeq(string(page), "```json\n") {
		text, _, _ := strings.Cut(block, "\n```")
		var config map[string]map[string]struct {
			Command string
			Args    []string
		}
		if json.Unmarshal([]byte(text), &config) != nil {
			continue
		}
		for _, servers := range config {
			for name, server := range servers {
				tried++
				args := slices.Clone(server.Args)
				args[slices.Index(args, "/path/to/schema.json")] = shop(t)
				session := connect(t, &mcp.CommandTransport{Command: command(t, nil, args...)})
				if tools, err := session.ListTools(t.Context(), nil); err != nil || len(tools.Tools) != 3 || server.Command != name {
					t.Errorf("%s: %v", text, err)
				}
			}
		}
	}
	if tried != 2 {
		t.Errorf("the page has %d configurations, want 2", tried)
	}
}
