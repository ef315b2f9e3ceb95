package board

import (
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strings"

	"github.com/asksql/asksql/scoreboard/figures"
)

// A Differential is what `make differential` counted on one server; each part is nil if it did not run.
type Differential struct {
	Kind      string         // of server, such as MySQL
	Grants    *figures.Table // prints, by an account that may see the columns in scope
	Rows      *figures.Table // rows of originals and prints under each sql_mode
	Superset  *figures.Table // rows of prints where there are more columns and tables
	Unchanged *figures.Table // what prints change
	Stricter  *figures.Table // why names are refused that the server takes
}

// LoadDifferentials reads what was counted on each kind of server, in a directory of each.
func LoadDifferentials(dir string) ([]Differential, error) {
	var all []Differential
	for _, kind := range []string{"MariaDB", "MySQL"} {
		d, err := loadDifferential(filepath.Join(dir, strings.ToLower(kind)))
		if err != nil {
			return nil, err
		}
		d.Kind = kind
		all = append(all, d)
	}
	return all, nil
}

func loadDifferential(dir string) (Differential, error) {
	var d Differential
	for name, part := range map[string]**figures.Table{
		"grants": &d.Grants, "rows": &d.Rows, "superset": &d.Superset, "unchanged": &d.Unchanged, "stricter": &d.Stricter,
	} {
		table, err := figures.Load(dir, name)
		if err != nil {
			return Differential{}, err
		}
		*part = table
	}
	return d, nil
}

// The columns of the counts that the board has words for.
const (
	accepted    = "accepted"
	prints      = "prints"
	denied      = "denied"
	unresolved  = "not resolved"
	differs     = "differs"
	changed     = "changed something"
	larger      = "differs with more columns"
	defaultMode = "default"
)

// notCompared are the columns for queries whose rows say nothing.
var notCompared = []string{"RAND or UUID", "too slow", "fault of the server"}

func (d Differential) complete() bool {
	return d.Rows != nil && d.Grants != nil && d.Superset != nil && d.Unchanged != nil && d.Stricter != nil
}

// glance writes the whole of it in a sentence.
func (d Differential) glance(w io.Writer) {
	if !d.complete() {
		return
	}
	compared := d.compared(d.total())
	fmt.Fprintf(w, "On [a real %s](#%s), %d of %d comparable prints give the rows of their texts under each sql_mode and collation; %d of\n%d prints read what is out of scope; %d of %d give other rows where there are more columns and tables; %d of %d runs over a set\nof prints, as an account with every privilege, changed something.\n",
		d.Kind, strings.ToLower("on-"+d.Kind), compared-d.Rows.Total(differs), compared, d.Grants.Total(denied), d.Grants.Total(prints),
		d.Superset.Total(larger), d.Superset.Total(prints), d.Unchanged.Total(changed), len(d.Unchanged.Rows))
}

func (b *Board) differential(w io.Writer) {
	for _, d := range b.Differentials {
		fmt.Fprintf(w, "## On %s\n\n`make differential` holds every accepted text and its print to a %[1]s of its own.", d.Kind)
		if !d.complete() {
			fmt.Fprint(w, " It has not run, so there are no figures here.\n\n")
			continue
		}
		fmt.Fprintf(w, " Figures of %s on %s, asksql %s.\n\n", d.Rows.Date, d.Rows.Server, d.Rows.Commit)
		d.write(w)
	}
}

func (d Differential) write(w io.Writer) {
	d.modes(w)
	d.grants(w)
	d.superset(w)
	d.unchanged(w)
	d.stricter(w)
}

