package builtin_test

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/asksql/asksql/llm/builtin"
	"github.com/asksql/asksql/rules"
	"github.com/asksql/asksql/sqlcheck"
)

// mutations is how many questions of each kind of mutation are asked.
const mutations = 500

// foreign are words that mean nothing to the lexicon and the schemas.
var foreign = []string{"zorblat", "quixels", "frobnicate", "banana", "mortgages", "purple", "whereas", "gluing"}

// A question with a word in it that means nothing is refused, wherever the word stands.
func TestForeignWords(t *testing.T) {
	model, random := builtin.New(), rand.New(rand.NewPCG(1, 1))
	for _, mutate := range []func([]string, int) []string{
		func(words []string, at int) []string { return slices.Insert(words, at, pick(random, foreign)) },
		func(words []string, at int) []string { words[at] = pick(random, foreign); return words },
	} {
		for range mutations {
			tc := pick(random, constructCases)
			words := strings.Fields(unquoted(tc.question))
			question := strings.Join(mutate(words, random.IntN(len(words))), " ")
			if got := ask(t, model, tc.schema, question); got.SQL != "" {
				t.Errorf("%q is answered by %s", question, got.SQL)
			}
		}
	}
}

// unquoted returns the question without what is quoted: in there, every word will do.
func unquoted(question string) string {
	before, rest, quoted := strings.Cut(question, `"`)
	if !quoted {
		return question
	}
	_, after, _ := strings.Cut(rest, `"`)
	return before + "Smith" + after
}

// Words in any order, and questions with words left out, do no harm: the answer, if there is one,
// passes the checker. Few are answered at all.
func TestShuffledWords(t *testing.T) {
	model, random := builtin.New(), rand.New(rand.NewPCG(2, 2))
	answered := 0
	for i := range 2 * mutations {
		tc := pick(random, constructCases)
		words := strings.Fields(tc.question)
		if i%2 == 0 {
			words = words[min(len(words)-1, 1+random.IntN(2)):]
		}
		random.Shuffle(len(words), func(i, j int) { words[i], words[j] = words[j], words[i] })
		question := strings.Join(words, " ")
		if got := ask(t, model, tc.schema, question); got.SQL != "" {
			answered++
			check(t, tc.schema, question, got.SQL)
			t.Logf("%q is answered by %s", question, got.SQL)
		}
	}
	t.Logf("%d of %d shuffled questions are answered", answered, 2*mutations)
	if answered > 2*mutations/10 {
		t.Errorf("%d of %d shuffled questions are answered, want a tenth at most", answered, 2*mutations)
	}
}

func pick[T any](random *rand.Rand, list []T) T { return list[random.IntN(len(list))] }

// check fails unless the checker accepts the SQL of an answer.
func check(t *testing.T, path, question, sql string) {
	t.Helper()
	checker, err := sqlcheck.New(rules.All(), sqlcheck.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := checker.Check(sql, view(t, path)); err != nil {
		t.Errorf("the checker refuses the answer to %q, %s: %v", question, sql, err)
	}
}
