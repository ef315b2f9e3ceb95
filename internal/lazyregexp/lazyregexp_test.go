package lazyregexp_test

import (
	"testing"

	"github.com/asksql/asksql/internal/lazyregexp"
)

func TestRegexp(t *testing.T) {
	r := lazyregexp.New(`b(.)`)
	if !r.MatchString("abc") || r.FindString("abc") != "bc" || r.ReplaceAllString("abc", "$1") != "ac" {
		t.Error("the expression does not do what one of package regexp does")
	}
}

// In a test a malformed expression is found without a use, as it would be by package regexp.
func TestMalformed(t *testing.T) {
	defer func() {
		if recover() == nil {
			t.Error("New did not panic")
		}
	}()
	lazyregexp.New(`(`)
}
