package evaluation

import (
	"fmt"
	"slices"
	"testing"

	"github.com/asksql/asksql/internal/servertest"
)

// labelOfAggregate is MariaDB's error for a label of an aggregate in an expression of ORDER BY. MySQL
// allows it, and a print that repeats the aggregate runs on both.
const labelOfAggregate = 1247

// On empty tables, the print of an accepted query does as the original does where the letter case
// of table names does not count: it runs, or fails for the same reason, which is none that the
// checker promises to foresee.
func testRuns(t *testing.T, server *servertest.Server, f figures) {
	dbs := databases(t)
	counts := newTally("file", "accepted", bothRan, printRan)
	inEach(t, dbs, candidates(t, dbs, server.Kind()), func(t *testing.T, d database, list []candidate) {
		server.Create(t, withHidden(d.Document(), nil))
		server.GrantColumns(t, d.View(everything))
		originals, prints := runBoth(t, server, d.Document().Database, list)
		for i, c := range list {
			counts.add(c.file, "accepted", outcome(originals[i], prints[i]))
			if originals[i].Errno != c.server.Errno { // recorded, or said by another server just now
				t.Errorf("%s: this server says %v, the one of the record said %v: %q", c.name(), originals[i], c.server, c.SQL)
			}
			mended := c.folded.Errno == labelOfAggregate && prints[i].Errno == 0
			if prints[i].Errno != c.folded.Errno && !mended {
				t.Errorf("%s: the print gets %v, the original got %v\n%s\nprinted from %q", c.name(), prints[i], c.folded, c.query, c.SQL)
			}
		}
		testColumnGrants(t, server, d, list, f)
	})
	t.Logf("accepted queries on empty tables%v", counts)
}

// testColumnGrants runs the prints for an account that may read the columns of the schema and nothing
// else. Names that the server does not resolve testRuns finds.
func testColumnGrants(t *testing.T, server *servertest.Server, d database, list []candidate, f figures) {
	t.Helper()
	db := server.Open(t, servertest.Session{
		User: servertest.ColumnReader, Database: d.Document().Database, Mode: servertest.Relaxed, StatementTimeout: patience,
	})
	answers := make([]answer, len(list))
	inParallel(len(list), func(i int) { answers[i] = run(t, db, list[i].query.String()) })
	for i, c := range list {
		column := ranOrNot(answers[i])
		switch {
		case slices.Contains(denied, answers[i].Errno):
			column = isDenied
			t.Errorf("hole: %s: %v\n%s\nprinted from %q", c.name(), answers[i], c.query, c.SQL)
		case slices.Contains(judged, answers[i].Errno):
			column = unresolved
		}
		f.grants.add(setOf(c.file), prints, column)
	}
}

// runBoth runs the original and the print of each query and returns what the server said.
func runBoth(t *testing.T, server *servertest.Server, database string, list []candidate) (originals, prints []answer) {
	t.Helper()
	db := server.Open(t, servertest.Session{User: servertest.Reader, Database: database, Mode: servertest.Relaxed, StatementTimeout: patience})
	originals, prints = make([]answer, len(list)), make([]answer, len(list))
	inParallel(len(list), func(i int) {
		originals[i], prints[i] = run(t, db, list[i].SQL), run(t, db, list[i].query.String())
	})
	return originals, prints
}

const (
	bothRan  = "both ran"
	printRan = "print alone ran"
)

// outcome is what the server said to an original and its print, as a column of a tally.
func outcome(original, print answer) string {
	switch {
	case original.Errno == 0 && print.Errno == 0:
		return bothRan
	case print.Errno == 0:
		return printRan
	case original.Errno == print.Errno:
		return fmt.Sprintf("both %d", print.Errno)
	default:
		return fmt.Sprintf("%d, print %d", original.Errno, print.Errno)
	}
}
