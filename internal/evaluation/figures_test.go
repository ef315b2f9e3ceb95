package evaluation

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/asksql/asksql/internal/servertest"
)

// figuresVariable is the environment variable that names a directory for the figures of the
// differential tests, which the scoreboard prints.
const figuresVariable = "ASKSQL_FIGURES"

// figures are what the differential tests count, by set of texts.
type figures struct {
	grants *tally // what the server says to prints, by an account that may see the columns in scope
	rows   *tally // what became of comparing rows
	set    string // the set that is counted now
}

func newFigures() figures {
	return figures{
		grants: newTally("texts", grantColumns...),
		rows:   newTally("texts", comparisonColumns...),
	}
}

// of returns the same figures for counting another set.
func (f figures) of(set string) figures {
	f.set = set
	return f
}

// The columns of the figures about grants.
const (
	prints     = "prints"
	printedRan = "ran"
	isDenied   = "denied"
	unresolved = "not resolved"
	otherError = "fails on other grounds"
	notIts     = "of an older server"
)

var grantColumns = []string{prints, printedRan, isDenied, unresolved, otherError, notIts}

// setOf returns the set that a file of queries belongs to.
func setOf(file string) string {
	switch group, _, _ := strings.Cut(file, "/"); group {
	case "gold":
		return "gold queries"
	case "model-output":
		return "model output"
	default:
		return file
	}
}

// A source says where figures come from.
type source struct{ Date, Commit, Server string }

func sourceOf(t *testing.T, server *servertest.Server) source {
	t.Helper()
	return source{Date: time.Now().UTC().Format(time.DateOnly), Commit: commit(), Server: server.Version(t)}
}

// publish writes a tally for the scoreboard, if it asks for that, in a directory for the server.
func publish(t *testing.T, server *servertest.Server, name string, counts *tally) {
	t.Helper()
	publishPage(t, server, name, struct {
		source
		Head    string
		Columns []string
		Rows    []publishedRow
	}{sourceOf(t, server), counts.head, counts.columns, counts.rows()})
}

// publishPage writes anything for the scoreboard, if it asks for that.
func publishPage(t *testing.T, server *servertest.Server, name string, page any) {
	t.Helper()
	dir := os.Getenv(figuresVariable)
	if dir == "" {
		return
	}
	data, err := json.MarshalIndent(page, "", "\t")
	if err != nil {
		t.Fatal(err)
	}
	dir = filepath.Join(dir, strings.ToLower(server.Kind().String()))
	if err := os.MkdirAll(dir, 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, name+".json"), append(data, '\n'), 0o644); err != nil {
		t.Error(err)
	}
}

// A publishedRow is a line of a tally.
type publishedRow struct {
	Name   string
	Counts []int // by column
}

// rows returns the lines of the tally.
func (c *tally) rows() []publishedRow {
	var all []publishedRow
	for _, name := range c.names {
		row := publishedRow{Name: name}
		for _, column := range c.columns {
			row.Counts = append(row.Counts, c.counts[cell{name, column}])
		}
		all = append(all, row)
	}
	return all
}

// commit returns what the tests are of, or "unknown".
func commit() string {
	out, err := exec.Command("git", "describe", "--always", "--dirty").Output()
	if err != nil {
		return "unknown"
	}
	return strings.TrimSpace(string(out))
}
