// Package speed compares the processor time of contenders, in ratios that hold on a busy machine.
package speed

import (
	"fmt"
	"math/rand/v2"
	"runtime"
	"slices"
	"time"
)

// A Step is something to measure.
type Step struct {
	Name string
	// Run does the work of one pass over all texts and returns the processor time that it took.
	Run func() (time.Duration, error)
}

// A Ratio is the processor time of a step in relation to that of the first step: the median over
// the rounds and its quartiles.
type Ratio struct{ Lower, Median, Upper float64 }

// Compare runs every step once a round, in random order, so that what else the machine does falls
// on all of them alike. It returns the ratio of each step to the first one, and the first one's
// median time for a pass. One round before the first is not counted.
func Compare(rounds int, steps []Step) (ratios []Ratio, base time.Duration, err error) {
	times := make([][]float64, len(steps))
	for round := range rounds + 1 {
		for _, i := range rand.Perm(len(steps)) {
			took, err := steps[i].Run()
			if err != nil {
				return nil, 0, fmt.Errorf("time %s: %w", steps[i].Name, err)
			}
			if round > 0 {
				times[i] = append(times[i], float64(took))
			}
		}
	}
	for i := range steps {
		ratios = append(ratios, relative(times[i], times[0]))
	}
	return ratios, time.Duration(quartiles(times[0]).Median), nil
}

// relative returns the quartiles of the ratios of each round.
func relative(times, base []float64) Ratio {
	ratios := make([]float64, len(times))
	for i := range times {
		ratios[i] = times[i] / base[i]
	}
	return quartiles(ratios)
}

// quartiles leaves values as they are.
func quartiles(values []float64) Ratio {
	sorted := slices.Sorted(slices.Values(values))
	n := len(sorted)
	return Ratio{sorted[n/4], sorted[n/2], sorted[n*3/4]}
}

// Allocations returns how often run allocates on the heap and how many bytes.
func Allocations(run func()) (count, bytes uint64) {
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	run()
	runtime.ReadMemStats(&after)
	return after.Mallocs - before.Mallocs, after.TotalAlloc - before.TotalAlloc
}
