// Package builtin answers questions without a language model. It reads those that it understands to
// the last word, and says of all others what it did not understand.
//
// A question is split into tokens. Constructs, a table of patterns with what each means, read the
// tokens in every way that uses up all of them. The names in each reading are looked up in the
// schema. If one query comes of it, that is the answer; if several do, the question is refused with
// what it may mean.
package builtin

import (
	"context"
	"runtime"
	"sync"
	"weak"

	"github.com/go-json-experiment/json"

	"github.com/asksql/asksql/llm"
	"github.com/asksql/asksql/schema"
)

// Name is the name of the provider, and of its one model.
const Name = "builtin"

// New returns the generator. It calls no server, so that it needs neither key nor address.
func New() llm.Model {
	model, err := newModel(constructs())
	if err != nil {
		panic("builtin: " + err.Error()) // lexicon and constructs are compiled in, and tested
	}
	return model
}

func newModel(constructs []construct) (*model, error) {
	lexicon, err := newLexicon(lexiconText)
	if err != nil {
		return nil, err
	}
	grammar, err := newGrammar(lexicon, leaves(), constructs)
	return &model{grammar: grammar}, err
}

// constructs lists all that this package understands.
func constructs() []construct {
	var all []construct
	for _, list := range [][]construct{questions(), items(), things(), conditions(), comparisons()} {
		all = append(all, list...)
	}
	return all
}

// A model is the generator. What depends on a view alone it prepares once for as long as the view is
// in use.
type model struct {
	grammar *grammar
	indexes sync.Map // weak.Pointer[schema.View] to func() *index
}

// Generate answers Request.Question over Request.View. A turn that asks for a repair it does not
// answer: the same question would get the same query.
func (m *model) Generate(_ context.Context, req llm.Request) (llm.Reply, error) {
	if req.View == nil || len(req.Messages) > 1 {
		return reply(answer{CannotAnswer: "the builtin model has no other answer to this question"}), nil
	}
	sql, reason := m.grammar.translate(m.index(req.View), req.Question)
	return reply(answer{sql, reason}), nil
}

// index returns the index of a view.
func (m *model) index(view *schema.View) *index {
	key := weak.Make(view)
	if prepare, ok := m.indexes.Load(key); ok {
		return prepare.(func() *index)()
	}
	// The function must not hold the view beyond its first call, or it would never be collected.
	prepare := sync.OnceValue(func() *index { return m.grammar.lexicon.index(key.Value()) })
	actual, loaded := m.indexes.LoadOrStore(key, prepare)
	if !loaded {
		runtime.AddCleanup(view, func(key weak.Pointer[schema.View]) { m.indexes.Delete(key) }, key)
	}
	prepared := actual.(func() *index)()
	runtime.KeepAlive(view)
	return prepared
}

// An answer is the object that every model is asked for.
type answer struct {
	SQL          string `json:"sql"`
	CannotAnswer string `json:"cannotAnswer"`
}

func reply(a answer) llm.Reply {
	text, err := json.Marshal(a)
	if err != nil {
		panic("builtin: encode an answer: " + err.Error()) // the question is valid UTF-8
	}
	return llm.Reply{Text: string(text), Provider: Name, Model: Name, Tries: 1, Limited: true}
}
