package report

import (
	"cmp"
	"fmt"
	"net/url"
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/asksql/asksql/internal/eval"
	"github.com/asksql/asksql/internal/plain"
)

// Markdown returns the report for people: the figures that matter, the outcomes, then what went
// wrong, by rule. chart is the name of the file with the chart, beside the report.
func (r *Report) Markdown(chart string) []byte {
	w := new(writer)
	w.line("# How %s answers %s", inline(cmp.Or(r.Model, r.Provider)), inline(r.Questions))
	if r.Stopped != "" {
		w.line("> **Not complete:** %d of %d questions were asked. %s", r.Summary.Asked, r.Summary.Questions, inline(sentence(r.Stopped)))
	}
	r.headline(w)
	w.line("![Outcomes of the questions](%s)", url.PathEscape(chart))
	r.outcomes(w)
	r.effort(w)
	r.failures(w)
	r.mismatches(w)
	r.golds(w)
	return []byte(plain.Lines(w.text.String()))
}

// A writer writes blocks of Markdown, parted by blank lines.
type writer struct{ text strings.Builder }

func (w *writer) line(format string, args ...any) {
	if w.text.Len() > 0 {
		w.text.WriteByte('\n')
	}
	fmt.Fprintf(&w.text, format+"\n", args...)
}

// table writes a table whose first row is its head. Columns but the first are numbers.
func (w *writer) table(rows ...[]string) {
	var b strings.Builder
	for i, row := range rows {
		b.WriteString("| " + strings.Join(row, " | ") + " |\n")
		if i == 0 {
			b.WriteString("|---" + strings.Repeat("|---:", len(row)-1) + "|\n")
		}
	}
	w.line("%s", strings.TrimSuffix(b.String(), "\n"))
}

// code writes SQL in a fence that is longer than any in it.
func (w *writer) code(sql string) {
	fence := "```"
	for strings.Contains(sql, fence) {
		fence += "`"
	}
	w.line("%ssql\n%s\n%s", fence, sql, fence)
}

// headline writes the three figures that matter.
func (r *Report) headline(w *writer) {
	s := &r.Summary
	rows := [][]string{{"", "", "95 % interval"}}
	figure := func(name string, rate Rate) {
		rows = append(rows, []string{"**" + name + "**", rate.String(), rate.interval()})
	}
	figure("Accepted", s.Accepted)
	figure("Accepted at the first attempt", s.FirstTry)
	if rate, name, ok := s.Match(); ok {
		figure(name, rate)
	} else {
		rows = append(rows, []string{"**Right**", "unknown", "no gold queries"})
	}
	w.table(rows...)
}

// outcomes writes the table of outcomes, rules under what was refused.
func (r *Report) outcomes(w *writer) {
	s := &r.Summary
	w.line("## Outcomes")
	rows := [][]string{{"Outcome", "Questions", "Share"}}
	add := func(name string, n int) {
		rows = append(rows, []string{name, fmt.Sprint(n), percent(n, s.Questions)})
	}
	for _, part := range s.shares() {
		if part.count == 0 && part.class != "first" {
			continue
		}
		add(part.name, part.count)
		switch part.class {
		case "repaired":
			for _, t := range s.Repaired {
				add("– after "+plural(t.Repairs, "repair", "repairs"), t.Count)
			}
		case "refused":
			for _, refused := range s.Refused {
				add("– `"+refused.Rule+"`", refused.Count)
			}
		}
	}
	w.table(rows...)
	r.mended(w)
	r.goldLine(w)
}

// mended says what repairs were good for.
func (r *Report) mended(w *writer) {
	var words []string
	for _, m := range r.Summary.Mended {
		words = append(words, fmt.Sprintf("`%s` %d", m.Rule, m.Count))
	}
	if len(words) > 0 {
		w.line("What repairs mended, by the rule that was broken before: %s.", strings.Join(words, ", "))
	}
}

// goldLine says what the comparison with the gold queries rests on.
func (r *Report) goldLine(w *writer) {
	s := &r.Summary
	if s.Canonical.Of == 0 {
		return
	}
	line := fmt.Sprintf("Beside the gold queries, the query is the same, aliases, labels and the order of columns aside, for %s.", s.Canonical)
	if s.Execution.Of > 0 {
		line += fmt.Sprintf(" The rows are the same for %s, %d of them with no rows at all.", s.Execution, s.Empty)
	} else {
		line += " A different query may be right too: to compare rows, name a server by `--dsn`."
	}
	w.line("%s", line)
}

