package board

import (
	"fmt"
	"io"
	"strings"
	"unicode/utf8"
)

// A table is a Markdown table. Its first column is on the left, the others on the right if they
// hold numbers.
type table struct {
	head    []string
	rows    [][]string
	numbers bool
}

func (t *table) add(cells ...string) {
	for i, cell := range cells {
		cells[i] = strings.ReplaceAll(strings.Join(strings.Fields(cell), " "), "|", `\|`)
	}
	t.rows = append(t.rows, cells)
}

// write writes the table with columns of even width, so that the text is pleasant too.
func (t *table) write(w io.Writer) {
	widths := make([]int, len(t.head))
	for _, row := range append([][]string{t.head}, t.rows...) {
		for i, cell := range row {
			widths[i] = max(widths[i], utf8.RuneCountInString(cell), 3)
		}
	}
	t.line(w, widths, t.head)
	rule := make([]string, len(t.head))
	for i := range rule {
		rule[i] = strings.Repeat("-", widths[i])
		if t.right(i) {
			rule[i] = rule[i][1:] + ":"
		}
	}
	t.line(w, widths, rule)
	for _, row := range t.rows {
		t.line(w, widths, row)
	}
	fmt.Fprintln(w)
}

func (t *table) right(column int) bool { return t.numbers && column > 0 }

func (t *table) line(w io.Writer, widths []int, cells []string) {
	for i, cell := range cells {
		pad := strings.Repeat(" ", widths[i]-utf8.RuneCountInString(cell))
		if t.right(i) {
			cell = pad + cell
		} else {
			cell += pad
		}
		fmt.Fprintf(w, "| %s ", cell)
	}
	fmt.Fprintln(w, "|")
}

// code returns text as a code span, shortened to about limit characters.
func code(text string, limit int) string {
	text = strings.Join(strings.Fields(text), " ")
	if runes := []rune(text); len(runes) > limit {
		text = string(runes[:limit]) + " …"
	}
	return "`` " + text + " ``"
}
