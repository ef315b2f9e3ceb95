package eval

import (
	"sync"

	"go.uber.org/zap"
	"go.uber.org/zap/zapcore"
)

// An Observer reads the log of pipelines. Their log events are part of their interface, and tell of
// a question without an answer what its error does not: how often the model was called, what that
// cost, and what it wrote.
type Observer struct {
	mu     sync.Mutex
	traces map[string]*trace // of the questions under way, by correlation id
}

// Observe returns a log that does as another, for a pipeline to write to, and what observes it.
func Observe(log *zap.Logger) (*zap.Logger, *Observer) {
	o := &Observer{traces: map[string]*trace{}}
	return log.WithOptions(zap.WrapCore(func(core zapcore.Core) zapcore.Core {
		return zapcore.NewTee(core, observing{Observer: o})
	})), o
}

// A trace is what the log told of a question.
type trace struct {
	attempts  int
	in, out   int64
	modelMs   float64
	model     string
	lastDraft string
}

// watch begins a trace for a question.
func (o *Observer) watch(id string) {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.traces[id] = new(trace)
}

// end ends the trace of a question and returns it.
func (o *Observer) end(id string) trace {
	o.mu.Lock()
	defer o.mu.Unlock()
	t := o.traces[id]
	delete(o.traces, id)
	return *t
}

// see adds an event to the trace of its question, if that is watched.
func (o *Observer) see(id, event string, fields map[string]any) {
	o.mu.Lock()
	defer o.mu.Unlock()
	t := o.traces[id]
	if t == nil {
		return
	}
	switch event {
	case "model_called":
		t.attempts++
		t.in += integer(fields["inputTokens"])
		t.out += integer(fields["outputTokens"])
		t.modelMs += float64(integer(fields["durationMs"]))
		if name, _ := fields["model"].(string); name != "" {
			t.model = name
		}
	case "sql_checked":
		t.lastDraft, _ = fields["sql"].(string) // it is there if the SQL was refused
	}
}

func integer(field any) int64 {
	n, _ := field.(int64)
	return n
}

// observing is the core of an Observer's log, or of the part of it for one question.
type observing struct {
	*Observer
	id string
}

// Enabled implements zapcore.Core.
func (observing) Enabled(level zapcore.Level) bool { return level >= zapcore.InfoLevel }

// With implements zapcore.Core.
func (c observing) With(fields []zapcore.Field) zapcore.Core {
	if id, _ := values(fields)["correlationId"].(string); id != "" {
		c.id = id
	}
	return c
}

// Check implements zapcore.Core.
func (c observing) Check(entry zapcore.Entry, checked *zapcore.CheckedEntry) *zapcore.CheckedEntry {
	if c.id == "" || !c.Enabled(entry.Level) {
		return checked
	}
	return checked.AddCore(entry, c)
}

// Write implements zapcore.Core.
func (c observing) Write(entry zapcore.Entry, fields []zapcore.Field) error {
	c.see(c.id, entry.Message, values(fields))
	return nil
}

// Sync implements zapcore.Core.
func (observing) Sync() error { return nil }

func values(fields []zapcore.Field) map[string]any {
	encoder := zapcore.NewMapObjectEncoder()
	for _, f := range fields {
		f.AddTo(encoder)
	}
	return encoder.Fields
}
