package ask_test

import (
	"context"
	"errors"
	"strings"
	"testing"

	"github.com/go-json-experiment/json"
	"go.uber.org/zap"
	"pgregory.net/rapid"

	"github.com/asksql/asksql/internal/ask"
	"github.com/asksql/asksql/internal/schematest"
	"github.com/asksql/asksql/llm"
	"github.com/asksql/asksql/llm/builtin"
	"github.com/asksql/asksql/schema"
	"github.com/asksql/asksql/sqlcheck"
)

// Nothing that comes out of a question depends on what is hidden: not the answer or refusal, what
// explain says, or the turns that a model is sent, whether it names what is hidden or not.
func TestNothingHiddenComesOut(t *testing.T) {
	var model replaying
	answered, refused := 0, 0
	scripted := newPipeline(t, nil, func(parts *ask.Parts, o *ask.Options) { closedWorld(t, parts, o, &model) })
	answering := newPipeline(t, nil, func(parts *ask.Parts, o *ask.Options) { closedWorld(t, parts, o, builtin.New()) })
	rapid.Check(t, func(t *rapid.T) {
		doc := schematest.Document(t)
		with, without := string(schematest.JSON(doc)), string(schematest.JSON(schematest.Without(doc)))
		mode := string(rapid.SampledFrom([]ask.Mode{ask.SchemaOnly, ask.BoundedResults}).Draw(t, "mode"))
		for range 4 {
			req := ask.Request{Question: schematest.Text(t), Mode: &mode, Explain: true}
			model.script = []string{schematest.Query(t, doc), schematest.Query(t, doc), schematest.Query(t, doc)}
			for _, p := range []pipeline{scripted, answering} {
				one, two := outcome(t, p, &model, req, with), outcome(t, p, &model, req, without)
				if one != two {
					t.Fatalf("%q, with what is hidden:\n%s\nwithout:\n%s\nof\n%s", req.Question, one, two, with)
				}
				if strings.Contains(one, `"SQL"`) {
					answered++
				} else {
					refused++
				}
			}
		}
	})
	if answered < 50 || refused < 50 {
		t.Errorf("%d answers and %d refusals are too few to show anything", answered, refused)
	}
}

// closedWorld makes a pipeline judge examples as the service does, and prune some prompts.
func closedWorld(t *testing.T, parts *ask.Parts, o *ask.Options, model llm.Model) {
	all := checkers(t)
	parts.Model, parts.Log, parts.Checkers = model, zap.NewNop(), all
	parts.Decoder = judging(all)
	o.MaxPromptTokens = 900
}

// judging is a decoder that holds examples to the rules.
func judging(all map[sqlcheck.Dialect]*sqlcheck.Checker) schema.Decoder {
	return schema.Decoder{CheckExample: func(v *schema.View, sql string) (bool, error) {
		query, err := all[v.Dialect()].Check(sql, v)
		return err != nil || query.Facts().Sensitive, err
	}}
}

// replaying is a Model that replies with the queries of its script, and keeps what it was sent.
type replaying struct {
	script []string
	sent   []string
}

func (r *replaying) Generate(_ context.Context, req llm.Request) (llm.Reply, error) {
	next := r.script[len(r.sent)%len(r.script)]
	last := req.Messages[len(req.Messages)-1]
	r.sent = append(r.sent, req.System+"\x00"+last.Text)
	return llm.Reply{Text: object(next)}, nil
}

// outcome returns all that a question over the schema tells, the time aside.
func outcome(t *rapid.T, p pipeline, model *replaying, req ask.Request, schemaJSON string) string {
	req.SchemaJSON = &schemaJSON
	return told(t, p.Pipeline, model, req)
}

// told returns all that a question tells, the time aside.
func told(t *rapid.T, p *ask.Pipeline, model *replaying, req ask.Request) string {
	model.sent = nil
	var failed *ask.Error
	answer, err := p.Ask(context.Background(), req)
	explain := &ask.Explain{}
	switch {
	case err == nil:
		explain = answer.Explain
	case !errors.As(err, &failed):
		t.Fatalf("Ask = %v", err)
	case failed.Explain != nil:
		explain = failed.Explain
	}
	explain.Timings = nil
	text, err := json.Marshal([]any{answer, failed, model.sent})
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}
