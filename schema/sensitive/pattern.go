// Package sensitive finds the columns of a schema that hold what not everybody may see: by a list
// of patterns that somebody wrote, by tags in comments, and by names and types that look like it.
// The first two decide; the last only suggests.
package sensitive

import (
	"bufio"
	"fmt"
	"io"
	"path"
	"strings"
)

// Patterns say which columns are sensitive. The zero value says nothing about any.
type Patterns struct {
	list []*pattern
}

// A pattern is one line of a file.
type pattern struct {
	line          int
	text          string
	table, column string // globs in folded letter case
	negated       bool
	used          bool
}

// A Verdict is what patterns say about a column.
type Verdict uint8

// The verdicts.
const (
	Silent       Verdict = iota // no pattern matches
	Sensitive                   // the last pattern that matches says so
	NotSensitive                // the last pattern that matches is negated
)

// ParsePatterns reads a file of patterns, one a line:
//
//	# a comment
//	users.ssn          one column
//	*.email            the column email of every table
//	hr_*.*             every column of the tables whose names begin with hr_
//	!newsletters.email not this one
//
// A pattern is "table.column", both in the syntax of path.Match, where a backslash takes the special
// meaning of what follows it, the dot included. Letter case does not count. Of several that match a
// column, the last one decides. The error names the line.
func ParsePatterns(r io.Reader) (*Patterns, error) {
	p := &Patterns{}
	s := bufio.NewScanner(r)
	for n := 1; s.Scan(); n++ {
		text := strings.TrimSpace(s.Text())
		if n == 1 {
			text = strings.TrimPrefix(text, "\ufeff")
		}
		if text == "" || strings.HasPrefix(text, "#") {
			continue
		}
		line, err := newPattern(text)
		if err != nil {
			return nil, fmt.Errorf("line %d: %w", n, err)
		}
		line.line = n
		p.list = append(p.list, line)
	}
	return p, s.Err()
}

func newPattern(text string) (*pattern, error) {
	p := &pattern{text: text}
	rest, negated := strings.CutPrefix(text, "!")
	p.negated = negated
	dot := unescapedDot(rest)
	if dot <= 0 || dot == len(rest)-1 {
		return nil, fmt.Errorf("%q is no pattern; write table.column, with * for any", text)
	}
	p.table, p.column = strings.ToLower(rest[:dot]), strings.ToLower(rest[dot+1:])
	for _, glob := range []string{p.table, p.column} {
		if _, err := path.Match(glob, ""); err != nil {
			return nil, fmt.Errorf("%q is no pattern: %w", text, err)
		}
	}
	return p, nil
}

// unescapedDot returns the position of the first dot that no backslash stands before, or -1.
func unescapedDot(s string) int {
	for i := 0; i < len(s); i++ {
		switch s[i] {
		case '\\':
			i++
		case '.':
			return i
		}
	}
	return -1
}

// Of returns what the patterns say about a column.
func (p *Patterns) Of(table, column string) Verdict {
	verdict := Silent
	table, column = strings.ToLower(table), strings.ToLower(column)
	for _, line := range p.list {
		if !match(line.table, table) || !match(line.column, column) {
			continue
		}
		line.used, verdict = true, Sensitive
		if line.negated {
			verdict = NotSensitive
		}
	}
	return verdict
}

// match reports whether a glob that is well-formed matches a name; a slash in the name is a letter.
func match(glob, name string) bool {
	ok, err := path.Match(strings.ReplaceAll(glob, "/", "\x00"), strings.ReplaceAll(name, "/", "\x00"))
	return ok && err == nil
}

// Unused returns the lines that have matched no column that Of was asked about, as "line 3: *.emial".
func (p *Patterns) Unused() []string {
	var lines []string
	for _, line := range p.list {
		if !line.used {
			lines = append(lines, fmt.Sprintf("line %d: %s", line.line, line.text))
		}
	}
	return lines
}
