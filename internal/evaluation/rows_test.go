package evaluation

import (
	"database/sql"
	"slices"
	"strings"
	"testing"

	"github.com/asksql/asksql/internal/mariadbtest"
)

// rowsPerTable is enough for most conditions to let a row through.
const rowsPerTable = 40

// modes are the sql_modes that change how a text is read, and all of them together. The first one is
// the default.
var modes = [][]string{
	nil,
	{"ANSI_QUOTES"},
	{"NO_BACKSLASH_ESCAPES"},
	{"PIPES_AS_CONCAT"},
	{"IGNORE_SPACE"},
	{"HIGH_NOT_PRECEDENCE"},
	{"ANSI_QUOTES", "NO_BACKSLASH_ESCAPES", "PIPES_AS_CONCAT", "IGNORE_SPACE", "HIGH_NOT_PRECEDENCE"},
}

// modeName returns what a mode is called in a count.
func modeName(mode []string) string {
	switch len(mode) {
	case 0:
		return "default"
	case 1:
		return mode[0]
	default:
		return "all five"
	}
}

// The columns of the count.
const (
	compared    = "compared"
	printOnly   = "print alone" // its rows under each mode with those under the default
	withRows    = "with rows"
	bothFail    = "both fail" // on account of the rows, or of what fails on empty tables too
	byChance    = "RAND or UUID"
	tooSlow     = "too slow"
	serverFault = "fault of the server"
	differs     = "differs"
)

// comparisonColumns end with the modes under which the print gives what it should.
var comparisonColumns = func() []string {
	columns := []string{"accepted", compared, printOnly, withRows, bothFail, byChance, tooSlow, serverFault, differs}
	for _, mode := range modes {
		columns = append(columns, modeName(mode))
	}
	return columns
}()

// With rows in the tables, the print of an accepted query returns under every sql_mode what the
// original returns under the default one.
func testRows(t *testing.T, server *mariadbtest.Server, f figures) {
	dbs := databases(t)
	counts := newTally("file", comparisonColumns...)
	inEach(t, dbs, candidates(t, dbs), func(t *testing.T, d database, list []candidate) {
		server.Create(t, d.Document())
		server.Fill(t, d.Document(), mariadbtest.Rows(d.Document(), rowsPerTable, literals(list)))
		for i, found := range compareRows(t, server, d.Document().Database, list) {
			counts.add(list[i].file, append(found, "accepted")...)
			f.rows.add(setOf(list[i].file), append(found, "accepted")...)
		}
	})
	t.Logf("rows of originals and of prints under %d sql_modes%v", len(modes), counts)
}

// compareRows compares the rows of each query and returns its columns in the count.
func compareRows(t *testing.T, server *mariadbtest.Server, database string, list []candidate) [][]string {
	t.Helper()
	sessions := make([]*sql.DB, len(modes))
	for i, mode := range modes {
		sessions[i] = server.Open(t, mariadbtest.Session{
			User: mariadbtest.Reader, Database: database, Modes: mode, StatementTimeout: patience,
		})
	}
	found := make([][]string, len(list))
	inParallel(len(list), func(i int) { found[i] = compare(t, sessions, list[i]) })
	return found
}

// timedOut is the server's number for a statement that took too long.
const timedOut = 1969

// unreadable are the server's errors for an original that asks for what this server does not have,
// where the print does not: another server's syntax, names in other letters, an index, the label of
// an aggregate in an expression of ORDER BY.
var unreadable = append([]uint16{1142, 1176, labelOfAggregate}, judged...)

// compare runs the print of a query in each session, compares its rows with the reference, and
// returns its columns in the count.
func compare(t *testing.T, sessions []*sql.DB, c candidate) []string {
	if c.calls("rand", "uuid") {
		return []string{byChance}
	}
	want, wantSaid, how := reference(t, sessions[0], c)
	var same []string
	for i, session := range sessions {
		got, said := fetch(t, session, c.query.String())
		why := c.fault(want, got, said)
		switch {
		case wantSaid.Errno == timedOut || said.Errno == timedOut:
			return []string{tooSlow}
		case said.Errno == wantSaid.Errno && got == want:
			same = append(same, modeName(modes[i]))
		case why != "":
			t.Logf("%s: %s", c.name(), why)
			return []string{serverFault}
		default:
			t.Errorf("%s under %q: the print gives %+v, %v; want %+v, %v\n%s\nprinted from %q",
				c.name(), strings.Join(modes[i], ","), got, said, want, wantSaid, c.query, c.SQL)
		}
	}
	if len(same) < len(modes) {
		return append(same, how, differs)
	}
	return append(same, outcomeOf(want, wantSaid, how)...)
}

// outcomeOf returns the columns for what an original or its print gives.
func outcomeOf(want result, said answer, how string) []string {
	switch {
	case said.Errno != 0:
		return []string{bothFail}
	case want.rows > 0:
		return []string{how, withRows}
	}
	return []string{how}
}

// reference returns the rows of the original or, where this server reads the original in another
// way or not at all, those of the print.
func reference(t *testing.T, session *sql.DB, c candidate) (result, answer, string) {
	original, said := fetch(t, session, c.SQL)
	if c.misread == "" && !slices.Contains(unreadable, said.Errno) {
		return original, said, compared
	}
	print, printSaid := fetch(t, session, c.query.String())
	if c.misread != "" && print == original {
		t.Errorf("%s: original and print give the same rows, though %s; take it off the list", c.name(), c.misread)
	}
	return print, printSaid, printOnly
}
