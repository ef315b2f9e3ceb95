// Package ddl reads the schema of a database from the text of its DDL: dumps, the output of SHOW
// CREATE TABLE, migrations. Statements are read by the real parser and applied in their order to a
// schema that begins empty; what remains at the end is the document.
package ddl

import (
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/asksql/asksql/internal/plain"
	"github.com/asksql/asksql/schema"
	"github.com/asksql/asksql/sqlcheck"
)

// Options say how to read. The zero value reads MySQL and one database without a name.
type Options struct {
	// Dialect is the server that the text is for, unless a dump says which server wrote it.
	Dialect sqlcheck.Dialect
	// FixedDialect keeps Dialect whatever a dump says.
	FixedDialect bool
	// Database is the one whose tables are wanted; "" is the only one there is.
	Database string
	// Renames replace placeholders in the names of tables.
	Renames []Rename
	// Keep reports whether a table or view is wanted; nil keeps all. Nothing is said about the
	// others.
	Keep func(name string) bool
}

// A Finding is about one place of the text.
type Finding struct {
	File    string
	Line    int // from 1; 0 is the file as a whole
	Message string
}

// String returns "file:line: message" on one line that a terminal can show: the message may hold names
// of the text.
func (f Finding) String() string {
	switch {
	case f.File == "":
		return plain.Line(f.Message)
	case f.Line == 0:
		return plain.Line(fmt.Sprintf("%s: %s", f.File, f.Message))
	}
	return plain.Line(fmt.Sprintf("%s:%d: %s", f.File, f.Line, f.Message))
}

// A Result is what the texts say. The document holds everything that could be read, which is less
// than there is if there are problems.
type Result struct {
	Document *schema.Document
	Notes    []Finding // what was left out because no artifact holds it
	Problems []Finding // what could not be read
	// Derivations say what generated columns and columns of views are computed from, as far as that is known.
	Derivations []Derivation
}

// A File is a text and what to call it.
type File struct {
	Name string
	Text string
}

// Read applies the statements of the files in their order and returns what they make. The tables
// of the document are in order of name. Its version and schemaId are for the caller to set.
func Read(files []File, o Options) *Result {
	r := newReplay(o)
	result := &Result{}
	source := &schema.Source{}
	files, unused := renamed(files, o.Renames)
	for _, old := range unused {
		r.note("the placeholder %s is nowhere in the text", old)
	}
	for _, f := range files {
		h := newHeader(f.Text)
		r.follow(h, o)
		if h.server != "" {
			source.Server = h.server
		}
		result.Problems = append(result.Problems, r.read(f)...)
	}
	r.resolveViews()
	if p := r.placeholder(); p != "" {
		r.at = location{}
		r.note("the names of tables begin with %s, which looks like a placeholder; replace it by --rename-prefix '%s=…' if the server's tables have other names", p, p)
	}
	doc, problems := r.document(o)
	doc.Dialect = r.dialect.String()
	if source.Server != "" {
		doc.Source = source
	}
	result.Document, result.Notes, result.Derivations = doc, r.notes, r.derivations()
	result.Problems = append(result.Problems, problems...)
	return result
}

// follow sets what the head of a dump says.
func (r *replay) follow(h header, o Options) {
	if h.database != "" && o.Database == "" {
		r.current = h.database
	}
	if !o.FixedDialect && h.server != "" {
		r.dialect = DialectOf(h.server)
	}
	if h.server != "" {
		r.version = ""
		if r.dialect == DialectOf(h.server) {
			r.version = h.server
		}
	}
}

// read applies the statements of a file and returns what could not be read.
func (r *replay) read(f File) []Finding {
	var problems []Finding
	text := unwrapped(upSections(f.Text))
	s := newSplitter(text)
	s.server = r.server()
	for st, ok := s.next(); ok; st, ok = s.next() {
		r.at = location{f.Name, st.line}
		err := s.setMode(st)
		switch {
		case st.fault != nil:
			err = st.fault
		case err == nil:
			err = r.apply(st)
		}
		if err != nil {
			problems = append(problems, Finding{f.Name, st.line + lineOf(err), err.Error()})
		}
	}
	if s.failed >= 0 {
		line := 1 + strings.Count(text[:s.failed], "\n")
		problems = append(problems, Finding{f.Name, line, "a string, a name in quotes or a comment begins here and does not end"})
	}
	return problems
}

// server returns what runs the text, as far as it is known.
func (r *replay) server() server { return newServer(r.dialect, r.version) }

// lineOf returns how many lines below the beginning of its statement an error is.
func lineOf(err error) int {
	var syntax *syntaxError
	if errors.As(err, &syntax) {
		return max(syntax.line-1, 0)
	}
	return 0
}

// A header is what a dump says about itself in its first lines.
type header struct {
	database string
	server   string // version
}

var (
	hostLine   = regexp.MustCompile(`(?m)^-- Host: .*?\s+Database: (\S.*?)\s*$`)
	serverLine = regexp.MustCompile(`(?m)^-- Server version\s+(\S+)`)
)

// maxHeader is how far into a file the head of a dump reaches, in bytes.
const maxHeader = 2048

func newHeader(text string) header {
	text = text[:min(len(text), maxHeader)]
	var h header
	if found := hostLine.FindStringSubmatch(text); found != nil {
		h.database = found[1]
	}
	if found := serverLine.FindStringSubmatch(text); found != nil {
		h.server = found[1]
	}
	return h
}

// DialectOf returns the dialect of a server by its version, such as "10.11.6-MariaDB".
func DialectOf(version string) sqlcheck.Dialect {
	switch {
	case strings.Contains(version, "MariaDB"):
		return sqlcheck.MariaDB
	case strings.Contains(version, "TiDB"):
		return sqlcheck.TiDB
	}
	return sqlcheck.MySQL
}

// setMode follows a change of sql_mode that matters to how text is read.
func (s *splitter) setMode(st *statement) error {
	if !st.tokens[0].is("SET") {
		return nil
	}
	for c := (&cursor{tokens: st.tokens, i: 1}); !c.done(); c.i++ {
		if !c.accept("SQL_MODE") || isUserVariable(st.tokens[:c.i]) {
			continue
		}
		c.accept(":")
		if !c.accept("=") {
			continue
		}
		modes := strings.Split(strings.ToUpper(c.peek(0).value), ",")
		if slices.ContainsFunc(modes, func(m string) bool { return m == "ORACLE" || m == "MSSQL" }) {
			return errors.New("the sql_modes ORACLE and MSSQL have another syntax, which is not read")
		}
		s.mode = mode{
			ansiQuotes:    slices.Contains(modes, "ANSI_QUOTES") || slices.Contains(modes, "ANSI"),
			noBackslashes: slices.Contains(modes, "NO_BACKSLASH_ESCAPES"),
		}
	}
	return nil
}

// isUserVariable reports whether the last of the tokens is the name of a user variable: @a, not @@a.
func isUserVariable(tokens []token) bool {
	n := len(tokens)
	return n > 1 && tokens[n-2].is("@") && (n == 2 || !tokens[n-3].is("@"))
}
