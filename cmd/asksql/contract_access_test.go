package main_test

import (
	"net/http"
	"net/url"
	"path/filepath"
	"strings"
	"testing"
)

// accessFile is the file of one's first tenant, over the shop example.
const accessFile = `
parameters:
  tenant: {header: x-asksql-tenant, type: integer, required: true}
role: {header: x-asksql-role, required: true}
roles:
  analyst: {tables: [customers, orders, order_items], columns: {customers: {exclude: [email, phone]}}}
  support: {tables: [orders], mode: bounded_results, maxRows: 20}
rows:
  - {tables: [orders], where: "customer_id = @tenant"}
  - {tables: [customers], where: "id = @tenant"}
  - {tables: [order_items], where: "order_id IN (SELECT id FROM orders)"}
trust: {peers: [127.0.0.1]}
`

// accessEnv returns what makes a service obey an access file.
func accessEnv(path string) []string {
	return []string{"ASKSQL_HOST_ACCESS_PATH=" + path, "ASKSQL_HOST_INLINE_SCHEMA=narrow"}
}

var asTenant = []string{"x-asksql-role", "analyst", "x-asksql-tenant", "7"}

func TestAccessFile(t *testing.T) {
	s := serve(t, newModel(t, saysSQL(goodSQL)), accessEnv(file(t, "access.yaml", accessFile))...)
	const want = "SELECT COUNT(*) FROM (SELECT 1 FROM `shop`.`orders` WHERE `shop`.`orders`.`customer_id` = 7) AS `orders`"
	if got := strings.Join(strings.Fields(checkSQL(t, s.post(t, question, asTenant...))), " "); got != want {
		t.Errorf("the SQL is %s\nwant %s", got, want)
	}
	with := func(fields string) string { return strings.TrimSuffix(question, "}") + "," + fields + "}" }
	badRequest("header x-asksql-role is missing").check(t, s.post(t, question))
	badRequest("header x-asksql-tenant is missing").check(t, s.post(t, question, "x-asksql-role", "analyst"))
	badRequest("header x-asksql-tenant is there twice").check(t, s.post(t, question, append([]string{"X-ASKSQL-Tenant", "7"}, asTenant...)...))
	badRequest("header x-asksql-tenant must be a whole number").check(t, s.post(t, question, "x-asksql-role", "analyst", "x-asksql-tenant", "7 OR 1=1"))
	badRequest("header x-asksql-role names no role that may be used").check(t, s.post(t, question, "x-asksql-role", "root", "x-asksql-tenant", "7"))
	// Neither body, query string nor a header of another spelling says who asks.
	badRequest("header x-asksql-role is missing").check(t, s.post(t, with(`"role":"analyst","tenant":7,"x-asksql-role":"analyst","x-asksql-tenant":"7"`)))
	badRequest("header x-asksql-role is missing").check(t, s.do(t, "POST", "/ask?role=analyst&x-asksql-role=analyst&x-asksql-tenant=7", question, "Content-Type", "application/json"))
	badRequest("header x-asksql-role is missing").check(t, s.post(t, question, "x_asksql_role", "analyst", "x_asksql_tenant", "7"))
	// A body may narrow.
	checkSQL(t, s.post(t, with(`"tables":["orders"]`), asTenant...))
	badRequest("tables: table products is not in the schema").check(t, s.post(t, with(`"tables":["products"]`), asTenant...))
	badRequest("field tables must be a list of strings").check(t, s.post(t, with(`"tables":"orders"`), asTenant...))
	badRequest("field tables must be a list of strings").check(t, s.post(t, with(`"tables":[null]`), asTenant...))
	checkSQL(t, s.post(t, with(`"tables":null`), asTenant...))
	wantError{400, "sql_validation_error", "table_scope", "table orders is not in the schema"}.check(t, s.post(t, with(`"tables":["customers"]`), asTenant...))
	if line := s.output.waitFor(t, "access_loaded"); line["rowRules"] != 3.0 {
		t.Errorf("access_loaded is %v", line)
	}
}

