package words_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/asksql/asksql/internal/words"
)

func Example() {
	words.Each("customerID2 of HTTPServer", func(word string) { fmt.Println(word) })
	// Output:
	// customer
	// ID
	// 2
	// of
	// HTTP
	// Server
}

func split(text string) (all []string) {
	words.Each(text, func(word string) { all = append(all, word) })
	return all
}

func TestEach(t *testing.T) {
	for text, want := range map[string]string{
		"order_items":     "order items",
		"Full Name":       "Full Name",
		"GNPOld":          "GNP Old",
		"line2":           "line 2",
		"A":               "A",
		"straßenName":     "straßen Name",
		"ÄrzteListe":      "Ärzte Liste",
		"e\u0301tat":      "e\u0301tat", // an accent of its own character belongs to its letter
		"客户orders":        "客户 orders",
		"--":              "",
		"":                "",
		"broken\xffutf8x": "broken utf 8 x",
	} {
		if got := strings.Join(split(text), " "); got != want {
			t.Errorf("Each(%q) = %q, want %q", text, got, want)
		}
	}
}

func TestUnspaced(t *testing.T) {
	for word, want := range map[string]bool{"客户": true, "orders": false, "2": false, "": false} {
		if got := words.Unspaced(word); got != want {
			t.Errorf("Unspaced(%q) = %v, want %v", word, got, want)
		}
	}
}

// FuzzEach: words are pieces of the text, in order, and none is empty.
func FuzzEach(f *testing.F) {
	for _, text := range []string{"customerID2", "客户A1", "a\xff", "\u0301"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		rest := text
		for _, word := range split(text) {
			at := strings.Index(rest, word)
			if word == "" || at < 0 || slices.Contains([]rune(word), utf8.RuneError) && utf8.ValidString(text) && !strings.ContainsRune(text, utf8.RuneError) {
				t.Fatalf("Each(%q) gives %q", text, word)
			}
			rest = rest[at+len(word):]
		}
	})
}
