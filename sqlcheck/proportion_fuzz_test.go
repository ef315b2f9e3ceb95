//go:build unix && !race

package sqlcheck_test

import (
	"strings"
	"testing"

	"github.com/asksql/asksql/sqlcheck"
)

// FuzzCost: a check of a text of a repeated part costs a few bare parses of it, or no more of them where the text is
// four times as long. The bounds leave room for what the machine does beside.
func FuzzCost(f *testing.F) {
	for _, s := range repetitions() {
		if parts := strings.FieldsFunc(s.form, func(r rune) bool { return r == '«' || r == '»' }); len(parts) == 3 {
			item, between, _ := strings.Cut(parts[1], "|")
			f.Add(parts[0], item+between, parts[2])
		}
	}
	f.Fuzz(func(t *testing.T, before, unit, after string) {
		const short, long = 8 << 10, 32 << 10
		if unit == "" || len(before)+len(after) > short/8 {
			t.Skip("it is not the middle that makes the text")
		}
		c, catalog := checker(t, sqlcheck.Options{}), shop(t)
		repeated := func(bytes int) string { return before + strings.Repeat(unit, bytes/len(unit)) + after }
		few, many := proportionOf(c, repeated(short), catalog), proportionOf(c, repeated(long), catalog)
		if many.worst() > 3*mostTimes && many.worst() > 2*few.worst() {
			t.Errorf("%q, %q, %q: a check of %d bytes takes %.1f times a parse, of %d bytes %.1f times", before, unit, after, short, few.worst(), long, many.worst())
		}
	})
}
