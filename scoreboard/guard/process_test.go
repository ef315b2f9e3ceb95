package guard_test

import (
	"os"
	"strings"
	"testing"
	"time"

	"github.com/asksql/asksql/scoreboard/cases"
	"github.com/asksql/asksql/scoreboard/guard"
)

// helper is the first argument of a test binary that plays a contender.
const helper = "helper"

func TestMain(m *testing.M) {
	if len(os.Args) == 2 && os.Args[1] == helper {
		newJudge := func(catalogs []cases.Catalog) (guard.Judge, error) { return moody(len(catalogs)), nil }
		if guard.Serve(os.Stdin, os.Stdout, newJudge) != nil {
			os.Exit(1)
		}
		os.Exit(0)
	}
	os.Exit(m.Run())
}

// moody is a contender that does what the text says. Its value is the number of schemas it knows.
type moody int

func (m moody) Judge(text guard.Text) guard.Answer {
	switch text.SQL {
	case "hang":
		select {}
	case "die":
		os.Stderr.WriteString("no more memory")
		os.Exit(3)
	case "panic":
		panic("stack overflow")
	case "caf\xe9":
		return guard.Answer{Verdict: guard.Refused, Message: "Latin-1"}
	}
	return guard.Answer{Verdict: guard.Accepted, Message: strings.Repeat("x", int(m))}
}

func newMoody(t *testing.T, patience time.Duration) *guard.Process {
	t.Helper()
	p := guard.NewProcess([]string{os.Args[0], helper}, make([]cases.Catalog, 2), patience)
	t.Cleanup(p.Stop)
	return p
}

func TestProcessJudges(t *testing.T) {
	p := newMoody(t, time.Minute)
	for _, tc := range []struct {
		sql     guard.Raw
		verdict guard.Verdict
		message string
	}{
		{"SELECT 1", guard.Accepted, "xx"}, // it knows both schemas
		{"caf\xe9", guard.Refused, "Latin-1"},
		{"panic", guard.Crashed, "stack overflow"},
		{"die", guard.Crashed, "no more memory"},
		{"SELECT 1", guard.Accepted, "xx"}, // and so does the one that is started next
	} {
		got, err := p.Judge(guard.Text{SQL: tc.sql})
		if err != nil {
			t.Fatal(err)
		}
		if got.Verdict != tc.verdict || got.Message != tc.message {
			t.Errorf("Judge(%q) = %+v, want %s with %q", tc.sql, got, tc.verdict, tc.message)
		}
	}
}

func TestProcessThatHangsIsStoppedAndStartedAgain(t *testing.T) {
	p := newMoody(t, 2*time.Second)
	for _, tc := range []struct {
		sql  guard.Raw
		want guard.Verdict
	}{{"hang", guard.TimedOut}, {"SELECT 1", guard.Accepted}} {
		if got, err := p.Judge(guard.Text{SQL: tc.sql}); err != nil || got.Verdict != tc.want {
			t.Errorf("Judge(%q) = %+v, %v; want %s", tc.sql, got, err, tc.want)
		}
	}
}

func TestProcessTimes(t *testing.T) {
	p := newMoody(t, time.Minute)
	took, err := p.Time(make([]guard.Text, 20000))
	if err != nil || took <= 0 {
		t.Errorf("Time of 20,000 texts is %v, %v; want some", took, err)
	}
}

func TestProcessThatDoesNotStart(t *testing.T) {
	p := guard.NewProcess([]string{"/nowhere/guard"}, nil, time.Second)
	if a, err := p.Judge(guard.Text{}); err == nil {
		t.Errorf("Judge answers %+v without a process", a)
	}
}
