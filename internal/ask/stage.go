package ask

import (
	"time"

	"github.com/asksql/asksql/llm"
	"github.com/asksql/asksql/sqlcheck"
)

// The names of stages, in the order in which a question goes through them; from StageAsked on it may do so
// several times.
const (
	StagePrompted = "prompt_built" // the prompt is there
	StageAsked    = "model_asked"  // the model is being asked
	StageReplied  = "model_called" // it has replied
	StageRefused  = "sql_refused"  // the SQL in the reply is refused
)

// A Stage is one step of a question on its way, for those who show it while it happens. Fields that say nothing about
// the step are zero.
type Stage struct {
	Name         string               `json:"stage"`
	Attempt      int                  `json:"attempt,omitzero"` // which reply of the model it is about, from 1
	Prompt       *PromptUse           `json:"prompt,omitzero"`
	ModelMs      float64              `json:"modelMs,omitzero"`
	InputTokens  int64                `json:"inputTokens,omitzero"`
	OutputTokens int64                `json:"outputTokens,omitzero"`
	SQL          string               `json:"sql,omitzero"` // what was refused, as the model wrote it
	Violations   []sqlcheck.Violation `json:"violations,omitzero"`
}

// A Watcher is told of each step of one question as it happens, one after the other. It should return soon, and must
// change nothing of what it is told.
type Watcher interface{ Told(s Stage) }

// tell tells the one who asked of a step.
func (r *run) tell(s Stage) {
	if r.watch != nil {
		r.watch.Told(s)
	}
}

func (r *run) tellReply(reply llm.Reply, took time.Duration) {
	r.tell(Stage{
		Name: StageReplied, Attempt: r.attempts, ModelMs: milliseconds(took),
		InputTokens: reply.InputTokens, OutputTokens: reply.OutputTokens,
	})
}

func (r *run) tellRefusal(sql string, rejected *sqlcheck.RejectedError) {
	r.tell(Stage{Name: StageRefused, Attempt: r.attempts, SQL: sql, Violations: rejected.Violations})
}
