package sqlcheck

import (
	"strings"

	"github.com/asksql/asksql/sqlcheck/internal/forms"
)

// doubledNot refuses two exclamation marks without a blank between on MySQL, whose lexer looks for an operator
// of two characters there, finds none and drops the second: !!1 is 0, and ! !1 is 1. MariaDB reads both.
func (r *resolver) doubledNot() {
	if r.options.Dialect != MySQL || !strings.Contains(r.source.SQL, "!!") {
		return
	}
	last, found := -1, false
	forms.Words(r.source.SQL, func(word string, start, end int) {
		if word == "!" {
			found = found || start == last
			last = end
		}
	})
	if found {
		r.unsupported(nil, "!!", "MySQL reads !! as a single !; write a blank between, or leave both out")
	}
}
