package report_test

import (
	"encoding/json"
	"os"
	"strings"
	"testing"

	"github.com/google/jsonschema-go/jsonschema"

	"github.com/asksql/asksql/internal/checked"
	"github.com/asksql/asksql/internal/checked/report"
	"github.com/asksql/asksql/sqlcheck"
)

// two is a report on a file with a query that is refused and one that is advised about.
func two(name string) *report.Report {
	file := "SELECT 1;\n  SELECT 'ä', totl\n  FROM orders;\nSELECT * FROM orders;\n"
	text := checked.NewText(file)
	at := strings.Index(file, "SELECT 'ä'")
	refused, _ := text.Result(at, nil, &sqlcheck.RejectedError{Violations: []sqlcheck.Violation{
		{Rule: "column_scope", Message: "column totl is not in the schema; orders has total", Near: "totl", Offset: strings.Index(file, "totl") - at},
		{Rule: "syntax", Message: "100% odd:\r\n::error::no", Offset: -1},
	}})
	last := strings.Index(file, "SELECT *")
	return &report.Report{
		Version: "asksql 1.2.3", Files: 1, Warnings: true,
		Rules: []report.Rule{{Name: "column_scope", Doc: "every column is one the schema shows"}, {Name: "select_star", Doc: "no star", Advisory: true}},
		Statements: []report.Statement{
			{File: name, Place: text.Place(0, 8), Text: text, Result: &checked.Result{Valid: true}},
			{File: name, Place: text.Place(at, last-2-at), Text: text, Result: refused},
			{File: name, Place: text.Place(last, 20), Text: text, Result: &checked.Result{Valid: true, Warnings: []sqlcheck.Advice{{Code: "select_star", Message: "name the columns"}}}},
		},
	}
}

func written(t *testing.T, r *report.Report, format string) string {
	t.Helper()
	var b strings.Builder
	if err := r.Write(&b, format); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

func TestText(t *testing.T) {
	want := "q/a.sql:2:15: column_scope: column totl is not in the schema; orders has total\n" +
		"q/a.sql:2:3: syntax: 100% odd:\ufffd\ufffd::error::no\n" +
		"q/a.sql:4:1: warning: select_star: name the columns\n" +
		"3 statements in 1 file: 1 refused, 1 warning\n"
	if got := written(t, two("q/a.sql"), "text"); got != want {
		t.Errorf("text is\n%swant\n%s", got, want)
	}
}

// A file or a message cannot begin a command of its own.
func TestGitHub(t *testing.T) {
	want := "::error file=q/a%2C::b.sql,line=2,col=15,endLine=2,endColumn=19,title=asksql%3A column_scope::column totl is not in the schema; orders has total\n" +
		"::error file=q/a%2C::b.sql,line=2,col=3,endLine=3,title=asksql%3A syntax::100%25 odd:%0D%0A::error::no\n" +
		"::warning file=q/a%2C::b.sql,line=4,col=1,endLine=4,endColumn=21,title=asksql%3A select_star::name the columns\n"
	want = strings.ReplaceAll(want, "a%2C::b", "a%2C%3A%3Ab")
	if got := written(t, two("q/a,::b.sql"), "github"); got != want {
		t.Errorf("github is\n%swant\n%s", got, want)
	}
}

func TestJSON(t *testing.T) {
	var got struct {
		Valid      bool
		Files      int
		Statements []struct {
			File   string
			Place  checked.Place
			Result checked.Result
		}
	}
	if err := json.Unmarshal([]byte(written(t, two("q/a.sql"), "json")), &got); err != nil {
		t.Fatal(err)
	}
	if got.Valid || got.Files != 1 || len(got.Statements) != 3 || got.Statements[1].Place.Line != 2 || got.Statements[1].Result.Violations[0].Nearest[0] != "total" {
		t.Errorf("json is %+v", got)
	}
	empty := written(t, &report.Report{}, "json")
	if !strings.Contains(empty, `"statements": []`) || !strings.Contains(empty, `"valid": true`) {
		t.Errorf("json of nothing is %s", empty)
	}
}

// A log has what SARIF demands and nothing that it does not know; places are those of the text.
func TestSARIF(t *testing.T) {
	facts, err := os.ReadFile("testdata/sarif.schema.json")
	if err != nil {
		t.Fatal(err)
	}
	var s jsonschema.Schema
	if err := json.Unmarshal(facts, &s); err != nil {
		t.Fatal(err)
	}
	schema, err := s.Resolve(nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, r := range []*report.Report{two("q/a b.sql"), two("/abs/ä.sql"), {}} {
		text := written(t, r, "sarif")
		var log any
		if err := json.Unmarshal([]byte(text), &log); err != nil {
			t.Fatal(err)
		}
		if err := schema.Validate(log); err != nil {
			t.Errorf("%v in\n%s", err, text)
		}
	}
	text := strings.Join(strings.Fields(written(t, two("q/a b.sql"), "sarif")), " ")
	for _, want := range []string{
		`"ruleId": "column_scope", "ruleIndex": 0, "level": "error"`,
		`"artifactLocation": { "uri": "q/a%20b.sql" }, "region": { "startLine": 2, "startColumn": 15, "endLine": 2, "endColumn": 19, "byteOffset": 25, "byteLength": 4 }`,
		`"ruleId": "syntax", "ruleIndex": -1`,
		`"ruleId": "select_star", "ruleIndex": 1, "level": "warning"`,
	} {
		if !strings.Contains(text, want) {
			t.Errorf("the log lacks %s:\n%s", want, text)
		}
	}
	if !strings.Contains(written(t, two("/abs/ä.sql"), "sarif"), `"uri": "file:///abs/%C3%A4.sql"`) {
		t.Error("an absolute path is no file URI")
	}
}
