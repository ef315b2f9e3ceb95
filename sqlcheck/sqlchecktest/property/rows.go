package property

import (
	"fmt"
	"slices"
)

// A Server runs queries.
type Server interface {
	// Run returns the rows of a query in a database, each as one string and sorted, or the number of
	// the error that the server answers. err is a failure to ask.
	Run(database, sql string) (rows []string, errno uint16, err error)
}

// A Run is a text and the database that it runs in.
type Run struct{ Database, SQL string }

// Same says how the answers to two runs differ, "" if they do not, and how many rows the first one
// has. Where text is the first one and fails, the second may do as it likes if ifRuns is set: it was
// printed for a server that reads the text.
func Same(s Server, a, b Run, ifRuns bool) (difference string, rows int, err error) {
	want, wantErrno, err := s.Run(a.Database, a.SQL)
	if err != nil || ifRuns && wantErrno != 0 {
		return "", 0, err
	}
	got, errno, err := s.Run(b.Database, b.SQL)
	if err != nil {
		return "", 0, err
	}
	if wantErrno != errno || !slices.Equal(want, got) {
		return fmt.Sprintf("%s: %s gives %d rows, errno %d: %.200q\n%s: %s gives %d rows, errno %d: %.200q",
			a.Database, a.SQL, len(want), wantErrno, want, b.Database, b.SQL, len(got), errno, got), len(want), nil
	}
	return "", len(want), nil
}
