package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/asksql/asksql/schema"
	"github.com/asksql/asksql/schema/bundle"
	"github.com/asksql/asksql/schema/ddl"
	"github.com/asksql/asksql/sqlcheck"
)

// A source is a schema that was read, and what its columns are computed from.
type source struct {
	*schema.Document
	derived []bundle.Derivation
}

func newSource(doc *schema.Document, derived []ddl.Derivation) *source {
	s := &source{Document: doc}
	for _, d := range derived {
		to := bundle.Derivation{Table: d.Table, Column: d.Column}
		for _, from := range d.From {
			to.From = append(to.From, [2]string{from.Table, from.Column})
		}
		s.derived = append(s.derived, to)
	}
	return s
}

// read returns the schema that the flags name.
func (c *bundleCommand) read(p *program, wanted bundle.Selection) (*source, error) {
	if c.DSN != "" {
		return c.readServer(p, wanted)
	}
	return c.readDDL(p, wanted)
}

// readDDL reads the text of DDL.
func (c *bundleCommand) readDDL(p *program, wanted bundle.Selection) (*source, error) {
	files, passed, err := ddl.Open(append(c.DDL, c.More...), p.stdin)
	if err != nil {
		return nil, err
	}
	if len(passed) > 0 {
		p.findings("", []ddl.Finding{{Message: "passed over, as migrations that undo others or as compressed files: " + strings.Join(passed, ", ")}})
	}
	o := ddl.Options{Database: c.Database, Keep: wanted.Has, FixedDialect: c.Dialect != ""}
	if o.Renames, err = ddl.ParseRenames(c.RenamePrefix); err != nil {
		return nil, err
	}
	if c.Dialect != "" {
		if o.Dialect, err = sqlcheck.ParseDialect(c.Dialect); err != nil {
			return nil, err
		}
	}
	result := ddl.Read(files, o)
	p.findings("", result.Notes)
	if len(result.Problems) == 0 {
		return newSource(result.Document, result.Derivations), nil
	}
	if c.Lenient {
		p.findings("warning: ", result.Problems)
		return newSource(result.Document, result.Derivations), nil
	}
	p.findings("", result.Problems)
	return nil, fmt.Errorf("there is DDL that cannot be read (%d places); mend it, or go on without it by --lenient", len(result.Problems))
}

// findings writes the first findings.
func (p *program) findings(mark string, list []ddl.Finding) {
	for i, f := range list {
		if i == maxFindings {
			fmt.Fprintf(p.stderr, "asksql: %sand %d more\n", mark, len(list)-i)
			return
		}
		fmt.Fprintf(p.stderr, "asksql: %s%v\n", mark, f)
	}
}

// readServer reads the schema of a running server.
func (c *bundleCommand) readServer(p *program, wanted bundle.Selection) (*source, error) {
	if len(c.More) > 0 || c.Database != "" {
		return nil, fmt.Errorf("--dsn names all there is to read; leave out --database and other paths")
	}
	return c.serverFlags.read(p, c.DSN, wanted)
}

// progress returns what tells, once a second at most, how far the reading of a server has come.
func (p *program) progress() func(columns int) {
	last := time.Now()
	return func(columns int) {
		if time.Since(last) < time.Second {
			return
		}
		last = time.Now()
		fmt.Fprintf(p.stderr, "asksql: %d columns read\n", columns)
	}
}

// replaceFile puts text into a file at once: whoever reads it gets all of the old text or all of the
// new one.
func replaceFile(name string, text []byte) error {
	file, err := os.CreateTemp(filepath.Dir(name), "."+filepath.Base(name)+"-*")
	if err != nil {
		return err
	}
	defer func() { _ = os.Remove(file.Name()) }() // it is gone if all went well
	_, err = file.Write(text)
	if closed := file.Close(); err == nil {
		err = closed
	}
	if err == nil {
		err = os.Chmod(file.Name(), 0o644)
	}
	if err == nil {
		err = os.Rename(file.Name(), name)
	}
	return err
}
