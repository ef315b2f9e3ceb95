package builtin_test

import (
	"context"
	"encoding/json"
	"sync"
	"testing"

	"github.com/asksql/asksql/llm"
	"github.com/asksql/asksql/schema"
)

// The schemas that questions are asked about.
const (
	shop   = "../../examples/shop/schema.json"
	club   = "testdata/club.json"
	office = "testdata/office.json"
)

// views has the view of each schema, values shown and sensitive columns not.
var views sync.Map

func view(t testing.TB, path string) *schema.View {
	t.Helper()
	if v, ok := views.Load(path); ok {
		return v.(*schema.View)
	}
	artifact, err := schema.Decoder{}.Load(path)
	if err != nil {
		t.Fatal(err)
	}
	v, _ := views.LoadOrStore(path, artifact.View(schema.Policy{Values: true}))
	return v.(*schema.View)
}

// An answer is what the model replied.
type answer struct {
	SQL          string `json:"sql"`
	CannotAnswer string `json:"cannotAnswer"`
}

// ask asks a question. A reply has SQL or a reason, not both and not neither.
func ask(t testing.TB, model llm.Model, path, question string) answer {
	t.Helper()
	return askView(t, model, view(t, path), question)
}

func askView(t testing.TB, model llm.Model, v *schema.View, question string) answer {
	t.Helper()
	reply, err := model.Generate(context.Background(), llm.Request{Question: question, View: v})
	if err != nil {
		t.Fatalf("Generate(%q): %v", question, err)
	}
	var a answer
	if err := json.Unmarshal([]byte(reply.Text), &a); err != nil {
		t.Fatalf("Generate(%q) = %q: %v", question, reply.Text, err)
	}
	if (a.SQL == "") == (a.CannotAnswer == "") {
		t.Errorf("Generate(%q) = %q, want either SQL or a reason", question, reply.Text)
	}
	return a
}
