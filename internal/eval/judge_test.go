package eval_test

import (
	"testing"
	"time"

	"github.com/asksql/asksql/internal/eval"
	"github.com/asksql/asksql/internal/eval/execute"
	"github.com/asksql/asksql/internal/servertest"
)

func TestGrade(t *testing.T) {
	_, subject := newRun(t, &scripted{})
	accepted := eval.Answer{Outcome: eval.Accepted, SQL: "SELECT `o`.`id` FROM `orders` AS `o`"}
	for _, tc := range []struct {
		name, gold string
		answer     eval.Answer
		want       eval.Gold
		same       bool
	}{
		{"no gold query", "", accepted, eval.GoldMissing, false},
		{"the same query", "select id from orders", accepted, eval.GoldUsable, true},
		{"another query", "SELECT total FROM orders", accepted, eval.GoldUsable, false},
		{"no answer", "SELECT id FROM orders", eval.Answer{Outcome: eval.Refused, SQL: ""}, eval.GoldUsable, false},
		{"a gold query outside the schema", "SELECT email FROM customers", accepted, eval.GoldRefused, false},
		{"a gold query that does not parse", "SELEC id", accepted, eval.GoldRefused, false},
	} {
		t.Run(tc.name, func(t *testing.T) {
			task := eval.Task{Question: eval.Question{ID: "q", Question: "?", Gold: tc.gold}, Subject: subject}
			got := new(eval.Judge).Grade(t.Context(), task, tc.answer)
			if got.Gold != tc.want || got.Canonical != tc.same || got.Execution != "" {
				t.Errorf("Grade = %+v, want gold %s, same %v", got, tc.want, tc.same)
			}
			if refused := got.GoldRule != "" && got.GoldMessage != ""; refused != (tc.want == eval.GoldRefused) {
				t.Errorf("rule %q, message %q", got.GoldRule, got.GoldMessage)
			}
		})
	}
}

func TestGradeRows(t *testing.T) {
	_, subject := newRun(t, &scripted{})
	doc := subject.Artifact.Document()
	server := servertest.Start(t, servertest.MariaDB)
	server.Create(t, doc)
	server.Fill(t, doc, servertest.Rows(doc, 20, nil))
	database, err := execute.Open(t.Context(), servertest.Reader+"@unix("+server.Socket()+")/", "", execute.Limits{Timeout: 10 * time.Second, MaxRows: 20})
	if err != nil {
		t.Fatal(err)
	}
	defer database.Close()
	judge := &eval.Judge{Database: database}
	for _, tc := range []struct {
		name, gold, answer string
		want               eval.Execution
	}{
		{"the same query", "SELECT id FROM orders", "SELECT id FROM orders", eval.SameRows},
		{"another query with the same rows", "SELECT id FROM orders", "SELECT id FROM orders WHERE total = total", eval.SameRows},
		{"another order", "SELECT id FROM orders", "SELECT id FROM orders ORDER BY id DESC", eval.SameRows},
		{"another order than asked for", "SELECT id FROM orders ORDER BY id", "SELECT id FROM orders ORDER BY id DESC", eval.OtherRows},
		{"other rows", "SELECT id FROM orders", "SELECT customer_id FROM orders", eval.OtherRows},
		{"far more rows", "SELECT id FROM orders", "SELECT o.id FROM orders o CROSS JOIN categories c", eval.OtherRows},
		{"an answer that the server refuses", "SELECT id FROM orders", "SELECT id FROM orders WHERE id = (SELECT id FROM orders)", eval.AnswerFailed},
		{"a gold query that the server refuses", "SELECT id FROM orders WHERE id = (SELECT id FROM orders)", "SELECT id FROM orders", eval.GoldFailed},
		{"a gold query of too many rows", "SELECT o.id FROM orders o CROSS JOIN categories c", "SELECT id FROM orders", eval.NotComparable},
		{"no answer", "SELECT id FROM orders", "", eval.NothingToRun},
	} {
		t.Run(tc.name, func(t *testing.T) {
			answer := eval.Answer{Outcome: eval.Accepted, SQL: tc.answer}
			if tc.answer == "" {
				answer.Outcome = eval.Refused
			}
			task := eval.Task{Question: eval.Question{ID: "q", Question: "?", Gold: tc.gold}, Subject: subject}
			if got := judge.Grade(t.Context(), task, answer); got.Execution != tc.want {
				t.Errorf("Grade = %+v, want %s", got, tc.want)
			}
		})
	}
}
