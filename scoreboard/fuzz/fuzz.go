// Package fuzz keeps the record of what the fuzzers of the core have run and found.
package fuzz

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"
)

// A Target is a fuzz test.
type Target struct {
	Name    string
	Package string // its directory in the repository
	Share   int    // of the time for all of them: those that try most get most
	About   string // what it tries, as part of a sentence
}

// TimeFor returns the part of the time for all targets that is for this one.
func (t Target) TimeFor(all time.Duration) time.Duration {
	shares := 0
	for _, target := range Targets() {
		shares += target.Share
	}
	return (all * time.Duration(t.Share) / time.Duration(shares)).Round(time.Second)
}

// Targets are the fuzz tests of the core.
func Targets() []Target {
	return []Target{
		{"FuzzCheck", "./sqlcheck", 4, "bytes, from the case pages"},
		{"FuzzGenerated", "./sqlcheck", 3, "queries made of the grammar"},
		{"FuzzPrint", "./sqlcheck", 1, "strings, LIKE patterns and escapes"},
		{"FuzzName", "./sqlcheck", 1, "names of every spelling"},
		{"FuzzLiteral", "./sqlcheck/internal/literal", 1, "literals of every kind"},
	}
}

// TargetOf returns the name of the target that a log is called after, whatever follows it, such as
// FuzzCheck for FuzzCheck-2.log; ok reports whether there is one.
func TargetOf(log string) (name string, ok bool) {
	for _, target := range Targets() {
		if strings.HasPrefix(log, target.Name) {
			return target.Name, true
		}
	}
	return "", false
}

// A Run is one run of a target.
type Run struct {
	Target     string
	Commit     string    // what was fuzzed
	Ended      time.Time // to the second
	Executions int
	Seconds    float64
	Found      bool // it ended with an input that breaks a property
}

var (
	// progress counts seeds and the inputs of earlier runs, which are tried first, in words of its own.
	progress = regexp.MustCompile(`^fuzz: elapsed: (\S+), (?:execs:|gathering baseline coverage:) (\d+)`)
	ended    = regexp.MustCompile(`^(?:PASS|FAIL|ok\s)`)
	// find is what a target says of itself that fails.
	find = regexp.MustCompile(`^--- FAIL: `)
	// deadline is all that is said of a run whose workers were busy when its time ran out: it failed
	// nowhere.
	deadline = regexp.MustCompile(`^\s+context deadline exceeded$`)
)

// ParseLog reads what `go test -fuzz` writes about one target: how many executions it made, in how
// many seconds, and whether it found something. It is an error if the run is not over.
func ParseLog(log io.Reader) (Run, error) {
	var run Run
	over := false
	lines := bufio.NewScanner(log)
	lines.Buffer(nil, 1<<24) // a find stands on one line, however long
	for lines.Scan() {
		line := lines.Text()
		switch m := progress.FindStringSubmatch(line); {
		case m != nil:
			elapsed, err := time.ParseDuration(m[1])
			if err != nil {
				return Run{}, fmt.Errorf("read %q: %w", line, err)
			}
			run.Seconds = elapsed.Seconds()
			if run.Executions, err = strconv.Atoi(m[2]); err != nil {
				return Run{}, fmt.Errorf("read %q: %w", line, err)
			}
		case find.MatchString(line):
			run.Found = true
		case deadline.MatchString(line):
			run.Found = false
		case ended.MatchString(line):
			over = true
		}
	}
	if err := lines.Err(); err != nil {
		return Run{}, err
	}
	if !over || run.Seconds == 0 {
		return Run{}, errors.New("the log is not that of a run that is over")
	}
	return run, nil
}

// Load returns the runs in a file, none if there is no such file.
func Load(path string) ([]Run, error) {
	data, err := os.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	var runs []Run
	if err := json.Unmarshal(data, &runs); err != nil {
		return nil, fmt.Errorf("read %s: %w", path, err)
	}
	return runs, nil
}

// Add adds runs to those in a file. A run that is there already is not added again.
func Add(path string, added ...Run) error {
	runs, err := Load(path)
	if err != nil {
		return err
	}
	for _, run := range added {
		if !slices.ContainsFunc(runs, func(r Run) bool { return r.Target == run.Target && r.Ended.Equal(run.Ended) }) {
			runs = append(runs, run)
		}
	}
	data, err := json.MarshalIndent(runs, "", "\t")
	if err != nil {
		return err
	}
	return os.WriteFile(path, append(data, '\n'), 0o644)
}

// A Total is all the runs of a target.
type Total struct {
	Target
	Runs       int
	Executions int
	Seconds    float64
	Finds      int // runs that found something
	Last       Run // the latest
}

// PerSecond is the number of executions in a second.
func (t Total) PerSecond() float64 { return float64(t.Executions) / t.Seconds }

// Totals returns the totals of the targets that have runs.
func Totals(runs []Run) []Total {
	var totals []Total
	for _, target := range Targets() {
		total := Total{Target: target}
		for _, run := range runs {
			if run.Target == target.Name {
				total.add(run)
			}
		}
		if total.Runs > 0 {
			totals = append(totals, total)
		}
	}
	return totals
}

func (t *Total) add(run Run) {
	t.Runs++
	t.Executions += run.Executions
	t.Seconds += run.Seconds
	if run.Found {
		t.Finds++
	}
	if run.Ended.After(t.Last.Ended) {
		t.Last = run
	}
}
