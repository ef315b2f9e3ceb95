package ask_test

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"strings"
	"testing"

	"go.uber.org/zap/zapcore"

	"github.com/asksql/asksql/internal/ask"
	"github.com/asksql/asksql/llm"
)

// TestLog: one line for each step, each with the correlation id.
func TestLog(t *testing.T) {
	model := says(object("SELECT x FROM orders"), object("SELECT id FROM orders"))
	p := newPipeline(t, model)
	if _, err := p.Ask(t.Context(), question()); err != nil {
		t.Fatal(err)
	}
	want := []struct {
		event  string
		fields map[string]any
	}{
		{"ask_received", map[string]any{"question": "how many orders are there?", "mode": "schema_only", "schemaId": "shop", "omitSensitive": true}},
		{"prompt_built", map[string]any{"tables": int64(2), "ofTables": int64(2), "pruned": false}},
		{"model_called", map[string]any{"provider": "fake", "model": "fake-1", "attempt": int64(1), "tries": int64(1), "inputTokens": int64(100), "outputTokens": int64(10)}},
		{"sql_checked", map[string]any{"attempt": int64(1), "ok": false, "rule": "column_scope", "sql": "SELECT x FROM orders"}},
		{"model_called", map[string]any{"attempt": int64(2)}},
		{"sql_checked", map[string]any{"attempt": int64(2), "ok": true}},
		{"sql_generated", map[string]any{"sql": "SELECT `id` FROM `orders`"}},
	}
	lines := p.logs.All()
	if len(lines) != len(want) {
		t.Fatalf("%d lines, want %d: %v", len(lines), len(want), lines)
	}
	for i, w := range want {
		fields := lines[i].ContextMap()
		if lines[i].Message != w.event || fields["correlationId"] != "id-1" || lines[i].Level != zapcore.InfoLevel {
			t.Errorf("line %d: %s %s %v, want %s", i, lines[i].Level, lines[i].Message, fields, w.event)
		}
		for key, value := range w.fields {
			if got := fields[key]; got != value && flat(fmt.Sprint(got)) != fmt.Sprint(value) {
				t.Errorf("%s: %s = %v, want %v", w.event, key, got, value)
			}
		}
	}
}

func TestLogOfFailures(t *testing.T) {
	for _, tc := range []struct {
		name   string
		reply  any
		level  zapcore.Level
		fields map[string]any
	}{
		{"provider", &llm.Error{Kind: llm.KindUnavailable, Provider: "fake", Status: 503, Detail: "why", Tries: 3}, zapcore.WarnLevel,
			map[string]any{"code": "sql_generation_error", "cause": "fake: unavailable (HTTP 503): why"}},
		{"caller gone", &llm.Error{Kind: llm.KindCanceled, Provider: "fake"}, zapcore.InfoLevel, map[string]any{"canceled": true}},
		{"refusal", object("DROP TABLE x"), zapcore.InfoLevel, map[string]any{"code": "sql_validation_error", "rule": "read_only"}},
	} {
		t.Run(tc.name, func(t *testing.T) {
			p := newPipeline(t, says(tc.reply))
			p.failure(t, question())
			last := p.logs.All()[p.logs.Len()-1]
			if last.Message != "ask_failed" || last.Level != tc.level {
				t.Errorf("last line: %s %s, want ask_failed at %s", last.Level, last.Message, tc.level)
			}
			for key, value := range tc.fields {
				if got := last.ContextMap()[key]; got != value {
					t.Errorf("%s = %v, want %v", key, got, value)
				}
			}
		})
	}
}

func TestLogRedacts(t *testing.T) {
	const sql = "SELECT id, 'private' FROM orders"
	p := newPipeline(t, says(object("SELECT nope, 'private' FROM orders"), object(sql)), func(_ *ask.Parts, o *ask.Options) {
		o.Redact = []string{"question", "sql"}
	})
	answer, err := p.Ask(t.Context(), question())
	if err != nil {
		t.Fatal(err)
	}
	var all strings.Builder
	for _, line := range p.logs.All() {
		fmt.Fprintln(&all, line.Message, line.ContextMap())
	}
	for _, secret := range []string{question().Question, "private", "FROM"} {
		if strings.Contains(all.String(), secret) {
			t.Errorf("the log holds %q:\n%s", secret, &all)
		}
	}
	for _, text := range []string{question().Question, answer.SQL} {
		if sum := sha256.Sum256([]byte(text)); !strings.Contains(all.String(), hex.EncodeToString(sum[:])) {
			t.Errorf("the log lacks the hash of %q:\n%s", text, &all)
		}
	}
}

// TestLogRedactsWhatProvidersSay: an error text may quote the conversation.
func TestLogRedactsWhatProvidersSay(t *testing.T) {
	quoting := &llm.Error{Kind: llm.KindRejected, Provider: "fake", Status: 400, Detail: "bad prompt: " + question().Question}
	p := newPipeline(t, says(quoting), func(_ *ask.Parts, o *ask.Options) { o.Redact = []string{"question"} })
	p.failure(t, question())
	for _, line := range p.logs.All() {
		if text := fmt.Sprint(line.ContextMap()); strings.Contains(text, "how many") {
			t.Errorf("%s holds the question: %s", line.Message, text)
		}
	}
	if last := p.logs.All()[p.logs.Len()-1]; last.ContextMap()["cause"] != "fake: rejected (HTTP 400)" {
		t.Errorf("cause: %v", last.ContextMap()["cause"])
	}
}
