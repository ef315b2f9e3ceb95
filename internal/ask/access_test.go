package ask_test

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"os"
	"runtime"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"go.uber.org/zap"

	"github.com/asksql/asksql/internal/access"
	"github.com/asksql/asksql/internal/ask"
	"github.com/asksql/asksql/llm"
	"github.com/asksql/asksql/schema"
)

const tenants = `
parameters:
  tenant: {header: x-asksql-tenant, type: integer, required: true}
role: {header: x-asksql-role, required: true}
roles:
  whole: {tables: ["*"]}
  kept: {tables: [orders], columns: {orders: {exclude: [status]}}, mode: bounded_results, maxRows: 20}
rows:
  - {tables: [orders], where: "customer_id = @tenant"}
  - {tables: [customers], where: "id = @tenant"}
trust: {listener: gateway_only}
`

// underAccess makes a pipeline obey the access file.
func underAccess(t testing.TB, file string) func(*ask.Parts, *ask.Options) {
	return func(parts *ask.Parts, o *ask.Options) {
		t.Helper()
		read, err := access.Parse("access.yaml", []byte(file), "")
		if err != nil {
			t.Fatal(err)
		}
		parts.Decoder = judging(parts.Checkers)
		parts.Access, err = read.Guard(t.Context(), parts.Schema, parts.Checkers[parts.Schema.View(schema.Policy{}).Dialect()])
		if err != nil {
			t.Fatal(err)
		}
		o.NarrowInline = true
	}
}

func from(role string, tenant int) access.Caller {
	return access.FromHeader(http.Header{"X-Asksql-Role": {role}, "X-Asksql-Tenant": {fmt.Sprint(tenant)}}, "127.0.0.1:1")
}

func asking(role string, tenant int) ask.Request {
	req := question()
	req.Caller, req.Explain = from(role, tenant), true
	return req
}

func TestAccess(t *testing.T) {
	model := says(object("SELECT id FROM orders"))
	p := newPipeline(t, model, underAccess(t, tenants))
	answer, err := p.Ask(t.Context(), asking("kept", 7))
	if err != nil {
		t.Fatal(err)
	}
	const want = "SELECT `id` FROM (SELECT `id` FROM `shop`.`orders` WHERE `shop`.`orders`.`customer_id` = 7) AS `orders` LIMIT 20"
	if flat(answer.SQL) != want {
		t.Errorf("the SQL is %s\nwant %s", flat(answer.SQL), want)
	}
	use, err := json.Marshal(answer.Explain.Access)
	if got, want := string(use), `{"role":"kept","parameters":["tenant"],"filters":[{"table":"orders","rules":[0],"parameters":["tenant"]}]}`; err != nil || got != want {
		t.Errorf("explain.access is %s\nwant %s", got, want)
	}
	if e := answer.Explain; e.Mode != ask.BoundedResults || fmt.Sprint(e.Tables, e.Columns) != "[orders] [orders.id]" || e.RowLimit == nil || e.RowLimit.Limit != 20 {
		t.Errorf("explain is %+v", e)
	}
	prompt := model.calls[0].System + model.calls[0].Messages[0].Text
	if !strings.Contains(prompt, "LIMIT 20 or less") || strings.Contains(prompt, "status") || strings.Contains(prompt, "customers") || strings.Contains(prompt, "@tenant") || strings.Contains(prompt, "= 7") {
		t.Errorf("the prompt is\n%s", prompt)
	}
}

// The log says who asked and which rows were chosen, and no value.
func TestAccessInTheLog(t *testing.T) {
	p := newPipeline(t, says(object("SELECT id FROM orders")), underAccess(t, tenants))
	for _, tenant := range []int{7123456, 7123456, 8} {
		if _, err := p.Ask(t.Context(), asking("whole", tenant)); err != nil {
			t.Fatal(err)
		}
	}
	var marks []string
	for _, line := range p.logs.All() {
		text := fmt.Sprint(line.ContextMap())
		if strings.Contains(text, "7123456") {
			t.Errorf("%s has the value: %s", line.Message, text)
		}
		if line.ContextMap()["role"] != "whole" || fmt.Sprint(line.ContextMap()["parameters"]) != "[tenant]" {
			t.Errorf("%s does not say who asks: %s", line.Message, text)
		}
		if line.Message == "sql_generated" {
			if !strings.Contains(text, "`customer_id` = @tenant") || fmt.Sprint(line.ContextMap()["filters"]) != "[orders]" {
				t.Errorf("sql_generated is %s", text)
			}
			marks = append(marks, fmt.Sprint(line.ContextMap()["values"]))
		}
	}
	if len(marks) != 3 || marks[0] != marks[1] || marks[0] == marks[2] {
		t.Errorf("the fingerprints are %s, want two of one tenant and one of another", marks)
	}
}

