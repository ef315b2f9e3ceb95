package main

import (
	"runtime/debug"
	"testing"
)

// TestCollectLess: serve collects less often than Go does by itself, and never against the operator.
func TestCollectLess(t *testing.T) {
	const before = 123
	own := debug.SetGCPercent(before)
	t.Cleanup(func() { debug.SetGCPercent(own) })
	for _, tc := range []struct {
		name    string
		environ []string
		want    int
	}{
		{"unset", nil, gcPercent},
		{"empty is unset", []string{"GOGC="}, gcPercent},
		{"a number", []string{"GOGC=50"}, before},
		{"off", []string{"GOGC=off"}, before},
		{"a bound on memory alone", []string{"GOMEMLIMIT=1GiB"}, gcPercent},
	} {
		t.Run(tc.name, func(t *testing.T) {
			debug.SetGCPercent(before)
			(&program{environ: tc.environ}).collectLess()
			if got := debug.SetGCPercent(before); got != tc.want {
				t.Errorf("%v: the heap grows by %d percent, want %d", tc.environ, got, tc.want)
			}
		})
	}
}