// Without an access file there is no field tables, and nobody says who asks.
func TestNoAccessFile(t *testing.T) {
	s := serve(t, newModel(t, saysSQL(goodSQL)))
	body := strings.TrimSuffix(question, "}") + `,"tables":["nowhere"]}`
	if got := checkSQL(t, s.post(t, body, "x-asksql-role", "root", "x-asksql-role", "root")); got != "SELECT COUNT(*) FROM `orders`" {
		t.Errorf("the SQL is %s", got)
	}
	if line := s.output.waitFor(t, "unknown_fields"); !strings.Contains(strings.Join(texts(line["fields"]), " "), "tables") {
		t.Errorf("unknown_fields is %v", line)
	}
}

func texts(v any) (all []string) {
	list, _ := v.([]any)
	for _, one := range list {
		text, _ := one.(string)
		all = append(all, text)
	}
	return all
}

func TestAccessFileStopsTheStart(t *testing.T) {
	good := file(t, "access.yaml", accessFile)
	for _, tc := range []struct {
		name  string
		env   []string
		words string
	}{
		{"inline schemas are allowed", []string{"ASKSQL_HOST_ACCESS_PATH=" + good}, "host.inlineSchema must be narrow or deny"},
		{"no schema", append(accessEnv(good), "ASKSQL_HOST_SCHEMA_PATH="), "host.schemaPath is not set"},
		{"no file", accessEnv("none.yaml"), "load access file none.yaml: stat none.yaml: no such file or directory"},
		{"a slip", accessEnv(file(t, "access.yaml", strings.Replace(accessFile, "tables: [orders], mode", "tables: [order], mode", 1))), "access.yaml, line 7: role support names table order, which the schema does not have"},
		{"a condition that does not resolve", accessEnv(file(t, "access.yaml", strings.Replace(accessFile, "customer_id = @tenant", "tenant_id = @tenant", 1))), "access.yaml, line 9: the row rule: "},
		{"headers of anybody", accessEnv(file(t, "access.yaml", strings.Replace(accessFile, "trust: {peers: [127.0.0.1]}", "", 1))), "headers are believed here, and nothing says why"},
		{"narrow of nothing", []string{"ASKSQL_HOST_INLINE_SCHEMA=narrow", "ASKSQL_HOST_SCHEMA_PATH="}, "there is no schema to choose a part of"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			env := append([]string{"ASKSQL_SERVER_PORT=0", "ASKSQL_HOST_SCHEMA_PATH=" + shop(t), "ASKSQL_LLM_PROVIDER=builtin"}, tc.env...)
			for _, args := range [][]string{{"serve"}, {"config", "check"}} {
				code, _, stderr := run(t, nil, env, args...)
				if code != 2 {
					t.Errorf("%s = %d, want 2", args, code)
				}
				oneSentence(t, stderr, tc.words)
			}
		})
	}
}

// Schema and access file are loaded again together, or not at all.
func TestAccessReload(t *testing.T) {
	dir := t.TempDir()
	schemaFile, path := filepath.Join(dir, "schema.json"), filepath.Join(dir, "access.yaml")
	two := `{"version": 1, "schemaId": "two", "database": "d", "tables": [{"name": "first", "columns": [{"name": "id", "type": "int"}]}, {"name": "second", "columns": [{"name": "id", "type": "int"}]}]}`
	shows := func(table string) string { return "role: {default: one}\nroles: {one: {tables: [" + table + "]}}\n" }
	put(t, schemaFile, two)
	put(t, path, shows("first"))
	m := newModel(t, nil)
	m.server.Config.Handler = http.HandlerFunc(saysShown)
	s := serve(t, m, append(accessEnv(path), "ASKSQL_HOST_SCHEMA_PATH="+schemaFile, "ASKSQL_HOST_RELOAD_ON_SIGHUP=true")...)
	asks := func(want string) {
		t.Helper()
		if sql := checkSQL(t, s.post(t, question)); !strings.Contains(sql, want) {
			t.Errorf("the answer is %s, want one over %s", sql, want)
		}
	}
	asks("first")
	put(t, path, shows("third"))
	s.hangUp(t, "schema_reload_failed", "reason", path+", line 2: role one names table third, which the schema does not have")
	asks("first")
	put(t, path, shows("second"))
	put(t, schemaFile, tableOnly("first"))
	s.hangUp(t, "schema_reload_failed", "reason", path+", line 2: role one names table second, which the schema does not have")
	asks("first")
	put(t, schemaFile, strings.Replace(two, `"two"`, `"three"`, 1))
	s.hangUp(t, "schema_loaded", "schemaId", "three")
	asks("second")
}

