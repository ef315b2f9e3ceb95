package ask_test

import (
	"context"
	"errors"
	"strings"
	"sync"
	"testing"

	"go.uber.org/zap"

	"github.com/asksql/asksql/internal/ask"
	"github.com/asksql/asksql/llm"
	"github.com/asksql/asksql/sqlcheck"
)

func TestAnswer(t *testing.T) {
	const printed = "SELECT COUNT(*) FROM `orders`"
	for _, tc := range []struct{ name, reply, want string }{
		{"the SQL is the checked print", object("select COUNT(*) from ORDERS -- all"), printed},
		{"plain text is read too", "Sure!\n```sql\nSELECT COUNT(*) FROM orders;\n```", printed},
		{"and so is an object that is none", `{"query": 1}`, ""},
	} {
		t.Run(tc.name, func(t *testing.T) {
			answer, err := newPipeline(t, says(tc.reply)).Ask(t.Context(), question())
			if tc.want == "" {
				var failed *ask.Error
				if !errors.As(err, &failed) || failed.Rule != sqlcheck.RuleSyntax {
					t.Errorf("Ask = %v, want the rule syntax", err)
				}
				return
			}
			if err != nil || flat(answer.SQL) != tc.want || answer.Explain != nil {
				t.Errorf("Ask = %+v, %v, want %q and no explanation", answer, err, tc.want)
			}
		})
	}
}

func TestModes(t *testing.T) {
	for _, tc := range []struct {
		name, sql, want string
		mode            *string
		values          bool // the prompt holds values
	}{
		{"schema_only is the default", "SELECT id FROM orders", "SELECT `id` FROM `orders`", nil, false},
		{"schema_only leaves rows unbounded", "SELECT id FROM orders", "SELECT `id` FROM `orders`", pointer("schema_only"), false},
		{"bounded_results adds a limit", "SELECT id FROM orders", "SELECT `id` FROM `orders` LIMIT 1000", pointer("bounded_results"), true},
		{"bounded_results lowers a limit", "SELECT id FROM orders LIMIT 2000 OFFSET 5", "SELECT `id` FROM `orders` LIMIT 1000 OFFSET 5", pointer("bounded_results"), true},
		{"bounded_results keeps a lower limit", "SELECT id FROM orders LIMIT 7", "SELECT `id` FROM `orders` LIMIT 7", pointer("bounded_results"), true},
	} {
		t.Run(tc.name, func(t *testing.T) {
			model := says(object(tc.sql))
			req := question()
			req.Mode = tc.mode
			answer, err := newPipeline(t, model).Ask(t.Context(), req)
			if err != nil || flat(answer.SQL) != tc.want {
				t.Errorf("Ask = %+v, %v, want %q", answer, err, tc.want)
			}
			if got := strings.Contains(model.calls[0].System, "'paid'"); got != tc.values {
				t.Errorf("values in the prompt: %v, want %v", got, tc.values)
			}
		})
	}
}

