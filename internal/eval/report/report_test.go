package report_test

import (
	"bytes"
	"encoding/xml"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"github.com/asksql/asksql/internal/eval"
	"github.com/asksql/asksql/internal/eval/report"
)

var update = flag.Bool("update", false, "rewrite the golden files")

func golden(t *testing.T, name, got string) {
	t.Helper()
	path := filepath.Join("testdata", name)
	if *update {
		if err := os.WriteFile(path, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if got != string(want) {
		t.Errorf("%s differs; run go test ./internal/eval/report -update and read the difference. Got:\n%s", path, got)
	}
}

// item returns a question about the shop with an answer, of which the caller tells the rest.
func item(id, question string, a eval.Answer, g eval.Grade) report.Item {
	a.ID, a.SchemaID = id, "shop"
	a.InputTokens, a.OutputTokens, a.LatencyMs = int64(800*a.Attempts), int64(40*a.Attempts), float64(1200*a.Attempts)
	return report.Item{Question: eval.Question{ID: id, Question: question}, Answer: &a, Grade: &g}
}

// before is a run with every kind of outcome.
func before() report.Report {
	usable := func(same bool, e eval.Execution, rows int) eval.Grade {
		return eval.Grade{Gold: eval.GoldUsable, GoldSQL: "SELECT COUNT(*) FROM `orders`", Canonical: same, Execution: e, Rows: rows}
	}
	items := []report.Item{
		item("q01", "How many orders are there?", eval.Answer{
			Outcome: eval.Accepted, SQL: "SELECT COUNT(*) FROM `orders`", Attempts: 1}, usable(true, eval.SameRows, 1)),
		item("q02", "Which <b>customers</b> | cities\nare there?", eval.Answer{
			Outcome: eval.Accepted, SQL: "SELECT `city` FROM `customers`", Attempts: 3,
			Repairs: []eval.Repair{{Rule: "column_scope"}, {Rule: "column_scope"}, {Rule: "syntax"}}}, usable(false, eval.OtherRows, 4)),
		item("q03", "What is the mean total?", eval.Answer{
			Outcome: eval.Accepted, SQL: "SELECT AVG(`total`) FROM `orders`", Attempts: 2,
			Repairs: []eval.Repair{{Rule: "column_scope"}}}, usable(false, eval.SameRows, 0)),
		item("q04", "What does everyone earn?", eval.Answer{
			Outcome: eval.Refused, Rule: "column_scope", Message: "column salary is not in the schema; employees has id, name, manager_id, hired_on",
			Draft: "SELECT salary FROM employees", Attempts: 3}, usable(false, eval.NothingToRun, 3)),
		item("q05", "Delete what is cancelled.", eval.Answer{
			Outcome: eval.Refused, Rule: "read_only", Message: "DELETE is no query; write one SELECT",
			Draft: "DELETE FROM orders -- ```", Attempts: 3}, eval.Grade{Gold: eval.GoldMissing}),
		item("q06", "And the manager's?", eval.Answer{
			Outcome: eval.Refused, Rule: "column_scope", Message: "column salary is not in the schema",
			Draft: "SELECT m.salary FROM employees m", Attempts: 3},
			eval.Grade{Gold: eval.GoldRefused, GoldRule: "column_scope", GoldMessage: "column salary is not in the schema"}),
		item("q07", "Will it rain?", eval.Answer{
			Outcome: eval.Cannot, Rule: "answerable", Message: "there is no weather in the schema", Attempts: 1}, eval.Grade{Gold: eval.GoldMissing}),
		item("q08", "Is anybody there?", eval.Answer{
			Outcome: eval.Failed, Message: "the call of the model failed; try again later: openai: unavailable (HTTP 503)", Attempts: 1}, eval.Grade{Gold: eval.GoldMissing}),
		{Question: eval.Question{ID: "q09", Question: "How many are left?"}},
	}
	items[5].Gold = "SELECT m.salary FROM employees m"
	return report.Report{
		Questions: "shop.jsonl", Provider: "openai", Model: "small-1", Mode: "schema_only",
		Stopped: "stopped by a signal", Price: report.Price{In: 0.5, Out: 2}, Items: items,
	}
}

// after is a later run: q04 is answered now, q03 is right at the first attempt, q01 is wrong, and
// q08 was not asked.
func after() report.Report {
	r := before()
	r.Stopped, r.Model = "", "small-2"
	r.Items[3] = item("q04", "What does everyone earn?", eval.Answer{Outcome: eval.Accepted, SQL: "SELECT 1", Attempts: 1},
		eval.Grade{Gold: eval.GoldUsable, Execution: eval.OtherRows})
	r.Items[2] = item("q03", "What is the mean total?", eval.Answer{Outcome: eval.Accepted, SQL: "SELECT AVG(`total`) FROM `orders`", Attempts: 1},
		eval.Grade{Gold: eval.GoldUsable, Canonical: true, Execution: eval.SameRows})
	r.Items[0].Grade = &eval.Grade{Gold: eval.GoldUsable, Execution: eval.AnswerFailed, ExecutionMessage: "Error 1054: unknown column"}
	r.Items[7].Answer = nil
	return r
}

func TestMarkdown(t *testing.T) {
	golden(t, "report.md", string(before().Finish().Markdown("report.svg")))
	plain := before()
	plain.Items, plain.Stopped, plain.Price = plain.Items[:1], "", report.Price{}
	plain.Items[0].Grade = &eval.Grade{Gold: eval.GoldMissing}
	golden(t, "plain.md", string(plain.Finish().Markdown("report.svg")))
}

func TestText(t *testing.T) {
	var b strings.Builder
	if err := before().Finish().WriteText(&b); err != nil {
		t.Fatal(err)
	}
	golden(t, "summary.txt", b.String())
}

func TestChart(t *testing.T) {
	chart := before().Finish().Chart()
	golden(t, "report.svg", string(chart))
	var titles, bars int
	for d := xml.NewDecoder(bytes.NewReader(chart)); ; {
		token, err := d.Token()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			t.Fatalf("the chart is no XML: %v", err)
		}
		if e, ok := token.(xml.StartElement); ok {
			switch e.Name.Local {
			case "title", "desc":
				titles++
			case "rect":
				bars++
			}
		}
	}
	if titles != 2 || bars != 2*6 {
		t.Errorf("%d titles and descriptions, %d bars and marks; want 2, and two for each of 6 outcomes", titles, bars)
	}
}

func TestJUnit(t *testing.T) {
	text, err := before().Finish().JUnit()
	if err != nil {
		t.Fatal(err)
	}
	golden(t, "junit.xml", string(text))
	var read struct {
		Suites []struct {
			Tests    int `xml:"tests,attr"`
			Failures int `xml:"failures,attr"`
			Errors   int `xml:"errors,attr"`
			Skipped  int `xml:"skipped,attr"`
		} `xml:"testsuite"`
	}
	if err := xml.Unmarshal(text, &read); err != nil {
		t.Fatal(err)
	}
	// q02 has other rows; q03 looks different and is right.
	if got := fmt.Sprint(read.Suites); got != "[{9 5 1 1}]" {
		t.Errorf("tests, failures, errors and skipped are %s, want [{9 5 1 1}]", got)
	}
}

func TestJSON(t *testing.T) {
	want := before().Finish()
	text, err := want.JSON()
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), "report.json")
	if err := os.WriteFile(path, text, 0o600); err != nil {
		t.Fatal(err)
	}
	got, err := report.Read(path)
	if err != nil {
		t.Fatal(err)
	}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("read back:\n%+v\nwant:\n%+v", got, want)
	}
}

