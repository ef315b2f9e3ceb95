package ask

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/asksql/asksql/prompt"
	"github.com/asksql/asksql/sqlcheck"
)

// An Exchange is an earlier question and the SQL that answered it.
type Exchange struct{ Question, SQL string }

// maxHistory is how many exchanges a question may go on from.
const maxHistory = 4

// earlier returns the exchanges of a request as a prompt may show them: with the print of their SQL, which is checked
// again in the scope of this request. What it then is not allowed to read, no model is shown. Where an access file
// chooses rows, an answer's SQL says how, with the caller's own values: then the prompt has the questions alone.
func (p *Pipeline) earlier(ctx context.Context, s scope, history []Exchange) ([]prompt.Exchange, *Error) {
	if len(history) > maxHistory {
		return nil, badRequest(fmt.Sprintf("history has %d entries; send the last %d at most", len(history), maxHistory))
	}
	var list []prompt.Exchange
	for i, e := range history {
		switch {
		case strings.TrimSpace(e.Question) == "":
			return nil, badRequest(fmt.Sprintf("history[%d].question is missing or blank; send the question that was asked", i))
		case len(e.Question) > MaxQuestionBytes:
			return nil, badRequest(fmt.Sprintf("history[%d].question is longer than %d bytes; leave the entry out", i, MaxQuestionBytes))
		}
		if s.grant != nil && s.grant.Filters != nil {
			list = append(list, prompt.Exchange{Question: e.Question})
			continue
		}
		query, err := p.checkTimed(ctx, s, e.SQL)
		var rejected *sqlcheck.RejectedError
		if failure := checkFailure(err, &rejected); failure != nil {
			return nil, failure
		}
		if errors.As(err, &rejected) {
			first := rejected.Violations[0]
			return nil, badRequest(fmt.Sprintf("history[%d].sql is refused now (%s: %s); send the SQL that was answered, or leave the entry out", i, first.Rule, first.Message))
		}
		list = append(list, prompt.Exchange{Question: e.Question, SQL: query.String()})
	}
	return list, nil
}
