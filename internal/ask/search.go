package ask

import (
	"context"

	"github.com/asksql/asksql/prompt"
	"github.com/asksql/asksql/schema"
)

// Search returns at most limit tables that the question of a request is about, as a prompt would choose them, how
// many more have something to do with it, and the terms of the glossary that it has. Every error is an *Error.
func (p *Pipeline) Search(ctx context.Context, req Request, limit int) (found []prompt.Found, more int, terms []schema.Term, err error) {
	if failure := req.asks(); failure != nil {
		return nil, 0, nil, failure
	}
	s, failure := p.scope(ctx, &req)
	if failure != nil {
		return nil, 0, nil, failure
	}
	if over := p.busy(ctx, func() {
		found, more = s.built.Search(s.view, req.Question, limit)
		terms = s.built.Terms(s.view, req.Question)
	}); over != nil {
		return nil, 0, nil, unfinished(over, "the time of the request was over before the schema could be searched; ask again")
	}
	return found, more, terms, nil
}
