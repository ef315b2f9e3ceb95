package ask_test

import (
	"context"
	"fmt"
	"strings"
	"sync"
	"testing"

	"github.com/asksql/asksql/internal/ask"
	"github.com/asksql/asksql/llm"
)

// only returns an artifact with the one table, which gives it its name.
func only(table string) string {
	return fmt.Sprintf(`{"version": 1, "schemaId": %q, "tables": [{"name": %q, "columns": [{"name": "id"}]}]}`, table, table)
}

// A reader is a Model that asks for the table that the prompt shows.
type reader struct{}

func (reader) Generate(_ context.Context, req llm.Request) (llm.Reply, error) {
	for _, table := range []string{"first", "second"} {
		if strings.Contains(req.System, table) {
			return llm.Reply{Text: object("SELECT id FROM " + table)}, nil
		}
	}
	return llm.Reply{Text: `{"sql":"","cannotAnswer":"no table"}`}, nil
}

// TestSetSchema: while the schema changes, every question sees one from beginning to end.
func TestSetSchema(t *testing.T) {
	p := newPipeline(t, nil, func(parts *ask.Parts, o *ask.Options) {
		parts.Model, parts.Schema, o.MaxRepairs = reader{}, artifact(t, only("first")), 0
	})
	var group sync.WaitGroup
	for range 4 {
		group.Go(func() {
			for range 250 {
				answer, err := p.Ask(t.Context(), ask.Request{Question: "which ids are there?", Explain: true})
				if err != nil {
					t.Errorf("Ask = %v, want an answer from either schema", err)
					return
				}
				if got := answer.Explain; len(got.Tables) != 1 || got.Tables[0] != got.SchemaID || !strings.Contains(answer.SQL, got.SchemaID) {
					t.Errorf("schema %s, tables %v, SQL %s: want one schema in all", got.SchemaID, got.Tables, answer.SQL)
				}
			}
		})
	}
	for i := range 200 {
		p.SetSchema(artifact(t, only([]string{"second", "first"}[i%2])), nil)
	}
	group.Wait()
}

func TestSetSchemaAppliesToTheNextQuestion(t *testing.T) {
	p := newPipeline(t, nil, func(parts *ask.Parts, _ *ask.Options) { parts.Model, parts.Schema = reader{}, nil })
	request := ask.Request{Question: "which ids are there?"}
	if failed := p.failure(t, request); failed.Code != ask.CodeBadRequest {
		t.Errorf("without a schema: %v, want bad_request", failed)
	}
	p.SetSchema(artifact(t, only("second")), nil)
	if answer, err := p.Ask(t.Context(), request); err != nil || flat(answer.SQL) != "SELECT `id` FROM `second`" {
		t.Errorf("with a schema: %+v, %v", answer, err)
	}
	p.SetSchema(nil, nil)
	if failed := p.failure(t, request); failed.Code != ask.CodeBadRequest {
		t.Errorf("once it is taken away: %v, want bad_request", failed)
	}
}

// An inline schema takes its marks from the schema that is configured now, whichever was when it was
// first read.
func TestSetSchemaRenewsEnforcedMarks(t *testing.T) {
	const unmarked = `{"version": 1, "schemaId": "x", "tables": [{"name": "customers", "columns": [{"name": "id"}, {"name": "email"}]}]}`
	marked := strings.Replace(unmarked, `"email"`, `"email", "sensitive": true`, 1)
	for _, tc := range []struct {
		name, before, after string
		refused             bool
	}{
		{"a mark that is new holds at once", unmarked, marked, true},
		{"a mark that is gone holds no longer", marked, unmarked, false},
	} {
		t.Run(tc.name, func(t *testing.T) {
			p := newPipeline(t, says(object("SELECT email FROM customers")), func(parts *ask.Parts, o *ask.Options) {
				parts.Schema, o.EnforceOmitSensitive, o.MaxRepairs = artifact(t, tc.before), true, 0
			})
			request := ask.Request{Question: "which addresses are there?", SchemaJSON: pointer(unmarked)}
			if _, err := p.Ask(t.Context(), request); (err != nil) == tc.refused {
				t.Errorf("before: %v, want the opposite", err)
			}
			p.SetSchema(artifact(t, tc.after), nil)
			if _, err := p.Ask(t.Context(), request); (err != nil) != tc.refused {
				t.Errorf("after: %v, want refused=%v", err, tc.refused)
			}
		})
	}
}