// effort writes what it took.
func (r *Report) effort(w *writer) {
	s := &r.Summary
	w.line("## Cost and time")
	rows := [][]string{
		{"", "All", "Per question"},
		{"Tokens in", thousands(s.Tokens.In), each(s.Tokens.In, s.Asked)},
		{"Tokens out", thousands(s.Tokens.Out), each(s.Tokens.Out, s.Asked)},
	}
	if r.Price.known() {
		rows = append(rows, []string{"Price", fmt.Sprintf("%.4g", s.Tokens.Cost), fmt.Sprintf("%.3g", s.Tokens.Cost/float64(max(1, s.Asked)))})
	}
	w.table(rows...)
	w.line("Half of the questions took at most %s, 90 %% at most %s, 99 %% at most %s; the longest took %s.",
		span(s.Latency.P50), span(s.Latency.P90), span(s.Latency.P99), span(s.Latency.Max))
}

func each(tokens int64, asked int) string { return thousands(tokens / int64(max(1, asked))) }

// failures writes the questions without accepted SQL: those of a rule together, then the others.
func (r *Report) failures(w *writer) {
	groups := map[string][]Item{}
	for _, item := range r.Items {
		if a := item.Answer; a != nil && a.Outcome != eval.Accepted {
			groups[item.group()] = append(groups[item.group()], item)
		}
	}
	if len(groups) == 0 {
		return
	}
	w.line("## What went wrong")
	counts := map[string]int{}
	for name, items := range groups {
		counts[name] = len(items)
	}
	for _, g := range commonest(counts) {
		w.line("### `%s` (%d)", g.Rule, g.Count)
		for _, item := range groups[g.Rule] {
			item.failure(w)
		}
	}
}

// group returns the rule that refused an answer, or the outcome.
func (i Item) group() string { return cmp.Or(i.Answer.Rule, string(i.Answer.Outcome)) }

func (i Item) failure(w *writer) {
	i.title(w)
	w.line("%s", inline(sentence(i.Answer.Message)))
	if i.Answer.Draft != "" && i.Answer.Outcome == eval.Refused {
		w.code(i.Answer.Draft)
	}
}

func (i Item) title(w *writer) {
	w.line("**%s** %s", inline(i.ID), inline(i.Question.Question))
}

// mismatches writes the accepted answers whose rows are known to be others than those of the gold
// query.
func (r *Report) mismatches(w *writer) {
	first := true
	for _, item := range r.Items {
		if !item.wrong() {
			continue
		}
		if first {
			w.line("## Accepted, with other rows than the gold query")
			first = false
		}
		item.title(w)
		if m := item.Grade.ExecutionMessage; m != "" {
			w.line("%s", inline(sentence(m)))
		}
		w.code(item.Answer.SQL)
		w.line("Gold:")
		w.code(item.Grade.GoldSQL)
	}
}

// golds lists the gold queries that could not be used.
func (r *Report) golds(w *writer) {
	first := true
	for _, item := range r.Items {
		g := item.Grade
		if g == nil || g.Gold != eval.GoldRefused && g.Execution != eval.GoldFailed && g.Execution != eval.NotComparable {
			continue
		}
		if first {
			w.line("## Gold queries that could not be used")
			first = false
		}
		item.title(w)
		if g.GoldRule != "" {
			w.line("`%s`: %s", g.GoldRule, inline(sentence(g.GoldMessage)))
		} else {
			w.line("%s", inline(sentence(cmp.Or(g.ExecutionMessage, g.GoldMessage))))
		}
		w.code(item.Gold)
	}
}

var (
	// marker is what makes a list or a heading of a line that begins with it.
	marker = regexp.MustCompile(`^\d*[-+=.)]`)
	// link makes a link without any mark of Markdown; so does what follows "www".
	link = strings.NewReplacer("://", `:\//`, "www.", `www\.`)
)

// inline returns text that Markdown shows as it is, on one line, at its beginning too.
func inline(text string) string {
	var b strings.Builder
	for _, r := range oneLine(text) {
		if strings.ContainsRune("\\`*_[]<>|#&~$", r) {
			b.WriteByte('\\')
		}
		b.WriteRune(r)
	}
	return marker.ReplaceAllStringFunc(link.Replace(b.String()), func(mark string) string {
		last := len(mark) - 1
		return mark[:last] + `\` + mark[last:]
	})
}

// sentence makes a sentence of a message.
func sentence(message string) string {
	first, size := utf8.DecodeRuneInString(message)
	if size == 0 {
		return ""
	}
	return string(unicode.ToUpper(first)) + strings.TrimSuffix(message[size:], ".") + "."
}
