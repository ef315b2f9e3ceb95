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

	"github.com/go-json-experiment/json"

	"github.com/asksql/asksql/llm"
	"github.com/asksql/asksql/schema/perview"
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
	return &model{grammar, perview.New(maxIndexBytes, lexicon.index, (*index).bytes)}, err
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
	indexes *perview.Cache[*index]
}

// Generate answers Request.Question over Request.View. A turn that asks for a repair it does not
// answer: the same question would get the same query.
func (m *model) Generate(_ context.Context, req llm.Request) (llm.Reply, error) {
	if req.View == nil || len(req.Messages) > 1 {
		return reply(answer{CannotAnswer: "the builtin model has no other answer to this question"}), nil
	}
	sql, reason := m.grammar.translate(m.indexes.Get(req.View), req.Question)
	return reply(answer{sql, reason}), nil
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
