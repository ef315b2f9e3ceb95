package eval

// An Outcome is what became of a question.
type Outcome string

// The outcomes, the best first.
const (
	Accepted Outcome = "accepted"      // SQL that every rule let pass
	Refused  Outcome = "refused"       // no attempt passed the rules
	Cannot   Outcome = "cannot_answer" // the model said that the schema does not answer it
	NoAnswer Outcome = "no_answer"     // the model replied, with nothing that could be an answer
	Failed   Outcome = "failed"        // the model was not reached, or not in time
)

// An Answer is what the pipeline made of a question: one line of the file of results. It holds
// nothing that follows from the gold query, so that a rerun can judge it anew.
type Answer struct {
	ID string `json:"id"`
	// Key is the digest of all that the answer depends on: see Settings.Key.
	Key      string  `json:"key"`
	SchemaID string  `json:"schemaId"`
	Model    string  `json:"model,omitzero"` // as the provider calls it
	Outcome  Outcome `json:"outcome"`
	// SQL is the checked print, of an accepted answer.
	SQL string `json:"sql,omitzero"`
	// Draft is the last statement that was refused, as the model wrote it.
	Draft   string `json:"draft,omitzero"`
	Rule    string `json:"rule,omitzero"` // that refused the last attempt
	Message string `json:"message,omitzero"`
	// Attempts is how often the model was asked.
	Attempts int `json:"attempts"`
	// Repairs are the violations that the model was told about, oldest first.
	Repairs      []Repair `json:"repairs,omitempty"`
	InputTokens  int64    `json:"inputTokens"` // all attempts together; 0 where the provider does not tell
	OutputTokens int64    `json:"outputTokens"`
	LatencyMs    float64  `json:"latencyMs"` // of the whole question
	ModelMs      float64  `json:"modelMs"`   // spent waiting for the model
}

// A Repair is a violation that the model was told about.
type Repair struct {
	Rule    string `json:"rule"`
	Message string `json:"message"`
}

// FirstTry reports whether the first attempt was accepted.
func (a *Answer) FirstTry() bool { return a.Outcome == Accepted && a.Attempts == 1 }
