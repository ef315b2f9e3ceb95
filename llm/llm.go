// Package llm calls language models: one Model per provider, one set of error kinds, one retry
// layer for all of them.
package llm

import (
	"context"
	"encoding/json"
	"time"

	"github.com/asksql/asksql/schema"
)

// A Model writes the next turn of a conversation. It is safe for concurrent use.
type Model interface {
	// Generate returns the model's reply. Every failure is an *Error; no reply that is empty,
	// cut off or withheld comes back as a success. It returns soon after ctx is done.
	Generate(ctx context.Context, req Request) (Reply, error)
}

// A Request is a conversation that awaits the assistant's next turn.
type Request struct {
	// System is what holds for the whole conversation. It comes first and should not change from
	// one request to the next, since providers cache by common prefix.
	System string
	// Messages are the turns so far, oldest first. The last one is the user's.
	Messages []Message
	// Format is the shape asked for, or nil for free text. A provider that cannot enforce it
	// sends the conversation without it, so that the text of the conversation has to ask too.
	Format *Format
	// Question and View are what the conversation is about, for a Model that reads no prose. No
	// provider sends them anywhere: what a server is told stands in System and Messages.
	Question string
	View     *schema.View
	// Spent is how much of the time of ctx went into other work than calling the model. A call that runs
	// out of time and had less of it than that is no failure of the provider.
	Spent time.Duration
}

// A Message is one turn.
type Message struct {
	Role Role
	Text string
}

// A Role tells whose turn a Message is.
type Role string

// The roles.
const (
	User      Role = "user"
	Assistant Role = "assistant"
)

// A Format is a JSON object that the reply is to be. It must not change once a Request has it.
type Format struct {
	Name   string          // letters, digits, underscores
	Schema json.RawMessage // a JSON Schema that is strict: all properties required, no others
}

// A Reply is one turn of a model, and what it cost.
type Reply struct {
	// Text is what the model wrote, as it wrote it: the object of Request.Format where provider
	// and model keep to it, and anything else where they do not. It is never blank.
	Text         string
	Provider     string // the provider's name, as Config has it
	Model        string // the model's name, as the provider gives it
	InputTokens  int64  // 0 where the provider does not tell
	OutputTokens int64
	Tries        int // calls made for this reply: 1 and the retries
	// After is why the first provider did not answer, where a fallback did. It is nil otherwise.
	After *Error
	// Limited says that the model knows no more than it wrote: to ask it again brings nothing new,
	// and where it cannot answer, another may.
	Limited bool
}
