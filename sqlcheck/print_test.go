package sqlcheck_test

import (
	"os"
	"testing"

	"github.com/asksql/asksql/corpus"
	"github.com/asksql/asksql/rules"
	"github.com/asksql/asksql/sqlcheck/sqlchecktest"
)

// TestPrintIsPleasant runs the queries of testdata/print.md, a case page. go test -update rewrites
// its prints; read them then, as what the reader of an answer sees.
func TestPrintIsPleasant(t *testing.T) {
	suite := sqlchecktest.Suite{Rules: rules.All(), Pages: []corpus.Page{printPage(t)}}
	if *update {
		suite.Rewrite = "testdata"
	}
	suite.Run(t)
}

func printPage(tb testing.TB) corpus.Page {
	tb.Helper()
	text, err := os.ReadFile("testdata/print.md")
	if err != nil {
		tb.Fatal(err)
	}
	page, err := corpus.Parse("print.md", string(text))
	if err != nil {
		tb.Fatal(err)
	}
	return page
}
