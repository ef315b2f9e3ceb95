package plain_test

import (
	"fmt"
	"testing"

	"github.com/asksql/asksql/internal/plain"
)

func Example() {
	fmt.Printf("%q\n", plain.Line("red\x1b[31m\nnext"))
	fmt.Printf("%q\n", plain.Lines("red\x1b[31m\nnext"))
	// Output:
	// "red�[31m�next"
	// "red�[31m\nnext"
}

func TestLine(t *testing.T) {
	for text, want := range map[string]string{
		"": "",
		"Straße, 住所, 👩‍👩‍👧 and é":   "Straße, 住所, 👩‍👩‍👧 and é",
		"a\x00b\x7fc\u009bd":        "a�b�c�d",
		"tab\tcr\rlf\n":             "tab�cr�lf�",
		"\u202eright\u2066to left":  "�right�to left",
		"line\u2028paragraph\u2029": "line�paragraph�",
		"no UTF-8 \xff":             "no UTF-8 �",
		"no XML \ufffe":             "no XML �",
	} {
		if got := plain.Line(text); got != want {
			t.Errorf("Line(%q) = %q, want %q", text, got, want)
		}
	}
}
