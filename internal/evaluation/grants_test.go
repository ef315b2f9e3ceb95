package evaluation

import (
	"database/sql"
	"slices"
	"testing"

	"github.com/asksql/asksql/internal/servertest"
	"github.com/asksql/asksql/schema"
)

// denied are the server's errors for reading what was not granted: a table, a column.
var denied = []uint16{1142, 1143}

// noSuchFunction is the server's error for a function that does not exist, to an account that may
// call stored ones.
const noSuchFunction = 1305

// testGrants runs the print of each case, on empty tables, for an account that may read the columns
// in scope and nothing else. What is denied is a hole in the checker; what the server cannot read
// or resolve is a defect. It returns the other cases.
func testGrants(t *testing.T, server *servertest.Server, shop *schema.Artifact, list []shopCase, f figures) []candidate {
	t.Helper()
	counts := newTally("server", "prints", "ran")
	var rest []candidate
	for i, said := range runGranted(t, server, shop.Document().Database, list) {
		c := list[i]
		counts.add(server.Kind().String(), "prints", said.number())
		switch {
		case slices.Contains(denied, said.Errno):
			f.grants.add(f.set, prints, isDenied)
			t.Errorf("hole: %s: %v\n%s\nprinted from %q", c.name(), said, c.query, c.SQL)
		case !slices.Contains(judged, said.Errno) && said.Errno != noSuchFunction:
			f.grants.add(f.set, prints, ranOrNot(said))
			rest = append(rest, c.candidate)
		case server.Kind() == servertest.MySQL && c.calls(goneFromMySQL...):
			f.grants.add(f.set, prints, notIts)
		default:
			f.grants.add(f.set, prints, unresolved)
			t.Errorf("defect: %s: %v\n%s\nprinted from %q", c.name(), said, c.query, c.SQL)
		}
	}
	t.Logf("accepted queries on empty tables, by an account with grants on the columns in scope%v", counts)
	return rest
}

// goneFromMySQL are functions that MySQL 8 has and 9.6 does not.
var goneFromMySQL = []string{"md5", "sha", "sha1"}

// ranOrNot returns the column of a print to which the server gives none of the errors that the checker
// promises to foresee.
func ranOrNot(said answer) string {
	if said.Errno == 0 {
		return printedRan
	}
	return otherError
}

// runGranted returns what the server says to the print of each case.
func runGranted(t *testing.T, server *servertest.Server, database string, list []shopCase) []answer {
	t.Helper()
	open := func(user string) *sql.DB {
		return server.Open(t, servertest.Session{User: user, Database: database, Mode: servertest.Relaxed, StatementTimeout: patience})
	}
	restricted, unrestricted := open(servertest.ColumnReader), open(servertest.Reader)
	answers := make([]answer, len(list))
	inParallel(len(list), func(i int) {
		if list[i].open {
			answers[i] = run(t, unrestricted, list[i].query.String())
		} else {
			answers[i] = run(t, restricted, list[i].query.String())
		}
	})
	return answers
}