func TestAccessCommands(t *testing.T) {
	path := file(t, "access.yaml", accessFile)
	env := append(accessEnv(path), "ASKSQL_HOST_SCHEMA_PATH="+shop(t), "ASKSQL_LLM_PROVIDER=builtin")
	filtered := "FROM `shop`.`orders` WHERE `shop`.`orders`.`customer_id` = 7"
	for _, tc := range []struct {
		name           string
		env            []string
		stdin          string
		args           []string
		code           int
		stdout, stderr []string
	}{
		{"explain", env, "", []string{"access", "explain", "--role", "support", "--param", "tenant=7"}, 0,
			[]string{"role        support", "parameters  tenant", "modes       bounded_results", "at most 20 of any answer", "orders  id, customer_id, status, total, placed_at, note", "where customer_id = @tenant", filtered, "LIMIT 20"}, nil},
		{"explain a query", env, "", []string{"access", "explain", "--role", "analyst", "--param", "tenant=7", "SELECT COUNT(*)", "FROM order_items"}, 0, []string{filtered}, nil},
		{"explain a query that is refused", env, "", []string{"access", "explain", "--role", "support", "--param", "tenant=7", "SELECT id FROM customers"}, 1, []string{"query"}, []string{"table_scope: "}},
		{"a role that is none", env, "", []string{"access", "explain", "--role", "root", "--param", "tenant=7"}, 2, nil, []string{"--role names no role that may be used"}},
		{"a parameter that is none", env, "", []string{"access", "explain", "--role", "support", "--param", "tenant=7", "--param", "x=1"}, 2, nil, []string{"--param x is no parameter of the access file"}},
		{"no access file", nil, "", []string{"access", "explain"}, 2, nil, []string{"there is no access file"}},
		{"check", env, "SELECT id FROM orders", []string{"check", "--schema", shop(t), "--role", "support", "--param", "tenant=7"}, 0, []string{filtered, "LIMIT 20"}, nil},
		{"check what a role does not see", env, "SELECT id FROM customers", []string{"check", "--schema", shop(t), "--role", "support", "--param", "tenant=7"}, 1, nil, []string{"table_scope: "}},
		{"check as nobody", env, "SELECT id FROM orders", []string{"check", "--schema", shop(t)}, 2, nil, []string{"the access file wants a role; name one with --role"}},
		{"ask", env, "", []string{"ask", "--role", "analyst", "--param", "tenant=7", "how many orders"}, 0, []string{filtered}, nil},
		{"ask as nobody", env, "", []string{"ask", "how many orders"}, 2, nil, []string{"the access file wants a role; name one with --role"}},
		{"ask with a role and no access file", env[2:], "", []string{"ask", "--role", "analyst", "how many orders"}, 2, nil, []string{"--role and --param are for an access file"}},
	} {
		t.Run(tc.name, func(t *testing.T) {
			code, stdout, stderr := run(t, strings.NewReader(tc.stdin), tc.env, tc.args...)
			if code != tc.code {
				t.Errorf("%s = %d, want %d\n%s%s", tc.args, code, tc.code, stdout, stderr)
			}
			flat := strings.Join(strings.Fields(stdout), " ")
			for _, want := range tc.stdout {
				if !strings.Contains(flat, strings.Join(strings.Fields(want), " ")) {
					t.Errorf("%s prints\n%s\nwant %s in it", tc.args, stdout, want)
				}
			}
			for _, want := range tc.stderr {
				if !strings.Contains(stderr, want) {
					t.Errorf("%s says %s, want %s", tc.args, stderr, want)
				}
			}
		})
	}
}

