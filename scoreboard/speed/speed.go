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

// A Ratio is the processor time of a step in relation to that of another one: the median over the
// rounds and its quartiles.
type Ratio struct{ Lower, Median, Upper float64 }

// Rounds are the times that steps took, by step and round.
type Rounds struct{ times [][]float64 }

// Compare runs every step once a round, in random order, so that what else the machine does falls
// on all of them alike. One round before the first is not counted.
func Compare(rounds int, steps []Step) (Rounds, error) {
	times := make([][]float64, len(steps))
	for round := range rounds + 1 {
		for _, i := range rand.Perm(len(steps)) {
			took, err := steps[i].Run()
			if err != nil {
				return Rounds{}, fmt.Errorf("time %s: %w", steps[i].Name, err)
			}
			if round > 0 {
				times[i] = append(times[i], float64(took))
			}
		}
	}
	return Rounds{times}, nil
}

// Median returns the median time of a step.
func (r Rounds) Median(step int) time.Duration {
	return time.Duration(quartiles(r.times[step]).Median)
}

// Ratio returns the quartiles of the ratios of a step to another one in each round.
func (r Rounds) Ratio(step, base int) Ratio {
	ratios := make([]float64, len(r.times[step]))
	for i := range ratios {
		ratios[i] = r.times[step][i] / r.times[base][i]
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
