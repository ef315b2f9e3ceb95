package property

import (
	"fmt"
	"slices"
	"strings"
)

// A Server runs queries.
type Server interface {
	// Run returns the rows of a query in a database, each as one string and sorted, or the number of
	// the error that the server answers. err is a failure to ask.
	Run(database, sql string) (rows []string, errno uint16, err error)
}

// A Run is a text and the database that it runs in.
type Run struct{ Database, SQL string }

// A Difference is what two runs say that should say the same.
type Difference struct {
	Runs   [2]Run
	Rows   [2][]string
	Errnos [2]uint16
}

// Kind says whether the rows differ, or which error comes of which.
func (d *Difference) Kind() string {
	if d.Errnos == [2]uint16{} {
		return "rows"
	}
	return fmt.Sprintf("%d → %d", d.Errnos[0], d.Errnos[1])
}

// String returns both runs with the beginnings of what they say.
func (d *Difference) String() string {
	var b strings.Builder
	for i, r := range d.Runs {
		fmt.Fprintf(&b, "%s: %s\ngives %d rows, errno %d: %.200q\n", r.Database, r.SQL, len(d.Rows[i]), d.Errnos[i], d.Rows[i])
	}
	return b.String()
}

// Same returns how the answers to two runs differ, nil if they do not, and how many rows the first one
// has. If mayFail is set, the second one may say anything where the first one fails: the first one is then
// a text, and the second one its print, which is for servers that cannot read the text too.
func Same(s Server, a, b Run, mayFail bool) (difference *Difference, rows int, err error) {
	d := &Difference{Runs: [2]Run{a, b}}
	for i, r := range d.Runs {
		if d.Rows[i], d.Errnos[i], err = s.Run(r.Database, r.SQL); err != nil || mayFail && d.Errnos[0] != 0 {
			return nil, 0, err
		}
	}
	rows = len(d.Rows[0])
	if d.Errnos[0] == d.Errnos[1] && slices.Equal(d.Rows[0], d.Rows[1]) {
		return nil, rows, nil
	}
	return d, rows, nil
}
