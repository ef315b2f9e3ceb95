package prompt

import (
	"slices"
	"testing"
)

// TestSpreadIsRounded: a share of a neighbour's score is rounded before it is added, also where the
// processor could do both in one.
func TestSpreadIsRounded(t *testing.T) {
	var own []float32
	var want []float32
	l := make(links, 100)
	for i := range l {
		own = append(own, 1/float32(i+3))
		l[i] = []int32{int32((i + 1) % len(l))}
	}
	for i := range l {
		share := float32(neighbourShare * own[(i+1)%len(l)])
		want = append(want, own[i]+share)
	}
	if got := l.spread(own); !slices.Equal(got, want) {
		t.Errorf("spread(%v) = %v, want %v", own, got, want)
	}
}
