package prompt

import (
	"cmp"
	"slices"
	"strings"
	"sync"
	"unsafe"

	"github.com/asksql/asksql/internal/estimate"
	"github.com/asksql/asksql/prompt/internal/lexical"
)

// A shelf is a list of texts of which a prompt shows those that resemble the question.
type shelf struct {
	size  int
	text  func(i int) string // as prompts show it; "" for one that they never show
	index *lexical.Index
	costs func() []int // in tokens, one a text
}

// maxChosen is how many texts of a shelf a prompt shows where it may not hold all.
const maxChosen = 8

func newShelf(size int, text func(i int) string) *shelf {
	documents := make([]lexical.Document, size)
	for i := range documents {
		documents[i] = lexical.Document{{Weight: 1, Text: text(i)}}
	}
	costs := sync.OnceValue(func() []int {
		all := make([]int, size)
		for i := range all {
			all[i] = estimate.Tokens(text(i))
		}
		return all
	})
	return &shelf{size, text, lexical.New(documents), costs}
}

// tokens returns the length of all texts together, or limit if they are longer.
func (s *shelf) tokens(limit int) int {
	sum := 0
	for i := 0; i < s.size && sum < limit; i++ {
		sum += s.costs()[i]
	}
	return min(sum, limit)
}

// fits reports whether all texts are chosen within limit tokens, whatever the query.
func (s *shelf) fits(limit int) bool { return s.size <= maxChosen && s.tokens(limit+1) <= limit }

// all returns all texts as a paragraph under the heading, or "" if there are none.
func (s *shelf) all(heading string) string { return s.paragraph(heading, numbers(s.size)) }

// chosen returns under the heading the texts that share most with the query, as many as fit limit
// tokens, in their order; "" if there are none.
func (s *shelf) chosen(heading string, query []lexical.Term, limit int) (text string, tokens int) {
	scores := s.index.Scores(query)
	order := slices.DeleteFunc(numbers(s.size), func(i int) bool { return s.costs()[i] == 0 }) // never shown
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(scores[b], scores[a]) })
	var fitting []int
	for _, i := range order[:min(len(order), maxChosen)] {
		if cost := s.costs()[i]; cost <= limit {
			fitting = append(fitting, i)
			limit -= cost
			tokens += cost
		}
	}
	slices.Sort(fitting)
	return s.paragraph(heading, fitting), tokens
}

func (s *shelf) paragraph(heading string, numbers []int) string {
	var w strings.Builder
	for _, i := range numbers {
		w.WriteString(s.text(i))
	}
	if w.Len() == 0 {
		return ""
	}
	return heading + w.String() + "\n"
}

// bytes returns about how much memory the shelf takes, the texts aside: they are the artifact's.
func (s *shelf) bytes() int { return s.index.Bytes() + s.size*int(unsafe.Sizeof(s.size)) }

// numbers returns 0 to n-1.
func numbers(n int) []int {
	all := make([]int, n)
	for i := range all {
		all[i] = i
	}
	return all
}