func TestAccessRefusals(t *testing.T) {
	p := newPipeline(t, says(object("SELECT id FROM orders")), underAccess(t, tenants))
	with := func(edit func(*ask.Request)) ask.Request {
		req := asking("kept", 7)
		edit(&req)
		return req
	}
	brought := `{"version": 1, "schemaId": "x", "tables": [{"name": "customers", "columns": [{"name": "id"}]}]}`
	for _, tc := range []struct {
		name string
		req  ask.Request
		want string
	}{
		{"nobody", question(), "header x-asksql-role is missing; the gateway has to send the role"},
		{"a role that is none", asking("root", 7), "header x-asksql-role names no role that may be used"},
		{"fields come first", with(func(r *ask.Request) { r.Caller, r.Mode = access.Caller{}, pointer("full") }), "mode must be schema_only or bounded_results"},
		{"access comes before the schema", with(func(r *ask.Request) { r.Caller, r.SchemaJSON = access.Caller{}, pointer("{") }), "header x-asksql-role is missing; the gateway has to send the role"},
		{"a table that the role does not see", with(func(r *ask.Request) { r.Tables = []string{"customers"} }), "tables: table customers is not in the schema"},
		{"a table that nobody sees", with(func(r *ask.Request) { r.Tables = []string{"customerz"} }), "tables: table customerz is not in the schema"},
		{"no table", with(func(r *ask.Request) { r.Tables = []string{} }), "tables is empty; name at least one, or leave it out"},
		{"a schema of what the role does not see", with(func(r *ask.Request) { r.SchemaJSON = &brought }), "schemaJson has no column of the schema that may be asked about; leave it out"},
		{"a schema that is none", with(func(r *ask.Request) { r.SchemaJSON = pointer("{") }), "schemaJson: "},
	} {
		t.Run(tc.name, func(t *testing.T) {
			if got := p.failure(t, tc.req); !strings.HasPrefix(got.Message, tc.want) || strings.HasSuffix(tc.want, ": ") == (got.Code == ask.CodeBadRequest) {
				t.Errorf("Ask = %s: %s, want %s", got.Code, got.Message, tc.want)
			}
		})
	}
}

// What a request brings or names narrows what the role sees, and a table of another name stays away.
func TestChoices(t *testing.T) {
	brought := `{"version": 1, "schemaId": "x", "dialect": "mariadb", "database": "other", "tables": [
		{"name": "customers", "columns": [{"name": "id", "type": "text"}, {"name": "name", "description": "in their words"}, {"name": "secret"}]},
		{"name": "payments", "columns": [{"name": "id"}]}]}`
	model := says(object("SELECT id, name FROM customers"))
	p := newPipeline(t, model, underAccess(t, tenants))
	for _, tables := range [][]string{nil, {"CUSTOMERS"}} {
		req := asking("whole", 7)
		req.SchemaJSON, req.Tables = &brought, tables
		answer, err := p.Ask(t.Context(), req)
		if err != nil {
			t.Fatal(err)
		}
		if want := "SELECT `id`, `name` FROM (SELECT `id`, `name` FROM `shop`.`customers` WHERE `shop`.`customers`.`id` = 7) AS `customers`"; flat(answer.SQL) != want {
			t.Errorf("the SQL is %s, want %s", flat(answer.SQL), want)
		}
		prompt := model.calls[len(model.calls)-1].System
		if !strings.Contains(prompt, "in their words") || !strings.Contains(prompt, "bigint") || strings.Contains(prompt, "orders") || strings.Contains(prompt, "payments") || strings.Contains(prompt, "secret") {
			t.Errorf("the prompt is\n%s", prompt)
		}
	}
}

// answering is a Model that answers with the query in the question, so that answers can be told apart.
type answering struct{}

func (answering) Generate(_ context.Context, req llm.Request) (llm.Reply, error) {
	return llm.Reply{Text: object(req.Question)}, nil
}