func TestReadFaults(t *testing.T) {
	for _, tc := range []struct{ name, text, want string }{
		{"no JSON", "# report", "is no report of this program"},
		{"another object", `{"id":1}`, "is no report of version 1"},
		{"a later version", `{"version":2}`, "is no report of version 1"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			path := filepath.Join(t.TempDir(), "report.json")
			if err := os.WriteFile(path, []byte(tc.text), 0o600); err != nil {
				t.Fatal(err)
			}
			if _, err := report.Read(path); err == nil || !strings.HasPrefix(err.Error(), path+" ") || !strings.Contains(err.Error(), tc.want) {
				t.Errorf("Read: %v, want %s in it", err, tc.want)
			}
		})
	}
}

func TestCompare(t *testing.T) {
	var b strings.Builder
	if err := report.Compare(before().Finish(), after().Finish()).WriteText(&b); err != nil {
		t.Fatal(err)
	}
	golden(t, "compare.txt", b.String())
}

// What models, questions and servers say is shown as it is: it is no markup of a report, and no command
// to a terminal.
func TestHostileTexts(t *testing.T) {
	run := func(o eval.Outcome) *report.Report {
		answer := eval.Answer{Outcome: o, Rule: "syntax\x1b]0;x\a", Attempts: 1, Draft: "SELECT '\x1b[2J\u202e'\r```", Message: "- $x$ <img src=http://evil.example> \x1b[2J [a](b) www.evil.example"}
		if o == eval.Accepted {
			answer = eval.Answer{Outcome: o, SQL: "SELECT '\x1b[2J'", Attempts: 1}
		}
		items := []report.Item{item("1\n\x1b[31m", "1. Who is\u2028\u202e \x1b[31m</system-out>?", answer, eval.Grade{Gold: eval.GoldMissing})}
		return report.Report{Questions: "a\x1b[2J\nb.jsonl", Model: "=m", Mode: "schema_only", Items: items}.Finish()
	}
	before, after := run(eval.Refused), run(eval.Accepted)
	markdown := string(before.Markdown("a b.svg"))
	var text strings.Builder
	for _, write := range []func(io.Writer) error{before.WriteText, report.Compare(before, after).WriteText} {
		if err := write(&text); err != nil {
			t.Fatal(err)
		}
	}
	junit, err := before.JUnit()
	if err != nil {
		t.Fatal(err)
	}
	for _, shown := range []string{markdown, string(after.Markdown("c")), text.String(), strings.ReplaceAll(string(junit), "\u2028", "")} {
		if strings.ContainsAny(shown, "\x1b\a\r\u2028") {
			t.Errorf("there are control characters in\n%q", shown)
		}
	}
	for _, want := range []string{
		"# How \\=m answers a�\\[2J b.jsonl\n", "\n**1 �\\[31m** 1\\. Who is",
		"\n\\- \\$x\\$ \\<img src=http:\\//evil.example\\> �\\[2J \\[a\\](b) www\\.evil.example.\n", "````sql\n",
	} {
		if !strings.Contains(markdown, want) {
			t.Errorf("want %q in\n%s", want, markdown)
		}
	}
	if want := "\n  1 �[31m  1. Who is �"; !strings.Contains(text.String(), want) {
		t.Errorf("want %q in\n%s", want, text.String())
	}
}

