// Package report writes what became of the statements of files: for people, for programs, and for the places where
// code is reviewed.
package report

import (
	"fmt"
	"io"

	"github.com/asksql/asksql/internal/checked"
)

// A Report is what became of the statements of files.
type Report struct {
	Version    string // of the program
	Rules      []Rule // in their order of evaluation
	Warnings   bool   // advice is reported too
	Files      int
	Statements []Statement
}

// A Rule is one that a statement can break, or advice.
type Rule struct {
	Name     string
	Doc      string
	Advisory bool
}

// A Statement is one of a file, with what became of it. All places are in the file.
type Statement struct {
	File   string          `json:"file"`
	Place  checked.Place   `json:"place"`
	Result *checked.Result `json:"result"`
	Text   *checked.Text   `json:"-"` // of the file
}

// A level says how bad a finding is.
type level string

const (
	refusal level = "error"
	advice  level = "warning"
)

// A finding is one violation or piece of advice at its place.
type finding struct {
	statement *Statement
	level     level
	rule      string
	message   string
	place     checked.Place
}

// findings returns what there is to say, statement by statement.
func (r *Report) findings() (all []finding) {
	for i := range r.Statements {
		s := &r.Statements[i]
		for _, v := range s.Result.Violations {
			f := finding{s, refusal, v.Rule, v.Message, v.Place}
			if v.Offset < 0 { // it is about the statement as a whole
				f.place = s.Place
			}
			all = append(all, f)
		}
		if !r.Warnings {
			continue
		}
		for _, a := range s.Result.Warnings {
			all = append(all, finding{s, advice, a.Code, a.Message, s.Place})
		}
	}
	return all
}

// Refused returns how many statements were refused.
func (r *Report) Refused() (n int) {
	for _, s := range r.Statements {
		if !s.Result.Valid {
			n++
		}
	}
	return n
}

// Formats are the names of the formats.
const Formats = "text,json,sarif,github"

// Write writes the report in the format of that name.
func (r *Report) Write(w io.Writer, format string) error {
	switch format {
	case "text":
		return r.text(w)
	case "json":
		return r.json(w)
	case "sarif":
		return r.sarif(w)
	case "github":
		return r.github(w)
	default:
		return fmt.Errorf("there is no format %s; choose one of %s", format, Formats)
	}
}