// Many roles and tenants at once: everyone gets the rows of its own, and memory stays bounded.
func TestManyCallersAtOnce(t *testing.T) {
	requests, roles := 1_000, 100
	if testing.Short() {
		requests = 500
	}
	if n, err := strconv.Atoi(os.Getenv("ASKSQL_ACCESS_REQUESTS")); err == nil {
		requests = n
	}
	file := strings.Builder{}
	file.WriteString("parameters:\n  tenant: {header: x-asksql-tenant, type: integer, required: true}\nrole: {header: x-asksql-role, required: true}\ntrust: {listener: gateway_only}\nroles:\n")
	for i := range roles {
		tables, columns := `["*"]`, ""
		if i%2 == 1 {
			tables, columns = "[orders]", ", columns: {orders: {exclude: [status]}}"
		}
		fmt.Fprintf(&file, "  r%d: {tables: %s, maxRows: %d%s}\n", i, tables, i+1, columns)
	}
	file.WriteString("rows:\n  - {tables: [orders], where: \"customer_id = @tenant\"}\n  - {tables: [customers], where: \"id = @tenant\"}\n")
	p := newPipeline(t, nil, underAccess(t, file.String()), func(parts *ask.Parts, _ *ask.Options) { parts.Model, parts.Log = answering{}, zap.NewNop() })

	runtime.GC()
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	var group sync.WaitGroup
	next := make(chan int)
	for range 8 {
		group.Go(func() {
			for i := range next {
				role, tenant := i%roles, 1_000_000+i
				req := ask.Request{Question: "SELECT id FROM orders", Caller: from(fmt.Sprintf("r%d", role), tenant)}
				switch i % 3 {
				case 1:
					req.Tables = []string{"orders"}
				case 2:
					text := fmt.Sprintf(`{"version": 1, "schemaId": "x", "tables": [{"name": "orders", "description": "of %d", "columns": [{"name": "id"}]}]}`, tenant)
					req.SchemaJSON = &text
				}
				answer, err := p.Ask(context.Background(), req)
				if err != nil {
					t.Errorf("request %d: %v", i, err)
					continue
				}
				want := fmt.Sprintf("SELECT `id` FROM (SELECT `id` FROM `shop`.`orders` WHERE `shop`.`orders`.`customer_id` = %d) AS `orders` LIMIT %d", tenant, role+1)
				if flat(answer.SQL) != want {
					t.Errorf("request %d got %s, want %s", i, flat(answer.SQL), want)
				}
				// What a role does not see it cannot name either.
				if role%2 == 1 {
					req.Question, req.Tables, req.SchemaJSON = "SELECT status FROM orders", nil, nil
					if _, err := p.Ask(context.Background(), req); err == nil {
						t.Errorf("role r%d reads a column that it does not see", role)
					}
				}
			}
		})
	}
	for i := range requests {
		next <- i
	}
	close(next)
	group.Wait()
	runtime.GC()
	runtime.ReadMemStats(&after)
	if grown := int64(after.HeapAlloc) - int64(before.HeapAlloc); grown > 96<<20 {
		t.Errorf("%d requests left %d MiB on the heap", requests, grown>>20)
	}
	t.Logf("%d requests of %d roles left %d KiB on the heap", requests, roles, (int64(after.HeapAlloc)-int64(before.HeapAlloc))>>10)
}

// While schema and access file are loaded again and again, every question sees the two of one load: its answer has
// the rows of its tenant, by the rule of that load.
func TestReloadsNeverWiden(t *testing.T) {
	loads := make([]ask.Parts, 2)
	for i, column := range []string{"customer_id", "id"} {
		edit := underAccess(t, strings.Replace(tenants, "customer_id = @tenant", column+" = @tenant", 1))
		loads[i] = ask.Parts{Schema: artifact(t, shop), Checkers: checkers(t)}
		edit(&loads[i], &ask.Options{})
	}
	p := newPipeline(t, nil, func(parts *ask.Parts, o *ask.Options) {
		*parts = loads[0]
		parts.Model, parts.Log, o.NarrowInline = answering{}, zap.NewNop(), true
	})
	var group sync.WaitGroup
	ended := make(chan struct{})
	seen := make([]map[string]bool, 3)
	for g := range seen {
		seen[g] = map[string]bool{}
		group.Go(func() {
			for i := 0; ; i++ {
				select {
				case <-ended:
					return
				default:
				}
				req := ask.Request{Question: "SELECT total FROM orders", Caller: from("whole", 7)}
				if i%2 == 1 {
					req.Tables = []string{"orders"}
				}
				answer, err := p.Ask(context.Background(), req)
				if err != nil {
					t.Errorf("Ask = %v", err)
					return
				}
				seen[g][flat(answer.SQL)] = true
			}
		})
	}
	for i := range 200 {
		p.SetSchema(loads[i%2].Schema, loads[i%2].Access)
		time.Sleep(time.Millisecond)
	}
	close(ended)
	group.Wait()
	all := map[string]bool{}
	for _, one := range seen {
		for sql := range one {
			all[sql] = true
		}
	}
	for _, column := range []string{"customer_id", "id"} {
		want := "SELECT `total` FROM (SELECT `total` FROM `shop`.`orders` WHERE `shop`.`orders`.`" + column + "` = 7) AS `orders`"
		if !all[want] {
			t.Errorf("no answer is %s", want)
		}
		delete(all, want)
	}
	for sql := range all {
		t.Errorf("an answer is %s", sql)
	}
}
