package lint_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/asksql/asksql/schema/lint"
)

var someAdvice = []lint.Advice{
	{Code: lint.NoDescription, About: "orders"}, {Code: lint.NoDescription, About: "log_2024"}, {Code: lint.NoForeignKey, About: "orders.customer_id"},
	{Code: lint.LikelySensitive, About: "Orders.Note"}, {Code: lint.TooLong},
}

func TestFilter(t *testing.T) {
	for _, tc := range []struct {
		name   string
		filter lint.Filter
		mutes  string
		left   string // the first letters of the codes
		idle   int
	}{
		{name: "nothing is held back", left: "nnnlt"},
		{name: "only a kind", filter: lint.Filter{Only: []lint.Code{lint.NoDescription}}, left: "nn"},
		{name: "all but a kind", filter: lint.Filter{Ignore: []lint.Code{lint.NoDescription}}, left: "nlt"},
		{name: "a kind in a file", mutes: "# what nobody describes\n\nno_description  # later", left: "nlt"},
		{name: "a kind of some tables", mutes: "no_description log_*", left: "nnlt"},
		{name: "all of a table, its columns too", mutes: "* orders", left: "nt"},
		{name: "a column", mutes: "* orders.note", left: "nnnt"},
		{name: "columns of any table", mutes: "no_foreign_key *.customer_id", left: "nnlt"},
		{name: "a pattern of columns is none of tables", mutes: "* *.orders", left: "nnnlt", idle: 1},
		{name: "a line that mutes nothing", mutes: "no_primary_key orders\ntoo_long", left: "nnnl", idle: 1},
	} {
		t.Run(tc.name, func(t *testing.T) {
			mutes, err := lint.ParseMutes(tc.mutes)
			if err != nil {
				t.Fatal(err)
			}
			tc.filter.Mutes = mutes
			left, held, idle := tc.filter.Apply(someAdvice)
			letters := ""
			for _, a := range left {
				letters += string(a.Code)[:1]
			}
			if letters != tc.left || held != len(someAdvice)-len(left) || len(idle) != tc.idle {
				t.Errorf("Apply leaves %q, holds back %d and has %d idle lines, want %q and %d", letters, held, len(idle), tc.left, tc.idle)
			}
		})
	}
}

func TestParseMutesRefuses(t *testing.T) {
	for text, want := range map[string]string{
		"no_descriptions":          `line 1: "no_descriptions" is no kind of advice; there are no_description, no_primary_key`,
		"\n*":                      "line 2: * alone mutes everything",
		"no_description a b":       "more than a kind of advice and a pattern",
		"no_description orders.[x": "is no pattern",
	} {
		if _, err := lint.ParseMutes(text); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("ParseMutes(%q) = %v, want %s", text, err, want)
		}
	}
}

func TestSummary(t *testing.T) {
	const want = "[{no_description 2} {no_foreign_key 1} {likely_sensitive 1} {too_long 1}]"
	if got := fmt.Sprint(lint.Summary(someAdvice)); got != want {
		t.Errorf("Summary = %s, want %s", got, want)
	}
}

// Every piece of advice about a table or column says which, so that a file can mute it.
func TestAdviceSaysWhatItIsAbout(t *testing.T) {
	tables := `{"name": "t", "columns": [{"name": "email", "type": "varchar(99)"}, {"name": "people_id", "type": "int"}]}, ` + people + `, {"name": "x", "description": "the ssn"}]}`
	for _, a := range lint.Check(decoded(t, tables), lint.Size{}) {
		if a.About == "" {
			t.Errorf("%s (%s) is about nothing", a, a.Code)
		}
	}
}
