package main

import (
	"bytes"
	"fmt"
	"io"
	"io/fs"
	"path/filepath"
	"strings"

	"github.com/asksql/asksql/internal/checked"
	"github.com/asksql/asksql/internal/checked/report"
	"github.com/asksql/asksql/internal/plain"
	"github.com/asksql/asksql/rules"
	"github.com/asksql/asksql/schema/ddl"
)

// checkFiles checks each statement of the files and writes what became of them; in the format sql the
// statements as they were printed, with the refusals on standard error.
func (c *checkCommand) checkFiles(check checkFunc, names []string, p *program) error {
	files, err := sqlFiles(names)
	if err != nil {
		return err
	}
	r := &report.Report{Version: version(), Rules: described(rules.All()), Warnings: c.Warnings, Files: len(files)}
	for _, file := range files {
		statements, err := checkFile(check, file, p)
		if err != nil {
			return err
		}
		r.Statements = append(r.Statements, statements...)
	}
	if c.Format == "sql" {
		err = printSQL(r, p)
	} else {
		err = r.Write(p.stdout, c.Format)
	}
	if err == nil && r.Refused() > 0 {
		return failure{}
	}
	return err
}

// checkFile checks the statements of a file.
func checkFile(check checkFunc, name string, p *program) ([]report.Statement, error) {
	text, err := readText(name, p)
	if err != nil {
		return nil, err
	}
	if name == "-" {
		name = "stdin"
	}
	var statements []report.Statement
	places := checked.NewText(text)
	for span := range ddl.Statements(text) {
		query, err := check(text[span.From:span.To])
		result, err := places.Result(span.From, query, err)
		if err != nil {
			return nil, err
		}
		statements = append(statements, report.Statement{
			File: filepath.ToSlash(name), Place: places.Place(span.From, span.To-span.From), Result: result, Text: places,
		})
	}
	return statements, nil
}

func readText(name string, p *program) (string, error) {
	in, err := p.open(name)
	if err != nil {
		return "", err
	}
	defer in.Close()
	text, err := io.ReadAll(io.LimitReader(in, maxText+1))
	switch {
	case err != nil:
		return "", err
	case len(text) > maxText:
		return "", fmt.Errorf("%s is longer than %d MiB; split it", name, maxText>>20)
	}
	return string(bytes.TrimPrefix(text, []byte("\ufeff"))), nil
}

// printSQL writes the checked statements, with semicolons if there are several.
func printSQL(r *report.Report, p *program) error {
	end := "\n"
	if len(r.Statements) > 1 {
		end = ";\n"
	}
	for i := range r.Statements {
		s := &r.Statements[i]
		for _, line := range s.Refusals() {
			fmt.Fprintln(p.stderr, line)
		}
		if s.Result.Valid {
			if _, err := io.WriteString(p.stdout, s.Result.SQL+end); err != nil {
				return err
			}
		}
	}
	if len(r.Statements) == 0 {
		fmt.Fprintln(p.stderr, "asksql: warning: there is no statement in what was read")
	}
	return nil
}

// sqlFiles returns the files of that name, and of folders the .sql files below them in order of name. What
// begins with a dot, such as .git, is passed over.
func sqlFiles(names []string) ([]string, error) {
	var files []string
	for _, name := range names {
		found, err := below(name)
		switch {
		case err != nil:
			return nil, err
		case len(found) == 0:
			return nil, fmt.Errorf("%s: there is no .sql file in this directory", plain.Line(name))
		}
		files = append(files, found...)
	}
	return files, nil
}

func below(root string) (files []string, err error) {
	if root == "-" {
		return []string{root}, nil
	}
	err = filepath.WalkDir(root, func(path string, entry fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case path == root && !entry.IsDir():
			files = []string{path}
		case path != root && strings.HasPrefix(entry.Name(), "."):
			if entry.IsDir() {
				return filepath.SkipDir
			}
		case !entry.IsDir() && strings.EqualFold(filepath.Ext(path), ".sql"):
			files = append(files, path)
		}
		return nil
	})
	return files, err
}
