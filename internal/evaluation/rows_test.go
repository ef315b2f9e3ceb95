package evaluation

import (
	"cmp"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/asksql/asksql/internal/servertest"
)

// rowsPerTable is enough for most conditions to let a row through.
const rowsPerTable = 40

// The columns of the count.
const (
	compared    = "compared"
	printOnly   = "print alone"           // its rows under each mode with those under the relaxed one
	textFails   = "text fails by default" // alone, as under ONLY_FULL_GROUP_BY
	withRows    = "with rows"
	bothFail    = "both fail" // on account of the rows, or of what fails on empty tables too
	byChance    = "RAND or UUID"
	tooSlow     = "too slow"
	serverFault = "fault of the server"
	differs     = "differs"
)

// comparisonColumns end with the settings under which the print gives what it should.
var comparisonColumns = func() []string {
	columns := []string{"accepted", compared, printOnly, withRows, bothFail, byChance, tooSlow, serverFault, differs, textFails}
	for _, s := range settings {
		columns = append(columns, s.name)
	}
	return columns
}()

// With rows in the tables, the print of an accepted query returns under every sql_mode what the
// original returns under the one it was written for, and under the server's own what it returns there.
func testRows(t *testing.T, kind servertest.Kind, f figures) {
	// The texts come from servers that do not tell tables by their letter case.
	server := servertest.Start(t, kind, "--lower-case-table-names=1")
	dbs := databases(t)
	counts := newTally("file", comparisonColumns...)
	inEach(t, dbs, candidates(t, dbs, kind), func(t *testing.T, d database, list []candidate) {
		list = sample(list)
		server.Create(t, d.Document())
		server.Fill(t, d.Document(), servertest.Rows(d.Document(), rowsPerTable, literals(list)))
		for i, found := range compareRows(t, server, d.Document().Database, list) {
			counts.add(list[i].file, append(found, "accepted")...)
			f.rows.add(setOf(list[i].file), append(found, "accepted")...)
		}
	})
	t.Logf("rows of originals and of prints under %d settings%v", len(settings), counts)
}

// compareRows compares the rows of each query and returns its columns in the count.
func compareRows(t *testing.T, server *servertest.Server, database string, list []candidate) [][]string {
	t.Helper()
	sessions := open(t, server, database)
	found := make([][]string, len(list))
	inParallel(len(list), func(i int) { found[i] = compare(t, sessions, list[i]) })
	return found
}

// timedOut are the servers' numbers for a statement that took too long.
var timedOut = []uint16{1969, 3024}

// unreadable are the server's errors for an original that asks for what this server does not have,
// where the print does not: another server's syntax, names in other letters, an index, the label of
// an aggregate in an expression of ORDER BY.
var unreadable = append([]uint16{1142, 1176, labelOfAggregate}, judged...)

// An expectation is what the print is to give.
type expectation struct {
	servertest.Result
	said answer
	how  string // compared, or printOnly
}

// compare runs the print of a query in each session, compares its rows with the reference, and
// returns its columns in the count.
func compare(t *testing.T, sessions []session, c candidate) []string {
	if c.calls("rand", "uuid") {
		return []string{byChance}
	}
	wants := map[string]expectation{}
	for _, s := range sessions {
		if s.reads == s.name {
			wants[s.name] = reference(t, s, c)
		}
	}
	var same, extra, other []string
	var first string
	for _, s := range sessions {
		want := wants[s.reads]
		got, said := fetch(t, s.DB, c.query.String())
		why := c.fault(want.Result, got, said)
		switch {
		case slices.Contains(timedOut, want.said.Errno) || slices.Contains(timedOut, said.Errno):
			return []string{tooSlow}
		case said.Errno == want.said.Errno && c.same(got, want.Result):
			same = append(same, s.name)
		case s.mode == servertest.Default && want.said.Errno != 0 && !slices.Contains(judged, said.Errno):
			same, extra = append(same, s.name), append(extra, textFails)
		case why != "":
			t.Logf("%s: %s", c.name(), why)
			return []string{serverFault}
		default:
			other = append(other, s.name)
			first = cmp.Or(first, fmt.Sprintf("%+v, %v; want %+v, %v", got, said, want.Result, want.said))
		}
	}
	if len(other) > 0 {
		t.Errorf("%s under %s: the print gives %s\n%s\nprinted from %q", c.name(), strings.Join(other, ", "), first, c.query, c.SQL)
		return slices.Concat(same, extra, []string{wants[relaxed].how, differs})
	}
	return slices.Concat(same, extra, outcomeOf(wants[relaxed]))
}

// derived matches the end of a block that the print has made a derived table of.
var derived = regexp.MustCompile("\\) AS `d\\d*` ORDER BY ")

// same reports whether a print gives the rows of the text. Of a block that became a derived table, rows that
// its ORDER BY takes for equal may come in another order, and a LIMIT may cut others off.
func (c candidate) same(got, want servertest.Result) bool {
	print := c.query.String()
	if got == want || !derived.MatchString(print) {
		return got == want
	}
	return got.Unordered == want.Unordered || strings.Contains(print, " LIMIT ") && got.Rows == want.Rows
}

// outcomeOf returns the columns for what an original or its print gives.
func outcomeOf(want expectation) []string {
	switch {
	case want.said.Errno != 0:
		return []string{bothFail}
	case want.Rows > 0:
		return []string{want.how, withRows}
	}
	return []string{want.how}
}

// reference returns the rows of the original or, where this server reads the original in another
// way or not at all, those of the print.
func reference(t *testing.T, s session, c candidate) expectation {
	original, said := fetch(t, s.DB, c.SQL)
	if c.misread == "" && !slices.Contains(unreadable, said.Errno) {
		return expectation{original, said, compared}
	}
	print, printSaid := fetch(t, s.DB, c.query.String())
	if c.misread != "" && print == original {
		t.Errorf("%s under %s: original and print give the same rows, though %s; take it off the list", c.name(), s.name, c.misread)
	}
	return expectation{print, printSaid, printOnly}
}
