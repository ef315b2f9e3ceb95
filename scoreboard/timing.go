package main

import (
	"time"

	"github.com/asksql/asksql/scoreboard/board"
	"github.com/asksql/asksql/scoreboard/cases"
	"github.com/asksql/asksql/scoreboard/guard"
	"github.com/asksql/asksql/scoreboard/speed"
)

const (
	goRounds      = 60
	processRounds = 9 // contenders that are not in Go are slower by an order of magnitude
	// repeats is how often a step in this process judges all texts, so that each step is long
	// enough to pay for the garbage that it makes.
	repeats = 4
)

// timeAll compares the speed of the contenders on the gold queries that all of them accept. It
// returns nil if there are none.
func timeAll(list []*contender, all *cases.All) (*board.Speed, error) {
	var texts []guard.Text
	bytes := 0
	for i := range all.Cases {
		if acceptedByAll(list, all, i) {
			texts = append(texts, asText(&all.Cases[i]))
			bytes += len(all.Cases[i].SQL)
		}
	}
	if len(texts) == 0 {
		return nil, nil
	}
	s := &board.Speed{Queries: len(texts), Bytes: bytes, Rounds: goRounds, ProcessRounds: processRounds}
	if err := timeGo(s, list, all, texts); err != nil {
		return nil, err
	}
	return s, timeProcesses(s, list, all, texts)
}

func acceptedByAll(list []*contender, all *cases.All, i int) bool {
	if c := &all.Cases[i]; c.Set != cases.Gold || c.Want != cases.Accept {
		return false
	}
	for _, c := range list {
		if c.timed && c.Skipped == "" && c.Answers[i].Verdict != guard.Accepted {
			return false
		}
	}
	return true
}

// A pass judges each text once, in this process.
type pass struct {
	name string
	run  func()
}

func (p pass) step() speed.Step {
	return speed.Step{Name: p.name, Run: func() (time.Duration, error) {
		start := guard.ProcessorTime()
		for range repeats {
			p.run()
		}
		return (guard.ProcessorTime() - start) / repeats, nil
	}}
}

// bareParse is the pass that the others are compared with.
func bareParse(texts []guard.Text) pass {
	parse := speed.NewBareParse()
	return pass{"bare parse (TiDB)", func() {
		for _, text := range texts {
			if err := parse.Parse(string(text.SQL)); err != nil {
				panic(err) // asksql accepted the text
			}
		}
	}}
}

func judging(name string, judge guard.Judge, texts []guard.Text) pass {
	return pass{name, func() {
		for _, text := range texts {
			judge.Judge(text)
		}
	}}
}

// timeGo compares the contenders in Go, all in this process.
func timeGo(s *board.Speed, list []*contender, all *cases.All, texts []guard.Text) error {
	const own = 1 // asksql's step: it is the first contender
	passes := []pass{bareParse(texts)}
	for _, c := range list {
		if c.judge == nil {
			continue
		}
		judge, err := c.judge(all.Catalogs)
		if err != nil {
			return err
		}
		passes = append(passes, judging(c.Name, judge, texts))
	}
	var steps []speed.Step
	for _, p := range passes {
		steps = append(steps, p.step())
	}
	rounds, err := speed.Compare(goRounds, steps)
	if err != nil {
		return err
	}
	n := len(texts)
	s.Base = rounds.Median(0) / time.Duration(n)
	for i, p := range passes {
		allocations, bytes := speed.Allocations(p.run)
		s.Timings = append(s.Timings, board.Timing{
			Name: p.name, Ratio: rounds.Ratio(i, 0), Own: rounds.Ratio(i, own),
			Allocations: float64(allocations) / float64(n), Bytes: float64(bytes) / float64(n),
		})
	}
	return nil
}

// timeProcesses compares the other contenders, each in a process of its own.
func timeProcesses(s *board.Speed, list []*contender, all *cases.All, texts []guard.Text) error {
	steps := []speed.Step{bareParse(texts).step()}
	for _, c := range list {
		if c.judge != nil || !c.timed || c.Skipped != "" {
			continue
		}
		command, err := c.command()
		if err != nil {
			return err
		}
		process := guard.NewProcess(command, all.Catalogs, guard.Patience)
		defer process.Stop()
		steps = append(steps, speed.Step{Name: c.Name, Run: func() (time.Duration, error) { return process.Time(texts) }})
	}
	rounds, err := speed.Compare(processRounds, steps)
	if err != nil {
		return err
	}
	for i, step := range steps[1:] {
		s.Timings = append(s.Timings, board.Timing{Name: step.Name, Ratio: rounds.Ratio(i+1, 0)})
	}
	return nil
}
