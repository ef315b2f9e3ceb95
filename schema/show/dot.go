package show

import (
	"fmt"
	"html"
	"strings"

	"github.com/rivo/uniseg"

	"github.com/asksql/asksql/schema"
	"github.com/asksql/asksql/sqlcheck"
)

// The colours of a diagram.
const (
	inkColor       = "#1e293b"
	paleColor      = "#64748b"
	ruleColor      = "#e2e8f0"
	tableColor     = "#334155"
	viewColor      = "#0f766e"
	sensitiveColor = "#c2410c"
	warnColor      = "#fff7ed"
	plainColor     = "#ffffff"
)

// The sizes of a diagram, in points. Every character of a monospaced font is widthOf its size wide,
// whichever font the viewer has: Graphviz lays out without knowing it.
const (
	textSize = 11
	typeSize = 10
	keySize  = 8
	widthOf  = 0.62
)

// The widest texts of a box, in cells of a monospaced font.
const (
	maxName = 64
	maxType = 24
)

// graphHead is how every drawing begins.
const graphHead = "digraph schema {\n" +
	"  graph [rankdir=LR, nodesep=0.3, ranksep=0.9, pad=0.3, bgcolor=\"" + plainColor + "\"];\n" +
	"  node [shape=plain, fontname=\"Courier\", fontsize=11, fontcolor=\"" + inkColor + "\"];\n" +
	"  edge [color=\"" + paleColor + "\", arrowhead=crow, arrowsize=0.7, penwidth=1.1];\n"

// DOT returns the schema as a directed graph for Graphviz: a node a table, with a row for each
// column, and an edge a foreign key from the column that is referred to, to the one that refers. Of more than
// maxDrawn tables it is an index.
func DOT(doc *schema.Document) string {
	if len(doc.Tables) > maxDrawn {
		return indexDOT(doc)
	}
	var w strings.Builder
	w.WriteString(graphHead)
	all := boxes(doc)
	sizes := make([]size, len(all))
	for i := range all {
		fmt.Fprintf(&w, "  t%d [tooltip=\"\", label=<%s>];\n", i, all[i].label())
		sizes[i] = all[i].size()
	}
	numbers := index(doc)
	var edges [][2]int
	var lines []string
	for i := range all {
		for _, k := range all[i].ForeignKeys {
			far := numbers[sqlcheck.Fold(k.References.Table)]
			if far != i { // a row of the table itself is marked in its line: a loop would run through other boxes
				lines = append(lines, fmt.Sprintf("t%d:c%dr:e -> t%d:c%dl:w", far, all[far].port(k.References.Columns), i, all[i].port(k.Columns)))
				edges = append(edges, [2]int{far, i})
			}
		}
	}
	held, spans := shelved(sizes, edges)
	for i, line := range lines {
		if spans[i] > 1 {
			line += fmt.Sprintf(" [minlen=%d]", spans[i])
		}
		w.WriteString("  " + line + ";\n")
	}
	for _, e := range held {
		fmt.Fprintf(&w, "  t%d -> t%d [style=invis];\n", e[0], e[1])
	}
	w.WriteString("}\n")
	return w.String()
}

// size returns about how much room a box takes.
func (b *box) size() size {
	const lineHeight = 24
	wide := width(shortened(b.Name, maxName), textSize)
	for _, l := range b.lines {
		wide = max(wide, width(l.key(), keySize)+width(shortened(l.Name, maxName)+"  ", textSize)+width(shortened(l.Type, maxType), typeSize))
	}
	lines := len(b.lines) + 1
	if b.more > 0 {
		lines++
	}
	return size{float64(wide), float64(lines * lineHeight)}
}

// port returns the number of the line with the first of the columns of a key. It is always there: a
// valid key has columns, and lines show them.
func (b *box) port(columns []string) int {
	for i, l := range b.lines {
		if len(columns) > 0 && sqlcheck.Fold(l.Name) == sqlcheck.Fold(columns[0]) {
			return i
		}
	}
	return 0
}

// label returns the box as a table in Graphviz's HTML.
func (b *box) label() string {
	var w strings.Builder
	w.WriteString(`<TABLE BORDER="1" COLOR="` + ruleColor + `" CELLBORDER="0" CELLSPACING="0" CELLPADDING="4">`)
	w.WriteString(b.heading())
	for i, l := range b.lines {
		w.WriteString(l.row(i))
	}
	if b.more > 0 {
		w.WriteString(`<HR/><TR><TD COLSPAN="3" ALIGN="LEFT" BGCOLOR="` + plainColor + `">` + font(paleColor, keySize, plural(b.more)) + `</TD></TR>`)
	}
	return w.String() + "</TABLE>"
}

func plural(more int) string {
	if more == 1 {
		return "1 more column"
	}
	return fmt.Sprintf("%d more columns", more)
}

func (b *box) heading() string {
	color, name := tableColor, shortened(b.Name, maxName)
	if b.Kind == schema.KindView {
		color, name = viewColor, name+" (view)"
	}
	return fmt.Sprintf(`<TR><TD COLSPAN="3" WIDTH="%d" BGCOLOR="%s">%s</TD></TR>`,
		width(name, textSize), color, font(plainColor, textSize, bold(name)))
}

// row returns a line: key, name with a mark if it is sensitive, type.
func (l *line) row(number int) string {
	ground := plainColor
	name := shortened(l.Name, maxName)
	shown, kind := escaped(name), shortened(l.Type, maxType)
	if l.primary {
		shown = bold(name)
	}
	if l.Sensitive {
		ground = warnColor
		shown += font(sensitiveColor, textSize, "\u00a0●")
	}
	cell := func(port, text string, cells int) string {
		return fmt.Sprintf(`<TD ALIGN="LEFT" PORT="c%d%s" WIDTH="%d" BGCOLOR="%s">%s</TD>`, number, port, cells, ground, text)
	}
	return "<HR/><TR>" +
		cell("l", font(viewColor, keySize, l.key()), width(l.key(), keySize)) +
		cell("n", shown, width(name+"  ", textSize)) +
		cell("r", font(paleColor, typeSize, escaped(kind)), width(kind, typeSize)) + "</TR>"
}

// key returns the marks of a column that is part of a key; ↺ is one that refers to the table itself.
func (l *line) key() string {
	marks := l.marks()
	if l.reflexive {
		marks = append(marks, "↺")
	}
	return strings.Join(marks, " ")
}

// width returns how wide a cell with the text is, in points.
func width(text string, size float64) int {
	const padding = 8
	return int(float64(uniseg.StringWidth(text))*widthOf*size) + padding
}

// font returns a text in a colour and size; Graphviz has no empty ones.
func font(color string, size int, text string) string {
	if text == "" {
		text = " "
	}
	return fmt.Sprintf(`<FONT COLOR="%s" POINT-SIZE="%d">%s</FONT>`, color, size, text)
}

func bold(text string) string { return "<B>" + escaped(text) + "</B>" }

// escaped returns a text as Graphviz's HTML has it. A backslash would begin a word that stands for
// something else, such as the name of the graph.
func escaped(text string) string {
	return html.EscapeString(strings.ReplaceAll(text, `\`, `\\`))
}