// Every way in obeys the access file, with the headers of its own requests; a schema that a request brings narrows.
func TestEveryWayInObeysTheAccessFile(t *testing.T) {
	t.Parallel()
	o, env := withAdmin(t)
	env = append(append(env, accessEnv(file(t, "access.yaml", accessFile))...), "ASKSQL_LLM_PROVIDER=builtin", "ASKSQL_ADMIN_CHECK=true", "ASKSQL_ADMIN_PAGE=true", "ASKSQL_ADMIN_ASK=true", "ASKSQL_MCP_HTTP=true")
	s := serve(t, nil, env...)
	s.output.waitFor(t, "admin_started")
	filtered := "`shop`.`orders`.`customer_id` = 7"
	call := func(tool, arguments string) string {
		return `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"` + tool + `","arguments":` + arguments + `}}`
	}
	mcp := []string{"accept", "application/json, text/event-stream", "mcp-protocol-version", "2025-06-18"}
	question := url.Values{"question": {"how many orders"}}.Encode()
	for _, tc := range []struct {
		name, path, body string
		header           []string
		want             string
	}{
		{"check", "/check", `{"sql":"SELECT id FROM orders"}`, nil, filtered},
		{"check what the role does not see", "/check", `{"sql":"SELECT id FROM products"}`, nil, "table products is not in the schema"},
		{"check a choice", "/check", `{"sql":"SELECT id FROM orders","tables":["customers"]}`, nil, "table orders is not in the schema"},
		{"check with a schema that narrows", "/check", `{"sql":"SELECT id, total FROM orders","schemaJson":"{\"version\":1,\"schemaId\":\"x\",\"tables\":[{\"name\":\"orders\",\"columns\":[{\"name\":\"id\"}]},{\"name\":\"mysql_user\",\"columns\":[{\"name\":\"id\"}]}]}"}`, nil, "column total is not in the schema"},
		{"a question", "/ask", `{"question":"how many orders"}`, nil, filtered},
		{"with steps", "/ask", `{"question":"how many orders"}`, []string{"accept", "text/event-stream"}, filtered},
		{"that goes on", "/ask", `{"question":"how many orders","history":[{"question":"how many customers","sql":"SELECT 1"}]}`, nil, filtered},
		{"a page", "/", question, form(o.url), "customer_id"},
		{"check_sql", "/mcp", call("check_sql", `{"sql":"SELECT id FROM orders"}`), mcp, filtered},
		{"ask", "/mcp", call("ask", `{"question":"how many orders"}`), mcp, filtered},
		{"describe_table", "/mcp", call("describe_table", `{"table":"products"}`), mcp, "is not in the schema"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			with := append(append([]string{}, tc.header...), asTenant...)
			if r := o.post(t, tc.path, tc.body, with...); r.status != 200 || !strings.Contains(r.body, tc.want) {
				t.Errorf("%s = %d %s\nwant %s", tc.path, r.status, r.body, tc.want)
			}
			r := o.post(t, tc.path, tc.body, tc.header...)
			if !strings.Contains(r.body, "header x-asksql-role is missing") || strings.Contains(r.body, "orders`") {
				t.Errorf("%s of nobody = %d %s", tc.path, r.status, r.body)
			}
			forged := append(append([]string{}, with...), "Asksql-Peer", "10.0.0.1:1") // which trust would not know
			if r := o.post(t, tc.path, tc.body, forged...); r.status != 200 || !strings.Contains(r.body, tc.want) {
				t.Errorf("%s with the peer of another = %d %s", tc.path, r.status, r.body)
			}
		})
	}
}

// Where there is no access file, narrow is about inline schemas alone.
func TestNarrowWithoutAnAccessFile(t *testing.T) {
	s := serve(t, newModel(t, saysSQL("SELECT id FROM orders")), "ASKSQL_HOST_INLINE_SCHEMA=narrow")
	bring := func(table string) string {
		return strings.TrimSuffix(question, "}") + `,"schemaJson":"{\"version\":1,\"schemaId\":\"x\",\"tables\":[{\"name\":\"` + table + `\",\"columns\":[{\"name\":\"id\"}]}]}"}`
	}
	checkSQL(t, s.post(t, question))
	checkSQL(t, s.post(t, bring("ORDERS")))
	wantError{400, "sql_validation_error", "table_scope", "table orders is not in the schema"}.check(t, s.post(t, bring("products")))
	badRequest("schemaJson has no column of the schema").check(t, s.post(t, bring("secrets")))
	wantError{400, "schema_parse_error", "", "schemaJson: "}.check(t, s.post(t, strings.TrimSuffix(question, "}")+`,"schemaJson":"{"}`))
}
