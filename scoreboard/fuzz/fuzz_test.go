package fuzz

import (
	"path/filepath"
	"reflect"
	"strings"
	"testing"
	"time"
)

const begins = `fuzz: elapsed: 0s, gathering baseline coverage: 0/66 completed
fuzz: elapsed: 3s, execs: 1000 (333/sec), new interesting: 3 (total: 69)
fuzz: elapsed: 1m3s, execs: 33453 (636/sec), new interesting: 673 (total: 739)
`

func TestParseLog(t *testing.T) {
	for _, tc := range []struct {
		name, log string
		want      Run
	}{
		{"of a test binary", begins + "PASS\n", Run{Executions: 33453, Seconds: 63}},
		{"of go test", begins + "PASS\nok  \tgithub.com/asksql/asksql/sqlcheck\t63.1s\n", Run{Executions: 33453, Seconds: 63}},
		{"of a run that came to try old inputs only", "fuzz: elapsed: 2s, gathering baseline coverage: 4/66 completed\nPASS\n", Run{Executions: 4, Seconds: 2}},
		{"of a find", begins + "--- FAIL: FuzzCheck (63.0s)\n    Failing input written to x\nFAIL\n", Run{Executions: 33453, Seconds: 63, Found: true}},
		{"of a run cut off by its deadline", begins + "--- FAIL: FuzzCheck (63.0s)\n    context deadline exceeded\nFAIL\n", Run{Executions: 33453, Seconds: 63}},
	} {
		if got, err := ParseLog(strings.NewReader(tc.log)); err != nil || got != tc.want {
			t.Errorf("the log %s gives %+v, %v; want %+v", tc.name, got, err, tc.want)
		}
	}
}

func TestParseLogRefusesWhatIsNotOver(t *testing.T) {
	for _, log := range []string{"", "PASS\n", begins} {
		if got, err := ParseLog(strings.NewReader(log)); err == nil {
			t.Errorf("the log %q gives %+v, want an error", log, got)
		}
	}
}

func TestTimeForAllTargetsIsAllOfIt(t *testing.T) {
	var sum time.Duration
	for _, target := range Targets() {
		part := target.TimeFor(time.Hour)
		if part < time.Minute {
			t.Errorf("%s gets %v of an hour", target.Name, part)
		}
		sum += part
	}
	if sum != time.Hour {
		t.Errorf("the targets get %v of an hour", sum)
	}
}

func TestRecord(t *testing.T) {
	path := filepath.Join(t.TempDir(), "fuzz.json")
	if runs, err := Load(path); err != nil || runs != nil {
		t.Errorf("Load gives %v, %v where there is no file", runs, err)
	}
	noon := time.Date(2026, 11, 28, 12, 0, 0, 0, time.UTC)
	first := Run{Target: "FuzzName", Commit: "a", Ended: noon, Executions: 10, Seconds: 5, Found: true}
	second := Run{Target: "FuzzName", Commit: "b", Ended: noon.Add(time.Hour), Executions: 30, Seconds: 5}
	for _, run := range []Run{first, second, first} {
		if err := Add(path, run); err != nil {
			t.Fatal(err)
		}
	}
	runs, err := Load(path)
	if want := []Run{first, second}; err != nil || !reflect.DeepEqual(runs, want) {
		t.Errorf("Load gives %v, %v; want %v", runs, err, want)
	}
	totals := Totals(runs)
	if len(totals) != 1 || totals[0].Executions != 40 || totals[0].Finds != 1 || totals[0].PerSecond() != 4 || totals[0].Last != second {
		t.Errorf("Totals gives %+v", totals)
	}
}
