package ask

import (
	"context"
	"errors"

	"github.com/asksql/asksql/schema"
)

// schemas are what questions can be about. They are immutable but for the cache, so that a question
// that has taken them sees one configured schema from beginning to end.
type schemas struct {
	configured *schema.Artifact // nil if none is
	inline     *schema.Cache    // of those that requests bring
}

// SetSchema puts another schema in the place of Parts.Schema, nil for none. Questions that have
// begun go on with the one before.
func (p *Pipeline) SetSchema(configured *schema.Artifact) {
	next := &schemas{configured: configured}
	if before := p.schemas.Load(); before != nil && !p.options.EnforceOmitSensitive {
		next.inline = before.inline // nothing in it depends on the configured schema
	} else {
		next.inline = schema.NewCache(p.options.SchemaCacheBytes, func(ctx context.Context, text []byte) (*schema.Artifact, error) {
			return p.decode(ctx, text, configured)
		})
	}
	p.schemas.Store(next)
}

// decode returns the artifact that a request brought, with the marks of the configured one where
// those are enforced.
func (p *Pipeline) decode(ctx context.Context, text []byte, configured *schema.Artifact) (*schema.Artifact, error) {
	artifact, err := p.parts.Decoder.DecodeContext(ctx, text)
	if err != nil || !p.options.EnforceOmitSensitive || configured == nil {
		return artifact, err
	}
	return artifact.WithSensitiveFrom(ctx, configured)
}

// artifact returns the schema that the question is about.
func (p *Pipeline) artifact(ctx context.Context, req *Request) (*schema.Artifact, *Error) {
	now := p.schemas.Load()
	switch {
	case req.SchemaJSON == nil && now.configured == nil:
		return nil, badRequest("no schema is configured; send schemaJson")
	case req.SchemaJSON == nil:
		return now.configured, nil
	case !p.options.InlineSchema:
		return nil, badRequest("schemaJson is not allowed here; leave it out")
	}
	artifact, err := now.inline.Get(ctx, *req.SchemaJSON)
	var faults schema.Errors
	switch {
	case errors.As(err, &faults):
		return nil, &Error{Code: CodeSchemaParse, Message: "schemaJson: " + err.Error()}
	case err != nil:
		return nil, unfinished(err, "schemaJson could not be read in time; send a smaller one, or ask again")
	}
	return artifact, nil
}

// A State is what a pipeline has to answer questions with.
type State struct {
	HasModel  bool
	HasSchema bool   // one is configured
	SchemaID  string // of that one
	Digest    string
}

// State returns what the pipeline has at the moment.
func (p *Pipeline) State() State {
	s := State{HasModel: p.parts.Model != nil}
	if configured := p.schemas.Load().configured; configured != nil {
		s.HasSchema, s.SchemaID, s.Digest = true, configured.SchemaID(), configured.Digest()
	}
	return s
}

// CacheCounts returns how many schemas that requests brought were in the cache, and how many were not.
func (p *Pipeline) CacheCounts() (hits, misses int64) { return p.schemas.Load().inline.Counts() }
