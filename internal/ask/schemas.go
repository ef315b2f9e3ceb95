package ask

import (
	"context"
	"errors"
	"slices"

	"github.com/asksql/asksql/internal/access"
	"github.com/asksql/asksql/prompt"
	"github.com/asksql/asksql/schema"
)

// schemas are what questions can be about. They are immutable but for the caches, so that a question
// that has taken them sees one configured schema, under one access file, from beginning to end.
type schemas struct {
	configured *schema.Artifact           // nil if none is
	guard      *access.Guard              // nil if no access file is in force
	inline     *schema.Cache              // of those that requests bring
	parts      *schema.Cache              // of what requests choose of the configured one, see choice
	prompts    map[uint64]*prompt.Builder // by the bound on rows that they tell of
}

// SetSchema puts another schema in the place of Parts.Schema, nil for none, and with it what Parts.Access is.
// Questions that have begun go on with the ones before. A guard has to be for the schema.
func (p *Pipeline) SetSchema(configured *schema.Artifact, guard *access.Guard) {
	next := &schemas{configured: configured, guard: guard, prompts: map[uint64]*prompt.Builder{}}
	before := p.schemas.Load()
	if before != nil && !p.options.EnforceOmitSensitive {
		next.inline = before.inline // nothing in it depends on the configured schema
	} else {
		next.inline = schema.NewCache(p.options.SchemaCacheBytes, func(ctx context.Context, text []byte) (*schema.Artifact, error) {
			return p.decode(ctx, text, configured)
		})
	}
	next.parts = schema.NewCache(p.options.SchemaCacheBytes, func(ctx context.Context, text []byte) (*schema.Artifact, error) {
		return p.chosen(ctx, next, text)
	})
	bounds := []uint64{p.options.MaxRows}
	if guard != nil {
		bounds = append(bounds, guard.Bounds()...)
		slices.Sort(bounds)
		bounds = slices.Compact(bounds)
	}
	for _, rows := range bounds {
		if before != nil && len(before.prompts) == len(bounds) && before.prompts[rows] != nil {
			next.prompts[rows] = before.prompts[rows]
			continue
		}
		next.prompts[rows] = prompt.NewBuilder(prompt.Options{
			MaxRows: rows, MaxTokens: p.options.MaxPromptTokens, Now: p.options.Now, Builders: len(bounds),
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

// admit returns what the caller may see, nil where no access file is in force.
func (now *schemas) admit(req *Request) (*access.Grant, *Error) {
	if now.guard == nil {
		return nil, nil
	}
	grant, err := now.guard.Admit(req.Caller)
	var denied *access.Denied
	switch {
	case errors.As(err, &denied):
		return nil, badRequest(denied.Message)
	case err != nil:
		return nil, &Error{Code: CodeInternal, Message: "the caller could not be admitted", cause: err}
	}
	return grant, nil
}

// artifact returns the schema that the question is about. What a request brings or chooses is a part of the
// configured one where that is asked for, and in every case where an access file is in force.
func (p *Pipeline) artifact(ctx context.Context, now *schemas, req *Request, grant *access.Grant) (*schema.Artifact, *Error) {
	switch {
	case req.SchemaJSON == nil && now.configured == nil:
		return nil, badRequest("no schema is configured; send schemaJson")
	case req.SchemaJSON != nil && !p.options.InlineSchema:
		return nil, badRequest("schemaJson is not allowed here; leave it out")
	case req.SchemaJSON != nil && (grant != nil || p.options.NarrowInline) || req.Tables != nil:
		return p.part(ctx, now, req, grant)
	case req.SchemaJSON == nil && grant != nil:
		return grant.Artifact, nil
	case req.SchemaJSON == nil:
		return now.configured, nil
	}
	artifact, err := now.inline.Get(ctx, *req.SchemaJSON)
	if err != nil {
		return nil, unreadable(err)
	}
	return artifact, nil
}

// unreadable returns the error for a schema that a request brought.
func unreadable(err error) *Error {
	var faults schema.Errors
	if errors.As(err, &faults) {
		return &Error{Code: CodeSchemaParse, Message: "schemaJson: " + err.Error()}
	}
	return unfinished(err, "schemaJson could not be read in time; send a smaller one, or ask again")
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

// Guarded reports whether an access file is in force, so that a request has to say who asks and may choose
// tables.
func (p *Pipeline) Guarded() bool { return p.schemas.Load().guard != nil }

// CacheCounts returns how many schemas that requests brought were in the cache, and how many were not.
func (p *Pipeline) CacheCounts() (hits, misses int64) {
	now := p.schemas.Load()
	hits, misses = now.inline.Counts()
	moreHits, moreMisses := now.parts.Counts()
	return hits + moreHits, misses + moreMisses
}