func TestSummary(t *testing.T) {
	s := before().Finish().Summary
	total := 0
	for _, n := range s.Outcomes {
		total += n
	}
	if total != s.Asked || s.Asked != 8 || s.Questions != 9 {
		t.Errorf("outcomes sum up to %d, asked %d of %d; want 8 of 9", total, s.Asked, s.Questions)
	}
	if s.Latency != (report.Latency{P50: 2400, P90: 3600, P99: 3600, Max: 3600}) {
		t.Errorf("latency %+v", s.Latency)
	}
	if s.Tokens != (report.Tokens{In: 13600, Out: 680, Cost: 0.5*0.0136 + 2*0.00068}) {
		t.Errorf("tokens %+v", s.Tokens)
	}
	if empty := (report.Report{}).Finish().Summary; empty.Accepted.Percent() != 0 || empty.Latency.P50 != 0 {
		t.Errorf("without questions: %+v", empty)
	}
}

// The bounds are those of the literature: Newcombe 1998, table I, method 3.
func TestInterval(t *testing.T) {
	for _, tc := range []struct {
		count, of int
		want      string
	}{
		{81, 263, "25.53 36.62"},
		{15, 148, "6.24 16.05"},
		{0, 20, "0.00 16.11"},
		{1, 29, "0.61 17.18"},
		{29, 29, "88.30 100.00"},
	} {
		low, high := report.Rate{Count: tc.count, Of: tc.of}.Interval()
		if got := fmt.Sprintf("%.2f %.2f", low, high); got != tc.want {
			t.Errorf("%d of %d: %s, want %s", tc.count, tc.of, got, tc.want)
		}
	}
}
