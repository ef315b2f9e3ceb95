package speed

import (
	"errors"
	"testing"
	"time"
)

func step(name string, passes ...time.Duration) Step {
	return Step{Name: name, Run: func() (time.Duration, error) {
		took := passes[0]
		passes = append(passes[1:], took)
		return took, nil
	}}
}

func TestCompare(t *testing.T) {
	rounds, err := Compare(4, []Step{
		step("base", 100, 10, 20, 10, 20), // the first round warms up
		step("twice", 900, 20, 40, 20, 40),
		step("uneven", 900, 10, 40, 30, 80),
	})
	if err != nil {
		t.Fatal(err)
	}
	if got := rounds.Median(0); got != 20 {
		t.Errorf("the base takes %d, want 20", got)
	}
	for i, want := range []Ratio{{1, 1, 1}, {2, 2, 2}, {2, 3, 4}} {
		if got := rounds.Ratio(i, 0); got != want {
			t.Errorf("ratio %d is %v, want %v", i, got, want)
		}
	}
	if got, want := rounds.Ratio(0, 1), (Ratio{0.5, 0.5, 0.5}); got != want {
		t.Errorf("the base in relation to twice that is %v, want %v", got, want)
	}
}

func TestCompareReturnsAFailureOfAStep(t *testing.T) {
	failure := errors.New("gone")
	_, err := Compare(1, []Step{{"gone", func() (time.Duration, error) { return 0, failure }}})
	if !errors.Is(err, failure) {
		t.Errorf("Compare gives %v, want %v", err, failure)
	}
}

func TestAllocations(t *testing.T) {
	var kept [][]byte
	count, bytes := Allocations(func() {
		for range 100 {
			kept = append(kept, make([]byte, 1000))
		}
	})
	if count < 100 || bytes < 100*1000 || len(kept) != 100 {
		t.Errorf("Allocations counts %d of %d bytes for 100 of 1000", count, bytes)
	}
}
