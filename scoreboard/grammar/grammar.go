// Package grammar keeps the record of the runs in which queries of the parser's whole grammar were held to
// real servers.
package grammar

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"slices"
	"strings"
)

// A Run is one run on one server, as the test writes it down.
type Run struct {
	Dialect     string
	Server      string // and its version
	Commit      string
	Date        string
	Seed        uint64 // of the first query
	Queries     int
	Accepted    int
	Executed    int // with at least one row
	Findings    map[string]int
	Productions Productions
	// Mended is the commit that mends the last of the findings, "" where there are none or one is left. It is
	// written into the record by whoever mends them.
	Mended string
}

// Found returns how many findings there were.
func (r Run) Found() int {
	sum := 0
	for _, n := range r.Findings {
		sum += n
	}
	return sum
}

// SinceMends returns the runs of what has all that mends findings of runs; contains tells whether a commit has
// another one.
func SinceMends(runs []Run, contains func(commit, mend string) bool) []Run {
	return slices.DeleteFunc(slices.Clone(runs), func(r Run) bool {
		return slices.ContainsFunc(runs, func(other Run) bool {
			return other.Mended != "" && !contains(r.Commit, other.Mended)
		})
	})
}

// Productions counts the grammar's productions.
type Productions struct {
	Reachable int // from a query
	Refused   int // of those, which no accepted query can have
	Generated int
	Accepted  int
	Executed  int // in a query with at least one row
}

// Load returns the runs of a record, a JSON value each; none if there is no record.
func Load(file string) ([]Run, error) {
	data, err := os.Open(file)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	defer data.Close()
	var runs []Run
	for dec := json.NewDecoder(data); dec.More(); {
		var run Run
		if err := dec.Decode(&run); err != nil {
			return nil, fmt.Errorf("read the record %s: %w", file, err)
		}
		runs = append(runs, run)
	}
	return runs, nil
}

// A Reason says why productions are in no accepted query.
type Reason struct {
	Text        string
	Productions []string
}

// LoadReasons reads the list of the generator: a line with a reason, and behind it its productions, each
// behind a tab.
func LoadReasons(file string) ([]Reason, error) {
	text, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	var reasons []Reason
	for line := range strings.Lines(string(text)) {
		switch line = strings.TrimRight(line, "\n"); {
		case line == "" || line[0] == '#':
		case line[0] != '\t':
			reasons = append(reasons, Reason{Text: line})
		case len(reasons) == 0:
			return nil, fmt.Errorf("%s: %q stands under no reason", file, line)
		default:
			last := &reasons[len(reasons)-1]
			last.Productions = append(last.Productions, line[1:])
		}
	}
	return reasons, nil
}
