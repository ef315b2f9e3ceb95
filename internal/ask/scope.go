package ask

import (
	"context"

	"github.com/asksql/asksql/schema"
	"github.com/asksql/asksql/sqlcheck"
)

// A scope is what a request is about and how its SQL is held to that.
type scope struct {
	mode Mode
	view *schema.View
}

// scope returns the scope of a request. It is the one place where what a request may see is decided, by
// whichever way it came in.
func (p *Pipeline) scope(ctx context.Context, req *Request) (scope, *Error) {
	mode, failure := req.mode()
	if failure != nil {
		return scope{}, failure
	}
	artifact, failure := p.artifact(ctx, req)
	if failure != nil {
		return scope{}, failure
	}
	return scope{mode, artifact.View(schema.Policy{Values: mode == BoundedResults, Sensitive: !p.omitSensitive(req)})}, nil
}

func (p *Pipeline) omitSensitive(req *Request) bool {
	switch {
	case p.options.EnforceOmitSensitive:
		return true
	case req.OmitSensitiveFromPrompt != nil:
		return *req.OmitSensitiveFromPrompt
	default:
		return p.options.OmitSensitive
	}
}

// checkIn is the check of SQL in a scope.
func (p *Pipeline) checkIn(s scope, sql string) (*sqlcheck.Query, error) {
	checker := p.parts.Checkers[s.view.Dialect()]
	if s.mode == BoundedResults {
		return checker.CheckBounded(sql, s.view, p.options.MaxRows)
	}
	return checker.Check(sql, s.view)
}

// View returns what a request may see of its schema. Its question is not read. Every error is an *Error.
func (p *Pipeline) View(ctx context.Context, req Request) (*schema.View, error) {
	s, failure := p.scope(ctx, &req)
	if failure != nil {
		return nil, failure
	}
	return s.view, nil
}
