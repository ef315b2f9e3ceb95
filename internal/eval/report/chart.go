package report

import (
	"encoding/xml"
	"fmt"
	"strings"
)

// The measures of the chart, in its own units.
const (
	chartWidth = 640
	barTop     = 14
	barHeight  = 28
	legendTop  = 66
	legendStep = 22
)

// Chart returns an SVG image of the outcomes: one bar of all questions, and a line for each outcome
// that occurs. It is readable on light and dark grounds, and says in words what it shows.
func (r *Report) Chart() []byte {
	parts := r.Summary.present()
	height := legendTop + legendStep*len(parts)
	var b strings.Builder
	fmt.Fprintf(&b, `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %d %d" width="%d" height="%d" role="img" aria-labelledby="title desc">`+"\n",
		chartWidth, height, chartWidth, height)
	fmt.Fprintf(&b, "<title id=\"title\">Outcomes of %s</title>\n", plural(r.Summary.Questions, "question", "questions"))
	fmt.Fprintf(&b, "<desc id=\"desc\">%s</desc>\n", escaped(described(parts, r.Summary.Questions)))
	b.WriteString(chartStyle)
	x := 0.0
	for i, part := range parts {
		width := float64(chartWidth) * float64(part.count) / float64(r.Summary.Questions)
		fmt.Fprintf(&b, `<rect class="%s" x="%.1f" y="%d" width="%.1f" height="%d"/>`+"\n", part.class, x, barTop, width, barHeight)
		x += width
		y := legendTop + legendStep*i
		fmt.Fprintf(&b, `<rect class="%s" x="0" y="%d" width="14" height="14"/><text x="22" y="%d">%s</text><text class="n" x="360" y="%d">%d</text><text class="n" x="430" y="%d">%s</text>`+"\n",
			part.class, y, y+12, escaped(part.name), y+12, part.count, y+12, percent(part.count, r.Summary.Questions))
	}
	b.WriteString("</svg>\n")
	return []byte(b.String())
}

// chartStyle has colours that people who see no red or green tell apart, and a fine line between
// them for those who see none.
const chartStyle = `<style>
text { font: 14px system-ui, sans-serif; fill: #1f2328 }
.n { text-anchor: end; font-variant-numeric: tabular-nums }
rect { stroke: #ffffff; stroke-width: 1 }
.first { fill: #0072b2 } .repaired { fill: #56b4e9 } .refused { fill: #d55e00 } .cannot { fill: #e69f00 }
.none { fill: #cc79a7 } .failed { fill: #6e4a5e } .unasked { fill: #b0b7be }
@media (prefers-color-scheme: dark) {
text { fill: #e6edf3 }
rect { stroke: #0d1117 }
.first { fill: #3f9bdc } .failed { fill: #a07a92 } .unasked { fill: #59636e }
}
</style>
`

// present returns the shares that are not empty.
func (s *Summary) present() []share {
	var some []share
	for _, part := range s.shares() {
		if part.count > 0 {
			some = append(some, part)
		}
	}
	return some
}

// described says what the chart shows.
func described(parts []share, of int) string {
	var words []string
	for _, part := range parts {
		words = append(words, fmt.Sprintf("%s: %d (%s)", part.name, part.count, percent(part.count, of)))
	}
	return "One bar, from left to right: " + strings.Join(words, "; ") + "."
}

func escaped(text string) string {
	var b strings.Builder
	_ = xml.EscapeText(&b, []byte(text)) // to memory
	return b.String()
}
