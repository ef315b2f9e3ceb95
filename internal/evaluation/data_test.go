package evaluation

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/asksql/asksql/schema"
)

// shared is the directory of the data, seen from this one.
const shared = "../../../shared"

// sharedPath returns the path of a file or directory of the data, or skips the test without it.
func sharedPath(t *testing.T, elem ...string) string {
	t.Helper()
	path := filepath.Join(append([]string{shared}, elem...)...)
	if _, err := os.Stat(path); err != nil {
		t.Skipf("the evaluation data is not there: %v", err)
	}
	return path
}

// A file is one set of queries, all written by the same people or the same model.
type file struct {
	name    string // such as "gold/bird"
	path    string
	records []record
}

// A record is one text, the schema it was written for, and what a server with empty tables said.
type record struct {
	ID       string `json:"id"`
	SchemaID string `json:"schemaId"`
	Question string `json:"question"`
	SQL      string `json:"sql"`

	server answer // to names as they are written, as on Linux
	folded answer // to names of tables in any letter case
}

// An answer is what the server said to a text. Its zero value means that the text ran.
type answer struct {
	Errno   uint16 `json:"errno"`
	Message string `json:"message"`
}

// number is the answer as a column of a tally.
func (a answer) number() string {
	if a.Errno == 0 {
		return "ran"
	}
	return strconv.Itoa(int(a.Errno))
}

func (a answer) String() string {
	if a.Errno == 0 {
		return "ok"
	}
	return fmt.Sprintf("%d %s", a.Errno, a.Message)
}

// queries returns the files of human-written queries and of models' replies, in order of name.
func queries(t *testing.T) []file {
	t.Helper()
	return append(files(t, "gold"), replies(t)...)
}

// replies returns the files of models' replies.
func replies(t *testing.T) []file {
	t.Helper()
	return files(t, "model-output")
}

func files(t *testing.T, group string) []file {
	t.Helper()
	paths, err := filepath.Glob(filepath.Join(sharedPath(t, "eval", group), "*.jsonl"))
	if err != nil || len(paths) == 0 {
		t.Fatalf("no files of %s: %v", group, err)
	}
	var all []file
	for _, path := range paths {
		name := strings.TrimSuffix(filepath.Base(path), ".jsonl")
		f := file{name: group + "/" + name, path: path, records: readLines[record](t, path)}
		f.addAnswers(t, sharedPath(t, "eval", "oracle", name+".jsonl"))
		all = append(all, f)
	}
	return all
}

// addAnswers reads the server's answers to the records of f.
func (f *file) addAnswers(t *testing.T, path string) {
	t.Helper()
	type line struct {
		ID string `json:"id"`
		answer
		CaseInsensitive *answer `json:"caseInsensitive"`
	}
	answers := map[string]line{}
	for _, l := range readLines[line](t, path) {
		answers[l.ID] = l
	}
	for i := range f.records {
		l, ok := answers[f.records[i].ID]
		if !ok {
			t.Fatalf("%s has no answer to %s", path, f.records[i].ID)
		}
		f.records[i].server, f.records[i].folded = l.answer, l.answer
		if l.CaseInsensitive != nil {
			f.records[i].folded = *l.CaseInsensitive
		}
	}
}

// readLines returns the lines of a file of one JSON value a line.
func readLines[T any](t *testing.T, path string) []T {
	t.Helper()
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return parseLines[T](t, path, data)
}

// parseLines returns the values in data, one JSON value a line.
func parseLines[T any](t *testing.T, name string, data []byte) []T {
	t.Helper()
	var all []T
	for line := range bytes.Lines(data) {
		var v T
		if err := json.Unmarshal(line, &v); err != nil {
			t.Fatalf("%s: line %d: %v", name, len(all)+1, err)
		}
		all = append(all, v)
	}
	return all
}

// A database is a schema artifact and the file it came from.
type database struct {
	*schema.Artifact
	path string
}

// databases returns the schemas of the queries, by their ids.
func databases(t *testing.T) map[string]database {
	t.Helper()
	paths, err := filepath.Glob(filepath.Join(sharedPath(t, "eval", "schemas"), "*", "*.json"))
	if err != nil || len(paths) == 0 {
		t.Fatalf("no schemas: %v", err)
	}
	all := map[string]database{}
	for _, path := range paths {
		d := loadDatabase(t, path)
		all[d.SchemaID()] = d
	}
	return all
}

func loadDatabase(t *testing.T, path string) database {
	t.Helper()
	artifact, err := schema.Decoder{}.Load(path)
	if err != nil {
		t.Fatal(err)
	}
	return database{artifact, path}
}
