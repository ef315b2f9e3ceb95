package prompt

import (
	"math"

	"github.com/asksql/asksql/prompt/internal/lexical"
	"github.com/asksql/asksql/schema"
)

// A naming says how much of the name of each table a question says. "Which members have no orders?" is about members
// and orders rather than about the twenty tables of what members and orders have.
type naming struct {
	words  [][]int32        // of each table's name, by number
	number map[string]int32 // of a word
	weight []float32        // of a word by its number: one that many names have, such as a prefix, says little
}

// namedShare is how many times its own score a table gets on top of it for its whole name.
const namedShare = 4

func newNaming(tables []schema.Table) *naming {
	n := &naming{words: make([][]int32, len(tables)), number: map[string]int32{}}
	var having []int
	for i := range tables {
		seen := map[string]bool{}
		for _, word := range lexical.Words(tables[i].Name) {
			if seen[word] {
				continue
			}
			seen[word] = true
			number, ok := n.number[word]
			if !ok {
				number = int32(len(having))
				n.number[word] = number
				having = append(having, 0)
			}
			having[number]++
			n.words[i] = append(n.words[i], number)
		}
	}
	for _, count := range having {
		n.weight = append(n.weight, float32(math.Log(1+float64(len(tables))/float64(count))))
	}
	return n
}

// raise raises the scores of tables whose name the query says, by how much of the name that is.
func (n *naming) raise(scores []float32, query []lexical.Term) {
	said := make([]float32, len(n.weight))
	for _, t := range query {
		if number, ok := n.number[t.Word]; ok {
			said[number] = max(said[number], t.Weight)
		}
	}
	for i, words := range n.words {
		var there, all float32
		for _, number := range words {
			there += float32(said[number] * n.weight[number]) // rounded, so that every processor adds the same
			all += n.weight[number]
		}
		if there > 0 {
			scores[i] *= 1 + float32(namedShare*there/all)
		}
	}
}

func (n *naming) bytes() int {
	const perWord = 64 // text, place in the map, and weight
	bytes := len(n.number) * perWord
	for _, words := range n.words {
		bytes += 24 + 4*len(words)
	}
	return bytes
}
