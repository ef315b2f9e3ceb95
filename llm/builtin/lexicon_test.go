package builtin

import (
	"strings"
	"testing"
)

// A mistake in the lexicon is found when it is read, and says on which line it is.
func TestLexiconMistakes(t *testing.T) {
	for _, tc := range []struct{ name, text, want string }{
		{"no colon", "noise: the\nask show", "line 2"},
		{"no phrase", "ask: show,, list", "no word that counts"},
		{"only words that are passed over", "noise: the\nask: the", "no word that counts"},
	} {
		if _, err := newLexicon(tc.text); err == nil || !strings.Contains(err.Error(), tc.want) {
			t.Errorf("%s: newLexicon(%q) = %v, want an error with %q", tc.name, tc.text, err, tc.want)
		}
	}
}

// A construct that asks for what nobody makes is found when the grammar is made.
func TestUnknownElement(t *testing.T) {
	lexicon, err := newLexicon("ask: show")
	if err != nil {
		t.Fatal(err)
	}
	for _, pattern := range []string{"<asks>", "{ask} {thing}", "<question>"} {
		if _, err := newGrammar(lexicon, nil, []construct{{name: "c", makes: "question", pattern: pattern}}); err == nil {
			t.Errorf("newGrammar of %q: no error, want one that names the element", pattern)
		}
	}
}

func TestIdentifierWords(t *testing.T) {
	for name, want := range map[string]string{
		"order_items": "order items", "customerID": "customer id", "HTTPServer": "http server", "line2": "line 2",
		"Full Name": "full name", "GNPOld": "gnp old", "": "",
	} {
		if got := strings.Join(identifierWords(name), " "); got != want {
			t.Errorf("identifierWords(%q) = %q, want %q", name, got, want)
		}
	}
}
