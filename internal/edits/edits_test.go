package edits_test

import (
	"strings"
	"testing"

	"github.com/asksql/asksql/internal/edits"
)

func TestDistance(t *testing.T) {
	long := strings.Repeat("x", 100)
	for _, tc := range []struct {
		name, a, b  string
		limit, want int
	}{
		{"the same", "total", "total", 3, 0},
		{"nothing and something", "", "abc", 3, 3},
		{"a letter left out", "totl", "total", 3, 1},
		{"a letter added", "totaal", "total", 3, 1},
		{"a letter replaced", "totel", "total", 3, 1},
		{"neighbours exchanged", "toatl", "total", 3, 1},
		{"an exchange at the end", "ab", "ba", 3, 1},
		{"three edits", "kitten", "sitting", 3, 3},
		{"no part is edited twice", "ca", "abc", 3, 3},
		{"longer than the stack holds", long + "a", "a" + long, 3, 2},
	} {
		t.Run(tc.name, func(t *testing.T) {
			if got := edits.Distance(tc.a, tc.b, tc.limit); got != tc.want {
				t.Errorf("Distance(%q, %q) = %d, want %d", tc.a, tc.b, got, tc.want)
			}
			if got := edits.Distance(tc.b, tc.a, tc.limit); got != tc.want {
				t.Errorf("Distance(%q, %q) = %d, want %d", tc.b, tc.a, got, tc.want)
			}
		})
	}
}

// Within a limit the distance is exact, and beyond it some number above it.
func FuzzDistance(f *testing.F) {
	f.Add("kitten", "sitting", 2)
	f.Add("ab", "ba", 0)
	f.Fuzz(func(t *testing.T, a, b string, limit int) {
		if len(a) > 200 || len(b) > 200 || limit < 0 || limit > 400 {
			t.Skip()
		}
		whole := edits.Distance(a, b, len(a)+len(b))
		switch got := edits.Distance(a, b, limit); {
		case whole <= limit && got != whole:
			t.Errorf("Distance(%q, %q, %d) = %d, want %d", a, b, limit, got, whole)
		case whole > limit && got <= limit:
			t.Errorf("Distance(%q, %q, %d) = %d, which the limit does not allow: it is %d", a, b, limit, got, whole)
		}
	})
}