// modes writes the table of rows under sql_modes.
func (d Differential) modes(w io.Writer) {
	fmt.Fprint(w, `### The same rows under every sql_mode

The print returns under each sql_mode what the text given returns under the relaxed one, which is MySQL's default without
ONLY_FULL_GROUP_BY. Under the server's own default, and on connections of other collations, it returns what the text returns there;
where the text fails by default, the print may. Where this server cannot read the text but can read the print (syntax of the
other server), the print is what the others are held to. Not compared is what calls RAND or UUID, takes too long, or is a
known fault of this server.

`)
	modes := d.Rows.Columns[max(0, slices.Index(d.Rows.Columns, defaultMode)):]
	t := table{head: slices.Concat([]string{d.Rows.Head, accepted, "compared"}, modes, []string{"equal under each"}), numbers: true}
	for _, row := range append(slices.Clone(d.Rows.Rows), d.total()) {
		compared := d.compared(row)
		line := []string{row.Name, number(d.Rows.Count(row, accepted)), number(compared)}
		for _, mode := range modes {
			line = append(line, number(d.Rows.Count(row, mode)))
		}
		right := compared - d.Rows.Count(row, differs)
		t.add(append(line, share(right, compared))...)
	}
	t.write(w)
}

// compared returns how many queries of a row could be compared.
func (d Differential) compared(row figures.Row) int {
	n := d.Rows.Count(row, accepted)
	for _, column := range notCompared {
		n -= d.Rows.Count(row, column)
	}
	return n
}

// total returns the sum of the rows.
func (d Differential) total() figures.Row {
	row := figures.Row{Name: "all"}
	for _, column := range d.Rows.Columns {
		row.Counts = append(row.Counts, d.Rows.Total(column))
	}
	return row
}

// share returns a part of a whole in percent, or "–" of nothing.
func share(part, whole int) string {
	if whole == 0 {
		return "–"
	}
	return fmt.Sprintf("%.2f %%", 100*float64(part)/float64(whole))
}

func (d Differential) grants(w io.Writer) {
	fmt.Fprint(w, `### No more rights than the columns in scope

Prints that run for an account with SELECT on the columns in scope and on nothing else. *Denied* would be a hole; *not resolved*, of a name
or a function, a defect. Other grounds are those of types, values and the like, which asksql does not judge.

`)
	d.part(w, d.Grants)
}

func (d Differential) superset(w io.Writer) {
	fmt.Fprint(w, `### The same rows whatever else is there

Prints return the same where each table has more columns, called like whatever the prints name, where there are more tables, and
where the values in those are others. What depends on the order in which rows are stored is set aside: ties under LIMIT, lists in no order.

`)
	d.part(w, d.Superset)
}

func (d Differential) unchanged(w io.Writer) {
	fmt.Fprint(w, `### Nothing changes

Prints run by an account that may do everything. Before and after, every counter of a statement but SELECT, the counters of rows
written, the end of InnoDB's log, the checksum of every table and the names of the files are the same.

`)
	d.part(w, d.Unchanged)
}

func (d Differential) stricter(w io.Writer) {
	fmt.Fprint(w, `### Refused by name, though the server runs it

What asksql refuses for a name, this server refuses too, to the same account; but for these, each for a reason:

`)
	d.part(w, d.Stricter)
}

// part writes a count, and what it is of if that is not what the rows are of.
func (d Differential) part(w io.Writer, counts *figures.Table) {
	if counts.Commit != d.Rows.Commit {
		fmt.Fprintf(w, "Of asksql %s.\n\n", counts.Commit)
	}
	write(w, counts)
}

// write writes a count as it is.
func write(w io.Writer, counts *figures.Table) {
	t := table{head: append([]string{counts.Head}, counts.Columns...), numbers: true}
	for _, row := range counts.Rows {
		line := []string{row.Name}
		for _, n := range row.Counts {
			line = append(line, number(n))
		}
		t.add(line...)
	}
	t.write(w)
}

// faults returns what the server found wrong, one line each.
func (d Differential) faults() []string {
	var lines []string
	for _, part := range []struct {
		table        *figures.Table
		column, what string
	}{
		{d.Grants, denied, "prints read what is out of scope"},
		{d.Grants, unresolved, "prints have names that the server does not resolve"},
		{d.Rows, differs, "prints give other rows than their texts"},
		{d.Superset, larger, "prints give other rows where there are more columns"},
		{d.Unchanged, changed, "sets of prints change something"},
	} {
		if part.table != nil && part.table.Total(part.column) > 0 {
			lines = append(lines, fmt.Sprintf("make differential on %s: %d %s", d.Kind, part.table.Total(part.column), part.what))
		}
	}
	return lines
}
