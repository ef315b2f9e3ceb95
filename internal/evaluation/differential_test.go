package evaluation

import (
	"slices"
	"testing"
	"time"

	"github.com/asksql/asksql/internal/servertest"
	"github.com/asksql/asksql/sqlcheck"
)

// patience is how long one statement may take on the server.
const patience = 5 * time.Second

// What the checker accepts, a real server runs, and the print says what the original said.
func TestDifferential(t *testing.T) { servertest.Each(t, testDifferential) }

func testDifferential(t *testing.T, kind servertest.Kind) {
	server, f := servertest.Start(t, kind), newFigures()
	t.Run("runs", func(t *testing.T) { testRuns(t, server, f) })
	t.Run("rows", func(t *testing.T) { testRows(t, kind, f) })
	t.Run("extracted", func(t *testing.T) { testExtracted(t, server) })
	t.Run("tricks", func(t *testing.T) { testTricks(t, server, f.of("attacks")) })
	t.Run("pages", func(t *testing.T) { testPages(t, server, f.of("case pages")) })
	t.Run("generated", func(t *testing.T) { testGenerated(t, kind, f.of("generated queries")) })
	t.Run("finds", func(t *testing.T) { testFinds(t, kind, f.of("finds of the fuzzers")) })
	publish(t, server, "grants", f.grants)
	publish(t, server, "rows", f.rows)
}

// A candidate is a query that was accepted.
type candidate struct {
	file string
	record
	query *sqlcheck.Query
	// misread says why this server gives other rows for the original than for the print, where
	// the print is right.
	misread string
	// byMachine tells that no person or model wrote it.
	byMachine bool
	open      bool // it may see the sensitive columns
}

func (c candidate) name() string { return c.file + " " + c.ID }

// calls reports whether the query calls one of the functions.
func (c candidate) calls(names ...string) bool {
	return slices.ContainsFunc(c.query.Facts().Calls, func(call sqlcheck.Call) bool {
		return slices.ContainsFunc(names, func(name string) bool { return sqlcheck.Fold(call.Name) == name })
	})
}

// candidates returns the queries of all files that are accepted for a kind of server, by schema.
func candidates(t *testing.T, dbs map[string]database, kind servertest.Kind) map[string][]candidate {
	t.Helper()
	bySchema := map[string][]candidate{}
	for _, f := range queriesOn(t, kind, dbs) {
		for i, v := range judgeAllIn(t, f, dbs, kind.Dialect()) {
			if r := f.records[i]; v.accepted() {
				bySchema[r.SchemaID] = append(bySchema[r.SchemaID], candidate{file: f.name, record: r, query: v.query})
			}
		}
	}
	return bySchema
}

// inEach runs do in a subtest for each schema that has candidates, in order of name.
func inEach(t *testing.T, dbs map[string]database, bySchema map[string][]candidate, do func(*testing.T, database, []candidate)) {
	t.Helper()
	var ids []string
	for id := range bySchema {
		ids = append(ids, id)
	}
	slices.Sort(ids)
	for _, id := range ids {
		t.Run(id, func(t *testing.T) { do(t, dbs[id], bySchema[id]) })
	}
}
