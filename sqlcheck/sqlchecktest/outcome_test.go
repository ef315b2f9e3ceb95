package sqlchecktest

import (
	"errors"
	"strings"
	"testing"

	"github.com/asksql/asksql/corpus"
	"github.com/asksql/asksql/sqlcheck"
)

func TestProblems(t *testing.T) {
	accepted := func(codes ...string) outcome {
		o := outcome{accepted: true, printed: "SELECT 1"}
		for _, code := range codes {
			o.advice = append(o.advice, sqlcheck.Advice{Code: code, Message: "hm"})
		}
		return o
	}
	refused := func(rules ...string) outcome {
		var o outcome
		for _, rule := range rules {
			o.violations = append(o.violations, sqlcheck.Violation{Rule: rule, Message: "no", Offset: -1})
		}
		return o
	}
	accept := corpus.Case{Accept: true}
	advise := func(codes ...string) corpus.Case { return corpus.Case{Accept: true, Advice: codes} }
	reject := func(rules ...string) corpus.Case { return corpus.Case{Rules: rules} }
	for _, tc := range []struct {
		name   string
		got    outcome
		want   corpus.Case
		silent string
		texts  []string // of the problems, in order
	}{
		{name: "accepted as wanted", got: accepted(), want: accept},
		{name: "advice that nobody asked about", got: accepted("select_star"), want: accept},
		{name: "advice as wanted", got: accepted("no_filter", "select_star"), want: advise("select_star")},
		{name: "advice missing", got: accepted("no_filter"), want: advise("select_star", "no_filter"), texts: []string{"select_star has nothing to say"}},
		{name: "advice where silence is wanted", got: accepted("select_star"), want: accept, silent: "select_star", texts: []string{`select_star says "hm"; want silence`}},
		{name: "silence as wanted", got: accepted("no_filter"), want: accept, silent: "select_star"},
		{name: "refused against the verdict", got: refused("syntax"), want: accept, texts: []string{"refused by syntax: no; want it accepted"}},
		{name: "accepted against the verdict", got: accepted(), want: reject("read_only"), texts: []string{"accepted and printed as SELECT 1; want it refused by read_only"}},
		{name: "refused as wanted", got: refused("read_only", "column_scope"), want: reject("read_only")},
		{name: "refused by another rule first", got: refused("syntax", "read_only"), want: reject("read_only"), texts: []string{"refused by syntax first; want read_only"}},
		{name: "a further rule as wanted", got: refused("read_only", "syntax", "column_scope"), want: reject("read_only", "column_scope")},
		{name: "a further rule missing", got: refused("read_only"), want: reject("read_only", "column_scope"), texts: []string{"no violation of column_scope"}},
		{name: "no violation at all", got: outcome{}, want: reject("read_only"), texts: []string{"refused without a violation"}},
		{name: "another error", got: outcome{err: errors.New("boom")}, want: reject("syntax"), texts: []string{"failed with boom"}},
	} {
		t.Run(tc.name, func(t *testing.T) {
			got := tc.got.problems(tc.want, tc.silent)
			if len(got) != len(tc.texts) {
				t.Fatalf("problems gives %q, want %q", got, tc.texts)
			}
			for i, text := range tc.texts {
				if !strings.HasPrefix(got[i], text) {
					t.Errorf("problem %d is %q, want %q", i, got[i], text)
				}
			}
		})
	}
}

func TestText(t *testing.T) {
	for _, tc := range []struct {
		name string
		got  outcome
		c    corpus.Case
		want string
	}{
		{
			"the print, with the advice that the case lists",
			outcome{accepted: true, printed: "SELECT *\nFROM t", advice: []sqlcheck.Advice{{Code: "a", Message: "one"}, {Code: "b", Message: "two"}}},
			corpus.Case{Accept: true, Advice: []string{"b"}},
			"SELECT *\nFROM t\n-- b: two",
		},
		{
			"violations, each with what is known of its place",
			outcome{violations: []sqlcheck.Violation{
				{Rule: "read_only", Message: "no lock", Near: "FOR UPDATE", Offset: 7},
				{Rule: "read_only", Message: "no file", Near: `x"y`, Offset: -1},
				{Rule: "syntax", Message: "no sense", Offset: 0},
				{Rule: "syntax", Message: "no", Offset: -1},
			}},
			corpus.Case{},
			"read_only: no lock (at 7, near \"FOR UPDATE\")\n" +
				"read_only: no file (near \"x\\\"y\")\n" +
				"syntax: no sense (at 0)\n" +
				"syntax: no",
		},
	} {
		t.Run(tc.name, func(t *testing.T) {
			if got := tc.got.text(tc.c); got != tc.want {
				t.Errorf("text gives\n%s\nwant\n%s", got, tc.want)
			}
			tc.c.HasGolden, tc.c.Golden = true, tc.want
			if got := tc.got.textProblems(tc.c); got != nil {
				t.Errorf("with that text block the problems are %q, want none", got)
			}
			tc.c.Golden += "!"
			if got := tc.got.textProblems(tc.c); len(got) != 1 {
				t.Errorf("with another text block the problems are %q, want one", got)
			}
		})
	}
}

func TestOptions(t *testing.T) {
	got := options(corpus.Settings{
		CaseSensitive: true, ASCII: true,
		Limits: map[string]int{"bytes": 1, "depth": 2, "nodes": 3, "relations": 4, "unlinked": 5},
	}, sqlcheck.TiDB)
	want := sqlcheck.Options{
		Dialect: sqlcheck.TiDB, CaseSensitiveTables: true, ASCII: true,
		Limits: sqlcheck.Limits{Bytes: 1, Depth: 2, Nodes: 3, Relations: 4, Unlinked: 5},
	}
	if got.Limits != want.Limits || got.Dialect != want.Dialect || got.CaseSensitiveTables != want.CaseSensitiveTables || got.ASCII != want.ASCII {
		t.Errorf("options gives %+v, want %+v", got, want)
	}
}

func TestDialects(t *testing.T) {
	for _, tc := range []struct {
		names []string
		want  []sqlcheck.Dialect
	}{
		{nil, []sqlcheck.Dialect{sqlcheck.MySQL, sqlcheck.MariaDB, sqlcheck.TiDB}},
		{[]string{"tidb", "mysql"}, []sqlcheck.Dialect{sqlcheck.TiDB, sqlcheck.MySQL}},
	} {
		got := dialects(t, corpus.Case{Settings: corpus.Settings{Dialects: tc.names}})
		if len(got) != len(tc.want) {
			t.Fatalf("dialects of %v are %v, want %v", tc.names, got, tc.want)
		}
		for i := range got {
			if got[i] != tc.want[i] {
				t.Errorf("dialects of %v are %v, want %v", tc.names, got, tc.want)
			}
		}
	}
}
