// Package report writes what a run of questions came to: for people in Markdown with a chart and as
// text, for programs in JSON and JUnit's XML. It also compares two runs.
package report

import (
	"fmt"
	"os"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"github.com/asksql/asksql/internal/eval"
)

// Version is the version of the JSON form of a Report.
const Version = 1

// A Report is all that is known of a run.
type Report struct {
	Version   int    `json:"version"`
	Questions string `json:"questions"` // name of the file
	Model     string `json:"model"`     // as the configuration calls it
	Provider  string `json:"provider"`
	Mode      string `json:"mode"`
	// Stopped says why not every question was asked, or is "".
	Stopped string  `json:"stopped,omitzero"`
	Price   Price   `json:"price,omitzero"`
	Summary Summary `json:"summary"`
	Items   []Item  `json:"items"`
}

// A Price is what a million tokens cost, in any currency; zero is unknown.
type Price struct {
	In  float64 `json:"in"`
	Out float64 `json:"out"`
}

// of returns what tokens cost.
func (p Price) of(in, out int64) float64 {
	return (float64(in)*p.In + float64(out)*p.Out) / 1e6
}

// known reports whether there is a price.
func (p Price) known() bool { return p != Price{} }

// An Item is a question with what became of it.
type Item struct {
	eval.Question
	Answer *eval.Answer `json:"answer"` // null if it was not asked
	Grade  *eval.Grade  `json:"grade"`  // null if it was not asked
}

// Finish counts the items and returns the report, complete.
func (r Report) Finish() *Report {
	r.Version = Version
	r.Summary = summarize(r.Items, r.Price)
	return &r
}

// JSON returns the report as an object, indented.
func (r *Report) JSON() ([]byte, error) {
	text, err := json.Marshal(r, jsontext.WithIndent("  "), jsontext.AllowInvalidUTF8(true), json.Deterministic(true))
	return append(text, '\n'), err
}

// Read reads a report that JSON wrote.
func Read(path string) (*Report, error) {
	data, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	var r Report
	if err := json.Unmarshal(data, &r); err != nil {
		return nil, fmt.Errorf("%s is no report of this program: %w", path, err)
	}
	if r.Version != Version {
		return nil, fmt.Errorf("%s is no report of version %d", path, Version)
	}
	return &r, nil
}
