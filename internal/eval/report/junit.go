package report

import (
	"cmp"
	"encoding/xml"
	"fmt"

	"github.com/asksql/asksql/internal/eval"
)

type junitSuites struct {
	XMLName xml.Name     `xml:"testsuites"`
	Suites  []junitSuite `xml:"testsuite"`
}

type junitSuite struct {
	Name     string      `xml:"name,attr"`
	Tests    int         `xml:"tests,attr"`
	Failures int         `xml:"failures,attr"`
	Errors   int         `xml:"errors,attr"`
	Skipped  int         `xml:"skipped,attr"`
	Time     string      `xml:"time,attr"` // seconds
	Cases    []junitCase `xml:"testcase"`
}

type junitCase struct {
	Name    string       `xml:"name,attr"`
	Class   string       `xml:"classname,attr"`
	Time    string       `xml:"time,attr"`
	Failure *junitResult `xml:"failure"`
	Error   *junitResult `xml:"error"`
	Skipped *junitResult `xml:"skipped"`
	Output  string       `xml:"system-out,omitempty"`
}

type junitResult struct {
	Type    string `xml:"type,attr,omitempty"`
	Message string `xml:"message,attr"`
	Text    string `xml:",chardata"`
}

// JUnit returns the report as JUnit's XML, with a test case for each question. One fails if it has
// no accepted SQL, or SQL whose rows are not those of the gold query; SQL that only looks different
// passes. A call that failed is an error, and a question that was not asked is skipped.
func (r *Report) JUnit() ([]byte, error) {
	suite := junitSuite{Name: "asksql eval " + r.Questions, Tests: len(r.Items)}
	total := 0.0
	for _, item := range r.Items {
		c := item.junit()
		suite.Cases = append(suite.Cases, c)
		suite.count(c)
		if item.Answer != nil {
			total += item.Answer.LatencyMs
		}
	}
	suite.Time = seconds(total)
	text, err := xml.MarshalIndent(junitSuites{Suites: []junitSuite{suite}}, "", "  ")
	return append([]byte(xml.Header), append(text, '\n')...), err
}

func (s *junitSuite) count(c junitCase) {
	switch {
	case c.Failure != nil:
		s.Failures++
	case c.Error != nil:
		s.Errors++
	case c.Skipped != nil:
		s.Skipped++
	}
}

func (i Item) junit() junitCase {
	c := junitCase{Name: i.ID + ": " + i.Question.Question, Class: "questions", Time: seconds(0)}
	a := i.Answer
	if a == nil {
		c.Skipped = &junitResult{Message: "it was not asked"}
		return c
	}
	c.Class, c.Time, c.Output = a.SchemaID, seconds(a.LatencyMs), a.SQL
	switch {
	case a.Outcome == eval.Failed:
		c.Error = &junitResult{Type: string(a.Outcome), Message: a.Message}
	case a.Outcome != eval.Accepted:
		c.Failure = &junitResult{cmp.Or(a.Rule, string(a.Outcome)), a.Message, a.Draft}
	case i.wrong():
		c.Failure = &junitResult{string(i.Grade.Execution), cmp.Or(i.Grade.ExecutionMessage, "the rows are not those of the gold query"),
			a.SQL + "\n\ngold:\n" + i.Grade.GoldSQL}
	}
	return c
}

// wrong reports whether an accepted answer was run and did not give the rows of the gold query.
func (i Item) wrong() bool {
	return i.Grade != nil && (i.Grade.Execution == eval.OtherRows || i.Grade.Execution == eval.AnswerFailed)
}

func seconds(ms float64) string { return fmt.Sprintf("%.3f", ms/1000) }
