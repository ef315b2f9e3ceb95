package llm

import (
	"cmp"
	"context"
	"sync/atomic"
)

// direct is the Model of one provider. It makes one call per turn, and one or two more where the
// provider turns out to want another shape.
type direct struct {
	provider provider
	cfg      Config
	client   client
	extra    object // Config.ExtraBody
	scrub    scrubber
	// shape is what the provider has shown that it wants.
	shape atomic.Pointer[shape]
}

func newDirect(p provider, cfg Config, c client, extra object, scrub scrubber) *direct {
	m := &direct{provider: p, cfg: cfg, client: c, extra: extra, scrub: scrub}
	m.shape.Store(&shape{limitName: p.limitName(cfg)})
	return m
}

// maxShapes is how many shapes are tried for one turn beyond the first.
const maxShapes = 2

// Generate implements Model.
func (m *direct) Generate(ctx context.Context, req Request) (Reply, error) {
	known := *m.shape.Load()
	s, forNow := known, false
	reply, failure := m.call(ctx, req, s)
	for range maxShapes {
		next, once, ok := s.after(failure, req)
		if !ok {
			break
		}
		s, forNow = next, forNow || once
		reply, failure = m.call(ctx, req, s)
	}
	if failure == nil && s != known {
		// Learnt only now: an error text alone proves nothing, it may quote the conversation.
		m.learn(s, known, forNow)
	}
	if failure != nil { // a nil *Error would be an error that is not nil
		return Reply{}, failure
	}
	return reply, nil
}

// learn keeps the shape that brought a reply. A format left out for one conversation is asked for again.
func (m *direct) learn(s, known shape, forNow bool) {
	if forNow {
		s.formless = known.formless
	}
	m.shape.Store(&s)
}

// call makes one call and judges what comes back.
func (m *direct) call(ctx context.Context, req Request, s shape) (Reply, *Error) {
	if s.formless {
		req.Format = nil
	}
	got, err := m.client.call(ctx, req, s)
	if err != nil {
		return Reply{}, m.advised(failed(ctx, m.provider.name, m.scrub, err))
	}
	if kind, detail := m.provider.endings.judge(got); kind != complete {
		return Reply{}, m.advised(&Error{Kind: kind, Provider: m.provider.name, Detail: m.scrub.line(detail), Thought: got.onlyThought()})
	}
	return Reply{
		Text:         got.text,
		Provider:     m.provider.name,
		Model:        cmp.Or(got.model, m.cfg.Model),
		InputTokens:  got.inputTokens,
		OutputTokens: got.outputTokens,
		Tries:        1,
	}, nil
}
