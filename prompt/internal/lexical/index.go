package lexical

import (
	"math"
	"strings"
	"unsafe"
)

// A Field is a part of a document. A word counts as often as it occurs, times Weight.
type Field struct {
	Weight float32
	Text   string
}

// A Document is what a query may find.
type Document []Field

// An Index finds documents. It is immutable and safe for concurrent use.
type Index struct {
	documents int
	terms     map[string]int32 // number of the word
	starts    []int32          // where the postings of a word begin; one more for the end
	postings  []posting        // by word, then by document
}

// A posting says what a word adds to the score of a document that holds it.
type posting struct {
	document int32
	impact   float32
}

// The constants of BM25. Tables of many columns are no less to the point, so length counts little.
const (
	saturation = 1.2
	byLength   = 0.3
)

// New returns an index of the documents.
func New(documents []Document) *Index {
	b := newBuilder(len(documents))
	for i, d := range documents {
		b.add(int32(i), d)
	}
	return b.index()
}

// A Term is a word of a query and how much it counts.
type Term struct {
	Word   string // as Words returns it
	Weight float32
}

// Scores returns the score of each document, 0 for one that has no word of the query.
func (x *Index) Scores(query []Term) []float32 {
	scores := make([]float32, x.documents)
	for _, t := range query {
		number, ok := x.terms[t.Word]
		if !ok {
			continue
		}
		for _, p := range x.postings[x.starts[number]:x.starts[number+1]] {
			scores[p.document] += float32(t.Weight * p.impact) // rounded, so that every processor adds the same
		}
	}
	return scores
}

// Bytes returns about how much memory the index takes.
func (x *Index) Bytes() int {
	const perTerm = 64 // text and place in the map
	return len(x.terms)*perTerm + len(x.postings)*int(unsafe.Sizeof(posting{})) + len(x.starts)*int(unsafe.Sizeof(int32(0)))
}

// A builder is an index under way. In it, impact is a count.
type builder struct {
	terms    map[string]int32
	stems    map[string]int32 // number of the stem of a word as it is written, -1 for none
	postings [][]posting      // by word
	lengths  []float32        // by document
}

func newBuilder(documents int) *builder {
	return &builder{terms: map[string]int32{}, stems: map[string]int32{}, lengths: make([]float32, documents)}
}

func (b *builder) add(number int32, d Document) {
	for _, f := range d {
		eachWord(f.Text, func(word string) {
			if term := b.term(word); term >= 0 {
				b.count(term, number, f.Weight)
			}
		})
	}
}

// term returns the number of a word. Stemming costs more than the rest, so it is done once a word.
func (b *builder) term(word string) int32 {
	if number, ok := b.stems[word]; ok {
		return number
	}
	number := int32(-1)
	if stem := stemmed(word); stem != "" {
		number = b.number(stem)
	}
	b.stems[word] = number
	return number
}

func (b *builder) number(stem string) int32 {
	number, ok := b.terms[stem]
	if !ok {
		number = int32(len(b.postings))
		b.terms[strings.Clone(stem)] = number // it may be a piece of a long text
		b.postings = append(b.postings, nil)
	}
	return number
}

// count adds to how often the document holds the word. Documents come in order, so it can only be
// the last one there.
func (b *builder) count(term, document int32, weight float32) {
	b.lengths[document] += weight
	list := b.postings[term]
	if last := len(list) - 1; last >= 0 && list[last].document == document {
		list[last].impact += weight
		return
	}
	b.postings[term] = append(list, posting{document, weight})
}

func (b *builder) index() *Index {
	x := &Index{documents: len(b.lengths), terms: b.terms, starts: []int32{0}}
	average := b.averageLength()
	for _, list := range b.postings {
		idf := inverseFrequency(len(list), x.documents)
		for _, p := range list {
			norm := float32(saturation * (1 - byLength + byLength*b.lengths[p.document]/average)) // rounded, as in Scores
			x.postings = append(x.postings, posting{p.document, idf * p.impact / (p.impact + norm)})
		}
		x.starts = append(x.starts, int32(len(x.postings)))
	}
	return x
}

func (b *builder) averageLength() float32 {
	var sum float32
	for _, length := range b.lengths {
		sum += length
	}
	return max(sum, 1) / float32(max(len(b.lengths), 1))
}

func inverseFrequency(holding, all int) float32 {
	return float32(math.Log(1 + (float64(all-holding)+0.5)/(float64(holding)+0.5)))
}
