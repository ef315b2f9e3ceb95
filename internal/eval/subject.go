// Package eval measures how well a model answers questions: it asks them through the pipeline,
// keeps the answers, and compares the SQL with that of people.
//
// Asking costs money and time, so that it is done once and kept (Run, Log); judging is cheap and
// done anew each time (Judge).
package eval

import (
	"context"
	"crypto/sha256"
	"encoding/hex"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"github.com/asksql/asksql/internal/ask"
	"github.com/asksql/asksql/schema"
	"github.com/asksql/asksql/sqlcheck"
)

// An Asker answers questions.
type Asker interface {
	Ask(ctx context.Context, req ask.Request) (*ask.Answer, error)
}

// A Subject is a schema that questions are about.
type Subject struct {
	Artifact *schema.Artifact
	// Asker answers questions about the schema that bring none. It writes to a log that Observe
	// returned.
	Asker Asker
	// Check checks SQL as the pipeline does. A refusal is a *sqlcheck.RejectedError.
	Check func(sql string) (*sqlcheck.Query, error)
}

// Settings are what answers depend on, beside questions and schemas.
type Settings struct {
	Provider      string   `json:"provider"`
	Model         string   `json:"model"`
	Mode          string   `json:"mode"`
	OmitSensitive bool     `json:"omitSensitive"`
	MaxRepairs    int      `json:"maxRepairs"`
	PromptTokens  int      `json:"promptTokens"` // of the longest prompt
	Temperature   *float64 `json:"temperature,omitzero"`
	MaxOutput     int      `json:"maxOutputTokens,omitzero"`
	Effort        string   `json:"reasoningEffort,omitzero"`
	ExtraBody     string   `json:"extraBody,omitzero"`
}

// Key returns the digest of what the answer to a task depends on: the task's id, question with what it goes on from, and
// schema, and the settings. The address of the model's server is no part of it, nor is the version
// of this program: to measure a change of the prompt, give the answers a file of their own.
func (s Settings) Key(t Task) string {
	text, err := json.Marshal(struct {
		Settings             Settings
		ID, Question, Digest string
		History              []ask.Exchange `json:",omitempty"`
	}{s, t.ID, t.Question.Question, t.Subject.Artifact.Digest(), t.Question.History}, jsontext.AllowInvalidUTF8(true))
	if err != nil {
		panic("eval: encode settings: " + err.Error()) // they hold plain values only
	}
	sum := sha256.Sum256(text)
	return hex.EncodeToString(sum[:16])
}
