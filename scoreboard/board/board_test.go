package board

import (
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/asksql/asksql/scoreboard/cases"
	"github.com/asksql/asksql/scoreboard/figures"
	"github.com/asksql/asksql/scoreboard/fuzz"
	"github.com/asksql/asksql/scoreboard/grammar"
	"github.com/asksql/asksql/scoreboard/guard"
	"github.com/asksql/asksql/scoreboard/mysql8"
	"github.com/asksql/asksql/scoreboard/speed"
)

// small is a board of a few cases on which asksql and a guard that only knows writes answered.
func small() *Board {
	all := &cases.All{MySQL: "MySQL 1", Cases: []cases.Case{
		{Set: cases.Attacks, ID: "read", SQL: "SELECT 1", Want: cases.Accept, Comparable: true, Superseded: "refused once"},
		{Set: cases.Attacks, ID: "write", SQL: "DROP TABLE t", Want: cases.Refuse, Rules: []string{"read_only"}, Comparable: true},
		{Set: cases.Attacks, ID: "show", SQL: "show tables", Want: cases.Refuse, Rules: []string{"read_only"}, Comparable: true},
		{Set: cases.Attacks, ID: "unsupported", SQL: "SELECT ?", Want: cases.Refuse, Rules: []string{"syntax"}, Comparable: true},
		{Set: cases.Gold, ID: "broken", SQL: "SELECT", Want: cases.Refuse, Rules: []string{"syntax", "read_only"}, Comparable: true, Asked: true, Errno: 1064, OtherErrno: 1064},
		{Set: cases.Gold, ID: "name", SQL: "SELECT a", Want: cases.Refuse, Rules: []string{"column_scope"}, Comparable: true, Asked: true, Errno: 1054, OtherErrno: 1054},
		{Set: cases.Gold, ID: "ran", SQL: "SELECT 2", Want: cases.Accept, Comparable: true, Asked: true, OtherErrno: 1247},
		{Set: cases.Gold, ID: "either", SQL: "SELECT 3", Want: cases.Either, Comparable: true, Asked: true, Errno: 1292, OtherErrno: 1292},
		{Set: cases.Pages, ID: "tidb", SQL: "SELECT 4", Want: cases.Accept},
	}}
	yes := guard.Answer{Verdict: guard.Accepted}
	no := func(rules ...string) guard.Answer { return guard.Answer{Verdict: guard.Refused, Rules: rules} }
	return &Board{
		Date: time.Date(2026, 11, 28, 0, 0, 0, 0, time.UTC), All: all,
		Contenders: []*Contender{
			{
				Name: "asksql", Own: true, Claims: []string{"complexity", "syntax", "read_only", "column_scope"},
				Answers: []guard.Answer{yes, no("read_only"), no("read_only"), no("syntax"), no("syntax"), no("table_scope", "column_scope"), yes, yes, yes},
			},
			{
				Name: "other", Claims: []string{"syntax", "read_only"}, Allows: []string{"SHOW"},
				Answers: []guard.Answer{{Verdict: guard.Crashed, Message: "oh"}, yes, yes, yes, yes, yes, no(), {Verdict: guard.TimedOut}, {}},
			},
			{Name: "absent", Skipped: "node is not\ninstalled"},
		},
	}
}

func TestScore(t *testing.T) {
	b := small()
	for _, tc := range []struct {
		contender int
		include   func(*cases.Case) bool
		want      Score
	}{
		{0, everything, Score{FalseAccepts: Count{0, 5}, FalseRejects: Count{0, 2}}},
		// SHOW is allowed, the text that asksql does not support is no fault, columns are not claimed.
		{1, everything, Score{FalseAccepts: Count{2, 2}, Outside: Count{3, 3}, FalseRejects: Count{2, 2}, Crashed: 1, TimedOut: 1}},
		{1, inSet(cases.Gold), Score{FalseAccepts: Count{1, 1}, Outside: Count{1, 1}, FalseRejects: Count{1, 1}, TimedOut: 1}},
		{0, inSet(cases.Pages), Score{}}, // the one there is is for another dialect
	} {
		if got := b.score(b.Contenders[tc.contender], tc.include); got != tc.want {
			t.Errorf("%s scores %+v, want %+v", b.Contenders[tc.contender].Name, got, tc.want)
		}
	}
}

func TestFaults(t *testing.T) {
	b := small()
	if faults := b.Faults(); len(faults) != 0 {
		t.Errorf("the faults are %q, want none", faults)
	}
	b.Contenders[0].Answers[1] = guard.Answer{Verdict: guard.Accepted}
	b.Contenders[0].Answers[8] = guard.Answer{Verdict: guard.Refused, Message: "why not"}
	b.Contenders[0].Answers[2] = guard.Answer{Verdict: guard.Crashed}
	b.Runs = []mysql8.Run{{Case: &b.All.Cases[0], Printed: errors.New("no")}}
	b.Differentials = []Differential{{
		Rows: &figures.Table{Columns: []string{"differs"}, Rows: []figures.Row{{Name: "attacks", Counts: []int{2}}}},
	}}
	if faults := b.Faults(); len(faults) != 5 {
		t.Errorf("the faults are %q, want a false accept, a crash, a false reject in a dialect of its own, a print, and rows on the server", faults)
	}
}

