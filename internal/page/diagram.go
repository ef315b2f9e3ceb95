package page

import (
	"fmt"
	"slices"

	"github.com/asksql/asksql/internal/plain"
	"github.com/asksql/asksql/schema"
	"github.com/asksql/asksql/sqlcheck"
)

// A diagram shows tables and how foreign keys link them. It stands in the page as SVG, with numbers and texts only.
type diagram struct {
	Width, Height int
	Boxes         []*box
	Lines         []string // paths, from the column that refers to the one referred to
	Links         []string // what the lines say, in words
	Hidden        int      // tables that belong here and were too many
}

// A box is a table.
type box struct {
	X, Y, Width, Height int
	Title, Full         string // the name as it fits, and the whole
	Read                bool   // the query reads it
	Rows                []*boxRow
	More                int // columns that are not shown
	MoreY               int

	table *schema.Table
	layer int
}

// A boxRow is a column of a box.
type boxRow struct {
	Y          int // of its base line, in the diagram
	Text, Full string
	Key        string // PK, FK or ""
	Read       bool   // the query reads it

	name string
}

// Measures of a diagram, in pixels.
const (
	boxWidth  = 188
	boxGap    = 56
	rowHeight = 20
	headLine  = 26
	stackGap  = 22
	margin    = 8
)

const (
	maxBoxes     = 14
	maxNearby    = 4  // tables that are not read and have a key to or from one that is
	maxRowsShown = 12 // of one table
	maxTitle     = 21 // characters
	maxRowText   = 17 // characters; a mark stands before it, and a key behind it
)

// newDiagram returns the diagram of what a query reads: its tables with those columns and their keys, and beside them
// a few that they are linked to. Tables and columns are named as explain names them. It is nil for a query that reads
// no table.
func newDiagram(view *schema.View, tables, columns []string) *diagram {
	if len(tables) == 0 {
		return nil
	}
	l := layout{tables: tables, columns: columns, all: view.ShownTables()}
	for i := range l.all {
		if l.reads(&l.all[i]) {
			l.add(&l.all[i], true)
		}
	}
	l.addNearby()
	return l.draw()
}

// newOverview returns the diagram of a whole schema that is small enough for one, else nil.
func newOverview(view *schema.View) *diagram {
	l := layout{all: view.ShownTables()}
	if len(l.all) > maxBoxes {
		return nil
	}
	for i := range l.all {
		l.add(&l.all[i], false)
	}
	return l.draw()
}

// A layout finds places for boxes.
type layout struct {
	all     []schema.Table
	tables  []string // that are read
	columns []string // that are read, as table.column
	boxes   []*box
	hidden  int
}

func (l *layout) add(t *schema.Table, read bool) {
	if len(l.boxes) == maxBoxes {
		l.hidden++
		return
	}
	l.boxes = append(l.boxes, &box{table: t, Read: read, Title: short(t.Name, maxTitle), Full: plain.Line(t.Name), Width: boxWidth, layer: -1})
}

func (l *layout) reads(t *schema.Table) bool { return slices.Contains(l.tables, t.Name) }

// addNearby adds a few tables that those in the layout refer to, or that refer to them.
func (l *layout) addNearby() {
	inside := slices.Clone(l.boxes)
	left := maxNearby
	for i := range l.all {
		t := &l.all[i]
		near := func(b *box) bool { return refers(t, b.table) || refers(b.table, t) }
		if !l.reads(t) && slices.ContainsFunc(inside, near) {
			if left == 0 {
				l.hidden++
				continue
			}
			left--
			l.add(t, false)
		}
	}
}

// refers reports whether a foreign key of one table refers to another.
func refers(from, to *schema.Table) bool {
	return slices.ContainsFunc(from.ForeignKeys, func(k schema.ForeignKey) bool {
		return sqlcheck.Fold(k.References.Table) == sqlcheck.Fold(to.Name)
	})
}

func (l *layout) box(name string) *box {
	for _, b := range l.boxes {
		if sqlcheck.Fold(b.table.Name) == sqlcheck.Fold(name) {
			return b
		}
	}
	return nil
}

