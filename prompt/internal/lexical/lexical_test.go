package lexical_test

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/asksql/asksql/prompt/internal/lexical"
)

func TestWords(t *testing.T) {
	for _, tc := range []struct{ name, text, want string }{
		{"prose", "Which invoices were paid?", "invoic paid"},
		{"snake case", "customer_id", "custom id"},
		{"camel case", "dateOfBirth", "date birth"},
		{"capitals before a word", "HTTPServerID", "http server id"},
		{"capitals", "ORDER_ITEMS", "order item"},
		{"a title", "Full Name", "full name"},
		{"digits", "address2Line10", "address 2 line 10"},
		{"inflections", "ship ships shipped shipping", "ship ship ship ship"},
		{"stop words only", "of the and", ""},
		{"signs", "a.b/c-d`e`", "b c d e"},
		{"other alphabets", "größeTabelle Ärzte ΑΒΓ", "größe tabell ärzte αβγ"},
		{"no blanks between words", "产品目录 価格", "产品 品目 目录 価格"},
		{"a single ideograph", "表2", "表 2"},
		{"nothing", "", ""},
		{"broken UTF-8", "a\xffb\xc3", "b"},
		{"data", strings.Repeat("x", 65), ""},
	} {
		if got := strings.Join(lexical.Words(tc.text), " "); got != tc.want {
			t.Errorf("%s: Words(%q) = %q, want %q", tc.name, tc.text, got, tc.want)
		}
	}
}

func query(text string) []lexical.Term {
	var terms []lexical.Term
	for _, word := range lexical.Words(text) {
		terms = append(terms, lexical.Term{Word: word, Weight: 1})
	}
	return terms
}

// document returns a document of a name and a text.
func document(name, text string) lexical.Document {
	return lexical.Document{{Weight: 4, Text: name}, {Weight: 1, Text: text}}
}

// TestScores: each query puts the first document it lists before the second.
func TestScores(t *testing.T) {
	documents := []lexical.Document{
		0: document("orders", "what customers bought"),
		1: document("customers", "who orders"),
		2: document("log", "who did what, orders too"),
		3: document("archive", "orders "+strings.Repeat("and many other words ", 50)),
		4: document("visits", "of customers"),
		5: {},
	}
	index := lexical.New(documents)
	for _, tc := range []struct {
		name, query  string
		first, after int
	}{
		{"a heavier field", "orders", 0, 1},
		{"either field rather than none", "orders", 2, 4},
		{"a shorter document", "orders", 2, 3},
		{"two words rather than one", "customers visiting", 4, 1},
		{"a rare word rather than a frequent one", "log of orders", 2, 0},
		{"an empty document comes last", "orders", 3, 5},
	} {
		scores := index.Scores(query(tc.query))
		if scores[tc.first] <= scores[tc.after] {
			t.Errorf("%s: Scores(%q) = %v, want %d before %d", tc.name, tc.query, scores, tc.first, tc.after)
		}
	}
	if got := index.Scores(query("unheard of")); slices.Max(got) != 0 {
		t.Errorf("Scores of unknown words = %v, want zeros", got)
	}
	if got := lexical.New(nil).Scores(query("orders")); len(got) != 0 {
		t.Errorf("Scores without documents = %v", got)
	}
}

func TestWeights(t *testing.T) {
	index := lexical.New([]lexical.Document{{{Weight: 1, Text: "alpha"}}, {{Weight: 1, Text: "beta"}}})
	scores := index.Scores([]lexical.Term{{Word: "alpha", Weight: 0.5}, {Word: "beta", Weight: 1}})
	if scores[0]*2 != scores[1] {
		t.Errorf("Scores = %v, want a half and a whole", scores)
	}
}

// TestScoresAreRounded: each step of a score is rounded, also where the processor could do two in one.
// Which those are depends on the architecture, so the test tells on some of them only.
func TestScoresAreRounded(t *testing.T) {
	const documents = 200
	var all []lexical.Document
	var sum float32
	lengths := make([]float32, documents)
	for i := range documents {
		weight := 1 + float32(float32(i%7)*0.3)
		all = append(all, lexical.Document{{Weight: weight, Text: "alpha"}, {Weight: 0.7, Text: strings.Repeat("beta ", i%11)}})
		lengths[i] = weight
		for range i % 11 {
			lengths[i] += 0.7
		}
		sum += lengths[i]
	}
	idf := float32(math.Log(1 + 0.5/(documents+0.5)))
	scores := lexical.New(all).Scores([]lexical.Term{{Word: "alpha", Weight: 0.3}})
	for i := range all {
		count := 1 + float32(float32(i%7)*0.3)
		part := float32(float32(0.3*lengths[i]) / float32(sum/documents))
		norm := float32(1.2 * float32(0.7+part))
		want := float32(0.3 * float32(float32(idf*count)/float32(count+norm)))
		if scores[i] != want {
			t.Errorf("document %d scores %v, want %v", i, scores[i], want)
		}
	}
}

// TestBytes: the size grows with what is held.
func TestBytes(t *testing.T) {
	small := lexical.New([]lexical.Document{document("a", "alpha")}).Bytes()
	large := lexical.New([]lexical.Document{document("a", "alpha beta gamma delta"), document("b", "alpha")}).Bytes()
	if small <= 0 || large <= small {
		t.Errorf("Bytes = %d and %d", small, large)
	}
}

func Example() {
	index := lexical.New([]lexical.Document{
		{{Weight: 4, Text: "orders"}, {Weight: 1, Text: "one row for each checkout"}},
		{{Weight: 4, Text: "customers"}, {Weight: 1, Text: "whoever has an account"}},
	})
	var query []lexical.Term
	for _, word := range lexical.Words("Which customer has the most accounts?") {
		query = append(query, lexical.Term{Word: word, Weight: 1})
	}
	scores := index.Scores(query)
	fmt.Println(scores[0] == 0, scores[1] > 0)
	// Output: true true
}

// FuzzWords: words are made of the text, and taking them again changes at most their ends.
func FuzzWords(f *testing.F) {
	for _, seed := range []string{"customerID2", "产品 größe", "HTTPServer\xff", "A a_B"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		for _, word := range lexical.Words(text) {
			if word == "" || strings.ContainsAny(word, " _.-`\x00") || len(word) > 2*64 {
				t.Errorf("Words(%q) holds %q", text, word)
			}
		}
	})
}
