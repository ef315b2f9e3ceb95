package print

import (
	"slices"

	"github.com/pingcap/tidb/pkg/parser/ast"
)

// A Derived is a mention of a table that is printed as a derived table: of those of its columns that the
// statement reads, and those of its rows for which a condition is true.
//
//	(SELECT `id`, `total` FROM `shop`.`orders` AS `o` WHERE …) AS `o`
//
// The table has the name of the derived table inside too: where MySQL merges that, it takes a name in GROUP BY for a
// column of the select list by the name of the table inside, which two mentions of one table would share.
//
// Which columns those are is known when the statement is printed, so it is written into its place then.
type Derived struct {
	source          *ast.TableSource
	database, table string
	Alias           string // of the table inside, "" for none
	where           Condition
	Fenced          bool // it ends in a LIMIT of more rows than there are, so that no server merges it
	columns         []string
	at              int // where it stands in what is printed
}

// A Condition writes what stands behind WHERE. It is text of a tree that was checked, and no name in it is one
// that the statement could bind.
// The table is called as said.
type Condition interface {
	AppendWhere(buf []byte, called string, ascii bool) []byte
}

// Derive notes that a mention of a table is printed so. The mention's own place in the text, which the parser does
// not keep for tables, holds the number of the note.
func (l *Names) Derive(source *ast.TableSource, database, table, alias string, where Condition, fenced bool) {
	l.derived = append(l.derived, Derived{source: source, database: database, table: table, Alias: alias, where: where, Fenced: fenced})
	source.SetOriginTextPosition(len(l.derived))
}

// DerivedOf returns what was noted of a mention, nil if nothing was.
func (l *Names) DerivedOf(source *ast.TableSource) *Derived {
	if len(l.derived) == 0 || source == nil {
		return nil
	}
	if i := source.OriginTextPosition(); 0 < i && i <= len(l.derived) && l.derived[i-1].source == source {
		return &l.derived[i-1]
	}
	return nil
}

// Outside returns what the derived table is called.
func (d *Derived) Outside() string { return Called(d.source) }

// Deriveds returns all that was noted, in the order in which it was.
func (l *Names) Deriveds() []Derived { return l.derived }

// reads notes that a column is printed of a mention.
func (d *Derived) reads(column string) {
	if !slices.Contains(d.columns, column) {
		d.columns = append(d.columns, column)
	}
}

// begin forgets what an earlier print has noted.
func (l *Names) begin() {
	for i := range l.derived {
		l.derived[i].columns, l.derived[i].at = l.derived[i].columns[:0], -1
	}
}

// A hole is a place in a print at which a mention stands.
type hole struct {
	at      int
	derived *Derived
}

// filled returns a print with the derived tables in their places.
func (p *printer) filled() []byte {
	if len(p.holes) == 0 {
		return p.buf
	}
	buf := make([]byte, 0, len(p.buf)+160*len(p.holes))
	done := 0
	for _, h := range p.holes {
		buf = append(buf, p.buf[done:h.at]...)
		done = h.at
		inner := printer{Style: p.Style, buf: buf}
		inner.derivedTable(h.derived)
		buf = inner.buf
	}
	return append(buf, p.buf[done:]...)
}

// derivedTable writes all of a derived table but its alias.
func (p *printer) derivedTable(d *Derived) {
	p.str("(SELECT ")
	for i, column := range d.columns {
		p.comma(i)
		p.name(column)
	}
	if len(d.columns) == 0 {
		p.byte('1')
	}
	p.str(" FROM ")
	p.name(d.database)
	p.byte('.')
	p.name(d.table)
	called := d.table
	if d.Alias != "" {
		called = d.Alias
		p.str(" AS ")
		p.name(called)
	}
	p.str(" WHERE ")
	p.buf = d.where.AppendWhere(p.buf, called, p.ASCII)
	if d.Fenced {
		p.str(" LIMIT 18446744073709551615")
	}
	p.byte(')')
}
