package client

// An Explain tells how an answer, or a refusal, came about. docs/openapi.json says what each member means.
type Explain struct {
	SchemaID         string       `json:"schemaId"`
	Mode             Mode         `json:"mode"`
	Statement        string       `json:"statement"`
	Tables           []string     `json:"tables"`
	Columns          []string     `json:"columns"`
	SensitiveColumns []string     `json:"sensitiveColumns"`
	Functions        []string     `json:"functions"`
	Rules            []RuleResult `json:"rules"`
	Violations       []Violation  `json:"violations"`
	RowLimit         *RowLimit    `json:"rowLimit"`
	Warnings         []Advice     `json:"warnings"`
	Attempts         int          `json:"attempts"`
	Repairs          []Repair     `json:"repairs"`
	Prompt           *PromptUse   `json:"prompt"`
	Model            *ModelUse    `json:"model"`
	Timings          *Timings     `json:"timings"`
	Access           *AccessUse   `json:"access"` // nil where no access file is in force
}

// A RuleResult says whether a rule held for the last attempt.
type RuleResult struct {
	Name string `json:"name"`
	OK   bool   `json:"ok"`
}

// A Violation is one reason why the model's text was refused.
type Violation struct {
	Rule    string `json:"rule"`
	Message string `json:"message"`
	Near    string `json:"near"`
	Offset  int    `json:"offset"` // in bytes, -1 where it is not known
}

// A RowLimit is the bound on the rows of a statement.
type RowLimit struct {
	Limit  uint64 `json:"limit"`
	Source string `json:"source"` // query, lowered or added
}

// Advice is something worth knowing about accepted SQL.
type Advice struct {
	Code    string `json:"code"`
	Message string `json:"message"`
}

// A Repair is one thing that was mended.
type Repair struct {
	Rule    string `json:"rule"`
	Message string `json:"message"`
}

// A PromptUse says what of the schema the model was shown.
type PromptUse struct {
	Tables   int  `json:"tables"`
	OfTables int  `json:"ofTables"`
	Tokens   int  `json:"tokens"`
	Pruned   bool `json:"pruned"`
}

// A ModelUse says who wrote the SQL and what it cost.
type ModelUse struct {
	Provider     string `json:"provider"`
	Name         string `json:"name"`
	InputTokens  int64  `json:"inputTokens"`
	OutputTokens int64  `json:"outputTokens"`
}

// Timings are in milliseconds.
type Timings struct {
	PromptMs float64 `json:"promptMs"`
	ModelMs  float64 `json:"modelMs"`
	CheckMs  float64 `json:"checkMs"`
}

// An AccessUse says what of the access file a request had.
type AccessUse struct {
	Role       string   `json:"role"`
	Parameters []string `json:"parameters"`
	Filters    []Filter `json:"filters"`
}

// A Filter says which row rules narrowed a table.
type Filter struct {
	Table      string   `json:"table"`
	Rules      []int    `json:"rules"`
	Parameters []string `json:"parameters"`
}

// A CheckResult is what became of a text. A text that is refused has no SQL.
type CheckResult struct {
	CorrelationID    string             `json:"correlationId"`
	Valid            bool               `json:"valid"`
	SQL              string             `json:"sql"`
	Statement        string             `json:"statement"`
	Tables           []string           `json:"tables"`
	Columns          []string           `json:"columns"`
	SensitiveColumns []string           `json:"sensitiveColumns"`
	Functions        []string           `json:"functions"`
	RowLimit         *RowLimit          `json:"rowLimit"`
	Warnings         []Advice           `json:"warnings"`
	Violations       []CheckedViolation `json:"violations"`
}

// A CheckedViolation is one reason why a text was refused, with what is needed to mend it. Of a place that is not known,
// Offset is -1 and the others are 0.
type CheckedViolation struct {
	Rule    string   `json:"rule"`
	Code    Code     `json:"code"`
	Message string   `json:"message"`
	Near    string   `json:"near"`
	Offset  int      `json:"offset"` // in bytes
	Length  int      `json:"length"` // in bytes
	Line    int      `json:"line"`   // from 1
	Column  int      `json:"column"` // in characters, from 1
	Nearest []string `json:"nearest"`
	Hint    string   `json:"hint"`
}