func TestReason(t *testing.T) {
	c := &cases.Case{Want: cases.Refuse, Rules: []string{"read_only", "syntax"}}
	for _, tc := range []struct {
		answer guard.Answer
		want   string
	}{
		{guard.Answer{Verdict: guard.Refused, Rules: []string{"read_only", "table_scope"}}, asWritten},
		{guard.Answer{Verdict: guard.Refused, Rules: []string{"syntax"}}, defensible},
		{guard.Answer{Verdict: guard.Refused, Rules: []string{"table_scope", "read_only"}}, otherReason},
		{guard.Answer{Verdict: guard.Accepted}, mistake},
		{guard.Answer{Verdict: guard.Crashed}, mistake},
	} {
		if got := reason(c, tc.answer); got != tc.want {
			t.Errorf("%+v is %q, want %q", tc.answer, got, tc.want)
		}
	}
}

func TestTable(t *testing.T) {
	table := table{head: []string{"who", "n"}, numbers: true}
	table.add("é|x", "12")
	table.add("longer\nname", "3")
	var text strings.Builder
	table.write(&text)
	want := "| who         |   n |\n" +
		"| ----------- | --: |\n" +
		"| é\\|x        |  12 |\n" +
		"| longer name |   3 |\n\n"
	if text.String() != want {
		t.Errorf("the table is\n%swant\n%s", text.String(), want)
	}
}

func TestWrite(t *testing.T) {
	b := small()
	b.Speed = &Speed{Queries: 2, Bytes: 20, Base: 1500, Rounds: 3, Timings: []Timing{
		{Name: "bare parse (TiDB)", Ratio: speed.Ratio{Lower: 1, Median: 1, Upper: 1}, Allocations: 61, Bytes: 6000},
		{Name: "asksql", Ratio: speed.Ratio{Lower: 2, Median: 2.5, Upper: 3}},
	}}
	b.Differentials = []Differential{{
		Kind: "MariaDB",
		Rows: &figures.Table{
			Date: "2026-11-28", Server: "MariaDB 1", Commit: "v1", Head: "texts",
			Columns: []string{"accepted", "too slow", "differs", "default", "ANSI_QUOTES"},
			Rows:    []figures.Row{{Name: "attacks", Counts: []int{5, 1, 0, 4, 4}}},
		},
		Grants:    &figures.Table{Commit: "v0", Head: "texts", Columns: []string{"prints", "denied"}, Rows: []figures.Row{{Name: "attacks", Counts: []int{5, 0}}}},
		Superset:  &figures.Table{Head: "texts", Columns: []string{"prints", "differs with more columns"}, Rows: []figures.Row{{Name: "attacks", Counts: []int{5, 0}}}},
		Unchanged: &figures.Table{}, Stricter: &figures.Table{},
	}}
	b.Fuzz = []fuzz.Run{{Target: "FuzzName", Commit: "v1", Ended: b.Date, Executions: 1000, Seconds: 60, Found: true}}
	mended := grammar.Run{
		Server: "MySQL 1", Commit: "v1", Seed: 7, Queries: 10, Accepted: 5, Executed: 3, Findings: map[string]int{"rows": 2}, Mended: "v2",
		Productions: grammar.Productions{Reachable: 10, Refused: 2, Generated: 9, Accepted: 8, Executed: 6},
	}
	after := mended
	after.Commit, after.Findings, after.Mended, after.Productions.Executed = "v2", map[string]int{"0 → 1055": 1}, "", 4
	b.Grammar = Grammar{Runs: []grammar.Run{mended, after}, Since: []grammar.Run{after}}
	var page strings.Builder
	b.Write(&page)
	text := page.String()
	for _, want := range []string{
		"Run of 28 November 2026",
		"| asksql    |        0 of 5 |                           – |        0 of 2 |       0 |           0 |           2.50 |",
		"| other     |        2 of 2 |                      3 of 3 |        2 of 2 |       1 |           1 |                |",
		"It was skipped: node is not installed.",
		"### Attacks",
		"| syntax       |         1 |      0 |   (1) |",
		"| 1064 syntax error   |     1 |      0 |     1 |",
		"| 1054 unknown column           |     1 |        0 |       1 |                  0 |                         1 |",
		"asksql got nothing wrong in this run.",
		"| all                     | MySQL 1 |      2 |      20 |       10 |         6 |        3 |          1 |       9 of 10, 90.0 % | 8 of 8, 100.0 % | 6 of 8, 75.0 % |",
		"| since every mend so far | MySQL 1 |      1 |      10 |        5 |         3 |        1 |          1 |       9 of 10, 90.0 % | 8 of 8, 100.0 % | 4 of 8, 50.0 % |",
		"| 2 × rows     | MySQL 1 | v1        | 7         | v2          |",
		"| 1 × 0 → 1055 | MySQL 1 | v2        | 7         | nothing yet |",
		"(gold queries, model output): MySQL 1.",
		"| ran   | 1247 label of an aggregate |     1 |      1 |     0 |",
		"| read | `` SELECT 1 `` | refused once    |",
		"crashed: `` oh ``",
		"which took 1.5 µs",
		"| read_only    |                 0 of 2 |        0 of 1 |                           – |        0 of 1 |",
		"4 of 4 comparable prints give the rows of their texts",
		"made 1000 executions in 1m0s; the latest run of 1 of 1 targets found something.",
		"Figures of 2026-11-28 on MariaDB 1, asksql v1.",
		"Of asksql v0.\n\n| texts   | prints | denied |",
		"| attacks |        5 |        4 |       4 |           4 |         100.00 % |",
		"| attacks |      5 |      0 |",
		"| FuzzName | names of every spelling |    1 |       1000 | 1m0s |         17 |                1 | 28 November 2026 |  v1 | something |",
	} {
		if !strings.Contains(text, want) {
			t.Errorf("the page lacks %q", want)
		}
	}
	if strings.Contains(text, "### Case pages") {
		t.Error("the page has a set of which nothing was asked")
	}
	if t.Failed() {
		t.Log(text)
	}
}
