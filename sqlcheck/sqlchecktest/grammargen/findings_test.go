package grammargen_test

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// examples is how many texts of one kind are shrunk and reported.
const examples = 3

// findings counts what a property found, by its kind.
type findings map[string]int

// kinds are what a difference may be about, by the words of the first line that only one side has.
var kinds = []struct {
	name string
	line *regexp.Regexp
}{
	{"wildcard", regexp.MustCompile(`stands for columns`)},
	{"NATURAL JOIN", regexp.MustCompile(`NATURAL JOIN`)},
	{"USING", regexp.MustCompile(`of USING`)},
	{"ambiguous name", regexp.MustCompile(`is ambiguous`)},
	{"label", regexp.MustCompile(`alias|labels?\b`)},
	{"hidden table", regexp.MustCompile(`^table_scope`)},
	{"unknown name", regexp.MustCompile(`not in the schema|no table of this query|cannot see|cannot be used`)},
	{"advice", regexp.MustCompile(`^advice`)},
	{"facts", regexp.MustCompile(`^(statements|variables|faults|blocks|quoted|limited|likes|call|table|column|output) `)},
	{"print", regexp.MustCompile(`^(WITH|SELECT|VALUES|TABLE|\()`)},
}

// kindOf returns what a difference is about, "" if there is none.
func kindOf(difference string) string {
	if difference == "" {
		return ""
	}
	without, with, _ := strings.Cut(strings.TrimPrefix(difference, "without hidden names:\n"), "\nwith hidden names:\n")
	line := news(with, without)
	if violation.MatchString(with) == violation.MatchString(without) && line == "" || !violation.MatchString(with) && violation.MatchString(without) {
		line = news(without, with)
	}
	for _, k := range kinds {
		if k.line.MatchString(line) {
			return k.name
		}
	}
	return "other"
}

// news returns the first line that only the first text has.
func news(of, than string) string {
	for line := range strings.Lines(of) {
		if line = strings.TrimSpace(line); line != "" && !slices.Contains(strings.Split(than, "\n"), line) {
			return line
		}
	}
	return ""
}

var violation = regexp.MustCompile(`^[a-z_]+ at -?\d+ near "`)

// held holds what was found to the list of what is known to be open: a kind that is not listed fails,
// and so does one that is listed and not found.
func (f findings) held(t *testing.T, open []string) {
	t.Helper()
	for kind := range f {
		if !slices.Contains(open, kind) {
			t.Errorf("%s is not on the list of what is open", kind)
		}
	}
	for _, kind := range open {
		if f[kind] == 0 {
			t.Errorf("%s is on the list of what is open and was not found; take it off", kind)
		}
	}
}

// lines returns the lines of a file of testdata but for comments.
func lines(t *testing.T, name string) []string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("testdata", name))
	if err != nil {
		t.Fatal(err)
	}
	var list []string
	for line := range strings.Lines(string(text)) {
		if line = strings.TrimSpace(line); line != "" && line[0] != '#' {
			list = append(list, line)
		}
	}
	return list
}
