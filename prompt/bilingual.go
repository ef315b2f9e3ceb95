package prompt

import (
	_ "embed"
	"strings"
	"sync"
	"unicode"

	"github.com/asksql/asksql/prompt/internal/lexical"
)

//go:embed bilingual.txt
var bilingualText string

// A bilingual is a list of words in two languages.
type bilingual struct {
	chinese map[string][]string // words of the index, by the Chinese one as it is written
	english map[string][]string // words of the index, by the English one as the index has it
}

// nouns returns the words of bilingual.txt.
var nouns = sync.OnceValue(func() *bilingual {
	b := &bilingual{map[string][]string{}, map[string][]string{}}
	for line := range strings.Lines(bilingualText) {
		fields := strings.Fields(line)
		if len(fields) < 2 || fields[0] == "#" {
			continue
		}
		for _, word := range fields[1:] {
			for _, stem := range lexical.Words(word) {
				b.chinese[fields[0]] = append(b.chinese[fields[0]], stem)
				b.english[stem] = append(b.english[stem], lexical.Words(fields[0])...)
			}
		}
	}
	return b
})

// otherLanguage returns the words that a question has in the other language, as the index has them. words are those that
// it has in its own.
func otherLanguage(question string, words []string) (other []string) {
	b := nouns()
	if strings.ContainsFunc(question, func(r rune) bool { return unicode.Is(unicode.Han, r) }) {
		for chinese, english := range b.chinese {
			if strings.Contains(question, chinese) {
				other = append(other, english...)
			}
		}
	}
	for _, word := range words {
		other = append(other, b.english[word]...)
	}
	return other
}
