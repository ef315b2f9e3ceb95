package main

import (
	"errors"
	"strings"
	"testing"

	"github.com/asksql/asksql/internal/eval"
)

// On a terminal each bar takes the place of the one before, and nothing is left of the last one.
func TestProgressBar(t *testing.T) {
	var out strings.Builder
	p := newProgress(&out, 4, 3, false)
	p.bar = true
	p.add(eval.Answer{Outcome: eval.Accepted})
	p.waiting(errors.New("it is busy"))
	p.add(eval.Answer{Outcome: eval.Refused})
	p.end()
	const want = "asksql: 1 of 4 questions have an answer already\n" +
		"\r\x1b[K[===============               ] 2 of 4, 1 of the last 1 accepted" +
		"\r\x1b[Kasksql: waiting for the model: it is busy\n" +
		"\r\x1b[K[======================        ] 3 of 4, 1 of the last 2 accepted" +
		"\r\x1b[K"
	if out.String() != want {
		t.Errorf("the terminal gets %q, want %q", &out, want)
	}
}