// draw places the boxes: linked ones stand beside each other, from the left to the right.
func (l *layout) draw() *diagram {
	for _, b := range l.boxes {
		if b.layer < 0 {
			l.spread(b)
		}
	}
	d := &diagram{Boxes: l.boxes, Hidden: l.hidden}
	bottoms := map[int]int{}
	for _, b := range l.boxes {
		l.fill(b)
		b.X = margin + b.layer*(boxWidth+boxGap)
		if b.Y = margin; bottoms[b.layer] > 0 {
			b.Y = bottoms[b.layer] + stackGap
		}
		b.place()
		bottoms[b.layer] = b.Y + b.Height
		d.Width, d.Height = max(d.Width, b.X+b.Width+margin), max(d.Height, b.Y+b.Height+margin)
	}
	l.link(d)
	return d
}

// spread gives a box the first layer, and those that are linked to it, at any distance, the ones behind.
func (l *layout) spread(first *box) {
	first.layer = 0
	for queue := []*box{first}; len(queue) > 0; queue = queue[1:] {
		for _, b := range l.boxes {
			if b.layer < 0 && (refers(b.table, queue[0].table) || refers(queue[0].table, b.table)) {
				b.layer = queue[0].layer + 1
				queue = append(queue, b)
			}
		}
	}
}

// fill gives a box its rows: the columns that are read, and keys that link it to another box.
func (l *layout) fill(b *box) {
	keys := l.keys(b.table)
	for i := range b.table.Columns {
		name := b.table.Columns[i].Name
		row := &boxRow{Text: short(name, maxRowText), Full: plain.Line(name), Key: keys[sqlcheck.Fold(name)], name: name}
		row.Read = b.Read && slices.Contains(l.columns, b.table.Name+"."+name)
		if (row.Read || row.Key != "") && len(b.Rows) < maxRowsShown {
			b.Rows = append(b.Rows, row)
		} else {
			b.More++
		}
	}
}

// keys returns by folded name of a column which key it belongs to: the primary one, or a foreign one to another box.
func (l *layout) keys(t *schema.Table) map[string]string {
	keys := map[string]string{}
	for _, k := range t.ForeignKeys {
		if l.box(k.References.Table) != nil {
			for _, c := range k.Columns {
				keys[sqlcheck.Fold(c)] = "FK"
			}
		}
	}
	for _, c := range t.PrimaryKey {
		keys[sqlcheck.Fold(c)] = "PK"
	}
	return keys
}

// place gives the rows their heights.
func (b *box) place() {
	y := b.Y + headLine
	for _, row := range b.Rows {
		row.Y = y + 14
		y += rowHeight
	}
	if b.More > 0 {
		b.MoreY = y + 14
		y += rowHeight
	}
	b.Height = y + 6 - b.Y
}

// link draws the lines between the boxes.
func (l *layout) link(d *diagram) {
	for _, from := range l.boxes {
		for _, k := range from.table.ForeignKeys {
			to := l.box(k.References.Table)
			if to == nil || len(k.Columns) == 0 || len(k.References.Columns) == 0 {
				continue
			}
			y1, y2 := from.at(k.Columns[0]), to.at(k.References.Columns[0])
			d.Lines = append(d.Lines, curve(from, to, y1, y2))
			d.Links = append(d.Links, fmt.Sprintf("%s.%s refers to %s.%s", from.Full, plain.Line(k.Columns[0]), to.Full, plain.Line(k.References.Columns[0])))
		}
	}
}

// at returns the height at which a line to a column ends.
func (b *box) at(column string) int {
	for _, row := range b.Rows {
		if sqlcheck.Fold(row.name) == sqlcheck.Fold(column) {
			return row.Y - 4
		}
	}
	return b.Y + headLine/2
}

// curve returns the path of a line from one box to another, or to itself.
func curve(from, to *box, y1, y2 int) string {
	x1, x2, bend := from.X+from.Width, to.X, boxGap/2
	switch {
	case from.layer > to.layer:
		x1, x2, bend = from.X, to.X+to.Width, -boxGap/2
	case from.layer == to.layer:
		x2 = to.X + to.Width
		return fmt.Sprintf("M%d %dC%d %d %d %d %d %d", x1, y1, x1+bend, y1, x2+bend, y2, x2, y2)
	}
	return fmt.Sprintf("M%d %dC%d %d %d %d %d %d", x1, y1, x1+bend, y1, x2-bend, y2, x2, y2)
}

// short returns a name in so many characters at most.
func short(name string, most int) string {
	name = plain.Line(name)
	if runes := []rune(name); len(runes) > most {
		return string(runes[:most-1]) + "…"
	}
	return name
}