// TestErrors lists every way to fail, the first check that fails first.
func TestErrors(t *testing.T) {
	noModel := func(p *ask.Parts, _ *ask.Options) { p.Model = nil }
	noSchema := func(p *ask.Parts, _ *ask.Options) { p.Schema = nil }
	deny := func(_ *ask.Parts, o *ask.Options) { o.InlineSchema = false }
	asked := func(edit func(*ask.Request)) ask.Request {
		req := question()
		edit(&req)
		return req
	}
	good := object("SELECT 1")
	for _, tc := range []struct {
		name  string
		req   ask.Request
		reply any
		edit  []func(*ask.Parts, *ask.Options)
		want  ask.Error
	}{
		{"no question, nothing configured", ask.Request{}, good, []func(*ask.Parts, *ask.Options){noModel, noSchema},
			ask.Error{Code: ask.CodeBadRequest, Message: "question is missing or blank; ask something"}},
		{"blank question", ask.Request{Question: " \n\t"}, good, nil, ask.Error{Code: ask.CodeBadRequest, Message: "question is missing or blank; ask something"}},
		{"long question", ask.Request{Question: strings.Repeat("a", 16<<10+1)}, good, nil, ask.Error{Code: ask.CodeBadRequest, Message: "question is longer than 16384 bytes; shorten it"}},
		{"another mode", asked(func(r *ask.Request) { r.Mode = pointer("full") }), good, nil, ask.Error{Code: ask.CodeBadRequest, Message: "mode must be schema_only or bounded_results"}},
		{"an empty mode", asked(func(r *ask.Request) { r.Mode = pointer("") }), good, nil, ask.Error{Code: ask.CodeBadRequest, Message: "mode must be schema_only or bounded_results"}},
		{"no schema, no model", question(), good, []func(*ask.Parts, *ask.Options){noModel, noSchema}, ask.Error{Code: ask.CodeBadRequest, Message: "no schema is configured; send schemaJson"}},
		{"inline schema denied, even a bad one", asked(func(r *ask.Request) { r.SchemaJSON = pointer("{") }), good, []func(*ask.Parts, *ask.Options){deny}, ask.Error{Code: ask.CodeBadRequest, Message: "schemaJson is not allowed here; leave it out"}},
		{"empty schema", asked(func(r *ask.Request) { r.SchemaJSON = pointer("") }), good, []func(*ask.Parts, *ask.Options){noModel}, ask.Error{Code: ask.CodeSchemaParse, Message: "schemaJson: $: the text is empty; give an artifact"}},
		{"schema with a fault", asked(func(r *ask.Request) { r.SchemaJSON = pointer(`{"version":1,"schemaId":"x","tables":[{"name":"t"}]}`) }), good, nil,
			ask.Error{Code: ask.CodeSchemaParse, Message: "schemaJson: $.tables[0].columns: must hold at least one column"}},
		{"no model", question(), good, []func(*ask.Parts, *ask.Options){noModel}, ask.Error{Code: ask.CodeNotConfigured, Message: "no model provider is configured; set llm.provider and its credential on the server"}},
		{"provider down", question(), &llm.Error{Kind: llm.KindUnavailable, Status: 503, Detail: "secret"}, nil, ask.Error{Code: ask.CodeGeneration, Message: "the model provider is out of order; try again later"}},
		{"wrong key", question(), &llm.Error{Kind: llm.KindAuth, Status: 401, Detail: "secret"}, nil, ask.Error{Code: ask.CodeGeneration, Message: "the model provider does not accept the service's key; whoever runs the service has to set it right"}},
		{"busy", question(), &llm.Error{Kind: llm.KindRateLimited, Status: 429}, nil, ask.Error{Code: ask.CodeGeneration, Message: "the model provider is busy; try again later"}},
		{"time-out", question(), &llm.Error{Kind: llm.KindTimeout}, nil, ask.Error{Code: ask.CodeGeneration, Message: "the model did not answer in time; ask again"}},
		{"caller gone", question(), &llm.Error{Kind: llm.KindCanceled}, nil, ask.Error{Code: ask.CodeGeneration, Message: "the question was withdrawn", Gone: true}},
		{"no content", question(), &llm.Error{Kind: llm.KindNoContent}, nil, ask.Error{Code: ask.CodeGeneration, Message: "the model gave no answer; ask again or in other words"}},
		{"cut off", question(), &llm.Error{Kind: llm.KindTruncated}, nil, ask.Error{Code: ask.CodeGeneration, Message: "the answer was cut off at the limit of output tokens; ask for less, or raise llm.maxOutputTokens on the server"}},
		{"filtered", question(), &llm.Error{Kind: llm.KindFiltered}, nil, ask.Error{Code: ask.CodeGeneration, Message: "the model or its provider declined the question; ask in other words"}},
		{"refused", question(), &llm.Error{Kind: llm.KindRefused}, nil, ask.Error{Code: ask.CodeGeneration, Message: "the model or its provider declined the question; ask in other words"}},
		{"tool call", question(), &llm.Error{Kind: llm.KindToolCall}, nil, ask.Error{Code: ask.CodeGeneration, Message: "the model gave no answer; ask again or in other words"}},
		{"an error of another kind", question(), errors.New("secret"), nil, ask.Error{Code: ask.CodeGeneration, Message: "the call of the model failed; try again later"}},
		{"empty SQL without a reason", question(), object(""), nil, ask.Error{Code: ask.CodeGeneration, Message: "the model gave no answer; ask again or in other words"}},
		{"cannot answer", question(), `{"sql":"SELECT 1","cannotAnswer":"no\nweather here"}`, nil, ask.Error{Code: ask.CodeValidation, Rule: "answerable", Message: "no weather here"}},
		{"a write", question(), object("DROP TABLE orders"), nil, ask.Error{Code: ask.CodeValidation, Rule: "read_only"}},
		{"two statements", question(), "```sql\nSELECT 1\n```\n```sql\nSELECT 2\n```", nil, ask.Error{Code: ask.CodeValidation, Rule: "single_statement"}},
		{"a function", question(), object("SELECT SLEEP(3)"), nil, ask.Error{Code: ask.CodeValidation, Rule: "function_scope"}},
		{"another table", question(), object("SELECT id FROM secrets"), nil, ask.Error{Code: ask.CodeValidation, Rule: "table_scope"}},
		{"a sensitive column", question(), object("SELECT email FROM customers"), nil, ask.Error{Code: ask.CodeValidation, Rule: "column_scope"}},
		{"prose", question(), "42 orders.", nil, ask.Error{Code: ask.CodeValidation, Rule: "syntax"}},
		{"comments only", question(), "-- nothing", nil, ask.Error{Code: ask.CodeValidation, Rule: "syntax"}},
		{"semicolons only", question(), ";;", nil, ask.Error{Code: ask.CodeValidation, Rule: "syntax"}},
		{"too long", question(), object("SELECT '" + strings.Repeat("x", 1<<16) + "'"), nil, ask.Error{Code: ask.CodeValidation, Rule: "complexity"}},
	} {
		t.Run(tc.name, func(t *testing.T) {
			p := newPipeline(t, says(tc.reply), tc.edit...)
			got := p.failure(t, tc.req)
			if got.Code != tc.want.Code || got.Rule != tc.want.Rule || got.Gone != tc.want.Gone || got.Explain != nil {
				t.Errorf("Ask: %+v, want %+v", got, tc.want)
			}
			if tc.want.Message != "" && got.Message != tc.want.Message || got.Message == "" {
				t.Errorf("Ask: message %q, want %q", got.Message, tc.want.Message)
			}
			if strings.Contains(got.Message, "secret\"") {
				t.Errorf("the message tells what the provider said: %q", got.Message)
			}
			last := p.logs.All()[p.logs.Len()-1]
			if last.Message != "ask_failed" || last.ContextMap()["code"] != string(tc.want.Code) || last.ContextMap()["rule"] != tc.want.Rule {
				t.Errorf("last line of the log: %s %v", last.Message, last.ContextMap())
			}
		})
	}
}

