package report

import (
	"bytes"
	"fmt"
	"io"
	"strings"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"

	"github.com/asksql/asksql/internal/plain"
)

// text writes one line for each finding, as compilers do, and one that sums up.
func (r *Report) text(w io.Writer) error {
	var b bytes.Buffer
	warnings := 0
	for _, f := range r.findings() {
		b.WriteString(f.line() + "\n")
		if f.level == advice {
			warnings++
		}
	}
	fmt.Fprintf(&b, "%s in %s: %d refused", counted(len(r.Statements), "statement"), counted(r.Files, "file"), r.Refused())
	if r.Warnings {
		fmt.Fprintf(&b, ", %s", counted(warnings, "warning"))
	}
	b.WriteString("\n")
	_, err := w.Write(b.Bytes())
	return err
}

// line is "file:line:column: rule: message".
func (f *finding) line() string {
	said := f.rule + ": " + f.message
	if f.level == advice {
		said = "warning: " + said
	}
	return plain.Line(fmt.Sprintf("%s:%d:%d: %s", f.statement.File, f.place.Line, f.place.Column, said))
}

// Refusals returns the lines of the violations of the statement, as the format text has them.
func (s *Statement) Refusals() (lines []string) {
	one := Report{Statements: []Statement{*s}}
	for _, f := range one.findings() {
		if f.level == refusal {
			lines = append(lines, f.line())
		}
	}
	return lines
}

func counted(n int, what string) string {
	if n == 1 {
		return "1 " + what
	}
	return fmt.Sprintf("%d %ss", n, what)
}

// json writes one object with the results.
func (r *Report) json(w io.Writer) error {
	return write(w, struct {
		Valid      bool        `json:"valid"` // all statements are
		Files      int         `json:"files"`
		Statements []Statement `json:"statements"`
	}{r.Refused() == 0, r.Files, append([]Statement{}, r.Statements...)})
}

// write writes a value as indented JSON. Texts may not be UTF-8.
func write(w io.Writer, v any) error {
	text, err := json.Marshal(v, jsontext.AllowInvalidUTF8(true), jsontext.WithIndent("  "), json.Deterministic(true))
	if err == nil {
		_, err = w.Write(append(text, '\n'))
	}
	return err
}

// github writes the workflow commands that put findings beside the lines of a change.
func (r *Report) github(w io.Writer) error {
	var b strings.Builder
	for _, f := range r.findings() {
		line, column := f.statement.Text.End(f.place)
		fmt.Fprintf(&b, "::%s file=%s,line=%d,col=%d,endLine=%d,", f.level, property(f.statement.File), f.place.Line, f.place.Column, line)
		if line == f.place.Line { // where it is not, GitHub takes no endColumn
			fmt.Fprintf(&b, "endColumn=%d,", column)
		}
		fmt.Fprintf(&b, "title=%s::%s\n", property("asksql: "+f.rule), data(f.message))
	}
	_, err := io.WriteString(w, b.String())
	return err
}

var (
	escapedData     = strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A")
	escapedProperty = strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A", ":", "%3A", ",", "%2C")
)

// data and property escape texts of a workflow command: without, a file's name could begin another one.
func data(text string) string     { return escapedData.Replace(text) }
func property(text string) string { return escapedProperty.Replace(text) }
