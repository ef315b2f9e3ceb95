package rules_test

import (
	"flag"
	"testing"

	"github.com/asksql/asksql/corpus"
	"github.com/asksql/asksql/rules"
	"github.com/asksql/asksql/sqlcheck/sqlchecktest"
)

var update = flag.Bool("update", false, "rewrite the text blocks of the case pages")

func TestCasePages(t *testing.T) {
	suite := sqlchecktest.Suite{Rules: rules.All(), Pages: pages(t)}
	if *update {
		suite.Rewrite = "../corpus"
	}
	suite.Run(t)
}

func pages(t *testing.T) []corpus.Page {
	t.Helper()
	pages, err := corpus.Pages()
	if err != nil {
		t.Fatal(err)
	}
	return pages
}
