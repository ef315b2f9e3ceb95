package ask

import (
	"github.com/asksql/asksql/internal/checked"
	"github.com/asksql/asksql/sqlcheck"
)

// An Answer is SQL that answers a question.
type Answer struct {
	// SQL was printed from the checked tree; it is never the model's own text.
	SQL string
	// Explain is nil unless the request asked for it.
	Explain *Explain
}

// An Explain tells how an answer, or a refusal, came about. Its lists are never null.
type Explain struct {
	SchemaID     string               `json:"schemaId"`
	Mode         Mode                 `json:"mode"`
	checked.Read                      // nothing without a checked statement
	Rules        []RuleResult         `json:"rules"`      // in the order of evaluation
	Violations   []sqlcheck.Violation `json:"violations"` // of the last attempt; empty on success
	RowLimit     *checked.RowLimit    `json:"rowLimit"`   // null where the statement has no top-level LIMIT
	Warnings     []sqlcheck.Advice    `json:"warnings"`   // worth knowing; they refuse nothing
	Attempts     int                  `json:"attempts"`   // replies of the model that were read
	Repairs      []Repair             `json:"repairs"`    // what was mended on the way, oldest first
	Prompt       *PromptUse           `json:"prompt"`
	Model        *ModelUse            `json:"model"`
	Timings      *Timings             `json:"timings"`
	Access       *AccessUse           `json:"access,omitzero"` // nil where no access file is in force
}

// A RuleResult says whether a rule held for the last attempt.
type RuleResult struct {
	Name string `json:"name"`
	OK   bool   `json:"ok"`
}

// A Repair is one thing that was mended: a rule that the model was told about, or, with the rule
// ruleExtraction, text round the statement that was taken away.
type Repair struct {
	Rule    string `json:"rule"`
	Message string `json:"message"`
}

// A PromptUse says what of the schema the model was shown. The checker allows all of it.
type PromptUse struct {
	Tables   int  `json:"tables"`   // in the prompt
	OfTables int  `json:"ofTables"` // that the request may see
	Tokens   int  `json:"tokens"`   // of the first prompt, estimated
	Pruned   bool `json:"pruned"`   // tables, columns, comments or terms were left out
}

// A ModelUse says who wrote the SQL and what it cost, all attempts together.
type ModelUse struct {
	Provider     string `json:"provider"`
	Name         string `json:"name"`
	InputTokens  int64  `json:"inputTokens"`
	OutputTokens int64  `json:"outputTokens"`
}

// Timings are in milliseconds, all attempts together.
type Timings struct {
	PromptMs float64 `json:"promptMs"`
	ModelMs  float64 `json:"modelMs"`
	CheckMs  float64 `json:"checkMs"`
}
