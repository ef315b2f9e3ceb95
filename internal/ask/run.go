package ask

import (
	"context"
	"errors"
	"time"

	"go.uber.org/zap"

	"github.com/asksql/asksql/internal/trace"
	"github.com/asksql/asksql/llm"
	"github.com/asksql/asksql/prompt"
	"github.com/asksql/asksql/sqlcheck"
)

// A run is one question on its way.
type run struct {
	*Pipeline
	scope
	log       *zap.Logger
	began     time.Time
	explained bool    // the request asked for Explain
	watch     Watcher // nil if nobody is told of steps
	earlier   []prompt.Exchange
	prompt    PromptUse

	attempts int
	repairs  []Repair
	use      ModelUse
	took     struct{ prompt, model, check time.Duration }
}

// answer asks the model, and again with what is wrong as long as repairs are left.
func (r *run) answer(ctx context.Context, question string) (*Answer, *Error) {
	conversation, failure := r.conversation(ctx, question)
	if failure != nil {
		return nil, failure
	}
	for {
		if err := ctx.Err(); err != nil {
			return nil, unaskable(err)
		}
		reply, failure := r.generate(ctx, conversation)
		if failure != nil {
			return nil, failure
		}
		sql, failure := r.extract(reply)
		if failure != nil {
			return nil, failure
		}
		query, rejected, failure := r.check(ctx, sql)
		switch {
		case failure != nil:
			return nil, failure
		case query != nil:
			return r.accepted(query), nil
		case r.attempts > r.options.MaxRepairs, reply.Limited:
			return nil, r.refused(rejected.Violations)
		}
		conversation.Messages = append(conversation.Messages, r.repair(reply, rejected)...)
	}
}

// conversation returns the request that the first call makes.
func (r *run) conversation(ctx context.Context, question string) (llm.Request, *Error) {
	var p prompt.Prompt
	if err := r.busy(ctx, func() {
		start, span := time.Now(), trace.From(ctx).Child("prompt", trace.Internal)
		p = r.built.BuildAfter(r.view, r.earlier, question)
		r.took.prompt = time.Since(start)
		span.Set("asksql.prompt.tokens", p.Tokens)
		span.End()
		r.parts.Meter.Prompted(p.Tokens, r.took.prompt)
	}); err != nil {
		return llm.Request{}, unaskable(err)
	}
	r.prompt = PromptUse{p.Tables, p.OfTables, p.Tokens, p.Pruned}
	r.log.Info("prompt_built", zap.Int("tables", p.Tables), zap.Int("ofTables", p.OfTables), zap.Int("tokens", p.Tokens), zap.Bool("pruned", p.Pruned))
	r.tell(Stage{Name: StagePrompted, Prompt: &r.prompt})
	return llm.Request{
		System:   p.System,
		Messages: []llm.Message{{Role: llm.User, Text: p.User}},
		Format:   answerFormat,
		Question: question,
		View:     r.view,
	}, nil
}

func unaskable(err error) *Error {
	return unfinished(err, "the time of the request was over before the model could be asked; ask again")
}

// answerFormat is shared by all requests; providers only read it.
var answerFormat = &llm.Format{Name: prompt.AnswerName, Schema: []byte(prompt.AnswerSchema)}

// generate calls the model.
func (r *run) generate(ctx context.Context, conversation llm.Request) (llm.Reply, *Error) {
	r.attempts++
	r.tell(Stage{Name: StageAsked, Attempt: r.attempts})
	start := time.Now()
	conversation.Spent = start.Sub(r.began) - r.took.model
	reply, err := r.parts.Model.Generate(ctx, conversation)
	err = r.redact.failure(err)
	elapsed := time.Since(start)
	r.took.model += elapsed
	r.logModel(reply, err, elapsed)
	if err != nil {
		return reply, modelFailure(err)
	}
	r.use.Provider, r.use.Name = reply.Provider, reply.Model
	r.use.InputTokens += reply.InputTokens
	r.use.OutputTokens += reply.OutputTokens
	r.tellReply(reply, elapsed)
	return reply, nil
}

// extract returns the SQL of a reply.
func (r *run) extract(reply llm.Reply) (string, *Error) {
	x := prompt.Extract(reply.Text)
	for _, note := range x.Notes {
		r.repairs = append(r.repairs, Repair{ruleExtraction, string(note)})
	}
	switch {
	case x.CannotAnswer != "" && reply.Limited && reply.After != nil:
		// It says nothing about the question: the model that was to answer could not be asked.
		return "", modelFailure(r.redact.failure(reply.After))
	case x.CannotAnswer != "":
		return "", r.refused([]sqlcheck.Violation{{Rule: RuleAnswerable, Message: x.CannotAnswer, Offset: -1}})
	case x.SQL == "":
		return "", noAnswer(errors.New("the reply has neither SQL nor a reason"))
	}
	return x.SQL, nil
}

// check returns the checked query, or why it was refused.
func (r *run) check(ctx context.Context, sql string) (*sqlcheck.Query, *sqlcheck.RejectedError, *Error) {
	var query *sqlcheck.Query
	var err error
	if over := r.busy(ctx, func() {
		start, span := time.Now(), trace.From(ctx).Child("check", trace.Internal)
		query, err = r.checkIn(r.scope, sql)
		took := time.Since(start)
		r.took.check += took
		if rule := firstRule(err); rule != "" {
			span.Set("asksql.rule", rule) // a refusal is a result, no failure of the check
		}
		span.End()
		r.parts.Meter.Checked(firstRule(err), took)
	}); over != nil {
		return nil, nil, unfinished(over, "the time of the request was over before the answer could be checked; ask again")
	}
	var rejected *sqlcheck.RejectedError
	if err != nil && !errors.As(err, &rejected) {
		return nil, nil, &Error{Code: CodeInternal, Message: "the query could not be checked", cause: err}
	}
	r.logCheck(r.log, sql, rejected, zap.Int("attempt", r.attempts))
	if rejected != nil {
		r.tellRefusal(sql, rejected)
	}
	return query, rejected, nil
}

// firstRule returns the rule that an error of a check names first, "" if it names none.
func firstRule(err error) string {
	var rejected *sqlcheck.RejectedError
	if errors.As(err, &rejected) {
		return rejected.Violations[0].Rule
	}
	return ""
}

// repair returns the turns that follow a refused reply.
func (r *run) repair(reply llm.Reply, rejected *sqlcheck.RejectedError) []llm.Message {
	r.parts.Meter.Repaired()
	for _, v := range rejected.Violations {
		r.repairs = append(r.repairs, Repair{v.Rule, v.Message})
	}
	return []llm.Message{
		{Role: llm.Assistant, Text: clip(reply.Text)},
		{Role: llm.User, Text: prompt.Repair(rejected.Violations)},
	}
}

// accepted returns the answer with the query.
func (r *run) accepted(query *sqlcheck.Query) *Answer {
	r.logGenerated(query)
	answer := &Answer{SQL: query.String()}
	if r.explained {
		answer.Explain = r.explain(query, nil)
	}
	return answer
}

// refused returns the error for a query that breaks rules.
func (r *run) refused(violations []sqlcheck.Violation) *Error {
	failure := &Error{Code: CodeValidation, Message: violations[0].Message, Rule: violations[0].Rule}
	if r.explained {
		failure.Explain = r.explain(nil, violations)
	}
	return failure
}
