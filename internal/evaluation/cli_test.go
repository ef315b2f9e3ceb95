package evaluation

import (
	"bytes"
	"encoding/json"
	"errors"
	"os/exec"
	"slices"
	"testing"
	"time"

	"github.com/asksql/asksql/schema"
	"github.com/asksql/asksql/sqlcheck"
)

// A checkedLine is what "asksql check --jsonl" writes about a text.
type checkedLine struct {
	ID      string `json:"id"`
	OK      bool   `json:"ok"`
	SQL     string `json:"sql"`
	Rule    string `json:"rule"`
	Message string `json:"message"`
}

// asLine is a verdict as the command should write it.
func (v verdict) asLine(id string) checkedLine {
	if v.accepted() {
		return checkedLine{ID: id, OK: true, SQL: v.query.String()}
	}
	return checkedLine{ID: id, Rule: v.rule, Message: v.message}
}

// testCheckCommand checks every file, schema by schema, and the tricks.
func testCheckCommand(t *testing.T, binary string) {
	dbs := databases(t)
	counts := newTally("file", "lines", "accepted")
	start := time.Now()
	for _, f := range queries(t) {
		lines, records := map[string][]checkedLine{}, map[string][]record{}
		for i, v := range judgeAll(t, f, dbs) {
			r := f.records[i]
			lines[r.SchemaID] = append(lines[r.SchemaID], v.asLine(r.ID))
			records[r.SchemaID] = append(records[r.SchemaID], r)
		}
		for id, want := range lines {
			checkLines(t, binary, dbs[id], records[id], want)
			counts.addLines(f.name, want)
		}
	}
	counts.addLines("tricks", checkTricks(t, binary))
	t.Logf("check --jsonl, in %v%v", time.Since(start).Round(time.Millisecond), counts)
}

func (c *tally) addLines(name string, lines []checkedLine) {
	for _, l := range lines {
		c.add(name, "lines")
		if l.OK {
			c.add(name, "accepted")
		}
	}
}

// checkTricks runs the command on the tricks, all in one dialect, and returns what it must say.
func checkTricks(t *testing.T, binary string) []checkedLine {
	t.Helper()
	attacks, shop := tricks(t)
	checker := newCheckers(t)[sqlcheck.MySQL]
	var records []record
	var want []checkedLine
	for _, a := range attacks {
		records = append(records, record{ID: a.ID, SQL: a.SQL})
		want = append(want, judge(t, checker, a.SQL, shop.View(schema.Policy{})).asLine(a.ID))
	}
	checkLines(t, binary, shop, records, want)
	return want
}

// checkLines runs the command on records of one schema. It must write want, in the order of the
// records, and say by its exit code whether all were accepted.
func checkLines(t *testing.T, binary string, d database, records []record, want []checkedLine) {
	t.Helper()
	var stdin, stderr bytes.Buffer
	for _, r := range records {
		if err := json.NewEncoder(&stdin).Encode(r); err != nil {
			t.Fatal(err)
		}
	}
	cmd := exec.Command(binary, "check", "--schema", d.path, "--jsonl")
	cmd.Stdin, cmd.Stderr, cmd.Env = &stdin, &stderr, []string{withoutFullGroupBy}
	out, err := cmd.Output()
	var exit *exec.ExitError
	if err != nil && !errors.As(err, &exit) {
		t.Fatal(err)
	}
	refused := slices.ContainsFunc(want, func(l checkedLine) bool { return !l.OK })
	if code := cmd.ProcessState.ExitCode(); refused != (code == 1) || code > 1 || stderr.Len() > 0 {
		t.Errorf("%s: exit code %d with %d lines, some refused: %v; standard error: %s", d.SchemaID(), code, len(want), refused, &stderr)
	}
	compareLines(t, d.SchemaID(), parseLines[checkedLine](t, "the output", out), want)
}

func compareLines(t *testing.T, name string, got, want []checkedLine) {
	t.Helper()
	if len(got) != len(want) {
		t.Errorf("%s: %d lines, want %d", name, len(got), len(want))
		return
	}
	for i := range want {
		if got[i] != want[i] {
			t.Errorf("%s: line %d is %+v, want %+v", name, i+1, got[i], want[i])
		}
	}
}
