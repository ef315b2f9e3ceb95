package page

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"strings"

	"github.com/asksql/asksql/internal/ask"
	"github.com/asksql/asksql/schema"
	"github.com/asksql/asksql/sqlcheck"
)

// askPage is the page of a question.
type askPage struct {
	frame
	Question string
	Mode     string
	Modes    []choice
	Examples []schema.Example
	Earlier  []ask.Exchange // what the next question can go on from, oldest first
	GoOn     bool           // it is to
	Result   *askResult     // nil before the first question, and where nothing was asked
}

// choice is an entry of a list.
type choice struct {
	Value, Label string
	Chosen       bool
}

// askResult is what became of a question.
type askResult struct {
	SQL         []clause // nil where there is none
	Rule        string   // that refused the answer, else ""
	Message     string
	Explain     *ask.Explain // nil where nothing came of the question
	Rules       []ruleState
	Turns       []turn // those that were refused
	Notes       []string
	Diagram     *diagram
	Correlation string
	TotalMs     string
}

// ruleState says of a rule whether it held.
type ruleState struct {
	Name, Doc string
	OK        bool
}

// turn is a reply of the model that was refused.
type turn struct {
	Attempt int
	SQL     []clause
	Refused []finding
}

const maxExamples = 5

func (p *pages) newAskPage(ctx context.Context, req ask.Request) (askPage, *schema.View) {
	f, view := p.frame(ctx, "ask", req)
	page := askPage{frame: f, Question: req.Question}
	if req.Mode != nil {
		page.Mode = *req.Mode
	}
	page.Modes = []choice{
		{string(ask.SchemaOnly), "no values, no bound on rows", page.Mode != string(ask.BoundedResults)},
		{string(ask.BoundedResults), "values in the prompt, rows bounded", page.Mode == string(ask.BoundedResults)},
	}
	if view != nil {
		page.Examples = view.Examples()[:min(len(view.Examples()), maxExamples)]
	}
	return page, view
}

// askForm answers GET /.
func (p *pages) askForm(w http.ResponseWriter, r *http.Request) {
	page, _ := p.newAskPage(r.Context(), p.request(r))
	p.write(w, http.StatusOK, "ask.html", page)
}

// ask answers POST /.
func (p *pages) ask(w http.ResponseWriter, r *http.Request) {
	if !p.form(w, r) {
		return
	}
	ctx, cancel := context.WithTimeout(r.Context(), p.options.Timeout)
	defer cancel()
	req := p.request(r)
	req.Question = r.PostFormValue("question")
	if r.PostForm.Has("mode") {
		mode := r.PostForm.Get("mode")
		req.Mode = &mode
	}
	earlier := earlierIn(r.PostForm)
	if r.PostForm.Has("goon") {
		req.History = earlier
	}
	page, view := p.newAskPage(ctx, req)
	page.Earlier, page.GoOn = earlier, req.History != nil
	if view == nil {
		p.write(w, status(page.Trouble), "ask.html", page)
		return
	}
	var refused turns
	req.Watch = &refused
	answer, err := p.pipeline.Ask(ctx, req)
	if r.Context().Err() != nil {
		panic(http.ErrAbortHandler) // there is nobody to read the page
	}
	page.Result, page.Trouble = newAskResult(answer, err, view, req)
	if page.Result != nil {
		page.Result.Turns = refused
	}
	if answer != nil {
		page.Earlier = lastOf(append(req.History, ask.Exchange{Question: req.Question, SQL: answer.SQL}))
	}
	p.write(w, status(page.Trouble), "ask.html", page)
}

// maxEarlier is how many questions the next one can go on from.
const maxEarlier = 4

func lastOf(list []ask.Exchange) []ask.Exchange { return list[max(0, len(list)-maxEarlier):] }

// earlierIn returns the earlier questions that a form has kept, with their SQL.
func earlierIn(form url.Values) (list []ask.Exchange) {
	questions, texts := form["earlierQuestion"], form["earlierSQL"]
	for i := range min(len(questions), len(texts)) {
		list = append(list, ask.Exchange{Question: questions[i], SQL: texts[i]})
	}
	return lastOf(list)
}

// Last returns the earlier question that was asked last.
func (p askPage) Last() string { return p.Earlier[len(p.Earlier)-1].Question }

// turns are the replies that were refused, as they come.
type turns []turn

// Told implements ask.Watcher.
func (t *turns) Told(s ask.Stage) {
	if s.Name == ask.StageRefused {
		*t = append(*t, newTurn(s))
	}
}

func newTurn(s ask.Stage) turn {
	findings := findings(s.SQL, s.Violations)
	return turn{Attempt: s.Attempt, SQL: clauses(s.SQL, findings, false), Refused: findings}
}

// newAskResult returns what the page shows of an answer or a refusal, else the trouble.
func newAskResult(answer *ask.Answer, err error, view *schema.View, req ask.Request) (*askResult, *trouble) {
	r := &askResult{Correlation: req.CorrelationID}
	var e *ask.Error
	switch {
	case err == nil:
		r.SQL, r.Explain = clauses(answer.SQL, nil, true), answer.Explain
	case errors.As(err, &e) && e.Code == ask.CodeValidation:
		r.Rule, r.Message, r.Explain = e.Rule, e.Message, e.Explain
	default:
		return nil, troubleOf(err, req)
	}
	if x := r.Explain; x != nil {
		r.Rules = ruleStates(x.Rules)
		r.Diagram = newDiagram(view, x.Tables, x.Columns)
		r.TotalMs = fmt.Sprintf("%.0f", x.Timings.PromptMs+x.Timings.ModelMs+x.Timings.CheckMs)
		for _, repair := range x.Repairs {
			if repair.Rule == "extraction" {
				r.Notes = append(r.Notes, repair.Message)
			}
		}
	}
	return r, nil
}

func ruleStates(results []ask.RuleResult) []ruleState {
	states := make([]ruleState, len(results))
	for i, r := range results {
		states[i] = ruleState{Name: r.Name, Doc: promise(r.Name), OK: r.OK}
	}
	return states
}

// promise returns what is true of every query that a rule lets pass.
func promise(name string) string {
	switch name {
	case ask.RuleAnswerable:
		return "the model did not say that the question cannot be answered"
	case sqlcheck.RuleComplexity:
		return "the text stays within the limits"
	case sqlcheck.RuleSyntax:
		return "the text is SQL that is understood to the last word"
	}
	for _, rule := range allRules() {
		if rule.Name == name {
			return strings.TrimSuffix(rule.Doc, ".")
		}
	}
	return ""
}
