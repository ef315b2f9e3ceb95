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
	ratios, base, err := Compare(4, []Step{
		step("base", 100, 10, 20, 10, 20), // the first round warms up
		step("twice", 900, 20, 40, 20, 40),
		step("uneven", 900, 10, 40, 30, 80),
	})
	if err != nil {
		t.Fatal(err)
	}
	if base != 20 {
		t.Errorf("the base takes %d, want 20", base)
	}
	for i, want := range []Ratio{{1, 1, 1}, {2, 2, 2}, {2, 3, 4}} {
		if ratios[i] != want {
			t.Errorf("ratio %d is %v, want %v", i, ratios[i], want)
		}
	}
}

func TestCompareReturnsAFailureOfAStep(t *testing.T) {
	failure := errors.New("gone")
	_, _, err := Compare(1, []Step{{"gone", func() (time.Duration, error) { return 0, failure }}})
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
