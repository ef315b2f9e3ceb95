package ask_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync"
	"testing"

	"go.uber.org/zap"
	"go.uber.org/zap/zapcore"
	"go.uber.org/zap/zaptest/observer"

	"github.com/asksql/asksql/internal/ask"
	"github.com/asksql/asksql/llm"
	"github.com/asksql/asksql/prompt"
	"github.com/asksql/asksql/rules"
	"github.com/asksql/asksql/schema"
	"github.com/asksql/asksql/sqlcheck"
)

// A scripted is a Model that answers as its script says, one entry a call: text, or an error. What
// comes after the last entry is the last one again.
type scripted struct {
	script []any

	mu    sync.Mutex
	calls []llm.Request
}

func (s *scripted) Generate(ctx context.Context, req llm.Request) (llm.Reply, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	next := s.script[min(len(s.calls), len(s.script)-1)]
	s.calls = append(s.calls, req)
	if err := ctx.Err(); err != nil {
		return llm.Reply{}, &llm.Error{Kind: llm.KindCanceled, Provider: "fake", Tries: 1}
	}
	if err, ok := next.(error); ok {
		return llm.Reply{}, err
	}
	return llm.Reply{Text: next.(string), Provider: "fake", Model: "fake-1", InputTokens: 100, OutputTokens: 10, Tries: 1}, nil
}

func says(script ...any) *scripted { return &scripted{script: script} }

const shop = `{"version": 1, "schemaId": "shop", "database": "shop", "tables": [
	{"name": "customers", "primaryKey": ["id"], "columns": [
		{"name": "id", "type": "bigint"}, {"name": "name", "type": "varchar(100)"},
		{"name": "email", "type": "varchar(200)", "sensitive": true, "description": "where mail goes"}]},
	{"name": "orders", "primaryKey": ["id"], "columns": [
		{"name": "id", "type": "bigint"}, {"name": "customer_id", "type": "bigint"},
		{"name": "status", "type": "varchar(10)", "values": ["new", "paid"]}, {"name": "total", "type": "decimal(10,2)"}]}]}`

func checkers(t testing.TB) map[sqlcheck.Dialect]*sqlcheck.Checker {
	t.Helper()
	all := map[sqlcheck.Dialect]*sqlcheck.Checker{}
	for _, d := range []sqlcheck.Dialect{sqlcheck.MySQL, sqlcheck.MariaDB, sqlcheck.TiDB} {
		checker, err := sqlcheck.New(rules.All(), sqlcheck.Options{Dialect: d})
		if err != nil {
			t.Fatal(err)
		}
		all[d] = checker
	}
	return all
}

func artifact(t testing.TB, text string) *schema.Artifact {
	t.Helper()
	a, err := schema.Decoder{}.Decode([]byte(text))
	if err != nil {
		t.Fatal(err)
	}
	return a
}

// defaults are the options of a server of which nobody said anything.
var defaults = ask.Options{InlineSchema: true, SchemaCacheBytes: 1 << 20, MaxRows: 1000, MaxRepairs: 2, MaxPromptTokens: prompt.DefaultMaxTokens, OmitSensitive: true}

// A pipeline is one under test, with its log.
type pipeline struct {
	*ask.Pipeline
	logs *observer.ObservedLogs
}

// newPipeline returns a pipeline over shop. model may be nil for none.
func newPipeline(t testing.TB, model *scripted, edit ...func(*ask.Parts, *ask.Options)) pipeline {
	t.Helper()
	core, logs := observer.New(zapcore.DebugLevel)
	parts := ask.Parts{Schema: artifact(t, shop), Checkers: checkers(t), Log: zap.New(core)}
	if model != nil {
		parts.Model = model
	}
	options := defaults
	for _, e := range edit {
		e(&parts, &options)
	}
	p, err := ask.New(parts, options)
	if err != nil {
		t.Fatal(err)
	}
	return pipeline{p, logs}
}

// failure asks and returns the error, which there has to be.
func (p pipeline) failure(t *testing.T, req ask.Request) *ask.Error {
	t.Helper()
	answer, err := p.Ask(t.Context(), req)
	var failed *ask.Error
	if !errors.As(err, &failed) {
		t.Fatalf("Ask = %+v, %v, want an *ask.Error", answer, err)
	}
	return failed
}

func question() ask.Request {
	return ask.Request{CorrelationID: "id-1", Question: "how many orders are there?"}
}

func object(sql string) string { return fmt.Sprintf(`{"sql":%q,"cannotAnswer":""}`, sql) }

// flat returns sql on one line: where the printer breaks lines is its own affair.
func flat(sql string) string { return strings.Join(strings.Fields(sql), " ") }

func pointer[T any](v T) *T { return &v }

// constant is a Model with one reply.
type constant llm.Reply

func (c constant) Generate(context.Context, llm.Request) (llm.Reply, error) {
	return llm.Reply(c), nil
}
