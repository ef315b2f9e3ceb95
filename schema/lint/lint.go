// Package lint looks for what could be better in an artifact that the decoder takes: what a model
// would miss, what should perhaps be hidden, and what prompts will leave out.
package lint

import (
	"fmt"

	"github.com/asksql/asksql/schema"
)

// A Code is a kind of advice.
type Code string

// The codes.
const (
	NoDescription   Code = "no_description"   // a model has to guess what is in a table or column
	NoPrimaryKey    Code = "no_primary_key"   // a model does not know what tells rows apart
	NoForeignKey    Code = "no_foreign_key"   // a column looks like one: a model has to guess how to join
	LikelySensitive Code = "likely_sensitive" // a column looks sensitive and nobody has decided on it
	MentionsHidden  Code = "mentions_hidden"  // a text is left out of prompts for the sake of a sensitive column
	TooLong         Code = "too_long"         // a prompt cannot show all of the schema
)

// An Advice is one thing that could be better.
type Advice struct {
	// Path is the JSON path of the thing, such as $.tables[2].columns[0].
	Path string `json:"path"`
	Code Code   `json:"code"`
	// About is the table, or table.column, that it is about; "" is the whole, a term or an example.
	About   string `json:"about,omitempty"`
	Message string `json:"message"`
}

// String returns "path: message".
func (a Advice) String() string { return a.Path + ": " + a.Message }

// A Size is how long the prompt of an artifact is.
type Size struct {
	Tokens    int `json:"tokens"`    // of the prompt that shows all of the schema
	MaxTokens int `json:"maxTokens"` // that a prompt may have
}

// A Counter returns the length, in tokens, of the prompt that shows all of a view.
type Counter func(view *schema.View) int

// Measure returns how long the prompt is that shows all of the artifact but for sensitive columns,
// beside the limit.
func Measure(a *schema.Artifact, count Counter, maxTokens int) Size {
	return Size{count(a.View(schema.Policy{Values: true})), maxTokens}
}

// Check returns what could be better in the artifact, in the order of its document. size is what
// Measure has returned.
func Check(a *schema.Artifact, size Size) []Advice {
	l := &linter{doc: a.Document(), shown: a.View(schema.Policy{Values: true})}
	if size.Tokens > size.MaxTokens {
		l.advise("$", "", TooLong, "the prompt of the whole schema has %d tokens and prompt.maxTokens is %d, so that prompts show the part that a question is about; raise it if the model's context is larger", size.Tokens, size.MaxTokens)
	}
	l.tables()
	l.hidden()
	return l.all
}

// A linter is one look at an artifact.
type linter struct {
	doc   *schema.Document
	shown *schema.View // without sensitive columns
	all   []Advice
}

func (l *linter) advise(path, about string, code Code, format string, args ...any) {
	l.all = append(l.all, Advice{path, code, about, fmt.Sprintf(format, args...)})
}
