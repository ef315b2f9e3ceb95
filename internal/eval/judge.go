package eval

import (
	"cmp"
	"context"
	"errors"

	"github.com/asksql/asksql/internal/eval/canonical"
	"github.com/asksql/asksql/internal/eval/execute"
	"github.com/asksql/asksql/sqlcheck"
)

// A Grade is how an answer compares with the gold query of its question.
type Grade struct {
	Gold        Gold   `json:"gold"`
	GoldSQL     string `json:"goldSql,omitzero"` // the checked print of the gold query
	GoldRule    string `json:"goldRule,omitzero"`
	GoldMessage string `json:"goldMessage,omitzero"`
	// Canonical reports whether the answer has the canonical form of the gold query.
	Canonical bool `json:"canonical"`
	// Execution is "" where nothing was run.
	Execution        Execution `json:"execution,omitzero"`
	ExecutionMessage string    `json:"executionMessage,omitzero"`
	Rows             int       `json:"rows,omitzero"` // of the gold query
}

// A Gold tells whether there is a gold query to compare with.
type Gold string

// What a gold query can be.
const (
	GoldMissing Gold = "missing"
	GoldRefused Gold = "refused" // by the checker; GoldRule and GoldMessage say why
	GoldUsable  Gold = "usable"
)

// An Execution is what came of running an answer beside the gold query.
type Execution string

// The executions. Only the first two say something about the answer.
const (
	SameRows      Execution = "same_rows"
	OtherRows     Execution = "other_rows"
	AnswerFailed  Execution = "answer_failed"  // the server refused the answer, or it took too long
	GoldFailed    Execution = "gold_failed"    // the same of the gold query
	NotComparable Execution = "not_comparable" // more rows than are compared
	NothingToRun  Execution = "nothing_to_run" // no SQL was accepted
)

// A Judge compares answers with gold queries.
type Judge struct {
	// Database is where queries run, or nil to run none.
	Database *execute.Database
}

// Grade grades an answer to a task.
func (j *Judge) Grade(ctx context.Context, t Task, a Answer) Grade {
	g, gold := readGold(t)
	if gold == nil {
		return g
	}
	answer := checkedAnswer(t, a)
	g.Canonical = answer != nil && canonical.Same(answer, gold)
	if j.Database != nil {
		j.run(ctx, &g, t, answer, gold)
	}
	return g
}

// readGold checks the gold query of a task.
func readGold(t Task) (Grade, *sqlcheck.Query) {
	if t.Gold == "" {
		return Grade{Gold: GoldMissing}, nil
	}
	gold, err := t.Subject.Check(t.Gold)
	var rejected *sqlcheck.RejectedError
	switch {
	case errors.As(err, &rejected):
		return Grade{Gold: GoldRefused, GoldRule: rejected.Rule(), GoldMessage: rejected.Violations[0].Message}, nil
	case err != nil:
		return Grade{Gold: GoldRefused, GoldMessage: err.Error()}, nil
	}
	return Grade{Gold: GoldUsable, GoldSQL: gold.String()}, gold
}

// checkedAnswer returns the query of an accepted answer, or nil. The answer may be that of an
// earlier run, so that it is checked again.
func checkedAnswer(t Task, a Answer) *sqlcheck.Query {
	if a.Outcome != Accepted {
		return nil
	}
	q, err := t.Subject.Check(a.SQL)
	if err != nil {
		return nil
	}
	return q
}

// run runs both queries and compares their rows. The gold query runs even where there is no answer:
// whether it can be run decides whether the question counts.
func (j *Judge) run(ctx context.Context, g *Grade, t Task, answer, gold *sqlcheck.Query) {
	database := cmp.Or(t.Database, j.Database.Name(), t.Subject.Artifact.Document().Database)
	want, err := j.Database.Query(ctx, database, gold.String())
	if err != nil {
		g.fail(GoldFailed, err)
		return
	}
	g.Rows = want.Rows()
	if answer == nil {
		g.Execution = NothingToRun
		return
	}
	got, err := j.Database.Query(ctx, database, answer.String())
	switch {
	case errors.Is(err, execute.ErrTooManyRows):
		g.Execution = OtherRows // the gold query has fewer
	case err != nil:
		g.fail(AnswerFailed, err)
	case execute.Same(want, got, canonical.Ordered(gold)):
		g.Execution = SameRows
	default:
		g.Execution = OtherRows
	}
}

func (g *Grade) fail(how Execution, err error) {
	if errors.Is(err, execute.ErrTooManyRows) {
		how = NotComparable
	}
	g.Execution, g.ExecutionMessage = how, err.Error()
}
