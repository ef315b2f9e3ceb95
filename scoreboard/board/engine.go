package board

import (
	"fmt"
	"io"

	"github.com/asksql/asksql/scoreboard/mysql8"
)

// engine writes what a second server made of the prints.
func (b *Board) engine(w io.Writer) {
	var both, same, alone, neither, broken int
	t := table{head: []string{"text", "print", "original", "print ran", "rows"}}
	for _, r := range b.Runs {
		switch {
		case r.Original == nil && r.Printed == nil:
			both++
		case r.Printed == nil:
			alone++
		case r.Original != nil:
			neither++
		}
		if r.Comparable && r.SameRows {
			same++
		}
		if r.Broken() {
			broken++
		}
		if r.Case.MySQLOnly {
			t.add(r.Case.ID, code(r.Print, 70), ran(r.Original), ran(r.Printed), rowsOf(r))
		}
	}
	fmt.Fprintf(w, "## MySQL 8's own syntax\n\nMariaDB cannot run what only MySQL 8 has, so accepted texts of the case pages and the attacks and their prints also run on\ngo-mysql-server, an engine in Go that speaks MySQL 8, on a shop with rows in it. What the schema does not show does not exist: `*` and\nNATURAL mean the columns shown. So the texts run where there are no others, and the prints where the hidden ones are there too. Of %d\ntexts, both ran for %d (with the same rows for %d), neither for %d, the print alone for %d; %d prints do less than their originals.\n\n", len(b.Runs), both, same, neither, alone, broken)
	b.engineFaults(w)
	if len(t.rows) > 0 {
		fmt.Fprint(w, "Those that MariaDB lacks:\n\n")
		t.write(w)
	}
}

func (b *Board) engineFaults(w io.Writer) {
	first := true
	for _, r := range b.Runs {
		if r.Fault == "" {
			continue
		}
		if first {
			fmt.Fprint(w, "Left out of that count, because the engine is at fault:\n\n")
			first = false
		}
		fmt.Fprintf(w, "- %s: %s.\n", r.Case.ID, r.Fault)
	}
	if !first {
		fmt.Fprint(w, "\n`make differential` compares their rows on MariaDB and MySQL.\n\n")
	}
}

func ran(err error) string {
	if err == nil {
		return "ran"
	}
	return code(err.Error(), 40)
}

func rowsOf(r mysql8.Run) string {
	switch {
	case !r.Comparable:
		return "not compared"
	case r.SameRows:
		return "the same"
	}
	return "others"
}

func limits(w io.Writer) {
	fmt.Fprint(w, `## What this does not show

- The case pages are asksql's own tests: it cannot fail them and be released. The other sets were written by others, but it was
  developed with them at hand. Parts of them are held back and are not on this page.
- The verdicts on gold queries and model output are those of an empty database. Whether a query answers its question is another
  matter.
- What must be refused is asksql's policy, which is stricter than harm: some of what others let through, such as
  SQL_CALC_FOUND_ROWS or a lock in a comment that only TiDB reads, does little on MySQL.
- A guard for other purposes is measured here by asksql's purpose. sqlglot, for example, writes wildcards out: whoever runs
  its output instead of the text given to it does not read the columns that the schema lacks. Nor is anybody blamed for letting a wildcard through where columns are hidden; whoever
  then runs the text as it was given reads those too.
`)
}
