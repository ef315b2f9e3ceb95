package report_test

import (
	"os"

	"github.com/asksql/asksql/internal/eval"
	"github.com/asksql/asksql/internal/eval/report"
)

func ExampleReport_WriteText() {
	run := report.Report{Questions: "shop.jsonl", Model: "small-1", Items: []report.Item{
		{
			Question: eval.Question{ID: "1", Question: "How many orders are there?"},
			Answer:   &eval.Answer{Outcome: eval.Accepted, Attempts: 1, InputTokens: 900, OutputTokens: 20, LatencyMs: 850},
			Grade:    &eval.Grade{Gold: eval.GoldUsable, Canonical: true},
		},
		{
			Question: eval.Question{ID: "2", Question: "Delete the cancelled ones."},
			Answer:   &eval.Answer{Outcome: eval.Refused, Rule: "read_only", Attempts: 3, InputTokens: 3000, OutputTokens: 60, LatencyMs: 2400},
		},
	}}
	if err := run.Finish().WriteText(os.Stdout); err != nil {
		panic(err)
	}
	// Output:
	// accepted                1 of 2 (50 %)
	//   at the first attempt  1 of 2 (50 %)
	// refused by a rule       1
	//   read_only             1
	// same query as gold      1 of 1 (100 %)
	// tokens                  3 900 in, 80 out
	// latency                 median 850 ms, 90 % 2.4 s, most 2.4 s
}