func TestRepairs(t *testing.T) {
	down := &llm.Error{Kind: llm.KindUnavailable}
	bad, worse, good := object("SELECT totl FROM orders"), object("DELETE FROM orders"), object("SELECT total FROM orders")
	for _, tc := range []struct {
		name    string
		repairs int
		script  []any
		calls   int
		code    ask.Code // "" for an answer
		rule    string
	}{
		{"the first is good", 2, []any{good}, 1, "", ""},
		{"mended once", 2, []any{bad, good}, 2, "", ""},
		{"mended twice", 2, []any{bad, worse, good}, 3, "", ""},
		{"never mended: the last refusal counts", 2, []any{bad, bad, worse, good}, 3, ask.CodeValidation, "read_only"},
		{"no repairs", 0, []any{bad, good}, 1, ask.CodeValidation, "column_scope"},
		{"prose over and over", 2, []any{"42 orders."}, 3, ask.CodeValidation, "syntax"},
		{"a failure during a repair", 2, []any{bad, down}, 2, ask.CodeGeneration, ""},
		{"cannot answer is not repaired", 2, []any{`{"sql":"","cannotAnswer":"no"}`, good}, 1, ask.CodeValidation, "answerable"},
		{"cannot answer during a repair", 2, []any{bad, `{"sql":"","cannotAnswer":"no"}`}, 2, ask.CodeValidation, "answerable"},
		{"no answer during a repair", 2, []any{bad, object("")}, 2, ask.CodeGeneration, ""},
	} {
		t.Run(tc.name, func(t *testing.T) {
			model := says(tc.script...)
			p := newPipeline(t, model, func(_ *ask.Parts, o *ask.Options) { o.MaxRepairs = tc.repairs })
			answer, err := p.Ask(t.Context(), question())
			var failed *ask.Error
			switch {
			case tc.code == "" && (err != nil || flat(answer.SQL) != "SELECT `total` FROM `orders`"):
				t.Errorf("Ask = %+v, %v", answer, err)
			case tc.code != "" && (!errors.As(err, &failed) || failed.Code != tc.code || failed.Rule != tc.rule):
				t.Errorf("Ask: %v, want %s %s", err, tc.code, tc.rule)
			}
			if len(model.calls) != tc.calls {
				t.Errorf("%d calls, want %d", len(model.calls), tc.calls)
			}
		})
	}
}

