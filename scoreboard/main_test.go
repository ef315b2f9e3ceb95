package main

import (
	"bytes"
	"errors"
	"strings"
	"testing"

	"github.com/asksql/asksql/scoreboard/board"
	"github.com/asksql/asksql/scoreboard/cases"
	"github.com/asksql/asksql/scoreboard/guard"
	"github.com/asksql/asksql/scoreboard/peers"
)

func noVariables(string) string { return "" }

func TestRunAnswersForAContender(t *testing.T) {
	const questions = `{"catalog": {"id": "shop", "tables": [{"name": "orders", "columns": [{"name": "id"}]}]}}
{"text": {"sql": "U0VMRUNUIGlkIEZST00gb3JkZXJz", "catalog": "shop", "dialect": "mysql"}}
`
	for _, name := range []string{"asksql", "Vitess parser", "Vitess semantics"} {
		var stdout, stderr bytes.Buffer
		code := run([]string{contenderCommand, name}, noVariables, strings.NewReader(questions), &stdout, &stderr)
		if code != 0 || stdout.String() != "{\"verdict\":\"accepted\"}\n" {
			t.Errorf("%s: exit code %d, %s%s", name, code, &stdout, &stderr)
		}
	}
}

func TestRunRefusesMisuse(t *testing.T) {
	for _, tc := range []struct {
		args []string
		code int
	}{
		{[]string{contenderCommand, "nobody"}, 1},
		{[]string{"-colour"}, 2},
	} {
		var stdout, stderr bytes.Buffer
		if code := run(tc.args, noVariables, strings.NewReader(""), &stdout, &stderr); code != tc.code || stderr.Len() == 0 {
			t.Errorf("run(%q) exits with %d and says %q, want %d and a reason", tc.args, code, &stderr, tc.code)
		}
	}
}

func TestAsksqlComesFirstAndClaimsEveryRule(t *testing.T) {
	list := contenders("self", "v1", peers.Cache{})
	if !list[0].Own || list[0].Name != "asksql" {
		t.Errorf("the first contender is %s", list[0].Name)
	}
	rules := map[string]bool{}
	for _, rule := range list[0].Claims {
		rules[rule] = true
	}
	for _, c := range list {
		if c.Version == "" && c.judge == nil {
			t.Errorf("%s has no version", c.Name)
		}
		for _, claim := range c.Claims {
			if !rules[claim] {
				t.Errorf("%s claims %q, which is no rule of asksql", c.Name, claim)
			}
		}
	}
}

func TestAContenderThatCannotBeInstalledIsSkipped(t *testing.T) {
	errAbsent := errors.New("npm: not found")
	absent := &contender{
		Contender: board.Contender{Name: "absent"},
		command:   func() ([]string, error) { return nil, errAbsent },
	}
	judgeAll(absent, &cases.All{Cases: make([]cases.Case, 3)})
	if absent.Skipped != errAbsent.Error() || absent.Answers != nil {
		t.Errorf("it is %+v, want it skipped", absent.Contender)
	}
}

func TestAcceptedByAll(t *testing.T) {
	answered := func(verdict guard.Verdict) []guard.Answer { return []guard.Answer{{Verdict: verdict}} }
	all := &cases.All{Cases: []cases.Case{{Set: cases.Gold, Want: cases.Accept}}}
	for _, tc := range []struct {
		name string
		list []*contender
		want bool
	}{
		{"all accept", []*contender{{timed: true, Contender: board.Contender{Answers: answered(guard.Accepted)}}}, true},
		{"one refuses", []*contender{{timed: true, Contender: board.Contender{Answers: answered(guard.Refused)}}}, false},
		{"one that is not timed refuses", []*contender{{Contender: board.Contender{Answers: answered(guard.Refused)}}}, true},
		{"one is absent", []*contender{{timed: true, Contender: board.Contender{Skipped: "absent"}}}, true},
	} {
		if got := acceptedByAll(tc.list, all, 0); got != tc.want {
			t.Errorf("%s: acceptedByAll is %v, want %v", tc.name, got, tc.want)
		}
	}
}
