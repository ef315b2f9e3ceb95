package ask

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"strings"
	"time"

	"go.uber.org/zap"
	"go.uber.org/zap/zapcore"

	"github.com/asksql/asksql/llm"
	"github.com/asksql/asksql/sqlcheck"
)

// A redactor keeps the values of some fields out of the log.
type redactor map[string]bool

func newRedactor(fields []string) redactor {
	r := redactor{}
	for _, name := range fields {
		r[name] = true
	}
	return r
}

// string returns the log field, with the value's SHA-256 in place of a value that is to stay out.
func (r redactor) string(name, value string) zap.Field {
	if !r[name] {
		return zap.String(name, clip(value))
	}
	sum := sha256.Sum256([]byte(value))
	return zap.String(name, "sha256:"+hex.EncodeToString(sum[:]))
}

// failure returns err for the log. What a provider says may quote the conversation, so where some of
// that is to stay out, only the kind of failure is left.
func (r redactor) failure(err error) error {
	var known *llm.Error
	if len(r) == 0 || !errors.As(err, &known) {
		return err
	}
	return bare(known)
}

// bare returns the failure, and the one before it, without what the providers said. What to do about it is
// ours and stays.
func bare(e *llm.Error) *llm.Error {
	without := *e
	without.Detail = ""
	if e.After != nil {
		without.After = bare(e.After)
	}
	return &without
}

// maxText is how much of a text goes into a line of the log or back to the model, in bytes.
const maxText = 16 << 10

// clip cuts text to maxText bytes.
func clip(text string) string {
	if len(text) <= maxText {
		return text
	}
	return strings.ToValidUTF8(text[:maxText], "")
}

func (r *run) logModel(reply llm.Reply, err error, took time.Duration) {
	provider, model, tries := reply.Provider, reply.Model, reply.Tries
	var failure *llm.Error
	if errors.As(err, &failure) {
		provider, model, tries = failure.Provider, failure.Model, failure.Tries
	}
	fields := []zap.Field{
		zap.String("provider", provider), zap.String("model", model), zap.Int("attempt", r.attempts), zap.Int("tries", tries),
		zap.Int64("durationMs", took.Milliseconds()),
		zap.Int64("inputTokens", reply.InputTokens), zap.Int64("outputTokens", reply.OutputTokens),
	}
	if err != nil {
		fields = append(fields, zap.String("error", err.Error()))
	}
	if reply.After != nil { // a fallback answered
		fields = append(fields, zap.String("after", r.redact.failure(reply.After).Error()))
	}
	r.log.Info("model_called", fields...)
}

// logCheck writes the line for a check, with what else is to be said of it in front.
func (p *Pipeline) logCheck(log *zap.Logger, sql string, rejected *sqlcheck.RejectedError, about ...zap.Field) {
	fields := append(about, zap.Bool("ok", rejected == nil))
	level := zapcore.InfoLevel
	if rejected != nil {
		first := rejected.Violations[0]
		fields = append(fields, zap.String("rule", first.Rule), zap.String("message", first.Message), p.redact.string("sql", sql))
		if cause := errors.Unwrap(rejected); cause != nil { // a fault of the checker or its parser, not of the query
			level = zapcore.ErrorLevel
			fields = append(fields, zap.String("cause", cause.Error()))
		}
	}
	log.Log(level, "sql_checked", fields...)
}

// logFailure writes the line for a question without an answer.
func logFailure(log *zap.Logger, failure *Error) {
	fields := []zap.Field{zap.String("code", string(failure.Code)), zap.String("rule", failure.Rule)}
	if failure.cause != nil {
		fields = append(fields, zap.String("cause", failure.cause.Error()))
	} else {
		fields = append(fields, zap.String("cause", failure.Message))
	}
	if failure.Gone {
		fields = append(fields, zap.Bool("canceled", true))
	}
	log.Log(failure.level(), "ask_failed", fields...)
}

// level returns how much an operator should care.
func (e *Error) level() zapcore.Level {
	switch {
	case e.Gone:
		return zapcore.InfoLevel
	case e.Code == CodeInternal:
		return zapcore.ErrorLevel
	case e.Code == CodeGeneration, e.Code == CodeNotConfigured:
		return zapcore.WarnLevel
	default:
		return zapcore.InfoLevel
	}
}
