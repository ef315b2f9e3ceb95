package eval

import (
	"context"
	"errors"
	"time"

	"github.com/google/uuid"

	"github.com/asksql/asksql/internal/ask"
	"github.com/asksql/asksql/llm"
)

// ask asks one question, and again as long as the model is not there yet. It reports whether the question
// was withdrawn, because ctx is done.
func (r *Run) ask(ctx context.Context, t Task, p *patience) (a Answer, withdrawn bool) {
	for {
		a, err := r.askOnce(ctx, t)
		if err != nil && ctx.Err() != nil {
			return a, true
		}
		if !absent(err) {
			p.answered()
			return a, false
		}
		if !p.left(r.Wait) {
			return a, false
		}
		if r.Waiting != nil {
			r.Waiting(errors.Unwrap(err))
		}
		select {
		case <-ctx.Done():
			return a, true
		case <-time.After(waitStep):
		}
	}
}

// askOnce asks one question. The error is that of the asker, which the answer has too.
func (r *Run) askOnce(ctx context.Context, t Task) (a Answer, err error) {
	limited, cancel := context.WithTimeout(ctx, r.Timeout)
	defer cancel()
	id := uuid.NewString()
	r.Observer.watch(id)
	start := time.Now()
	answer, err := t.Subject.Asker.Ask(limited, ask.Request{
		CorrelationID:           id,
		Question:                t.Question.Question,
		History:                 t.Question.History,
		Mode:                    &r.Settings.Mode,
		OmitSensitiveFromPrompt: &r.Settings.OmitSensitive,
		Explain:                 true,
	})
	took := time.Since(start)
	seen := r.Observer.end(id)
	a = Answer{
		ID: t.ID, Key: r.Settings.Key(t), SchemaID: t.Subject.Artifact.SchemaID(), Model: seen.model,
		Attempts: seen.attempts, InputTokens: seen.in, OutputTokens: seen.out,
		LatencyMs: float64(took.Microseconds()) / 1000, ModelMs: seen.modelMs,
	}
	if err != nil {
		a.Draft = seen.lastDraft
		a.refuse(err)
		return a, err
	}
	a.Outcome, a.SQL, a.Repairs = Accepted, answer.SQL, repairs(answer.Explain)
	return a, nil
}

// refuse writes why there is no SQL.
func (a *Answer) refuse(err error) {
	a.Outcome, a.Message = outcome(err), err.Error()
	var e *ask.Error
	if errors.As(err, &e) {
		a.Rule, a.Message, a.Repairs = e.Rule, e.Message, repairs(e.Explain)
	}
	if cause := errors.Unwrap(err); cause != nil {
		a.Message += ": " + cause.Error()
	}
}

// outcome returns the outcome of a question that brought no SQL.
func outcome(err error) Outcome {
	var e *ask.Error
	if !errors.As(err, &e) {
		return Failed
	}
	switch {
	case e.Rule == ask.RuleAnswerable:
		return Cannot
	case e.Code == ask.CodeValidation:
		return Refused
	case e.Code == ask.CodeGeneration && replied(err):
		return NoAnswer
	default:
		return Failed
	}
}

// replied reports whether there was a reply, with no answer in it.
func replied(err error) bool {
	var e *llm.Error
	if !errors.As(err, &e) {
		return true // the call went well
	}
	switch e.Kind {
	case llm.KindNoContent, llm.KindTruncated, llm.KindFiltered, llm.KindRefused, llm.KindToolCall:
		return true
	}
	return false
}

// extraction is the rule of a repair that package ask made by itself, of which the model was told
// nothing.
const extraction = "extraction"

// repairs returns the violations that the model was told about.
func repairs(e *ask.Explain) []Repair {
	if e == nil {
		return nil
	}
	var told []Repair
	for _, r := range e.Repairs {
		if r.Rule != extraction {
			told = append(told, Repair{r.Rule, r.Message})
		}
	}
	return told
}
