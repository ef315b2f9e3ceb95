// Package guard puts texts to contenders. Each one is a process of its own that reads questions and
// writes answers, one JSON value a line, so that one that hangs or dies takes nobody with it.
package guard

import (
	"encoding/base64"

	"github.com/asksql/asksql/scoreboard/cases"
)

// A Verdict is what a contender says to a text.
type Verdict string

// The verdicts. A contender that crashes or runs out of time has not let the text through.
const (
	Accepted Verdict = "accepted"
	Refused  Verdict = "refused"
	Crashed  Verdict = "crashed" // it failed in a way that it does not document
	TimedOut Verdict = "timed out"
)

// A Question is one line to a contender: one of its fields is set.
type Question struct {
	Catalog *cases.Catalog `json:"catalog,omitempty"` // a schema to know; there is no answer to it
	Text    *Text          `json:"text,omitempty"`    // a text to judge; the answer is an Answer
	Time    []Text         `json:"time,omitempty"`    // texts to judge and time; the answer is a Timing
}

// A Text is a text to judge.
type Text struct {
	SQL     Raw    `json:"sql"`
	Catalog string `json:"catalog"` // ID of the schema
	// Dialect and Relaxed are for asksql alone; the others are set up for MySQL, and ask for no sql_mode.
	Dialect string `json:"dialect"`
	Relaxed bool   `json:"relaxed,omitempty"` // the server is one without ONLY_FULL_GROUP_BY
}

// Raw is text that need not be UTF-8. JSON has no way to say that, so it is base64 there.
type Raw string

// MarshalText implements encoding.TextMarshaler.
func (r Raw) MarshalText() ([]byte, error) {
	return base64.StdEncoding.AppendEncode(nil, []byte(r)), nil
}

// UnmarshalText implements encoding.TextUnmarshaler.
func (r *Raw) UnmarshalText(text []byte) error {
	decoded, err := base64.StdEncoding.AppendDecode(nil, text)
	*r = Raw(decoded)
	return err
}

// An Answer is what a contender says to a Text.
type Answer struct {
	Verdict Verdict  `json:"verdict"`
	Rules   []string `json:"rules,omitempty"` // of asksql: the rules that are broken, in order
	Message string   `json:"message,omitempty"`
}

// A Timing is what it took a contender to judge all texts of a question once.
type Timing struct {
	Nanoseconds int64 `json:"nanoseconds"` // processor time of its process
}

// A Judge is a contender in Go. It panics where the library does.
type Judge interface {
	Judge(Text) Answer
}

func refused(err error) Answer { return Answer{Verdict: Refused, Message: err.Error()} }
