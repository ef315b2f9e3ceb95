package show

import (
	"cmp"
	"fmt"
	"io"
	"strings"

	"github.com/rivo/uniseg"

	"github.com/asksql/asksql/internal/plain"
	"github.com/asksql/asksql/schema"
	"github.com/asksql/asksql/sqlcheck"
)

// A Style says how an overview looks.
type Style struct {
	Width  int  // of a line, in cells; 0 cuts nothing
	Colors bool // by the control sequences of terminals
}

// Overview writes what a person wants to know of a schema: its tables with their columns, keys, marks
// and sizes.
func Overview(w io.Writer, doc *schema.Document, style Style) error {
	o := &overview{style: style, rows: map[string]int64{}}
	if doc.Source != nil {
		for name, rows := range doc.Source.RowEstimates {
			o.rows[sqlcheck.Fold(name)] = rows
		}
	}
	o.heading(doc)
	for i := range doc.Tables {
		o.table(&doc.Tables[i])
	}
	_, err := io.WriteString(w, o.text.String())
	return err
}

// An overview is one that is being written.
type overview struct {
	style Style
	rows  map[string]int64 // by folded table name
	text  strings.Builder
}

// The control sequences of the colours.
const (
	boldOn, dimOn, redOn, cyanOn = "\x1b[1m", "\x1b[2m", "\x1b[31m", "\x1b[36m"
	off                          = "\x1b[0m"
)

// A span is a text in a colour; "" is none.
type span struct{ color, text string }

// line writes a line, cut to the width.
func (o *overview) line(spans ...span) {
	for n := len(spans); n > 0; n-- { // no blanks at the end
		if spans[n-1].text = strings.TrimRight(spans[n-1].text, " "); spans[n-1].text != "" {
			break
		}
	}
	left := o.style.Width
	for _, s := range spans {
		text := plain.Line(s.text)
		if o.style.Width > 0 {
			text = shortened(text, left)
			left -= uniseg.StringWidth(text)
		}
		if s.color != "" && o.style.Colors && text != "" {
			text = s.color + text + off
		}
		o.text.WriteString(text)
		if o.style.Width > 0 && left <= 0 {
			break
		}
	}
	o.text.WriteByte('\n')
}

func (o *overview) heading(doc *schema.Document) {
	tables, views, columns, sensitive := 0, 0, 0, 0
	for i := range doc.Tables {
		if doc.Tables[i].Kind == schema.KindView {
			views++
		} else {
			tables++
		}
		columns += len(doc.Tables[i].Columns)
		for _, c := range doc.Tables[i].Columns {
			if c.Sensitive {
				sensitive++
			}
		}
	}
	where := cmp.Or(doc.Dialect, sqlcheck.MySQL.String())
	if doc.Database != "" {
		where += ", database " + doc.Database
	}
	o.line(span{boldOn, doc.SchemaID}, span{dimOn, "  " + where})
	o.line(span{"", fmt.Sprintf("tables %d, views %d, columns %d, sensitive %d, terms %d, examples %d",
		tables, views, columns, sensitive, len(doc.Glossary), len(doc.Examples))})
}

func (o *overview) table(t *schema.Table) {
	about := ""
	if t.Kind == schema.KindView {
		about += "  view"
	}
	if rows, ok := o.rows[sqlcheck.Fold(t.Name)]; ok {
		about += fmt.Sprintf("  about %s rows", grouped(rows))
	}
	o.text.WriteByte('\n')
	o.line(span{boldOn, t.Name}, span{cyanOn, about}, span{"", gap(t.Description)})
	b, targets := newBox(t, nil, true), references(t)
	names, types := 0, 0
	for _, l := range b.lines {
		names = max(names, uniseg.StringWidth(l.Name))
		types = max(types, uniseg.StringWidth(shortened(l.Type, maxType)))
	}
	for _, l := range b.lines {
		o.column(&l, targets[sqlcheck.Fold(l.Name)], names, types)
	}
}

// column writes a column: its keys, name and type in columns of the widths, its mark, where it refers
// to and what it is.
func (o *overview) column(l *line, target string, names, types int) {
	mark := ""
	if l.Sensitive {
		mark = "  sensitive"
	}
	color := ""
	if l.primary {
		color = boldOn
	}
	o.line(span{cyanOn, fmt.Sprintf("  %-6s", strings.Join(l.marks(), " "))},
		span{color, padded(l.Name, names)}, span{dimOn, "  " + padded(shortened(l.Type, maxType), types)},
		span{redOn, mark}, span{cyanOn, target}, span{dimOn, gap(l.Description)})
}

// references returns where columns refer to, by folded name.
func references(t *schema.Table) map[string]string {
	all := map[string]string{}
	for _, k := range t.ForeignKeys {
		for i, name := range k.Columns {
			all[sqlcheck.Fold(name)] += fmt.Sprintf("  → %s.%s", k.References.Table, k.References.Columns[i])
		}
	}
	return all
}

// gap returns a text behind two blanks, or "" for none.
func gap(text string) string {
	if text == "" {
		return ""
	}
	return "  " + text
}

// padded returns a text with blanks behind it, up to the width.
func padded(text string, width int) string {
	return text + strings.Repeat(" ", max(0, width-uniseg.StringWidth(text)))
}

// grouped returns a number with its digits in groups of three.
func grouped(n int64) string {
	digits := fmt.Sprint(n)
	for i := len(digits) - 3; i > 0; i -= 3 {
		digits = digits[:i] + "," + digits[i:]
	}
	return digits
}
