package ask

import (
	"context"

	"github.com/asksql/asksql/internal/access"
	"github.com/asksql/asksql/prompt"
	"github.com/asksql/asksql/schema"
	"github.com/asksql/asksql/sqlcheck"
)

// A scope is what a request is about and how its SQL is held to that.
type scope struct {
	mode  Mode
	view  *schema.View
	rows  uint64 // the bound on rows, 0 for none
	built *prompt.Builder
	grant *access.Grant // nil where no access file is in force
}

// scope returns the scope of a request. It is the one place where what a request may see is decided, by
// whichever way it came in.
func (p *Pipeline) scope(ctx context.Context, req *Request) (scope, *Error) {
	mode, failure := req.mode()
	if failure != nil {
		return scope{}, failure
	}
	now := p.schemas.Load()
	grant, failure := now.admit(req)
	if failure != nil {
		return scope{}, failure
	}
	mode = Mode(grant.Mode(string(mode)))
	artifact, failure := p.artifact(ctx, now, req, grant)
	if failure != nil {
		return scope{}, failure
	}
	view := artifact.View(schema.Policy{Values: mode == BoundedResults, Sensitive: !p.omitSensitive(req)})
	rows := uint64(0)
	if mode == BoundedResults {
		rows = p.options.MaxRows
	}
	rows = grant.Bound(rows)
	built := now.prompts[rows]
	if built == nil { // without a bound there is none to tell of
		built = now.prompts[p.options.MaxRows]
	}
	return scope{mode, view, rows, built, grant}, nil
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
	return s.grant.Check(p.parts.Checkers[s.view.Dialect()], sql, s.view, s.rows)
}

// View returns what a request may see of its schema. Its question is not read. Every error is an *Error.
func (p *Pipeline) View(ctx context.Context, req Request) (*schema.View, error) {
	s, failure := p.scope(ctx, &req)
	if failure != nil {
		return nil, failure
	}
	return s.view, nil
}
