package prompt

import (
	"slices"
	"strings"
	"unsafe"

	"github.com/asksql/asksql/internal/estimate"
	"github.com/asksql/asksql/prompt/internal/lexical"
	"github.com/asksql/asksql/schema"
)

// prepared is what depends on a view alone. It does not hold the view.
type prepared struct {
	system   string     // the rules, and the schema if whole
	tokens   int        // of system
	fence    int        // tokens round a question
	whole    bool       // system holds every table and term
	budget   budget     // for what system does not hold
	terms    *shelf     // of the glossary
	termed   [][]string // the words of each term
	examples *shelf
	same     *paragraph // of the examples, where every question has the same; or nil
	tables   *ranking   // nil if whole
	detail   detail     // of every table, if whole
	values   *valueIndex
}

// A paragraph is a piece of a prompt, and its length in tokens.
type paragraph struct {
	text   string
	tokens int
}

// A budget is how many tokens each part of a prompt may take.
type budget struct{ tables, terms, examples, values int }

// shelfShare is the part of a budget that examples may take, and terms where not all fit: one in
// so many.
const shelfShare = 8

// The headings of the parts.
const (
	tablesHeading   = "\nSchema:\n"
	termsHeading    = "Terms:\n"
	examplesHeading = "Examples:\n"
)

func (b *Builder) prepare(view *schema.View) *prepared {
	rules := instructions(view, b.options)
	p := &prepared{system: rules, tokens: estimate.Tokens(rules), fence: estimate.Tokens(fencedQuestion(""))}
	terms, examples := view.Glossary(), view.Examples()
	p.terms = newShelf(len(terms), func(i int) string { return termText(terms[i]) })
	for _, t := range terms {
		p.termed = append(p.termed, lexical.Words(t.Term))
	}
	p.examples = newShelf(len(examples), func(i int) string { return exampleText(examples[i]) })

	left := max(b.options.MaxTokens-p.tokens-estimate.Tokens(b.options.todayText()), 0)
	p.budget.examples = p.examples.tokens(left / shelfShare)
	if p.examples.fits(p.budget.examples) {
		p.same = &paragraph{p.examples.all(examplesHeading), p.budget.examples}
	}
	left -= p.budget.examples
	if p.values = newValueIndex(view.ShownTables()); p.values != nil {
		p.budget.values = left / valuesShare
	}
	for p.detail = full; p.detail >= described; p.detail-- { // of what does not fit, descriptions go last
		if text, tokens, ok := p.wholeSchema(view, left-p.budget.values); ok {
			p.system, p.tokens, p.whole = rules+text, p.tokens+tokens, true
			return p
		}
	}
	p.budget.terms = p.terms.tokens(left / shelfShare)
	p.budget.tables = left - p.budget.terms
	p.tables = newRanking(view)
	return p
}

// wholeSchema returns tables and terms as a prompt has them, and their length, if it is within
// limit. It looks no further than that.
func (p *prepared) wholeSchema(view *schema.View, limit int) (text string, tokens int, ok bool) {
	var w strings.Builder
	w.WriteString(tablesHeading)
	tokens = estimate.Tokens(tablesHeading)
	for i := range view.ShownTables() {
		table := tableText(&view.ShownTables()[i], p.detail)
		w.WriteString(table)
		if tokens += estimate.Tokens(table); tokens > limit {
			return "", 0, false
		}
	}
	if tokens += p.terms.tokens(limit); tokens > limit {
		return "", 0, false
	}
	w.WriteString("\n" + p.terms.all(termsHeading))
	return strings.TrimRight(w.String(), "\n"), tokens, true
}

// bytes returns about how much memory is held.
func (p *prepared) bytes() int {
	bytes := len(p.system) + p.terms.bytes() + p.examples.bytes() + p.values.bytes()
	for _, words := range p.termed {
		bytes += int(unsafe.Sizeof(words))
		for _, word := range words {
			bytes += int(unsafe.Sizeof(word)) + len(word)
		}
	}
	if p.same != nil {
		bytes += len(p.same.text)
	}
	if p.tables != nil {
		bytes += p.tables.bytes()
	}
	return bytes
}

// chosenExamples returns the examples for a query. It needs none where every question has the same.
func (p *prepared) chosenExamples(query []lexical.Term) (text string, tokens int) {
	if p.same != nil {
		return p.same.text, p.same.tokens
	}
	return p.examples.chosen(examplesHeading, query, p.budget.examples)
}

// meant returns the values that a question seems to mean of the columns that a prompt shows without all of theirs. shown is
// how it shows tables, nil where all are there.
func (p *prepared) meant(view *schema.View, found []meant, shown map[int]shown) string {
	tables := view.ShownTables()
	return p.values.meantText(tables, found, p.budget.values, func(table, column int) bool {
		c, d := &tables[table].Columns[column], p.detail
		if shown != nil {
			s, ok := shown[table]
			if !ok || !slices.ContainsFunc(s.table.Columns, func(other schema.Column) bool { return other.Name == c.Name }) {
				return false
			}
			d = s.detail
		}
		return d < full || len(c.Values) > fewValues
	})
}

// reserved returns how many tokens the values take that were found, at the most.
func (p *prepared) reserved(view *schema.View, found []meant) int {
	any := func(int, int) bool { return true }
	return estimate.Tokens(p.values.meantText(view.ShownTables(), found, p.budget.values, any))
}

// A part is what the prompt for one question shows of a schema that does not fit.
type part struct {
	text   string
	tables int
	tokens int
	shown  map[int]shown
}

func (p *prepared) part(view *schema.View, query []lexical.Term, reserved int) part {
	of := len(view.ShownTables())
	chosen := p.tables.choose(view, query, p.budget.tables-reserved-estimate.Tokens(partHeading(of, of)))
	heading := partHeading(len(chosen.tables), of)
	terms, _ := p.terms.chosen(termsHeading, query, p.budget.terms)
	return part{
		text:   heading + chosen.text() + "\n" + terms,
		tables: len(chosen.tables),
		shown:  chosen.tables,
		tokens: estimate.Tokens(heading) + chosen.tokens + estimate.Tokens("\n"+terms),
	}
}
