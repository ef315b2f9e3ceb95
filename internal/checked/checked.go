// Package checked has what becomes of a text that was checked, as every way in tells it: POST /check, the
// tool check_sql, and the formats of asksql check. A refusal is a result too.
package checked

import (
	"errors"
	"slices"

	"github.com/asksql/asksql/sqlcheck"
)

// Code is the error code of every violation, as in the table of the HTTP interface.
const Code = "sql_validation_error"

// A Result is what became of one text. Its lists are never nil.
type Result struct {
	Valid bool `json:"valid" jsonschema:"whether the text is one read-only statement inside the schema"`
	// SQL was printed from the checked tree; it is never the text given.
	SQL string `json:"sql" jsonschema:"the SQL to run, empty where valid is false"`
	Read
	RowLimit *RowLimit `json:"rowLimit" jsonschema:"null where the statement has no top-level LIMIT"`
	// Warnings refuse nothing.
	Warnings   []sqlcheck.Advice `json:"warnings"`
	Violations []Violation       `json:"violations" jsonschema:"all that is wrong, empty where valid is true"`
}

// Read says what a checked statement reads. Its lists are never nil, and name each thing once, in order of
// appearance.
type Read struct {
	Statement        string   `json:"statement"`        // kind of the statement, such as "select"; "" without one
	Tables           []string `json:"tables"`           // base tables, in the schema's spelling
	Columns          []string `json:"columns"`          // base columns, as table.column
	SensitiveColumns []string `json:"sensitiveColumns"` // those of Columns that the schema marks sensitive
	Functions        []string `json:"functions"`        // as the query spells them
}

// A RowLimit is the bound on the rows of a statement.
type RowLimit struct {
	Limit  uint64               `json:"limit"`
	Source sqlcheck.LimitSource `json:"source"`
}

// A Violation is one reason to refuse a text, with what is needed to mend it.
type Violation struct {
	Rule    string `json:"rule"`
	Code    string `json:"code"` // the package's Code
	Message string `json:"message"`
	Near    string `json:"near"` // the words of the text that it is about, at most 80 bytes; may be empty
	Place
	Nearest []string `json:"nearest"` // legal names like the one that is wrong; may be empty
	Hint    string   `json:"hint"`    // the part of Message that says what to write instead; may be empty
}

// A Place is where in a text something stands. Of one that is not known, Offset is -1 and the others are 0.
type Place struct {
	Offset int `json:"offset"` // in bytes
	Length int `json:"length"` // in bytes
	Line   int `json:"line"`   // from 1
	Column int `json:"column"` // in characters, from 1
}

// Of returns what became of a text, of the two that a check of it gave. An error that is no refusal is
// returned.
func Of(text string, query *sqlcheck.Query, err error) (*Result, error) {
	return NewText(text).Result(0, query, err)
}

// Result is Of for a statement that begins at an offset of the text, in which all places are then.
func (t *Text) Result(at int, query *sqlcheck.Query, err error) (*Result, error) {
	var rejected *sqlcheck.RejectedError
	switch {
	case errors.As(err, &rejected):
		return t.refused(at, rejected.Violations), nil
	case err != nil:
		return nil, err
	}
	return &Result{
		Valid:      true,
		SQL:        query.String(),
		Read:       ReadOf(query.Facts()),
		RowLimit:   RowLimitOf(query),
		Warnings:   append([]sqlcheck.Advice{}, query.Advice()...),
		Violations: []Violation{},
	}, nil
}

// Refusal returns the result for a text that was refused and that nobody sees, so that it has no places.
func Refusal(violations []sqlcheck.Violation) *Result {
	placeless := slices.Clone(violations)
	for i := range placeless {
		placeless[i].Offset = -1
	}
	return NewText("").refused(0, placeless)
}

func (t *Text) refused(at int, violations []sqlcheck.Violation) *Result {
	r := &Result{Read: ReadOf(&sqlcheck.Facts{}), Warnings: []sqlcheck.Advice{}, Violations: make([]Violation, len(violations))}
	for i, v := range violations {
		hint := hintOf(v.Message)
		r.Violations[i] = Violation{
			Rule:    v.Rule,
			Code:    Code,
			Message: v.Message,
			Near:    v.Near,
			Place:   t.of(v, at),
			Nearest: nearest(v.Rule, hint),
			Hint:    hint,
		}
	}
	return r
}
