package prompt_test

import (
	"strings"
	"testing"
	"time"

	"github.com/asksql/asksql/prompt"
	"github.com/asksql/asksql/rules"
	"github.com/asksql/asksql/schema"
	"github.com/asksql/asksql/sqlcheck"
)

// The day is that of the zone, and stands with the question: the system prompt is the same on every day.
func TestToday(t *testing.T) {
	at := time.Date(2026, 12, 31, 23, 30, 0, 0, time.UTC)
	v := clinic(t, "mysql", schema.Policy{})
	build := func(now time.Time) prompt.Prompt {
		o := defaults
		o.Now = func() time.Time { return now }
		return prompt.NewBuilder(o).Build(v, "how many this month?")
	}
	first, next := build(at), build(at.In(time.FixedZone("east", 3600)))
	if want := "Today is Thursday, 2026-12-31 (UTC); in SQL: DATE '2026-12-31'.\n\n"; !strings.Contains(first.User, want) {
		t.Errorf("User = %q, want %q in it", first.User, want)
	}
	if want := "Today is Friday, 2027-01-01 (east); in SQL: DATE '2027-01-01'.\n\n"; !strings.Contains(next.User, want) {
		t.Errorf("User = %q, want %q in it", next.User, want)
	}
	if first.System != next.System || !strings.Contains(first.System, "Periods counted from today") {
		t.Errorf("the system prompt of another day is another one:\n%s", next.System)
	}
	none := prompt.NewBuilder(defaults).Build(v, "how many this month?")
	if strings.Contains(none.System+none.User, "oday") || none.Tokens >= first.Tokens {
		t.Errorf("without a clock, the prompt has %d tokens of %d and tells of today:\n%s", none.Tokens, first.Tokens, none.System+none.User)
	}
}

// What prompts say a day is in SQL, every dialect takes.
func TestTodayIsAccepted(t *testing.T) {
	for _, dialect := range []sqlcheck.Dialect{sqlcheck.MySQL, sqlcheck.MariaDB, sqlcheck.TiDB} {
		checker, err := sqlcheck.New(rules.All(), sqlcheck.Options{Dialect: dialect})
		if err != nil {
			t.Fatal(err)
		}
		v := view(t, `{"version": 1, "schemaId": "s", "tables": [{"name": "t", "columns": [{"name": "d", "type": "date"}]}]}`, schema.Policy{})
		for _, sql := range []string{
			"SELECT d FROM t WHERE d >= DATE '2026-01-31' - INTERVAL 1 MONTH",
			"SELECT d FROM t WHERE d = DATE '2026-12-31'",
		} {
			if _, err := checker.Check(sql, v); err != nil {
				t.Errorf("%v: %s: %v", dialect, sql, err)
			}
		}
	}
}