// TestRepairTurn: the model sees its own reply and every violation of it.
func TestRepairTurn(t *testing.T) {
	reply := "Here:\n```sql\nSELECT totl, SLEEP(1) FROM orders\n```"
	model := says(reply, object("SELECT 1"))
	if _, err := newPipeline(t, model).Ask(t.Context(), question()); err != nil {
		t.Fatal(err)
	}
	first, second := model.calls[0], model.calls[1]
	if len(first.Messages) != 1 || first.Messages[0].Role != llm.User || !strings.Contains(first.Messages[0].Text, question().Question) || first.Format == nil {
		t.Errorf("first call: %+v", first)
	}
	if second.System != first.System || len(second.Messages) != 3 || second.Messages[1] != (llm.Message{Role: llm.Assistant, Text: reply}) {
		t.Fatalf("second call: %+v", second.Messages)
	}
	for _, want := range []string{"column_scope", "totl", "function_scope", "SLEEP"} {
		if last := second.Messages[2]; last.Role != llm.User || !strings.Contains(last.Text, want) {
			t.Errorf("the repair turn lacks %q: %s", want, last.Text)
		}
	}
}

func TestSensitivePolicy(t *testing.T) {
	withMark := shop
	unmarked := strings.ReplaceAll(strings.Replace(shop, `"sensitive": true, `, "", 1), "customers", "CUSTOMERS")
	for _, tc := range []struct {
		name            string
		request         *bool
		config, enforce bool
		inline          *string
		shown           bool // the column is in the prompt, and a query may use it
	}{
		{"the configuration hides", nil, true, false, nil, false},
		{"the configuration shows", nil, false, false, nil, true},
		{"the request shows", pointer(false), true, false, nil, true},
		{"the request hides", pointer(true), false, false, nil, false},
		{"enforced: the request cannot show", pointer(false), true, true, nil, false},
		{"enforced: whatever the configuration says", nil, false, true, nil, false},
		{"an inline schema hides", nil, true, false, &withMark, false},
		{"an inline schema without the mark shows", nil, true, false, &unmarked, true},
		{"enforced: the configured mark holds for an inline schema", pointer(false), true, true, &unmarked, false},
	} {
		t.Run(tc.name, func(t *testing.T) {
			model := says(object("SELECT email FROM customers"))
			p := newPipeline(t, model, func(_ *ask.Parts, o *ask.Options) {
				o.OmitSensitive, o.EnforceOmitSensitive = tc.config, tc.enforce
			})
			req := question()
			req.OmitSensitiveFromPrompt, req.SchemaJSON = tc.request, tc.inline
			_, err := p.Ask(t.Context(), req)
			var failed *ask.Error
			if errors.As(err, &failed) && failed.Rule != "column_scope" || (err == nil) != tc.shown {
				t.Errorf("Ask: %v, want an answer: %v", err, tc.shown)
			}
			if got := strings.Contains(model.calls[0].System, "email"); got != tc.shown {
				t.Errorf("the column is in the prompt: %v, want %v", got, tc.shown)
			}
		})
	}
}

