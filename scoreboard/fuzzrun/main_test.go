package main

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/asksql/asksql/scoreboard/fuzz"
)

func TestRunAddsWhatLogsSay(t *testing.T) {
	dir := t.TempDir()
	record, ended := filepath.Join(dir, "fuzz.json"), time.Date(2026, 11, 28, 12, 0, 0, 0, time.UTC)
	logs := map[string]string{
		"FuzzName.log":    "fuzz: elapsed: 10s, execs: 500 (50/sec)\nPASS\n",
		"FuzzCheck-2.log": "fuzz: elapsed: 20s, execs: 700 (35/sec)\n--- FAIL: FuzzCheck (20.0s)\nFAIL\n",
		"FuzzPrint.log":   "fuzz: elapsed: 20s, execs: 700 (35/sec)\n",
	}
	for name, log := range logs {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, []byte(log), 0o600); err != nil {
			t.Fatal(err)
		}
		if err := os.Chtimes(path, ended, ended); err != nil {
			t.Fatal(err)
		}
	}
	for _, tc := range []struct {
		fact, log string
		code      int
	}{
		{"a run that found nothing", "FuzzName.log", 0},
		{"a run that found something", "FuzzCheck-2.log", 1},
		{"a run that is not over", "FuzzPrint.log", 1},
		{"no log at all", "FuzzLiteral.log", 1},
		{"a log of no target", "Fuzz.log", 1},
	} {
		var stdout, stderr bytes.Buffer
		if code := run([]string{"-record", record, "-commit", "v1", filepath.Join(dir, tc.log)}, &stdout, &stderr); code != tc.code {
			t.Errorf("%s: run exits with %d, want %d: %s%s", tc.fact, code, tc.code, &stdout, &stderr)
		}
	}
	runs, err := fuzz.Load(record)
	want := fuzz.Run{Target: "FuzzName", Commit: "v1", Ended: ended, Executions: 500, Seconds: 10}
	if err != nil || len(runs) != 2 || runs[0] != want || runs[1].Target != "FuzzCheck" || !runs[1].Found {
		t.Errorf("the record is %+v, %v; want two runs, the first %+v", runs, err, want)
	}
}
