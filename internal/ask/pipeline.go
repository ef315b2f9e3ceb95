// Package ask is the pipeline behind a question: prompt, model, check, repair.
package ask

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"runtime"
	"sync/atomic"
	"time"

	"go.uber.org/zap"

	"github.com/asksql/asksql/internal/access"
	"github.com/asksql/asksql/internal/meter"
	"github.com/asksql/asksql/llm"
	"github.com/asksql/asksql/schema"
	"github.com/asksql/asksql/sqlcheck"
)

// Parts are what a Pipeline is made of.
type Parts struct {
	Model    llm.Model        // nil if none is configured
	Schema   *schema.Artifact // for requests that bring none, until SetSchema; nil if none is configured
	Access   *access.Guard    // for Schema; nil where no access file is in force
	Decoder  schema.Decoder   // for the schemas that requests bring
	Checkers map[sqlcheck.Dialect]*sqlcheck.Checker
	Log      *zap.Logger
	Meter    *meter.Meter // nil if nobody counts
}

// Options are what an operator decides.
type Options struct {
	InlineSchema     bool // requests may bring a schema
	NarrowInline     bool // what one names of the configured schema counts, and its words; nothing else does
	SchemaCacheBytes int  // memory for the schemas that requests have brought
	MaxRows          uint64
	MaxRepairs       int // how often a refused query goes back to the model
	MaxPromptTokens  int // length of the longest prompt, the question aside
	// Now returns the time where the people are who ask, which prompts tell; nil tells none.
	Now           func() time.Time
	OmitSensitive bool // where the request does not say
	// EnforceOmitSensitive omits sensitive columns whatever a request says, and in the schemas
	// that requests bring also those that the configured schema marks so.
	EnforceOmitSensitive bool
	Redact               []string // names of log fields whose value is replaced by its SHA-256
}

// A Pipeline turns questions into checked SQL. It is safe for concurrent use.
type Pipeline struct {
	parts   Parts
	options Options
	schemas atomic.Pointer[schemas]
	redact  redactor
	marks   []byte        // the key of the fingerprints in the log, which lives as long as the process
	slots   chan struct{} // one for each question that may keep a core busy
}

// New returns a pipeline, or an error that names the part or option at fault.
func New(parts Parts, options Options) (*Pipeline, error) {
	for _, dialect := range []sqlcheck.Dialect{sqlcheck.MySQL, sqlcheck.MariaDB, sqlcheck.TiDB} {
		if parts.Checkers[dialect] == nil {
			return nil, fmt.Errorf("there is no checker for %s", dialect)
		}
	}
	if options.MaxRows == 0 {
		return nil, errors.New("the bound on rows must be at least 1")
	}
	if options.MaxPromptTokens < 1 {
		return nil, errors.New("the length of prompts must be at least 1 token")
	}
	if parts.Access != nil && parts.Access.Artifact() != parts.Schema {
		return nil, errors.New("the access file is for another schema")
	}
	if parts.Access != nil && options.InlineSchema && !options.NarrowInline {
		return nil, errors.New("with an access file, schemas of requests must be denied or narrow the configured one")
	}
	p := &Pipeline{parts: parts, options: options, redact: newRedactor(options.Redact), slots: make(chan struct{}, runtime.GOMAXPROCS(0)), marks: make([]byte, 32)}
	_, _ = rand.Read(p.marks) // which never fails
	p.SetSchema(parts.Schema, parts.Access)
	return p, nil
}

// Ask answers one question. It returns soon after ctx is done. Every error is an *Error.
func (p *Pipeline) Ask(ctx context.Context, req Request) (*Answer, error) {
	log := p.logger(ctx, req)
	answer, failure := p.ask(ctx, &req, log)
	if failure != nil {
		logFailure(log, failure)
		p.parts.Meter.Asked(string(failure.Code), failure.Rule)
		return nil, failure
	}
	p.parts.Meter.Asked("", "")
	return answer, nil
}

// ask is Ask in the order of its checks, which is part of the contract.
func (p *Pipeline) ask(ctx context.Context, req *Request, log *zap.Logger) (*Answer, *Error) {
	if req.Began.IsZero() {
		req.Began = time.Now()
	}
	if failure := req.asks(); failure != nil {
		return nil, failure
	}
	scope, failure := p.scope(ctx, req)
	if failure != nil {
		return nil, failure
	}
	log = log.With(scope.logged()...)
	log.Info("ask_received", p.redact.string("question", req.Question), zap.String("mode", string(scope.mode)),
		zap.String("schemaId", scope.view.SchemaID()), zap.Bool("omitSensitive", !scope.view.Policy().Sensitive), zap.Int("history", len(req.History)))
	if p.parts.Model == nil {
		return nil, &Error{Code: CodeNotConfigured, Message: "no model provider is configured; set llm.provider and its credential on the server"}
	}
	earlier, failure := p.earlier(ctx, scope, req.History)
	if failure != nil {
		return nil, failure
	}
	r := &run{Pipeline: p, scope: scope, log: log, began: req.Began, explained: req.Explain, watch: req.Watch, earlier: earlier}
	return r.answer(ctx, req.Question)
}

// busy does work that keeps a core busy, once one is free. It returns the error of ctx, and does nothing,
// where that is done before.
func (p *Pipeline) busy(ctx context.Context, work func()) error {
	select {
	case p.slots <- struct{}{}:
		defer func() { <-p.slots }()
	case <-ctx.Done():
	}
	if err := ctx.Err(); err != nil {
		return err
	}
	work()
	return nil
}
