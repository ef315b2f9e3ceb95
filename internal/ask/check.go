package ask

import (
	"context"
	"errors"
	"time"

	"github.com/asksql/asksql/internal/checked"
	"github.com/asksql/asksql/sqlcheck"
)

// Check checks SQL that somebody else wrote, in the scope of the request, whose question is not read. A
// refusal is a result. Every error is an *Error.
func (p *Pipeline) Check(ctx context.Context, req Request, sql string) (*checked.Result, error) {
	log := p.logger(ctx, req)
	s, failure := p.scope(ctx, &req)
	if failure != nil {
		logFailure(log, failure)
		return nil, failure
	}
	log = log.With(s.logged()...)
	query, err := p.checkTimed(ctx, s, sql)
	var rejected *sqlcheck.RejectedError
	if failure := checkFailure(err, &rejected); failure != nil {
		logFailure(log, failure)
		return nil, failure
	}
	p.logCheck(log, sql, rejected)
	result, err := checked.Of(sql, query, err)
	if err != nil {
		return nil, &Error{Code: CodeInternal, Message: "the query could not be checked", cause: err}
	}
	return result, nil
}

// checkTimed is checkIn, in turn and counted. The error may be one of the context too.
func (p *Pipeline) checkTimed(ctx context.Context, s scope, sql string) (query *sqlcheck.Query, err error) {
	over := p.busy(ctx, func() {
		start := time.Now()
		query, err = p.checkIn(s, sql)
		p.parts.Meter.Checked(firstRule(err), time.Since(start))
	})
	if over != nil {
		return nil, over
	}
	return query, err
}

// checkFailure returns the failure that an error of a check is, nil for a refusal, which it puts into
// rejected.
func checkFailure(err error, rejected **sqlcheck.RejectedError) *Error {
	switch {
	case err == nil, errors.As(err, rejected):
		return nil
	case errors.Is(err, context.Canceled), errors.Is(err, context.DeadlineExceeded):
		return unfinished(err, "the time of the request was over before the SQL could be checked; ask again")
	default:
		return &Error{Code: CodeInternal, Message: "the query could not be checked", cause: err}
	}
}