// TestDialect: the artifact's dialect picks the checker.
func TestDialect(t *testing.T) {
	for dialect, accepted := range map[string]bool{"mysql": true, "tidb": true, "mariadb": false} {
		req := question()
		req.SchemaJSON = pointer(strings.Replace(shop, `"database"`, `"dialect": "`+dialect+`", "database"`, 1))
		_, err := newPipeline(t, says(object("SELECT ANY_VALUE(total) FROM orders"))).Ask(t.Context(), req)
		if (err == nil) != accepted {
			t.Errorf("%s: ANY_VALUE gives %v, want accepted: %v", dialect, err, accepted)
		}
	}
}

func TestCallerGone(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	_, err := newPipeline(t, says(object("SELECT 1"))).Ask(ctx, question())
	var failed *ask.Error
	if !errors.As(err, &failed) || !failed.Gone || !errors.Is(err, context.Canceled) {
		t.Errorf("Ask: %v, want an error that says so", err)
	}
}

func TestNew(t *testing.T) {
	whole := ask.Parts{Checkers: checkers(t), Log: zap.NewNop()}
	if _, err := ask.New(whole, defaults); err != nil {
		t.Errorf("New without model and schema: %v, want none", err)
	}
	if _, err := ask.New(whole, ask.Options{}); err == nil {
		t.Error("New with a bound of 0 rows: no error")
	}
	delete(whole.Checkers, sqlcheck.TiDB)
	if _, err := ask.New(whole, defaults); err == nil || !strings.Contains(err.Error(), "tidb") {
		t.Errorf("New without a checker for tidb: %v", err)
	}
}

// TestConcurrentQuestions: a pipeline is shared by all requests.
func TestConcurrentQuestions(t *testing.T) {
	p := newPipeline(t, says(object("SELECT totl FROM orders"), object("SELECT total FROM orders")))
	var group sync.WaitGroup
	for i := range 40 {
		group.Go(func() {
			req := question()
			req.Explain = true
			if i%2 == 0 {
				req.SchemaJSON = pointer(shop)
			}
			if answer, err := p.Ask(t.Context(), req); err != nil || flat(answer.SQL) != "SELECT `total` FROM `orders`" {
				t.Errorf("Ask = %+v, %v", answer, err)
			}
		})
	}
	group.Wait()
}

// BenchmarkAsk measures what the pipeline adds to a model's own time.
func BenchmarkAsk(b *testing.B) {
	model := constant{Text: object("SELECT o.id, c.name FROM orders o JOIN customers c ON c.id = o.customer_id WHERE o.total > 10 ORDER BY o.id LIMIT 5")}
	parts := ask.Parts{Model: model, Schema: artifact(b, shop), Checkers: checkers(b), Log: zap.NewNop()}
	p, err := ask.New(parts, defaults)
	if err != nil {
		b.Fatal(err)
	}
	b.ReportAllocs()
	for b.Loop() {
		if _, err := p.Ask(b.Context(), question()); err != nil {
			b.Fatal(err)
		}
	}
}
