package page

import (
	"context"
	"net/http"

	"github.com/asksql/asksql/internal/checked"
	"github.com/asksql/asksql/rules"
	"github.com/asksql/asksql/sqlcheck"
)

// checkPage is the page of a text.
type checkPage struct {
	frame
	Text   string
	Result *checkResult // nil before the first text
}

// checkResult is what became of a text.
type checkResult struct {
	*checked.Result
	SQL         []clause  // the print
	Marked      []clause  // the text, with what is wrong underlined
	Findings    []finding // what is wrong, in the order of the rules
	Diagram     *diagram
	Correlation string
}

// checkForm answers GET /sql.
func (p *pages) checkForm(w http.ResponseWriter, r *http.Request) {
	f, _ := p.frame(r.Context(), "sql", p.request(r))
	p.write(w, http.StatusOK, "sql.html", checkPage{frame: f})
}

// check answers POST /sql.
func (p *pages) check(w http.ResponseWriter, r *http.Request) {
	if !p.form(w, r) {
		return
	}
	ctx, cancel := context.WithTimeout(r.Context(), p.options.Timeout)
	defer cancel()
	req := p.request(r)
	f, view := p.frame(ctx, "sql", req)
	page := checkPage{frame: f, Text: r.PostFormValue("sql")}
	if view == nil {
		p.write(w, status(page.Trouble), "sql.html", page)
		return
	}
	result, err := p.pipeline.Check(ctx, req, page.Text)
	if r.Context().Err() != nil {
		panic(http.ErrAbortHandler) // there is nobody to read the page
	}
	if err != nil {
		page.Trouble = troubleOf(err, req)
		p.write(w, status(page.Trouble), "sql.html", page)
		return
	}
	page.Result = &checkResult{Result: result, Correlation: req.CorrelationID}
	if result.Valid {
		page.Result.SQL = clauses(result.SQL, nil, true)
		page.Result.Diagram = newDiagram(view, result.Tables, result.Columns)
	} else {
		page.Result.Findings = numbered(result.Violations)
		page.Result.Marked = clauses(page.Text, page.Result.Findings, false)
	}
	p.write(w, http.StatusOK, "sql.html", page)
}

func allRules() []*sqlcheck.Rule { return rules.All() }

// finding is a reason to refuse a text, with a number by which text and list refer to each other.
type finding struct {
	checked.Violation
	Number int
}

func numbered(violations []checked.Violation) []finding {
	list := make([]finding, len(violations))
	for i, v := range violations {
		list[i] = finding{v, i + 1}
	}
	return list
}

// findings returns what is wrong with a text that a check has refused.
func findings(text string, violations []sqlcheck.Violation) []finding {
	result, err := checked.Of(text, nil, &sqlcheck.RejectedError{Violations: violations})
	if err != nil {
		return nil // a refusal is a result
	}
	return numbered(result.Violations)
}
