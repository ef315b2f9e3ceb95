// Package board counts what contenders got wrong and writes it down.
package board

import (
	"slices"
	"strings"
	"time"

	"github.com/asksql/asksql/scoreboard/cases"
	"github.com/asksql/asksql/scoreboard/fuzz"
	"github.com/asksql/asksql/scoreboard/guard"
	"github.com/asksql/asksql/scoreboard/mysql8"
	"github.com/asksql/asksql/scoreboard/speed"
	"github.com/asksql/asksql/sqlcheck"
)

// A Board is all that one run found out.
type Board struct {
	Date       time.Time
	Versions   []string // of what ran the contenders, such as "Go 1.26.8"
	All        *cases.All
	Contenders []*Contender // the first one is asksql
	Speed      *Speed       // nil if there was nothing to time
	Runs       []mysql8.Run
	// Differentials are what the tests on real servers counted, Fuzz what the fuzzers did.
	Differentials []Differential
	Fuzz          []fuzz.Run
	Grammar       Grammar
}

// A Contender is a guard, what it is asked, and what it answered.
type Contender struct {
	Name    string
	Version string
	Own     bool   // it is asksql, which is put every case and is held to all it says
	Asked   string // what it is asked, as a sentence
	// Claims are the rules of asksql whose breaches it is there to find.
	Claims []string
	// Allows are verbs that it lets statements begin with by design, in capital letters. Those
	// are outside its claim.
	Allows []string
	// Skipped says why it did not take part, "" if it did.
	Skipped string
	// Answers are those to the cases, by index. The verdict is "" where it was not asked.
	Answers []guard.Answer
}

// claimed reports whether it is the contender's business to refuse a text.
//
// asksql says "syntax" of what it cannot read and of what it does not support, such as JSON_TABLE.
// The latter is asksql's own affair: others are held to what a server could not read.
func (c *Contender) claimed(one *cases.Case) bool {
	rule := one.Rule()
	if !slices.Contains(c.Claims, rule) || slices.Contains(c.Allows, verb(one.SQL)) {
		return false
	}
	return rule != sqlcheck.RuleSyntax || c.Own || one.Asked && one.Errno == unreadable
}

// unreadable is the server's number for a text that it cannot read.
const unreadable = 1064

// verb returns the first word of a text in capital letters.
func verb(sql string) string {
	if words := strings.Fields(sql); len(words) > 0 {
		return strings.ToUpper(words[0])
	}
	return ""
}

// A Speed is what it took to judge a number of queries.
type Speed struct {
	Queries int           // how many
	Bytes   int           // length of all of them
	Base    time.Duration // processor time of a bare parse of one, on average
	Rounds  int           // of the contenders in Go
	// ProcessRounds are those of the others, each of which ran in a process of its own.
	ProcessRounds int
	Timings       []Timing
}

// A Timing is one line of the comparison.
type Timing struct {
	Name  string
	Ratio speed.Ratio // to a bare parse
	Own   speed.Ratio // to asksql; zero for what was not timed beside it
	// Allocations and Bytes are those on the heap for one query, on average; 0 where they are not
	// known.
	Allocations, Bytes float64
}

// present returns the contenders that took part.
func (b *Board) present() []*Contender {
	return slices.DeleteFunc(slices.Clone(b.Contenders), func(c *Contender) bool { return c.Skipped != "" })
}
