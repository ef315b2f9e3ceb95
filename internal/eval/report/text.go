package report

import (
	"fmt"
	"io"
	"strings"
	"text/tabwriter"

	"github.com/asksql/asksql/internal/plain"
)

// WriteText writes the summary for a terminal.
func (r *Report) WriteText(w io.Writer) error {
	var b strings.Builder
	if err := r.writeText(&b); err != nil {
		return err
	}
	_, err := io.WriteString(w, plain.Lines(b.String()))
	return err
}

func (r *Report) writeText(w io.Writer) error {
	s := &r.Summary
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	row := func(name, value string) { fmt.Fprintf(t, "%s\t%s\n", name, value) }
	row("accepted", s.Accepted.String())
	row("  at the first attempt", s.FirstTry.String())
	for _, turn := range s.Repaired {
		row(fmt.Sprintf("  after %s", plural(turn.Repairs, "repair", "repairs")), fmt.Sprint(turn.Count))
	}
	for _, part := range s.shares()[2:] {
		if part.count > 0 {
			row(part.name, fmt.Sprint(part.count))
		}
		if part.class == "refused" {
			for _, refused := range s.Refused {
				row("  "+refused.Rule, fmt.Sprint(refused.Count))
			}
		}
	}
	if s.Canonical.Of > 0 {
		row("same query as gold", s.Canonical.String())
	}
	if s.Execution.Of > 0 {
		row("same rows as gold", s.Execution.String())
	}
	if s.Gold.Refused > 0 {
		row("gold refused", fmt.Sprint(s.Gold.Refused))
	}
	row("tokens", fmt.Sprintf("%s in, %s out%s", thousands(s.Tokens.In), thousands(s.Tokens.Out), r.cost()))
	row("latency", fmt.Sprintf("median %s, 90 %% %s, most %s", span(s.Latency.P50), span(s.Latency.P90), span(s.Latency.Max)))
	return t.Flush()
}

// cost returns ", 0.12 in all", or "" where there is no price.
func (r *Report) cost() string {
	if !r.Price.known() {
		return ""
	}
	return fmt.Sprintf(", cost %.4g", r.Summary.Tokens.Cost)
}
